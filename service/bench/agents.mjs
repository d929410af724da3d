#!/usr/bin/env node
/** `node service/bench/agents.mjs [jobs]`: many agents at once with a scripted model, and what is left of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));
const jobs = Number(process.argv[2] ?? 100);
// Beside the sources: packages, and the core's files for a page, are found from there.
const out = mkdtempSync(join(folder, '.build-'));
try {
  const outfile = join(out, 'agents.mjs');
  await build({
    entryPoints: [join(folder, 'agents/run.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  const { runAgents } = await import(pathToFileURL(outfile).href);
  console.log(JSON.stringify(await runAgents(jobs), undefined, 2));
} finally {
  rmSync(out, { recursive: true, force: true });
}
