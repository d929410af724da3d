/** The text that a pattern, or one of its groups, matches; empty where nothing does. */
export const matched = (pattern: RegExp, text: string, group = 0): string =>
  (pattern.exec(text) || [])[group] || '';
