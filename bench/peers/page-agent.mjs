import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const bench = fileURLToPath(new URL('../', import.meta.url));
const require = createRequire(import.meta.url);

/** Read from the file, since the package's export map hides package.json. */
export const version = () =>
  /** @type {string} */ (
    require(join(bench, 'node_modules/@page-agent/page-controller/package.json')).version
  );

/**
 * A script that sets `__pageAgent` to page-agent's page controller, set to read the whole page (`viewportExpansion:
 * -1`), and without its mask.
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

/** An expression: a promise of its text. Reading also draws numbers on the page, which {@link cleanUp} removes. */
export const snapshotInPage =
  '(async () => { const { content } = await window.__pageAgent.getBrowserState(); return content; })()';

export const cleanUp = 'window.__pageAgent.cleanUpHighlights()';
