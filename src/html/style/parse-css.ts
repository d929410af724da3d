import { behind, splitAt } from './split-at.ts';

/** One selector with what its rule declares of the properties that are looked at. */
export interface StyleRule {
  selector: string;
  /** Property in lower case, value, whether it is `!important`; as written, in order. */
  declarations: readonly Declaration[];
}

export type Declaration = readonly [property: string, value: string, isImportant: boolean];

/** What of the page's style says whether and how text is shown. */
const PROPERTIES =
  /^(?:display|visibility|opacity|position|overflow(?:-[xy])?|cursor|font-size|float|direction|white-space|content-visibility|pointer-events|text-transform|clip|clip-path)$/;

/** Longest selector that is matched; longer ones are no page's own. */
const LONGEST_SELECTOR = 1000;

/** Text without comments. Quadratic for none: each character is passed once. */
const withoutComments = (css: string): string => {
  let [text, from] = ['', 0];
  for (let at = css.indexOf('/*'); at !== -1; at = css.indexOf('/*', from)) {
    const end = css.indexOf('*/', at + 2);
    text += css.slice(from, at);
    if (end === -1) return text;
    from = end + 2;
  }
  return text + css.slice(from);
};

const normalized = (property: string, value: string): string => {
  if (property === 'opacity') {
    const number = Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1);
    return Number.isNaN(number) ? '1' : String(Math.min(1, Math.max(0, number)));
  }
  if (property === 'font-size' && Number.parseFloat(value) === 0) return '0px';
  return value;
};

/** The declarations of a block or of a `style` attribute that are looked at. */
export const parseDeclarations = (block: string): Declaration[] => {
  const found: Declaration[] = [];
  for (const part of splitAt(block, /;/y)) {
    const colon = part.indexOf(':');
    const property = part.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!PROPERTIES.test(property)) continue;
    const written = part.slice(colon + 1).trim();
    const value = written
      .replace(/!\s*important$/i, '')
      .trim()
      .toLowerCase();
    // What a variable comes to is not looked up.
    if (value === '' || value.includes('var(')) continue;
    const isImportant = value.length < written.length;
    found.push([property, normalized(property, value), isImportant]);
    if (property !== 'overflow') continue;
    const [x = value, y = x] = value.split(/\s+/);
    found.push(['overflow-x', x, isImportant], ['overflow-y', y, isImportant]);
  }
  return found;
};

/** Groups whose rules count as if they stood alone. */
const TRANSPARENT_GROUP = /^@(?:layer|supports|scope|starting-style)\b/i;

/**
 * The rules of a style sheet that show or hide, in order. `isMedia` says whether a media query holds. Rules that are
 * nested in a rule are left out. Never throws: what can't be read is passed over.
 */
export function* parseCss(css: string, isMedia: (query: string) => boolean): Generator<StyleRule> {
  const text = withoutComments(css);
  /** What each open block is: a group that counts, one that does not, or a rule with what stands before nested ones. */
  const open: { kind: 'group' | 'ignored' | 'rule'; selectors: string; own: string }[] = [];
  let start = 0;
  for (let i = 0; i < text.length; ) {
    const char = text[i];
    const top = open[open.length - 1];
    if (char === '{') {
      const prelude = text.slice(start, i).trim();
      const isNested = top !== undefined && top.kind !== 'group';
      const media = /^@media\b(.*)$/is.exec(prelude);
      const counts = media ? isMedia((media[1] as string).trim()) : TRANSPARENT_GROUP.test(prelude);
      const kind = isNested ? 'ignored' : prelude.startsWith('@') ? (counts ? 'group' : 'ignored') : 'rule';
      open.push({ kind, selectors: prelude, own: '' });
      start = i + 1;
    } else if (char === '}') {
      if (top?.kind === 'rule') {
        const declarations = parseDeclarations(top.own + text.slice(start, i));
        if (declarations.length > 0)
          for (const selector of splitAt(top.selectors, /,/y))
            if (selector.length <= LONGEST_SELECTOR) yield { selector, declarations };
      }
      open.pop();
      start = i + 1;
    } else if (char === ';') {
      if (top?.kind === 'rule') top.own += `${text.slice(start, i)};`;
      start = i + 1;
    }
    i = behind(text, i);
  }
}
