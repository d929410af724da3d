import type { SnapshotNode } from '../contract.ts';
import type { Item } from './items.ts';
import { attributes, isGuess, quote, refOf, roleWord, say } from './words.ts';

/** A hash with a ref behind it is a control here. */
const MARKER = /#(?:f[0-9]+)*[b-df-hj-np-tv-xz]{2}[0-9]/g;
export const QUOTED_MARKER = new RegExp(`${MARKER.source}|\\[ref=`, 'g');

/** Roles of which only the words count, and that stand in a line with others. */
export const SPAN =
  /^(?:text|strong|emphasis|code|time|mark|subscript|superscript|deletion|insertion|legend|label)$/;

/** Blocks of words: what stands inline at their beginning is part of their line. */
export const BLOCK =
  /^(?:paragraph|heading|listitem|cell|gridcell|columnheader|rowheader|caption|blockquote|term|definition|generic)$/;

const isWords = (role: string): boolean => SPAN.test(role) || BLOCK.test(role) || role === 'row';

/** A URL of nothing but white space leads nowhere. */
export const isLink = ({ role, url }: SnapshotNode): boolean => role === 'link' && say(url) !== '';

/** Text that Markdown takes for nothing but text inside of a line. */
const escapeText = (text: string): string => text.replace(/[\\[\]`<]/g, '\\$&').replace(MARKER, '\\$&');

/** A line that begins no block, and is no line about something left out. Links, controls and images begin none. */
const escapeStart = (line: string): string =>
  /^(?:[#>+*=:.|-]|[0-9]+[.)])/.test(line) ? line.replace(/^[0-9]*/, '$&\\') : line;

const destination = (url: string): string => {
  const safe = url
    .replace(/[<>\\]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(MARKER, (found) => `#%${found.charCodeAt(1).toString(16)}${found.slice(2)}`);
  return /[ ()]/.test(safe) ? `<${safe}>` : safe;
};

/** `{button #e6 disabled}`: what a control is; empty where only the words count. */
const tagOf = (node: SnapshotNode): string => {
  const ref = refOf(node);
  const role = roleWord(node);
  if (!ref && isWords(role)) return '';
  const value = say(node.value);
  const parts = [role].concat(ref ? `#${ref}` : [], value ? `value=${quote(value, QUOTED_MARKER)}` : []);
  return `{${parts.concat(attributes(node, QUOTED_MARKER)).join(' ')}}`;
};

/** What there is to read of a node, the label first; the value of a control stands in its braces. */
const wordsOf = (node: SnapshotNode): string[] => {
  const isShownInTag = node.ref || !isWords(roleWord(node));
  return [node.name, isShownInTag ? '' : node.value, node.text].map((text) => say(text)).filter(Boolean);
};

const labelOf = (node: SnapshotNode): string => wordsOf(node)[0] || '';

/** A guess stands behind a tilde; no other label begins with one. */
const tildeOf = (node: SnapshotNode): string =>
  (say(node.name) && isGuess(node) ? '~' : '') + (/^~/.test(labelOf(node)) ? '\\' : '');

/** Joined to the word before. */
const CLOSING = /^[.,;:!?)\]’”]/;

const join = (left: string, right: string): string =>
  left && right && !CLOSING.test(right) ? `${left} ${right}` : left + right;

/** Text right before a bracket, which would make an image of a link or a control. */
const beforeBracket = (text: string): string => text.replace(/!$/, '\\!');

/** One node in the middle of a line; `words` are its label, written. */
const piece = (node: SnapshotNode, label: string): string => {
  const words = tildeOf(node) + label;
  const text = escapeText(wordsOf(node).slice(1).join(' '));
  if (isLink(node)) return join(`[${words}](${destination(say(node.url))})`, text);
  const tag = tagOf(node);
  if (node.role === 'image' && !node.ref) return join(`![${words}]`, text);
  if (isWords(roleWord(node))) return join(join(words, tag), text);
  return join(`[${words}]${tag}`, text);
};

const WORD = /[\w\u0080-\uffff]/;

/** So many places of the same letters are looked at. */
const MOST_PLACES = 50;

/** Two characters that belong to one word. */
const isOneWord = (left = '', right = ''): boolean => WORD.test(left) && WORD.test(right);

/** Where a part stands in a text from a place on: best as words of its own; below 0 where it does not. */
const placeOf = (part: string, text: string, from: number): number => {
  const first = text.indexOf(part, from);
  let at = first;
  for (let i = 0; at >= 0 && i < MOST_PLACES; i++) {
    const end = at + part.length;
    if (!isOneWord(text[at - 1], part[0]) && !isOneWord(part[part.length - 1], text[end])) return at;
    at = text.indexOf(part, at + 1);
  }
  return first;
};

/**
 * A node with what stands in it: what is part of its words takes its place among them, the rest follows. Not where its
 * words are in brackets: none stand in others.
 */
const flow = (node: SnapshotNode, inside: readonly SnapshotNode[]): string => {
  const label = labelOf(node);
  const isBlock = BLOCK.test(node.role) && isWords(roleWord(node));
  let words = '';
  let from = 0;
  let rest = '';
  for (const one of inside) {
    const part = labelOf(one);
    const written = piece(one, escapeText(part));
    const at = part && isBlock ? placeOf(part, label, from) : -1;
    if (at < 0) rest = join(rest, written);
    else {
      const between = escapeText(label.slice(from, at));
      words += (written.startsWith('[') ? beforeBracket(between) : between) + written;
      from = at + part.length;
    }
  }
  return join(piece(node, words + escapeText(label.slice(from))), rest);
};

const rowLine = (item: Item, cells: readonly number[]): string => {
  const nodes = (item.joined || []).map(({ node }) => node);
  const words = cells
    .map((count) => nodes.splice(0, count))
    .filter((inside) => inside.length > 0)
    .map(([cell, ...inside]) => flow(cell as SnapshotNode, inside).replace(/\|/g, '\\|'));
  const tag = tagOf(item.node);
  const line = `| ${words.join(' | ')} |${tag && ` ${tag}`}`;
  return item.layout?.isFirst ? `${line}\n|${cells.map(() => ' --- |').join('')}` : line;
};

/** A block of Markdown: heading, paragraph, list item, row of a table, or a control. */
export const markdownLine = (item: Item): string => {
  const { start = '', cells } = item.layout || {};
  if (cells) return start + rowLine(item, cells);
  const inside = (item.joined || []).map(({ node }) => node);
  return start + escapeStart(flow(item.node, inside));
};
