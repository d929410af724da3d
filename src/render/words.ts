import type { Omitted, SnapshotNode } from '../contract.ts';
import { attributesOf } from './attributes.ts';
import type { Cut, Head } from './format.ts';
import { clip, oneLine, token } from './one-line.ts';
import { hex4, quoteJson } from './to-json.ts';

/** Every bit of page text goes through here. */
export const say = (text: string | undefined, width: number): string =>
  text ? clip(oneLine(String(text)), width) : '';

/** What a node says, ready to be written; each empty where there is nothing. */
export interface Words {
  name: string;
  /** What stands behind everything else: the live value, else the text. */
  said: string;
  /** The text that finds no room there. */
  also: string;
}

export const wordsOf = (node: Partial<SnapshotNode>, width: number): Words => {
  const value = say(node.value, width);
  const text = say(node.text, width);
  return { name: say(node.name, width), said: value || text, also: value && text };
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

/** A value that ends at a space, a comma or a bracket. */
const PLAIN_VALUE = /^[^ "\\[\](),<>{}]+$/;

const plainValue = (text: string, marker: RegExp): string =>
  PLAIN_VALUE.test(text) ? text : quote(text, marker);

/**
 * Everything {@link attributesOf} finds, of a URL only half of `width` (where it leads stands at its beginning), as `label`, `label=false`, `label=value` or `label="page text"`.
 */
export const attributes = (
  node: Partial<SnapshotNode>,
  width: number,
  marker: RegExp,
  ref?: string,
  skip?: RegExp,
): string[] =>
  attributesOf(node, ref)
    .filter(([label]) => !skip?.test(label))
    .map(([label, value]) =>
      value === true
        ? label
        : `${label}=${value === false ? 'false' : plainValue(say(value, label === 'url' ? width / 2 : width), marker)}`,
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

/** `... 12 more (5 links, 7 buttons): after=e8` */
export const cutInWords = ({ nodes, kinds, chars, hint }: Cut): string => {
  const what = kinds.length > 0 ? ` (${kindsInWords(kinds)})` : '';
  const parts = nodes > 0 ? [`${nodes} more${what}`] : [];
  if (chars > 0) parts.push(`${chars} characters`);
  return `... ${parts.join(', ')}${hint && `: ${hint}`}`;
};

/** `[snapshot] url=/cart title="Cart" nodes=24` */
export const headInWords = (head: Head | undefined): string =>
  head
    ? `[${head.kind}]${head.fields
        .map(([label, value]) => {
          if (typeof value === 'object') return ` ${label}=[${value.map(quoteJson).join(',')}]`;
          const text = String(value);
          return ` ${label}=${label === 'title' ? quote(text, REF_MARKER) : plainValue(text, REF_MARKER)}`;
        })
        .join('')}`
    : '';

/** What is left out, by whether it can be acted on. */
export const omittedKinds = ({ nodes, interactive = 0 }: Omitted): [word: string, count: number][] =>
  interactive > 0
    ? nodes > interactive
      ? [
          ['interactive', interactive],
          ['other', nodes - interactive],
        ]
      : [['interactive', interactive]]
    : [['other', nodes]];

/** Words about the children that the walk did not list; empty where there are none. */
export const moreInWords = ({ more, ref }: SnapshotNode): string =>
  more && more.nodes > 0
    ? cutInWords({
        nodes: more.nodes,
        kinds: more.interactive ? omittedKinds(more) : [],
        chars: 0,
        hint: ref ? `scope=${token(ref)}` : '',
      })
    : '';
