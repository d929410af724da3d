/** A text of at most `max` code units, never cut inside of a surrogate pair; the ellipsis that marks a cut is counted. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, Math.max(0, max - 1)).replace(/[\ud800-\udbff]$/, '')}…`;

/** The text of a thrown error, cut for a message. */
export const errorText = (error: unknown): string => cut(String((error as Error).message), 120);

/**
 * Limits, in characters, of page text that no option limits: a page may make it any length, and a result crosses a bridge
 * and costs tokens. `standIn`: an address that is printed in place of a name.
 */
export const MAX_CHARS = { tag: 100, title: 1000, address: 20_000, standIn: 80, value: 4000 } as const;
