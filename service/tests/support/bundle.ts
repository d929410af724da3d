import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SERVICE = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles one of our files for a Node process of its own. `file` is relative to the service's folder. */
export async function bundleForNode(file: string): Promise<{ path: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'inpage-bundle-'));
  symlinkSync(join(SERVICE, 'node_modules'), join(folder, 'node_modules'));
  await build({
    entryPoints: [join(SERVICE, file)],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  const path = join(folder, basename(file).replace(/\.ts$/, '.mjs'));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
