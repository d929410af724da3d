import { build } from 'esbuild';
import { root } from '../../scripts/setup/run.mjs';

/** Bundles a file of this folder as a script for a page. */
export const bundleSupport = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`tests/support/${file}`],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'ascii',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};
