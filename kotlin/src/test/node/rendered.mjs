/** The TypeScript renderer, for scripts that write down what it makes of a snapshot. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleModule } from '../../../../scripts/build/bundle.mjs';

/** @returns {Promise<typeof import('../../../../src/render/index.ts')>} */
export async function loadRenderer() {
  const folder = mkdtempSync(join(tmpdir(), 'agent-browser-'));
  try {
    const file = join(folder, 'render.mjs');
    writeFileSync(file, await bundleModule('src/render/index.ts'));
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const FORMATS = ['tree', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json'];
