/** States that nothing is in where nobody is, and what has no element. */
const NEVER =
  /::|:(?:before|after|first-line|first-letter|hover|focus|focus-within|focus-visible|active|target|visited|fullscreen|host|autofill)\b/i;

/** Without strings, attributes and what stands in brackets. */
const bare = (selector: string): string => {
  let [text, depth] = ['', 0];
  for (let i = 0; i < selector.length; i++) {
    const char = selector[i] as string;
    if (char === '\\') {
      if (depth === 0) text += selector.slice(i, i + 2);
      i++;
    } else if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    else if (depth === 0) text += char;
  }
  return text;
};

/**
 * By what elements are looked up that a selector may match: the `#id`, `.class` or tag of its last compound, `*` for
 * any. Undefined: it matches nothing.
 */
export const keyOf = (selector: string): string | undefined => {
  const plain = bare(selector);
  if (NEVER.test(plain) || (plain.trim() === '' && selector.trim() === '')) return undefined;
  const last =
    plain
      .trim()
      .split(/[\s>+~]+/)
      .pop() ?? '';
  // Escaped names are looked for everywhere.
  if (last.includes('\\')) return '*';
  const [, name] = /([#.][\w\u0080-\uffff-]+)/.exec(last) ?? [];
  return name ?? (/^[a-z][\w-]*/i.exec(last)?.[0]?.toLowerCase() || '*');
};

/** Ids, classes and tags of a selector as one number (https://www.w3.org/TR/selectors-4/#specificity-rules). */
export const specificityOf = (selector: string): number => {
  const flat = selector.replace(/:where\([^()]*\)/g, '').replace(/"[^"]*"|'[^']*'/g, '');
  const count = (pattern: RegExp): number => flat.match(pattern)?.length ?? 0;
  const ids = count(/#[\w\u0080-\uffff-]/g);
  const classes =
    count(/\.[\w\u0080-\uffff\\-]/g) + count(/\[/g) + count(/(?<!:):(?!not|is|has|where|:)[a-z]/gi);
  const tags = count(/(?:^|[\s>+~(,])[a-z]/gi);
  return ids * 1_000_000 + Math.min(classes, 999) * 1000 + Math.min(tags, 999);
};
