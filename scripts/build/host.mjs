import { build } from 'esbuild';
import { root } from '../setup/run.mjs';

/** The text of `dist/host.js`. It imports the script and its parts from `dist/script.js` and `dist/parts.js`. */
export async function bundleHost() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/host/index.ts'],
    inject: ['scripts/build/host-script.js'],
    external: ['./script.js', './parts.js'],
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
