/** At most `max` code units, cut on a code point and marked with an ellipsis that counts. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, Math.max(0, max - 1)).replace(/[\ud800-\udbff]$/, '')}…`;

/** What an engine says of an error, for a message. */
export const wordsOfError = (error: unknown): string => cut(String((error as Error).message), 120);

/**
 * What no option limits, and a page makes as long as it likes. A result crosses a bridge, and is paid for by the letter.
 * `standIn`: an address in the place of a name.
 */
export const LONGEST = { tag: 100, title: 1000, address: 20_000, standIn: 80, value: 4000 } as const;
