import { splitAt } from './split-at.ts';

/** Deeper ones are no page's own. */
const MOST_LEVELS = 8;

/**
 * Whether a condition of brackets, `and`, `or` and `not` holds; undefined where that hangs on what is unknown
 * (https://www.w3.org/TR/mediaqueries-5/#evaluating).
 *
 * @param isTerm of what stands in brackets (they are given too) or alone; undefined: not known
 */
export const conditionOf = (
  text: string,
  isTerm: (term: string) => boolean | undefined,
  level = 0,
): boolean | undefined => {
  if (level > MOST_LEVELS) return undefined;
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
    const held = parts.map(below);
    return held.includes(decisive) ? decisive : held.includes(undefined) ? undefined : !decisive;
  }
  const inner = /^\((.*)\)$/s.exec(text)?.[1]?.trim() ?? '';
  return /^(?:\(|not\b)/.test(inner) ? below(inner) : isTerm(text);
};
