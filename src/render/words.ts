import type { SnapshotNode } from '../contract.ts';
import { attributesOf } from './attributes.ts';
import type { Cut, Head } from './format.ts';
import { clip, oneLine, token } from './one-line.ts';
import { hex4, quoteJson } from './to-json.ts';

/** Every bit of page text goes through here. */
export const say = (text: string | undefined, width = Infinity): string =>
  text ? clip(oneLine(String(text)), width) : '';

/** What a node says beside its name, ready to be written; each empty where there is nothing. */
export interface Words {
  /** What stands behind everything else: the live value, else the text. */
  said: string;
  /** The text that finds no room there. */
  also: string;
}

export const wordsOf = (node: Partial<SnapshotNode>): Words => {
  const value = say(node.value);
  const text = say(node.text);
  return { said: value || text, also: value && text };
};

/** The beginning of a marker, which page text must not contain. */
export const REF_MARKER = /\[ref=/g;

/** A JSON string in which no marker begins. */
export const quote = (text: string, marker: RegExp): string =>
  quoteJson(text).replace(marker, (found) => hex4(found.charCodeAt(0)) + found.slice(1));

/** The ref as it is written, empty where there is none. */
export const refOf = (node: Partial<SnapshotNode>): string => token(node.ref || '');

/** The first word of a line: what was found by evidence is called by it. */
export const roleWord = (node: SnapshotNode): string => {
  const word = token((node.role === 'generic' && node.hint) || node.role || '');
  return /^[A-Za-z]/.test(word) ? word : 'generic';
};

/** What the browser would not compute is a guess: it stands behind a tilde. */
export const isGuess = ({ nameSource }: Partial<SnapshotNode>): boolean =>
  !!nameSource && nameSource !== 'content';

/** `button "Remove"`, `button ~"gift"` */
export const named = (node: SnapshotNode, marker: RegExp): string => {
  const name = say(node.name);
  return roleWord(node) + (name && ` ${isGuess(node) ? '~' : ''}${quote(name, marker)}`);
};

/** A value that ends at a space, a comma or a bracket. */
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
