import fc from 'fast-check';
import type { SnapshotNode, SnapshotStats, SnapshotTree } from '../../src/contract.ts';

/** A page for the renderer: every word in its texts is unique. */
export interface WordPage {
  tree: SnapshotNode;
  /** All words of the page, in document order. */
  words: string[];
}

interface Shape {
  kind: number;
  ref: boolean;
  flag: number;
  length: number;
  children: Shape[];
}

const KINDS: [role: string, tag: string, says: 'name' | 'text' | ''][] = [
  ['generic', 'div', ''],
  ['list', 'ul', ''],
  ['listitem', 'li', ''],
  ['paragraph', 'p', 'text'],
  ['paragraph', 'p', ''],
  ['text', '', 'text'],
  ['text', '', 'text'],
  ['link', 'a', 'name'],
  ['button', 'button', 'name'],
  ['heading', 'h2', 'name'],
  ['region', 'section', 'name'],
  ['table', 'table', ''],
  ['row', 'tr', ''],
  ['cell', 'td', 'text'],
  ['group', 'fieldset', 'name'],
];

/** Roles without children. */
const LEAVES = /^(?:text|link|button|heading)$/;

const shapeOf = (depth: number): fc.Arbitrary<Shape> =>
  fc.record({
    kind: fc.nat(KINDS.length - 1),
    ref: fc.boolean(),
    /** 1: outside of the main content; 2: focused; 3: an alert. */
    flag: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(3) }),
    length: fc.oneof(
      { weight: 60, arbitrary: fc.integer({ min: 1, max: 6 }) },
      { weight: 1, arbitrary: fc.integer({ min: 50, max: 250 }) },
    ),
    children: depth > 0 ? fc.array(shapeOf(depth - 1), { maxLength: 6 }) : fc.constant([]),
  });

/** Numbers refs and words in document order. */
const nodeOf = (from: Shape, page: WordPage, numbers: { ref: number }): SnapshotNode => {
  const [role, tag, says] = KINDS[from.kind] as (typeof KINDS)[number];
  const node: SnapshotNode = { role, ...(tag && { tag }) };
  if (role !== 'text' && (from.ref || role === 'link')) node.ref = `kd${++numbers.ref}`;
  if (says) {
    const words = Array.from({ length: from.length }, () => {
      const word = `word${page.words.length}x`;
      page.words.push(word);
      return word;
    });
    node[says] = words.join(' ');
  }
  if (from.flag === 1 && !LEAVES.test(role)) node.aside = true;
  if (from.flag === 2 && node.ref) node.focused = true;
  if (from.flag === 3 && role === 'group') node.role = 'alert';
  if (from.children.length > 0 && !LEAVES.test(role))
    node.children = from.children.map((child) => nodeOf(child, page, numbers));
  return node;
};

/** Pages of up to some hundred nodes, one of four with an open modal dialog. */
export const wordPage: fc.Arbitrary<WordPage> = fc
  .record({
    shapes: fc.array(shapeOf(3), { minLength: 1, maxLength: 12 }),
    modal: fc.option(fc.array(shapeOf(2), { minLength: 1, maxLength: 5 }), { freq: 3 }),
    at: fc.nat(14),
  })
  .map(({ shapes, modal, at }) => {
    const page: WordPage = { tree: { role: 'document', tag: 'body' }, words: [] };
    const numbers = { ref: 0 };
    const children = shapes.map((shape) => nodeOf(shape, page, numbers));
    if (modal) {
      const inside = modal.map((shape) => nodeOf(shape, page, numbers));
      children.splice(at, 0, {
        role: 'dialog',
        tag: 'dialog',
        name: 'Really',
        modal: true,
        children: inside,
      });
    }
    page.tree.children = children;
    return page;
  });

export const snapshotOf = (
  tree: SnapshotNode,
  stats: Partial<SnapshotStats> = {},
  title = 'Words',
): SnapshotTree => ({
  ok: true,
  type: 'snapshot',
  version: 1,
  meta: {
    url: 'https://a.test/',
    title,
    ts: 0,
    document: 'd',
    revision: 1,
    viewport: { width: 1, height: 1 },
    scroll: { x: 0, y: 0 },
  },
  stats: {
    nodesVisited: 0,
    nodesEmitted: 0,
    nodesHidden: 0,
    interactive: 0,
    truncated: false,
    jsTimeMs: 0,
    ...stats,
  },
  refs: {},
  tree,
});
