import type { SnapshotNode } from '../contract.ts';
import { type AttributeValue, attributesOf } from './attributes.ts';
import type { Format } from './format.ts';
import { token } from './one-line.ts';
import { cutInWords, headInWords, isGuess, REF_MARKER, refOf, roleWord, say } from './words.ts';

/** Tags whose implicit role is spelled differently, as ` tag:role `. A role is printed unless it is the implicit one. */
const OWN_ROLES =
  ' a:link p:paragraph ul:list ol:list li:listitem nav:navigation header:banner footer:contentinfo aside:complementary tr:row td:cell th:columnheader img:image textarea:textbox div:generic span:generic section:region ';

const HEADING = /^h[1-6]$/;

const hasOwnRole = (tag: string, role: string): boolean =>
  tag === role || (HEADING.test(tag) && role === 'heading') || OWN_ROLES.indexOf(` ${tag}:${role} `) >= 0;

/** Void elements, which have no content: their name is printed as an attribute. */
const VOID = /^(?:img|input|embed|br|wbr|hr|source|track|area|col|meta|link|base)$/;

/** States that are printed with the prefix `aria-`, since HTML has no attribute for them. */
const ARIA =
  /^(?:level|checked|selected|expanded|pressed|invalid|haspopup|current|modal|multiselectable|busy|live|sort|valuemin|valuemax|description)$/;

const tagOf = (node: SnapshotNode): string => {
  const tag = token(node.tag || '').toLowerCase();
  return /^[a-z]/.test(tag) ? tag : 'span';
};

const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(REF_MARKER, '&#91;ref=');

/** Escapes text content. A quote is escaped only behind `=`, where it would look like an attribute. */
const content = (text: string): string => escapeText(text).replace(/="/g, '=&quot;');

/** Escapes content at the beginning of a line, where a bracket would look like a header or a boundary. */
const atStart = (content: string): string => content.replace(/^\[/, '&#91;');

const attribute = (label: string, value: AttributeValue): string =>
  value === true ? ` ${label}` : ` ${label}="${escapeText(say(String(value))).replace(/"/g, '&quot;')}"`;

const openTag = (node: SnapshotNode, tag: string, name: string | undefined): string => {
  const role = roleWord(node);
  let out = `<${tag}`;
  const add = (label: string, value: AttributeValue | undefined): void => {
    if (value || value === false) out += attribute(label, value);
  };
  add('id', refOf(node));
  if (!hasOwnRole(tag, role)) add('role', role);
  add(isGuess(node) ? 'guess' : 'aria-label', name);
  add('value', node.value);
  for (const [label, value] of attributesOf(node, '')) {
    if (label === 'level' && HEADING.test(tag)) continue;
    add(label === 'url' ? 'href' : value !== true && ARIA.test(label) ? `aria-${label}` : label, value);
  }
  return `${out}>`;
};

const comment = (text: string): string => text && `<!-- ${escapeText(text)} -->`;

const idWord = (ref: string): string => `id=${ref}`;

/** `<button id="kd6" disabled>Remove</button>`: tags as they are on the page, states as HTML or ARIA spells them. */
export const html: Format = {
  line({ node, hasChildren }) {
    const text = content(say(node.text));
    if (!node.tag && node.role === 'text' && text && !hasChildren && !node.ref && !node.name && !node.value)
      return atStart(text);
    const tag = tagOf(node);
    const isVoid = VOID.test(tag);
    const isContent = !isVoid && !hasChildren && !isGuess(node) && !node.text && !node.value;
    const start = openTag(node, tag, isContent ? '' : node.name);
    const inside = isContent ? content(say(node.name)) : text;
    if (!hasChildren) return start + inside + (isVoid ? '' : `</${tag}>`);
    return start + (inside && `\n  ${atStart(inside)}`);
  },
  close: ({ node }) => `</${tagOf(node)}>`,
  cut: (cut) => comment(cutInWords(cut, REF_MARKER, idWord)),
  head: (head) => comment(headInWords(head)),
};
