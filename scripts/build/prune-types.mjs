#!/usr/bin/env node
/**
 * Deletes the declaration files that the package's entries do not lead to, and gives imports the extension `.js`, which
 * every module resolution accepts.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../setup/run.mjs';

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.values(exports).flatMap((entry) => (entry.types ? [join(root, entry.types)] : []));
const folder = join(root, 'dist/types');

/** An import of a module for its side effects, which has no types. */
const SIDE_EFFECT = /^import '[^']*';\n/gm;
const RELATIVE = /((?:from|import)\s*\(?\s*)(['"])(\.[^'"]*)\.(?:ts|js)\2/g;

const seen = new Set();
const queue = [...entries];
for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
  if (seen.has(path)) continue;
  seen.add(path);
  if (!existsSync(path)) throw new Error(`${path} is not there: run tsc -p tsconfig.types.json first.`);
  const text = readFileSync(path, 'utf8');
  const pruned = text.replace(SIDE_EFFECT, '').replace(RELATIVE, '$1$2$3.js$2');
  for (const [, , , specifier] of pruned.matchAll(RELATIVE))
    queue.push(join(dirname(path), `${specifier}.d.ts`));
  if (pruned !== text) writeFileSync(path, pruned);
}

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort().reverse()) {
  const path = join(folder, name);
  if (name.endsWith('.d.ts')) {
    if (!seen.has(path)) rmSync(path);
  } else if (readdirSync(path).length === 0) rmdirSync(path);
}
