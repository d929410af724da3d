#!/usr/bin/env node
/** Builds `dist/inpage-service.js` with its chunks, and puts the core's files for a page and the console beside them. */
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
import { buildConsole } from './build-console.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const core = join(folder, '../dist');
const out = join(folder, 'dist');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

export async function buildService() {
  rmSync(out, { recursive: true, force: true });
  await build({
    absWorkingDir: folder,
    entryPoints: { 'inpage-service': 'src/inpage-service.ts' },
    outdir: out,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    define: { __SERVICE_VERSION__: JSON.stringify(version) },
    logLevel: 'warning',
  });
  const page = join(out, 'page');
  mkdirSync(join(page, 'parts'), { recursive: true });
  const files = readdirSync(core).filter((name) => /^agent-browser[\w.-]*\.js$/.test(name));
  const parts = readdirSync(join(core, 'parts')).map((name) => join('parts', name));
  const reader = existsSync(join(core, 'html.js')) ? ['html.js'] : [];
  for (const name of [...files, ...parts, ...reader]) copyFileSync(join(core, name), join(page, name));
  writeFileSync(join(out, 'console.html'), await buildConsole());
  copyFileSync(join(folder, '../LICENSE'), join(folder, 'LICENSE'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildService();
