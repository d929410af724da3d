/** An expression that calls a verb as a host does. */
export const callOf = (/** @type {string} */ verb, /** @type {unknown[]} */ ...args) =>
  `window.__agentBrowser.json(${[verb, ...args].map((arg) => JSON.stringify(arg)).join(', ')})`;

/** No limit is in the way. */
const unlimited = { maxNodes: 1e6, maxTextPerNode: 1e6, maxCharsTotal: 1e8, maxDepth: 1e4 };

/**
 * The snapshots that are measured.
 *
 * - `default`: what a host gets that asks for a text and nothing else
 * - `tree`: the same as JSON
 * - `full`: everything that can be read, without a limit, as Playwright's is
 * - `plain`: the same without the URLs of links that have a name
 * - `interactive`: everything that can be acted on, without a limit and without URLs, as agent-browser's is
 * @type {Record<'default' | 'tree' | 'full' | 'plain' | 'interactive', Record<string, unknown>>}
 */
export const snapshots = {
  default: { format: 'text' },
  tree: {},
  full: { format: 'text', interactiveOnly: false, urls: true, ...unlimited },
  plain: { format: 'text', interactiveOnly: false, urls: false, ...unlimited },
  interactive: { format: 'text', urls: false, ...unlimited },
};
