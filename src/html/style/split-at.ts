/** The index behind the string, escape or character of CSS that begins at `at`. */
export const endOfToken = (css: string, at: number): number => {
  const char = css[at];
  if (char === '\\') return at + 2;
  if (char !== '"' && char !== "'") return at + 1;
  for (let i = at + 1; i < css.length; i++) {
    if (css[i] === '\\') i++;
    else if (css[i] === char || css[i] === '\n') return i + 1;
  }
  return css.length;
};

/** The parts of a list. Separators (a sticky pattern) within strings and brackets don't count. */
export const splitAt = (text: string, separator: RegExp): string[] => {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i < text.length; i = endOfToken(text, i)) {
    const char = text[i] as string;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      separator.lastIndex = i;
      if (!separator.test(text)) continue;
      parts.push(text.slice(start, i).trim());
      start = separator.lastIndex;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== '');
};
