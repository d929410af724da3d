import { callOf } from '../peers/ours.mjs';

/** @typedef {import('../pages/open.mjs').OpenPage} OpenPage */

/** Options without limits, so that nothing is left out. */
export const whole = { maxNodes: 1e6, maxTextPerNode: 1e6, maxCharsTotal: 1e8, maxDepth: 1e4 };

/** @returns {Promise<any>} the result of a verb; throws its error's message where it fails */
export async function call(
  /** @type {OpenPage} */ { evaluate },
  /** @type {string} */ verb,
  /** @type {unknown[]} */ ...args
) {
  const result = JSON.parse(await evaluate(callOf(verb, ...args)));
  if (!result.ok) throw new Error(result.error.message);
  return result;
}

/** @returns {Promise<string>} the text of a snapshot */
export const snapshotText = async (
  /** @type {OpenPage} */ open,
  /** @type {Record<string, unknown>} */ options,
) => (await call(open, 'snapshot', { format: 'text', ...options })).text;

/** @returns {Promise<string>} */
export const extractText = async (
  /** @type {OpenPage} */ open,
  /** @type {Record<string, unknown>} */ options,
) => (await call(open, 'page', 'extract', options)).text;
