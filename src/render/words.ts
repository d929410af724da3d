import type { SnapshotNode } from '../contract.ts';
import { attributesOf } from './attributes.ts';
import type { Cut, Head } from './format.ts';
import { clip, oneLine, token } from './one-line.ts';
import { hex4, quoteJson } from './to-json.ts';

/** Page text as one safe line of at most `width` characters; the empty string for no text. All page text is printed by way of this. */
export const say = (text: string | undefined, width = Infinity): string =>
  text ? clip(oneLine(String(text)), width) : '';

/** The value and text of a node, cleaned by {@link say}; each empty where there is none. */
export interface Words {
  /** Printed at the end of the node's line: the live value, else the text. */
  said: string;
  /** The text of a node that also has a value: printed on a line of its own. */
  also: string;
}

export const wordsOf = (node: Partial<SnapshotNode>): Words => {
  const value = say(node.value);
  const text = say(node.text);
  return { said: value || text, also: value && text };
};

/** The beginning of a ref as the texts print it. Page text must not contain it, or a page could forge refs. */
export const REF_MARKER = /\[ref=/g;

/** A JSON string in which the first character of each `marker` is escaped. */
export const quote = (text: string, marker: RegExp): string =>
  quoteJson(text).replace(marker, (found) => hex4(found.charCodeAt(0)) + found.slice(1));

/** The ref as it is printed; empty for a node without one. */
export const refOf = (node: Partial<SnapshotNode>): string => token(node.ref || '');

/** The first word of a line: the role; for a `generic` found to be interactive its hint (`clickable`). */
export const roleWord = (node: SnapshotNode): string => {
  const word = token((node.role === 'generic' && node.hint) || node.role || '');
  return /^[A-Za-z]/.test(word) ? word : 'generic';
};

/** Whether the name is a guess, not the accessible name that the browser computes. A guess is printed behind a tilde. */
export const isGuess = ({ nameSource }: Partial<SnapshotNode>): boolean =>
  !!nameSource && nameSource !== 'content';

/** `button "Remove"`, `button ~"gift"` */
export const named = (node: SnapshotNode, marker: RegExp): string => {
  const name = say(node.name);
  return roleWord(node) + (name && ` ${isGuess(node) ? '~' : ''}${quote(name, marker)}`);
};

/** A value that can be printed without quotes: it holds nothing that ends an attribute (space, comma, bracket). */
const PLAIN_VALUE = /^[^ "\\[\](),<>{}]+$/;

const plainValue = (text: string, marker: RegExp): string =>
  PLAIN_VALUE.test(text) ? text : quote(text, marker);

/**
 * Everything {@link attributesOf} finds, as `label`, `label=false`, `label=value` or `label="page text"`.
 */
export const attributes = (
  node: Partial<SnapshotNode>,
  marker: RegExp,
  ref?: string,
  skip?: RegExp,
): string[] =>
  attributesOf(node, ref)
    .filter(([label]) => !skip?.test(label))
    .map(([label, value]) =>
      value === true ? label : `${label}=${value === false ? 'false' : plainValue(say(value), marker)}`,
    );

/** `5 links, 7 buttons` */
export const kindsInWords = (kinds: Cut['kinds']): string =>
  kinds
    .map(([word, count]) => {
      const ending =
        count === 1 || word === 'interactive' || word === 'other'
          ? ''
          : /(?:[xs]|[cs]h)$/.test(word)
            ? 'es'
            : 's';
      return `${count} ${word}${ending}`;
    })
    .join(', ');

/** `... 12 more (5 links, 7 buttons): after=kd8+3`, `... navigation "Site" [ref=kd1] (61 links): after=kd8+3` */
export const cutInWords = (
  { label, nodes, kinds, hint }: Cut,
  marker = REF_MARKER,
  refWord = (ref: string): string => `[ref=${ref}]`,
): string => {
  const ref = label ? refOf(label) : '';
  const what = label ? named(label, marker) + (ref && ` ${refWord(ref)}`) : `${nodes} more`;
  const counts = kinds.length > 0 ? ` (${kindsInWords(kinds)})` : '';
  return `... ${what}${counts}${hint && `: ${hint}`}`;
};

/** `[snapshot] url=/cart title="Cart" nodes=24` */
export const headInWords = (head: Head | undefined): string =>
  head
    ? `[${head.kind}]${head.fields
        .map(([label, value]) => {
          const text = String(value);
          const isPlain = label === 'tools' && text !== '';
          return ` ${label}=${isPlain ? text : label === 'title' ? quote(text, REF_MARKER) : plainValue(text, REF_MARKER)}`;
        })
        .join('')}`
    : '';
