import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { run } from '../../scripts/setup/run.mjs';

const folder = fileURLToPath(new URL('../apps/', import.meta.url));

/** A page with an app of tests/apps in it; the packages of these are installed the first time. */
export const appPage = async (name: string): Promise<string> => {
  if (!existsSync(`${folder}node_modules/.package-lock.json`)) {
    const code = await run('npm', ['ci', '--ignore-scripts', '--prefix', folder]);
    if (code !== 0) throw new Error('npm ci failed in tests/apps');
  }
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [`${name}.js`],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  return `<div id=app></div><script>${(outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script')}</script>`;
};
