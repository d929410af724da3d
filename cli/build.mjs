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
    entryPoints: {
      inpage: 'src/inpage.ts',
      sessions: 'src/sessions/index.ts',
      'browser-keeper': 'src/sessions/browser-keeper.ts',
    },
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
  const page = join(out, 'page');
  mkdirSync(join(page, 'parts'), { recursive: true });
  const files = readdirSync(core).filter((name) => /^agent-browser[\w.-]*\.js$/.test(name));
  const parts = readdirSync(join(core, 'parts')).map((name) => join('parts', name));
  // Built by the core, not committed there: without it `read` needs a browser.
  const reader = existsSync(join(core, 'html.js')) ? ['html.js'] : [];
  for (const name of [...files, ...parts, ...reader]) copyFileSync(join(core, name), join(page, name));
  // What npm shows, and what it wants beside the code.
  copyFileSync(join(folder, '../LICENSE'), join(folder, 'LICENSE'));
  const docs = readFileSync(join(folder, '../docs/cli.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), docs.replace(/\[([^\]]+)\]\([\w.-]+\.md\)/g, '$1'));
  writeFileSync(join(out, 'playground.html'), await buildPlayground());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli();
