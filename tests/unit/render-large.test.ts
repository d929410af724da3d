import { describe, expect, it } from 'vitest';
import type { Format, SnapshotNode, SnapshotTree } from '../../src/contract.ts';
import { renderSnapshot } from '../../src/render/index.ts';
import { parseTree } from '../support/parse-rows.ts';

const FORMATS: Format[] = ['tree', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json'];

const snapshotOf = (children: SnapshotNode[]): SnapshotTree => ({
  ok: true,
  type: 'snapshot',
  version: 1,
  meta: {
    url: 'https://a.test/',
    title: 'Large',
    ts: 0,
    document: 'd',
    revision: 1,
    viewport: { width: 1, height: 1 },
    scroll: { x: 0, y: 0 },
  },
  stats: { nodesVisited: 0, nodesEmitted: 0, nodesHidden: 0, interactive: 0, truncated: false, jsTimeMs: 0 },
  refs: {},
  tree: { role: 'document', children },
});

const chain = (depth: number, make: (level: number) => SnapshotNode): SnapshotNode => {
  let node = make(depth);
  for (let level = depth - 1; level > 0; level--) node = { ...make(level), children: [node] };
  return node;
};

const button = (n: number): SnapshotNode => ({
  role: 'button',
  tag: 'button',
  name: `Button ${n}`,
  ref: `kd${n}`,
});

describe.each(FORMATS)('%s', (format) => {
  it('renders a chain of 20,000 nodes', () => {
    const named = chain(20_000, (level) => ({ role: 'group', tag: 'div', name: `Group ${level}` }));
    const result = renderSnapshot(snapshotOf([named, button(1)]), { format });
    expect(result.text.length).toBeLessThanOrEqual(12_000);
    expect(result.refs).toEqual([]);
    expect(result.next).toMatch(/^top\+\d+$/);
    expect(result.nodes + result.omitted.nodes).toBe(20_001);
  });

  it('renders 50,000 siblings', () => {
    const wide = Array.from({ length: 50_000 }, (_, i) => button(i + 1));
    const result = renderSnapshot(snapshotOf(wide), { format });
    expect(result.text.length).toBeLessThanOrEqual(12_000);
    expect(result.nodes + result.omitted.nodes).toBe(50_000);
    expect(result.nodes).toBeGreaterThan(50);
  });
});

it('keeps the button at the bottom of 10,000 boxes without a name', () => {
  const deep = chain(10_000, (level) => (level === 10_000 ? button(1) : { role: 'generic', tag: 'div' }));
  expect(renderSnapshot(snapshotOf([deep])).text.split('\n')[1]).toBe('- button "Button 1" [ref=kd1]');
});

it('keeps 150 nested buttons below the deepest level', () => {
  const { text, refs } = renderSnapshot(snapshotOf([chain(150, button)]));
  expect(refs).toHaveLength(150);
  expect(Math.max(...parseTree(text).rows.map(({ level }) => level))).toBe(11);
});

it('uses its budget almost completely', () => {
  const wide = Array.from({ length: 2_000 }, (_, i) => button(i + 1));
  for (const format of FORMATS) {
    const { text } = renderSnapshot(snapshotOf(wide), { format, maxNodes: 1e6, maxCharsTotal: 10_000 });
    expect(text.length).toBeGreaterThan(9_700);
  }
});

it('does not use Array.from, find and reduce, which old libraries replace', () => {
  const { from } = Array;
  const { find, reduce } = Array.prototype;
  const page = snapshotOf(Array.from({ length: 40 }, (_, i) => button(i + 1)));
  const wanted = FORMATS.map((format) => renderSnapshot(page, { format, maxCharsTotal: 900 }));
  let texts: unknown;
  try {
    Object.assign(Array, { from: () => [] });
    Object.assign(Array.prototype, { find: () => undefined, reduce: () => undefined });
    texts = FORMATS.map((format) => renderSnapshot(page, { format, maxCharsTotal: 900 }));
  } finally {
    Object.assign(Array, { from });
    Object.assign(Array.prototype, { find, reduce });
  }
  expect(texts).toEqual(wanted);
});
