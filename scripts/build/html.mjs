import { build } from 'esbuild';
import { root } from '../setup/run.mjs';
import { bundleReader } from './bundle.mjs';

/** Globals of the window that the reading script uses by name; those of the language come from scripts/build/globals.js. */
const globals =
  'document location crypto URL HTMLElement DocumentFragment getComputedStyle setTimeout clearTimeout';

/**
 * The text of `dist/html.js`, the module that reads HTML without a browser. It contains the reading script as a function of
 * its window, so that no text is evaluated and no global is set.
 */
export async function bundleHtml() {
  const reader = await bundleReader();
  const source = `export const __READER__ = (window) => {
const { ${globals.split(' ').join(', ')} } = window;
${reader}
return window.__agentBrowser;
};`;
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/html/index.ts'],
    inject: ['agent-browser-reader'],
    plugins: [
      {
        name: 'reader',
        setup(on) {
          on.onResolve({ filter: /^agent-browser-reader$/ }, ({ path }) => ({ path, namespace: 'reader' }));
          on.onLoad({ filter: /.*/, namespace: 'reader' }, () => ({ contents: source, loader: 'js' }));
        },
      },
    ],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}
