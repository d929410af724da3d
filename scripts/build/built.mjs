import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';
import { bundleForPage, bundleParts } from './bundle.mjs';
import { bundleHtml } from './html.mjs';

/** Whether scripts/setup.mjs has built dist/ already, so that it can be read: a build takes a quarter of a minute. */
const isBuilt = Boolean(process.env.AGENT_BROWSER_BUILT);

const fromDist = (/** @type {string} */ name) => readFileSync(join(root, 'dist', name), 'utf8');

/** A page file, built from the current sources. */
export const builtPageFile = async (
  /** @type {import('./bundle.mjs').PageFile} */ file = 'agent-browser.js',
) => (isBuilt ? fromDist(file) : bundleForPage(file));

/**
 * The texts of `dist/parts`, by their names below `dist/`.
 * @returns {Promise<Record<string, string>>}
 */
export const builtParts = async () =>
  isBuilt
    ? Object.fromEntries(
        readdirSync(join(root, 'dist/parts')).map((name) => [`parts/${name}`, fromDist(`parts/${name}`)]),
      )
    : bundleParts();

/** The text of `dist/html.js`, the module that reads HTML without a browser. */
export const builtHtml = async () => (isBuilt ? fromDist('html.js') : bundleHtml());
