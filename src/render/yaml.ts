import type { Format } from './format.ts';
import {
  attributes,
  cutInWords,
  headInWords,
  isGuess,
  named,
  quote,
  REF_MARKER,
  refOf,
  roleWord,
  say,
  wordsOf,
} from './words.ts';

/** A text that YAML reads unquoted as this very string, unless it matches {@link NOT_PLAIN}. */
const PLAIN_SCALAR = /^[A-Za-z/\u00c0-\ud7ff][^"'{}[\]\\]*$/;

/** A text that would end a plain scalar, or that YAML reads as a boolean or null. */
const NOT_PLAIN = /: | #|:$|^(?:null|true|false|yes|no|on|off|y|n)$/i;

const scalar = (text: string): string =>
  PLAIN_SCALAR.test(text) && !NOT_PLAIN.test(text) ? text : quote(text, REF_MARKER);

/** Most characters of a key. YAML 1.2 limits a key on one line to 1024. */
const MAX_KEY_CHARS = 900;

const key = (text: string): string => (NOT_PLAIN.test(text) ? `'${text.replace(/'/g, "''")}'` : text);

/** Properties that are printed on lines below the node, as `/url: ...`. */
const PROPERTY = /^(?:url|placeholder)$/;

/** Playwright's aria snapshot, with refs and all states: a list of strings and of maps with one key. */
export const yaml: Format = {
  line({ node, hasChildren }) {
    const name = say(node.name);
    const { said, also } = wordsOf(node);
    let below = '';
    const property = (label: string, text: string): void => {
      if (text) below += `\n  - ${label}: ${scalar(text)}`;
    };
    const states = attributes(node, REF_MARKER, refOf(node), PROPERTY);
    const words = (attribute: string): string => ` [${attribute}]`;
    let head = named(node, REF_MARKER) + states.map(words).join('');
    if (head.length > MAX_KEY_CHARS) {
      head = roleWord(node) + (node.ref ? words(`ref=${refOf(node)}`) : '');
      property(isGuess(node) ? '/guess' : '/name', name);
      property('/states', attributes(node, REF_MARKER, '', PROPERTY).join(', '));
    }
    property('/url', say(node.url));
    property('/placeholder', say(node.placeholder));
    const isLeaf = !below && !hasChildren && !also;
    if (!isLeaf) property(say(node.value) ? '/value' : 'text', said);
    property('text', also);
    const tail = !isLeaf ? ':' : said && `: ${scalar(said)}`;
    return `- ${key(head)}${tail}${below}`;
  },
  cut: (cut) => `# ${cutInWords(cut)}`,
  head: (head) => (head ? `# ${headInWords(head)}` : ''),
};
