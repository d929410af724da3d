#!/usr/bin/env node
/**
 * Shows the loop in a terminal: the text that a language model reads, a ref that it chooses, the action, the changes.
 * Installs and builds what it needs. `npm run demo -- --help` lists the options.
 */
import { join } from 'node:path';
import { readOptions, UsageError, usage } from './demo/options.mjs';
import { root } from './setup/run.mjs';
import { fail, setUpBrowser, setUpBuild, setUpPackages } from './setup.mjs';

/** @returns {import('./demo/options.mjs').DemoOptions} */
function readCommandLine() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return fail(`${error.message} See npm run demo -- --help.`, 2);
  }
}

async function demo(/** @type {import('./demo/options.mjs').DemoOptions} */ options) {
  await setUpPackages();
  await setUpBuild();
  const { path } = await setUpBrowser();
  // The imports above must work before the packages are installed; these need them.
  const { launchBrowser } = await import('./setup/browser.mjs');
  const { connect, offerTools } = await import('./demo/host.mjs');
  const { serveFolder } = await import('./demo/static-server.mjs');

  const shop = options.page === undefined ? await serveFolder(join(root, 'tests/fixtures/shop')) : undefined;
  const browser = await launchBrowser({ path, headless: !options.headed });
  try {
    const page = await browser.newPage({ viewport: options.viewport });
    await offerTools(page);
    await open(page, options.page ?? /** @type {{ url: string }} */ (shop).url);
    const host = await connect(page);
    if (!isShopLoop(options)) {
      const { showPage } = await import('./demo/any-page.mjs');
      return await showPage(host, options);
    }
    const { showShopLoop } = await import('./demo/shop-loop.mjs');
    return await showShopLoop(host);
  } finally {
    await browser.close();
    shop?.close();
  }
}

/** Whether the scripted loop on the shop is shown: with a page, steps or output options, one page is shown instead. */
const isShopLoop = (
  /** @type {import('./demo/options.mjs').DemoOptions} */ { page, json, steps, snapshot },
) =>
  page === undefined &&
  !json &&
  steps.length === 0 &&
  Object.keys(snapshot).length === 1 &&
  snapshot.format === 'text';

async function open(/** @type {import('playwright-core').Page} */ page, /** @type {string} */ url) {
  try {
    await page.goto(url, { waitUntil: 'load', timeout: 30_000 });
  } catch (error) {
    const reason = String(error instanceof Error ? error.message : error).split('\n')[0];
    // A page that has not finished loading in time can be read all the same.
    if (!/Timeout/.test(reason ?? '') || page.url() === 'about:blank')
      throw new Error(`${url} could not be opened: ${reason}`);
  }
}

const options = readCommandLine();
if (options.help) {
  process.stdout.write(`${usage}\n`);
} else {
  try {
    if (!(await demo(options))) process.exitCode = 1;
  } catch (error) {
    fail(error);
  }
}
