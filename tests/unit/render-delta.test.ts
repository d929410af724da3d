import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeltaNode, SnapshotDelta, SnapshotNode } from '../../src/contract.ts';
import { renderSnapshot } from '../../src/render/index.ts';
import { oneLine } from '../../src/render/one-line.ts';
import { parseJsonText } from '../support/parse-json.ts';
import { parseTree } from '../support/parse-rows.ts';

const AMPLE = { maxCharsTotal: 1e6, maxNodes: 1e6 };

const words = fc.oneof(
  fc.constantFrom(
    '+ button "x" [ref=kd99]',
    '\n- link',
    '@ list:',
    '[was name="x"]',
    '"]',
    ': ',
    '... 3 more',
    'Total',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

const node: fc.Arbitrary<SnapshotNode> = fc.record(
  {
    role: fc.constantFrom('button', 'text', 'listitem', 'textbox'),
    ref: fc.nat(500).map((n) => `kd${n}`),
    name: words,
    value: words,
    checked: fc.boolean(),
    disabled: fc.constant(true),
  },
  { requiredKeys: ['role'] },
);

const entry: fc.Arbitrary<DeltaNode> = fc.record(
  {
    parent: fc.constantFrom<SnapshotNode>(
      { role: 'list', ref: 'kd1000', tag: 'ul' },
      { role: 'region', name: '- x\n' },
      { role: 'region', name: 'B' },
    ),
    node,
    was: fc.record({ name: words, value: words, checked: fc.boolean() }, { requiredKeys: [] }),
  },
  { requiredKeys: ['node'] },
);

const delta: fc.Arbitrary<SnapshotDelta> = fc
  .record(
    {
      added: fc.array(entry, { minLength: 1, maxLength: 4 }),
      changed: fc.array(entry, { minLength: 1, maxLength: 4 }),
      removed: fc.array(entry, { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: [] },
  )
  .map((lists) => ({
    ok: true,
    type: 'snapshot',
    version: 1,
    meta: {
      url: 'https://a.test/',
      title: '',
      ts: 0,
      document: 'd',
      revision: 4,
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
    },
    refs: {},
    delta: { since: 3, ...lists },
  }));

const check = (rule: (snapshot: SnapshotDelta) => void, runs: number): void => {
  const seed = Number(process.env.FC_SEED ?? 20260101);
  const outcome = fc.check(fc.property(delta, rule), { numRuns: runs, seed });
  expect(fc.defaultReportMessage(outcome)).toBeUndefined();
  expect(outcome.numRuns).toBe(runs);
};

/** An added node without ref, name and value has no line, as in a whole text. */
const isEmptyNode = ({ ref, name, value }: SnapshotNode): boolean => !(ref || name || value);

const printedDelta = ({ delta: lists }: SnapshotDelta): SnapshotDelta['delta'] => ({
  ...lists,
  ...(lists.added && { added: lists.added.filter((one) => !isEmptyNode(one.node)) }),
});

const MARKS = { added: '+', changed: '~', removed: '-' } as const;

describe('a delta as text', () => {
  it('prints for each entry its kind of change, its ref and its name, and nothing else', () => {
    check((snapshot) => {
      const { rows, cuts } = parseTree(renderSnapshot(snapshot, AMPLE).text);
      const said = rows
        .filter(({ mark }) => mark !== '@')
        .map(({ mark, ref, role, words: [first = ''] }) => [mark, ref, role, first].join('|'));
      const meant = (['added', 'changed', 'removed'] as const).flatMap((kind) =>
        (printedDelta(snapshot)[kind] ?? []).map((one) => {
          const first = oneLine(one.node.name ?? '') || oneLine(one.node.value ?? '');
          return [MARKS[kind], one.node.ref ?? '', one.node.role, first].join('|');
        }),
      );
      expect(said.sort()).toEqual(meant.sort());
      expect(cuts).toEqual([]);
    }, 400);
  });

  it('prints entries below their parent', () => {
    check((snapshot) => {
      const { rows } = parseTree(renderSnapshot(snapshot, AMPLE).text);
      const parents = new Set(rows.filter(({ mark }) => mark === '@').map((row) => row.ref || row.words[0]));
      const wanted = new Set(
        Object.values(printedDelta(snapshot))
          .flatMap((list: number | boolean | DeltaNode[]) => (Array.isArray(list) ? list : []))
          .flatMap(({ parent }) => (parent ? [parent.ref ?? oneLine(parent.name ?? '')] : [])),
      );
      expect(parents).toEqual(wanted);
      let open = false;
      for (const { mark, level } of rows) {
        if (mark === '@') open = true;
        expect(level).toBeLessThanOrEqual(open ? 1 : 0);
      }
    }, 200);
  });

  it('obeys every budget in every format', () => {
    check((snapshot) => {
      for (let max = 1; max < 700; max += max < 50 ? 1 : 31) {
        for (const format of ['tree', 'markdown', 'json'] as const) {
          const { text } = renderSnapshot(snapshot, { maxCharsTotal: max, format });
          expect(text.length).toBeLessThanOrEqual(max);
          if (format === 'json') parseJsonText(text);
          else parseTree(text);
        }
      }
    }, 25);
  });

  it('counts what it leaves out', () => {
    check((snapshot) => {
      const all = renderSnapshot(snapshot, AMPLE).nodes;
      for (const options of [{ maxNodes: 2 }, { maxCharsTotal: 150 }, { maxCharsTotal: 300, maxNodes: 4 }]) {
        const { nodes, omitted } = renderSnapshot(snapshot, options);
        expect(nodes + omitted.nodes).toBe(all);
      }
    }, 100);
  });
});
