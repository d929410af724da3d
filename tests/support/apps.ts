import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const folder = fileURLToPath(new URL('../apps/', import.meta.url));

/** Compiles Solid's JSX by its plugin of Babel. */
const solid: Plugin = {
  name: 'solid',
  setup({ onLoad }) {
    onLoad({ filter: /\.solid\.jsx$/ }, async ({ path }) => {
      const { transformFileAsync } = await packageOfApps('@babel/core');
      const options = { cwd: folder, presets: ['babel-preset-solid'], babelrc: false, configFile: false };
      const { code } = await transformFileAsync(path, options);
      return { contents: code, loader: 'js' };
    });
  },
};

const svelte: Plugin = {
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { compile } = await packageOfApps('svelte/compiler');
      const { readFile } = await import('node:fs/promises');
      const { js } = compile(await readFile(path, 'utf8'), { filename: path, css: 'injected' });
      return { contents: js.code, loader: 'js' };
    });
  },
};

// biome-ignore lint/suspicious/noExplicitAny: the packages of tests/apps are not there when types are checked.
const packageOfApps = async (name: string): Promise<any> => {
  const { createRequire } = await import('node:module');
  return createRequire(`${folder}package.json`)(name);
};

const react18 = { react: 'react18', 'react-dom': 'react-dom18' };

const buildPage = async (name: string): Promise<string> => {
  const [entry = '', version] = name.split('@');
  for (const owner of ['', ...(entry.startsWith('more/') ? ['more/'] : [])])
    if (!existsSync(`${folder}${owner}node_modules/.package-lock.json`))
      throw new Error(
        `The packages of tests/apps/${owner} are missing; run \`npm test\` (with FULL=1 for "more"), or \`npm ci --ignore-scripts\` in that folder.`,
      );
  const file = ['.js', '.jsx', '.solid.jsx', '.ts']
    .map((ending) => entry + ending)
    .find((path) => existsSync(folder + path));
  if (!file) throw new Error(`tests/apps has no ${entry}`);
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [file],
    bundle: true,
    write: false,
    outdir: 'out',
    minify: true,
    format: 'iife',
    jsx: 'automatic',
    loader: { '.ttf': 'dataurl', '.woff': 'dataurl', '.woff2': 'dataurl', '.svg': 'dataurl' },
    plugins: [solid, svelte],
    conditions: ['browser', 'svelte', 'production'],
    alias: version === '18' ? react18 : {},
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
    logLevel: 'error',
    define: {
      global: 'window',
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  const built = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const inScript = built('.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  return `<style>${built('.css')}</style><div id=app></div><script>${inScript}</script>`;
};

const pages = new Map<string, Promise<string>>();

/**
 * HTML of a page with an app of tests/apps, built on the first call for this app.
 *
 * @param name the entry's path there without its ending, such as `frameworks/vue`; `frameworks/react@18` is
 *   `frameworks/react` with React 18 in the place of React 19
 */
export const appPage = (name: string): Promise<string> => {
  const page = pages.get(name) ?? buildPage(name);
  pages.set(name, page);
  return page;
};
