import { splitAt } from './split-at.ts';

/** Most levels of nested brackets: real pages have fewer. */
const MAX_LEVELS = 8;

/**
 * Whether a condition of brackets, `and`, `or` and `not` holds; undefined where that depends on an unknown term
 * (https://www.w3.org/TR/mediaqueries-5/#evaluating).
 *
 * @param isTerm whether a single term (with its brackets, if it has any) holds; undefined where that is unknown
 */
export const conditionOf = (
  text: string,
  isTerm: (term: string) => boolean | undefined,
  level = 0,
): boolean | undefined => {
  if (level > MAX_LEVELS) return undefined;
  const below = (part: string): boolean | undefined => conditionOf(part.trim(), isTerm, level + 1);
  if (/^not\b/.test(text)) {
    const holds = below(text.slice(3));
    return holds === undefined ? undefined : !holds;
  }
  for (const [word, decisive] of [
    [/(?<![\w-])or(?![\w-])/y, true],
    [/(?<![\w-])and(?![\w-])/y, false],
  ] as const) {
    const parts = splitAt(text, word);
    if (parts.length < 2) continue;
    const results = parts.map(below);
    return results.includes(decisive) ? decisive : results.includes(undefined) ? undefined : !decisive;
  }
  const inner = /^\((.*)\)$/s.exec(text)?.[1]?.trim() ?? '';
  return /^(?:\(|not\b)/.test(inner) ? below(inner) : isTerm(text);
};
