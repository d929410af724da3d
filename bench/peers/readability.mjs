import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const version = () =>
  /** @type {string} */ (
    JSON.parse(
      readFileSync(new URL('../node_modules/@mozilla/readability/package.json', import.meta.url), 'utf8'),
    ).version
  );

/** A script that sets `__readability` to Readability. */
export async function readabilityScript() {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import { Readability, isProbablyReaderable } from '@mozilla/readability'; window.__readability = { Readability, isProbablyReaderable };",
      resolveDir: fileURLToPath(new URL('../', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * An expression for the page: the article's blocks of text, and whether Readability's own test takes the page for an
 * article. Readability gets a copy of the document, since it changes it.
 */
export const articleInPage = `(() => {
  const { Readability, isProbablyReaderable } = window.__readability;
  const isArticle = isProbablyReaderable(document);
  const parsed = new Readability(document.cloneNode(true)).parse();
  if (!parsed) return { isArticle: false, blocks: [] };
  const { body } = new DOMParser().parseFromString(parsed.content, 'text/html');
  const blocks = [];
  const inner = 'p, li, blockquote, pre, h1, h2, h3, h4, h5, h6, td, th, dt, dd, figcaption';
  for (const el of body.querySelectorAll(inner + ', div'))
    if (el.textContent.trim() && !el.querySelector(inner + ', div')) blocks.push(el.textContent);
  return { isArticle, blocks, text: body.textContent };
})()`;
