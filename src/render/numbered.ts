import type { SnapshotNode } from '../contract.ts';
import type { Format } from './format.ts';
import { ending } from './rows.ts';
import {
  attributes,
  cutInWords,
  headInWords,
  isGuess,
  named,
  quote,
  refOf,
  roleWord,
  say,
  wordsOf,
} from './words.ts';

/** A bracket with a number or a ref: how these formats print refs. */
const INDEX_MARKER = /\[(?:ref=|(?:(?:f[0-9]+)*[b-df-hj-np-tv-xz]{2})?[0-9])/g;

const bracketed = (word: string): string => `[${word}]`;

const inBrackets = (word: string): string => word && `${bracketed(word)} `;

const states = (node: SnapshotNode): string => {
  const all = attributes(node, INDEX_MARKER).join(', ');
  return all && ` (${all})`;
};

/** The number of a ref. Its letters name the document; a number alone is a ref of the current one. */
const numberOf = (ref: string): string => ref.replace(/^[b-df-hj-np-tv-xz]{2}([0-9]+)$/, '$1');

/** `[6] button "Remove" (disabled)`: the number of the ref, for models that were trained on numbered elements. */
export const indexed: Format = {
  line(item) {
    const { node } = item;
    const index = inBrackets(numberOf(refOf(node)));
    return `${index}${named(node, INDEX_MARKER)}${states(node)}${ending(item, wordsOf(node), '', INDEX_MARKER)}`;
  },
  cut: (cut) => cutInWords(cut, INDEX_MARKER, (ref) => bracketed(numberOf(ref))),
  head: headInWords,
  foldsBoxes: true,
};

/** A text that needs no quotes before ` (`, ` = ` or the end of the line. */
const PLAIN_WORDS = /^[^"~=[\]()][^=[\]()]*$/;

/** `[kd6] button: Remove (disabled) = value`: text without quotes wherever that is unambiguous. */
export const outline: Format = {
  line({ node }) {
    const name = say(node.name);
    const { said, also } = wordsOf(node);
    const isText = !name && !say(node.value);
    const guess = name && isGuess(node) ? `: ~${quote(name, INDEX_MARKER)}` : '';
    const words = (lead: string, text: string): string =>
      text && lead + (PLAIN_WORDS.test(text) ? text : quote(text, INDEX_MARKER));
    return `${inBrackets(refOf(node))}${roleWord(node)}${guess || words(': ', isText ? said : name)}${states(node)}${words(
      ' = ',
      isText ? '' : said,
    )}${words('\n  text: ', also)}`;
  },
  cut: (cut) => cutInWords(cut, INDEX_MARKER, bracketed),
  head: headInWords,
  foldsBoxes: true,
};
