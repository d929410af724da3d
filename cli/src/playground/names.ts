import type { SnapshotNode, SnapshotTree } from '../../../src/contract.ts';
import { el } from './element.ts';

const SOURCES: Readonly<Record<string, string>> = {
  content: 'the text in it: it has no role that is named so',
  label: 'guessed: text that stands beside it',
  tooltip: 'guessed: its tooltip',
  value: 'guessed: what it would send',
  icon: 'guessed: the file, symbol or class of its icon',
  author: 'guessed: what its author calls it in the code',
  look: 'guessed: what is drawn there',
};

const HINTS: Readonly<Record<string, string>> = {
  clickable: 'has a handler for clicks, or a pointer of its own',
  focusable: 'can have the focus',
  editable: 'its text can be edited',
  scrollable: 'scrolls',
  draggable: 'can be dragged',
  droppable: 'takes what is dropped',
  hoverable: 'shows more under the pointer',
};

const nodesOf = ({ tree }: SnapshotTree): SnapshotNode[] => {
  const list: SnapshotNode[] = [];
  const stack = [tree];
  for (let at = stack.pop(); at; at = stack.pop()) {
    list.push(at);
    for (const child of [...(at.children ?? [])].reverse()) stack.push(child);
  }
  return list;
};

/** A table of the elements with refs: where each name comes from, and why the element can be acted on. */
export const namesTable = (snapshot: SnapshotTree): HTMLElement => {
  const rows = nodesOf(snapshot)
    .filter(({ ref }) => ref !== undefined)
    .map((node) => {
      const why = node.hint ? `${node.hint}: ${HINTS[node.hint]}` : `role ${node.role}`;
      const source = node.nameSource
        ? (SOURCES[node.nameSource] ?? node.nameSource)
        : node.name
          ? 'accessible name'
          : 'none';
      const ref = el('button', { type: 'button', class: 'line', 'data-ref': node.ref ?? '' }, node.ref ?? '');
      return el(
        'tr',
        {},
        el('td', {}, ref),
        el('td', {}, `${node.role}${node.tag ? ` <${node.tag}>` : ''}`),
        el('td', {}, node.name ?? ''),
        el('td', node.nameSource && node.nameSource !== 'content' ? { class: 'guess' } : {}, source),
        el('td', {}, why),
      );
    });
  const head = el(
    'tr',
    {},
    ...['ref', 'element', 'name', 'name from', 'why it can be acted on'].map((one) => el('th', {}, one)),
  );
  return el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows));
};
