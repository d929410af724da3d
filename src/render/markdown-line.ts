import type { SnapshotNode } from '../contract.ts';
import type { Item } from './items.ts';
import { attributes, isGuess, quote, refOf, roleWord, say } from './words.ts';

/** `#kd6`: how Markdown prints a ref. */
const MARKER = /#(?:f[0-9]+)*[b-df-hj-np-tv-xz]{2}[0-9]/g;
export const QUOTED_MARKER = new RegExp(`${MARKER.source}|\\[ref=`, 'g');

/** Inline roles whose role is not printed, only their text. */
export const SPAN =
  /^(?:text|strong|emphasis|code|time|mark|subscript|superscript|deletion|insertion|legend|label)$/;

/** Blocks of text: inline nodes at their beginning are part of their line. */
export const BLOCK =
  /^(?:paragraph|listitem|heading|cell|gridcell|columnheader|rowheader|caption|blockquote|definition|term|generic)$/;

const isWords = (role: string): boolean => SPAN.test(role) || BLOCK.test(role) || role === 'row';

/** Whether a node is printed as a Markdown link. A URL of white space alone leads nowhere. */
export const isLink = ({ role, url }: SnapshotNode): boolean => role === 'link' && say(url) !== '';

/** Escapes what Markdown would take for syntax inside of a line. */
const escapeText = (text: string): string => text.replace(/[\\[\]`<]/g, '\\$&').replace(MARKER, '\\$&');

/** Escapes the beginning of a line that Markdown would take for a block, or a reader for a line about omitted nodes. */
const escapeStart = (line: string): string =>
  /^(?:[#>+*=:.|-]|[0-9]+[.)])/.test(line) ? line.replace(/^[0-9]*/, '$&\\') : line;

const destination = (url: string): string => {
  const safe = url
    .replace(/[<>\\]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(QUOTED_MARKER, (found) => `${found[0]}%${found.charCodeAt(1).toString(16)}${found.slice(2)}`);
  return /[ ()]/.test(safe) ? `<${safe}>` : safe;
};

/** `{button #kd6 disabled}`: role, ref, value and states of a control; empty for nodes that are only text. */
const tagOf = (node: SnapshotNode): string => {
  const ref = refOf(node);
  const role = roleWord(node);
  if (!ref && isWords(role)) return '';
  const value = say(node.value);
  const parts = [role].concat(ref ? `#${ref}` : [], value ? `value=${quote(value, QUOTED_MARKER)}` : []);
  return `{${parts.concat(attributes(node, QUOTED_MARKER)).join(' ')}}`;
};

/** The texts of a node, the label first. The value of a control is not among them: it is in its braces. */
const wordsOf = (node: SnapshotNode): string[] => {
  const isShownInTag = node.ref || !isWords(roleWord(node));
  return [node.name, isShownInTag ? '' : node.value, node.text].map((text) => say(text)).filter(Boolean);
};

const labelOf = (node: SnapshotNode): string => wordsOf(node)[0] || '';

/** A tilde before a guessed name; a backslash before a label that itself begins with a tilde. */
const tildeOf = (node: SnapshotNode): string =>
  (say(node.name) && isGuess(node) ? '~' : '') + (/^~/.test(labelOf(node)) ? '\\' : '');

/** Punctuation that is joined to the word before it without a space. */
const CLOSING = /^[.,;:!?)\]’”]/;

const join = (left: string, right: string): string =>
  left && right && !CLOSING.test(right) ? `${left} ${right}` : left + right;

/** Escapes an exclamation mark right before a bracket, which would turn a link or a control into an image. */
const beforeBracket = (text: string): string => text.replace(/!$/, '\\!');

/** A node as part of a line; `label` is its label as Markdown. */
const inlineNode = (node: SnapshotNode, label: string): string => {
  const words = tildeOf(node) + label;
  const text = escapeText(wordsOf(node).slice(1).join(' '));
  if (isLink(node)) return join(`[${words}](${destination(say(node.url))})`, text);
  const tag = tagOf(node);
  if (node.role === 'image' && !node.ref) return join(`![${words}]`, text);
  if (isWords(roleWord(node))) return join(join(words, tag), text);
  return join(`[${words}]${tag}`, text);
};

const WORD = /[\w\u0080-\uffff]/;

/** How many occurrences of a label in a text are checked for one that is not a part of another word. */
const MAX_OCCURRENCES = 50;

/** Whether two neighbouring characters belong to one word. */
const isOneWord = (left = '', right = ''): boolean => WORD.test(left) && WORD.test(right);

/** The index of `part` in a text from `from` on, where it is not a part of other words if possible; below 0 where it is not found. */
const placeOf = (part: string, text: string, from: number): number => {
  const first = text.indexOf(part, from);
  let at = first;
  for (let i = 0; at >= 0 && i < MAX_OCCURRENCES; i++) {
    const end = at + part.length;
    if (!isOneWord(text[at - 1], part[0]) && !isOneWord(part[part.length - 1], text[end])) return at;
    at = text.indexOf(part, at + 1);
  }
  return first;
};

/**
 * A node with its inline children: a child whose label occurs in the node's label is written in that place, the others
 * follow. Not where the label itself is written in brackets, which can't be nested.
 */
const inlineText = (node: SnapshotNode, inside: readonly SnapshotNode[]): string => {
  const label = labelOf(node);
  const isBlock = BLOCK.test(node.role) && isWords(roleWord(node));
  let words = '';
  let from = 0;
  let rest = '';
  for (const child of inside) {
    const part = labelOf(child);
    const written = inlineNode(child, escapeText(part));
    const at = part && isBlock ? placeOf(part, label, from) : -1;
    if (at < 0) rest = join(rest, written);
    else {
      const between = escapeText(label.slice(from, at));
      words += (written.startsWith('[') ? beforeBracket(between) : between) + written;
      from = at + part.length;
    }
  }
  return join(inlineNode(node, words + escapeText(label.slice(from))), rest);
};

const rowLine = (item: Item, cells: readonly number[]): string => {
  const nodes = (item.joined || []).map(({ node }) => node);
  const words = cells
    .map((count) => nodes.splice(0, count))
    .filter((inside) => inside.length > 0)
    .map(([cell, ...inside]) => inlineText(cell as SnapshotNode, inside).replace(/\|/g, '\\|'));
  const tag = tagOf(item.node);
  const line = `| ${words.join(' | ')} |${tag && ` ${tag}`}`;
  return item.layout?.isFirst ? `${line}\n|${cells.map(() => ' --- |').join('')}` : line;
};

/** The line of an item as Markdown: heading, paragraph, list item, row of a table, or a control. */
export const markdownLine = (item: Item): string => {
  const { start = '', cells } = item.layout || {};
  if (cells) return start + rowLine(item, cells);
  const inside = (item.joined || []).map(({ node }) => node);
  return start + escapeStart(inlineText(item.node, inside));
};
