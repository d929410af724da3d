/** An expression that calls a verb as a host does. */
export const callOf = (/** @type {string} */ verb, /** @type {unknown[]} */ ...args) =>
  `window.__agentBrowser.json(${[verb, ...args].map((arg) => JSON.stringify(arg)).join(', ')})`;

/** Options without limits. */
const unlimited = { maxNodes: 1e6, maxTextPerNode: 1e6, maxCharsTotal: 1e8, maxDepth: 1e4 };

/**
 * The snapshots that are measured.
 *
 * - `default`: a text with default options
 * - `tree`: the same as JSON
 * - `full`: a text for reading without limits, comparable to Playwright's
 * - `plain`: the same without the URLs of links that have a name
 * - `interactive`: a text for acting without limits and URLs, comparable to agent-browser's
 * @type {Record<'default' | 'tree' | 'full' | 'plain' | 'interactive', Record<string, unknown>>}
 */
export const snapshots = {
  default: { format: 'text' },
  tree: {},
  full: { format: 'text', interactiveOnly: false, urls: true, ...unlimited },
  plain: { format: 'text', interactiveOnly: false, urls: false, ...unlimited },
  interactive: { format: 'text', urls: false, ...unlimited },
};
