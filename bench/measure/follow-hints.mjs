import { contentLines, hintsOf } from './words-of-text.mjs';

/** More calls than this many times the least, and this many, is no way to read a page. */
const MOST_TIMES = 4;
const MOST_MORE = 40;

/**
 * Reads on from a first text to the end, as its hints say: each is called once, with everything else as it was. An
 * `after` stays in the scope in which it was given; a `scope` begins anew.
 *
 * @param {(options: Record<string, unknown>) => Promise<string>} read gives a text
 * @param {Record<string, unknown>} options of the first call
 * @param {number} least calls that the whole needs
 * @returns {Promise<{ texts: string[], errors: string[], isCutOff: boolean }>} `isCutOff`: it did not come to an end
 */
export async function followHints(read, options, least) {
  /** @type {string[]} */
  const texts = [];
  /** @type {string[]} */
  const errors = [];
  /** @type {Record<string, string>[]} */
  const waiting = [{}];
  const known = new Set(['{}']);
  while (waiting.length > 0 && texts.length + errors.length < MOST_TIMES * least + MOST_MORE) {
    const at = /** @type {Record<string, string>} */ (waiting.shift());
    try {
      texts.push(await read({ ...options, ...at }));
    } catch (error) {
      errors.push(`${JSON.stringify(at)}: ${error instanceof Error ? error.message : error}`);
      continue;
    }
    const ways = hintsOf(texts.at(-1) ?? '').map((way) => ({
      ...(at.scope && !way.scope ? { scope: at.scope } : {}),
      ...way,
    }));
    for (const way of ways) {
      const key = JSON.stringify(way);
      if (known.has(key)) continue;
      known.add(key);
      waiting.push(way);
    }
  }
  return { texts, errors, isCutOff: waiting.length > 0 };
}

/**
 * Lines of all texts, without those at the beginning of a later text that only say where its content stands: they were
 * in an earlier one, and something is below them.
 */
export function linesWithoutContext(/** @type {string[]} */ texts) {
  const depthOf = (/** @type {string} */ line) => line.length - line.trimStart().length;
  const keyOf = (/** @type {string} */ line) => line.trim().replace(/:$/, '');
  const seen = new Set();
  return texts.flatMap((text) => {
    const lines = contentLines(text);
    let at = 0;
    const isContext = () =>
      at + 1 < lines.length &&
      seen.has(keyOf(lines[at] ?? '')) &&
      depthOf(lines[at + 1] ?? '') > depthOf(lines[at] ?? '');
    while (isContext()) at++;
    for (const line of lines) seen.add(keyOf(line));
    return lines.slice(at);
  });
}
