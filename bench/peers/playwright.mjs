import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('playwright-core/package.json'));

export const version = /** @type {string} */ (require('playwright-core/package.json').version);

const inPage = {
  testIdAttributeName: 'data-testid',
  sdkLanguage: 'javascript',
  browserName: 'chromium',
  isUnderTest: false,
  frameSeq: 0,
  stableRafCount: 1,
  shouldPrependErrorPrefix: false,
  isUtilityWorld: false,
  customEngines: [],
};

/**
 * Playwright's in-page script, which sets `__playwright`. It is a string literal in the released package. With it the
 * time in the page can be measured without that of Playwright's connection.
 */
export function injectedScript() {
  const bundle = readFileSync(join(folder, 'lib/coreBundle.js'), 'utf8');
  const at = bundle.indexOf('// packages/playwright-core/src/generated/injectedScriptSource.ts');
  const literal = /^ +source\d+ = ('.*');$/m.exec(bundle.slice(at))?.[1];
  if (at < 0 || !literal) throw new Error(`playwright-core ${version} keeps its in-page script elsewhere.`);
  // Safe: a literal of a package that is installed by its lock file, and whose code is run anyway.
  const source = new Function(`return ${literal}`)();
  return `window.__playwright = (() => { const module = {}; ${source}; return new (module.exports.InjectedScript())(globalThis, ${JSON.stringify(inPage)}); })()`;
}

/** An expression for `page.ariaSnapshot({ mode: 'ai' })` in the page: it builds the tree and the text, as ours does. */
export const snapshotInPage = "window.__playwright.ariaSnapshot(document.body, { mode: 'ai' })";
