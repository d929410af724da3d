#!/usr/bin/env node
/** Builds `dist/inpage.js` with its chunks, puts the core's files for a page beside them, and the playground. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPlayground } from './build-playground.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const core = join(folder, '../dist');
const out = join(folder, 'dist');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

export async function buildCli() {
  rmSync(out, { recursive: true, force: true });
  await build({
    absWorkingDir: folder,
    entryPoints: { inpage: 'src/inpage.ts', sessions: 'src/sessions/index.ts' },
    outdir: out,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    define: { __CLI_VERSION__: JSON.stringify(version) },
    logLevel: 'warning',
  });
  // Code in a chunk looks for them beside itself.
  for (const place of ['page', 'chunks/page']) {
    mkdirSync(join(out, place, 'parts'), { recursive: true });
    const files = readdirSync(core).filter((name) => /^(?:agent-browser[\w.-]*|html)\.js$/.test(name));
    const parts = readdirSync(join(core, 'parts')).map((name) => join('parts', name));
    for (const name of [...files, ...parts]) copyFileSync(join(core, name), join(out, place, name));
  }
  writeFileSync(join(out, 'playground.html'), await buildPlayground());
  for (const name of ['LICENSE']) {
    const source = join(folder, '..', name);
    if (existsSync(source)) copyFileSync(source, join(folder, name));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli();
