import { contentLines, hintsOf } from './words-of-text.mjs';

/** Reading stops after this many times the least number of calls, plus a constant: no host would go on. */
const MOST_TIMES = 4;
const MOST_MORE = 40;

/**
 * Reads a page to its end by following the hints of its texts: the options of each hint are called once, with all other
 * options unchanged. An `after` keeps the `scope` of the text that named it; a hint with a `scope` does not.
 *
 * @param {(options: Record<string, unknown>) => Promise<string>} read returns the text for the options
 * @param {Record<string, unknown>} options options of the first call
 * @param {number} least the least number of calls that the whole page needs
 * @returns {Promise<{ texts: string[], errors: string[], isCutOff: boolean }>} `isCutOff`: hints were left when it stopped
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
 * The lines of all texts, without the context at the beginning of a text: ancestors that an earlier text had already, with
 * an indented line below.
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
