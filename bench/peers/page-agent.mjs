import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const bench = fileURLToPath(new URL('../', import.meta.url));
const require = createRequire(import.meta.url);

/** The package's export map hides its package.json. */
export const version = () =>
  /** @type {string} */ (
    require(join(bench, 'node_modules/@page-agent/page-controller/package.json')).version
  );

/**
 * page-agent's page controller as a script that sets `__pageAgent`. The whole page is asked for (`viewportExpansion:
 * -1` is its word for that), without its mask.
 */
export async function controllerScript() {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import { PageController } from '@page-agent/page-controller'; window.__pageAgent = new PageController({ viewportExpansion: -1, enableMask: false });",
      resolveDir: dirname(join(bench, 'package.json')),
    },
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
    loader: { '.css': 'empty' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** A promise of its text. It numbers elements on the page as well, and takes the numbers away afterwards. */
export const snapshotInPage =
  '(async () => { const { content } = await window.__pageAgent.getBrowserState(); return content; })()';

export const cleanUp = 'window.__pageAgent.cleanUpHighlights()';
