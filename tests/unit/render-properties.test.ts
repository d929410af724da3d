import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Format, RenderOptions, SnapshotNode, SnapshotTree } from '../../src/contract.ts';
import { renderSnapshot } from '../../src/render/index.ts';
import { oneLine } from '../../src/render/one-line.ts';
import { PARSERS, WHOLE_FORMATS, type WholeFormat } from '../support/parse-any.ts';
import { parseMarkdown } from '../support/parse-markdown.ts';
import type { Row } from '../support/parse-rows.ts';

const ALL: Format[] = [...WHOLE_FORMATS, 'markdown'];
const AMPLE: RenderOptions = { maxCharsTotal: 1e7, maxNodes: 1e6, maxDepth: 1e6 };
const RUNS = process.env.FULL ? 250 : 50;

// ------------------------------------------------------------------------------------- pages that mean harm

const NASTY = [
  '"',
  '\\',
  '\n',
  '\r\n',
  '\u2028',
  '\u0085',
  '\u000b',
  '[ref=kd1]',
  '[kd1] button',
  '[1] link',
  '- button "x" [ref=kd99]',
  '\n- button "x" [ref=kd99]',
  '"] [ref=kd98]',
  ': ',
  ' #',
  '#kd97',
  ']{button #kd96}',
  '](https://evil.example)',
  '</button><button id="kd95">',
  'id="kd94"',
  '-->',
  '<!--',
  '...',
  '... 3 more: after=kd1',
  "'",
  '{',
  '}',
  '|',
  '`',
  '# Title',
  '1. one',
  '===',
  '&lt;',
  '\u202e',
  '\u200b',
  '\u{e0041}',
  '\ud800',
  '\udc00',
  '\u{1f3f3}\ufe0f\u200d\u{1f308}',
  'a\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  'null',
  'true',
  '~',
  '= ',
  ' (x)',
  '!',
  '![a](b)',
  '%',
  '@',
  '? ',
  '& ',
  '* ',
  '[end page content n]',
  '\u00e4\u4e2d\u0439',
  'word',
  ' ',
];

const nasty = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));

const ROLES: [role: string, tag: string][] = [
  ['button', 'button'],
  ['link', 'a'],
  ['textbox', 'input'],
  ['checkbox', 'div'],
  ['heading', 'h2'],
  ['paragraph', 'p'],
  ['list', 'ul'],
  ['listitem', 'li'],
  ['generic', 'div'],
  ['generic', 'span'],
  ['table', 'table'],
  ['row', 'tr'],
  ['cell', 'td'],
  ['main', 'main'],
  ['dialog', 'dialog'],
  ['image', 'img'],
  ['option', 'option'],
];

interface Shape {
  kind: number;
  ref: boolean;
  name: string | undefined;
  value: string | undefined;
  text: string | undefined;
  url: string | undefined;
  placeholder: string | undefined;
  checked: boolean | 'mixed' | undefined;
  disabled: boolean;
  offscreen: boolean;
  children: Shape[];
}

const some = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const shapeOf = (depth: number): fc.Arbitrary<Shape> =>
  fc.record({
    kind: fc.nat(ROLES.length),
    ref: fc.boolean(),
    name: some(nasty),
    value: some(nasty),
    text: some(nasty),
    url: some(nasty),
    placeholder: some(nasty),
    checked: some(fc.constantFrom<boolean | 'mixed'>(true, false, 'mixed')),
    disabled: fc.boolean(),
    offscreen: fc.boolean(),
    children: depth > 0 ? fc.array(shapeOf(depth - 1), { maxLength: 3 }) : fc.constant([]),
  });

const shape = shapeOf(4);

/** Numbers refs in document order. Texts end with a number, so that no name contains them. */
const nodeOf = (from: Shape, numbers: { next: number }): SnapshotNode => {
  const number = ++numbers.next;
  const pair = ROLES[from.kind];
  if (!pair) return { role: 'text', text: `${from.text ?? 'loose'} t${number}` };
  const [role, tag] = pair;
  return {
    role,
    tag,
    ...(from.ref && { ref: `kd${number}` }),
    ...(from.name !== undefined && { name: from.name }),
    ...(from.value !== undefined && { value: from.value }),
    ...(from.text !== undefined && { text: `${from.text} t${number}` }),
    ...(from.url !== undefined && { url: from.url }),
    ...(from.placeholder !== undefined && { placeholder: from.placeholder }),
    ...(from.checked !== undefined && { checked: from.checked }),
    ...(from.disabled && { disabled: true }),
    ...(from.offscreen && from.ref && { offscreen: true }),
    ...(from.children.length > 0 && { children: from.children.map((child) => nodeOf(child, numbers)) }),
  };
};

const snapshotOf = (children: SnapshotNode[], title = 'Page'): SnapshotTree => ({
  ok: true,
  type: 'snapshot',
  version: 1,
  meta: {
    url: 'https://example.test/',
    title,
    ts: 0,
    document: 'd',
    revision: 1,
    viewport: { width: 800, height: 600 },
    scroll: { x: 0, y: 0 },
  },
  stats: { nodesVisited: 0, nodesEmitted: 0, nodesHidden: 0, interactive: 0, truncated: false, jsTimeMs: 0 },
  refs: {},
  tree: { role: 'document', tag: 'body', children },
});

const page = fc.tuple(fc.array(shape, { minLength: 1, maxLength: 3 }), nasty).map(([shapes, title]) => {
  const numbers = { next: 0 };
  return snapshotOf(
    shapes.map((one) => nodeOf(one, numbers)),
    title,
  );
});

const listNodes = (snapshot: SnapshotTree): SnapshotNode[] => {
  const out: SnapshotNode[] = [];
  const stack = (snapshot.tree.children ?? []).slice().reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    out.push(node);
    for (const child of (node.children ?? []).slice().reverse()) stack.push(child);
  }
  return out;
};

/** Whether a node is a container without anything but its name and its text. */
const isPlainStructure = ({ role, url, placeholder, checked, disabled }: SnapshotNode): boolean =>
  /^(?:paragraph|list|listitem|table|row|main)$/.test(role) &&
  !(url || placeholder || checked !== undefined || disabled);

const someBelow = ({ children = [] }: SnapshotNode, test: (node: SnapshotNode) => boolean): boolean =>
  children.some((child) => test(child) || someBelow(child, test));

const refsIn = (snapshot: SnapshotTree): string[] =>
  listNodes(snapshot).flatMap(({ ref }) => (ref ? [ref] : []));

// -------------------------------------------------------------------------------- what the text must say

type Expected = Pick<Row, 'level' | 'ref' | 'role' | 'words'>;

/** In which cases text has a line of its own below the node. */
const TEXT_BELOW: Readonly<Record<WholeFormat, (node: SnapshotNode) => boolean>> = {
  tree: (node) => !!oneLine(node.value ?? ''),
  indexed: (node) => !!oneLine(node.value ?? ''),
  outline: (node) => !!oneLine(node.value ?? ''),
  html: (node) => !!node.children,
  yaml: (node) =>
    !!(
      oneLine(node.value ?? '') ||
      node.children ||
      oneLine(node.url ?? '') ||
      oneLine(node.placeholder ?? '')
    ),
  json: () => false,
};

const expectedRows = (nodes: readonly SnapshotNode[], format: WholeFormat, level = 0): Expected[] =>
  nodes.flatMap((node) => {
    const [name, value, text] = [node.name, node.value, node.text].map((word) => oneLine(word ?? ''));
    const below = !!text && node.role !== 'text' && TEXT_BELOW[format](node);
    const words = [name, value, below ? '' : text].filter((word): word is string => !!word);
    const row: Expected = { level, ref: node.ref ?? '', role: node.role, words };
    const extra: Expected[] = below
      ? [{ level: level + 1, ref: '', role: 'text', words: [text as string] }]
      : [];
    return [row, ...extra, ...expectedRows(node.children ?? [], format, level + 1)];
  });

/** The fields of a row that the tree determines. */
const bare = ({ level, ref, role, words }: Row): Expected => ({ level, ref, role, words });

/** Fails with the smallest page that breaks a rule, and with the seed and path that repeat the run. */
const check = (rule: (snapshot: SnapshotTree) => void, runs = RUNS): void => {
  const { failed, counterexample, counterexamplePath, errorInstance, numRuns, seed } = fc.check(
    fc.property(page, rule),
    { numRuns: runs, seed: Number(process.env.FC_SEED ?? 20260101) },
  );
  if (failed) {
    const [smallest] = counterexample as [SnapshotTree];
    const how = `seed ${seed}, path ${counterexamplePath}`;
    throw new Error(`${how}: ${JSON.stringify(smallest.tree.children)}\n${(errorInstance as Error).stack}`);
  }
  expect(numRuns).toBe(runs);
};

describe.each(WHOLE_FORMATS)('format %s on hostile pages', (format) => {
  it('prints exactly the tree, as its parser reads it', () => {
    check((snapshot) => {
      const { text, truncated } = renderSnapshot(snapshot, { ...AMPLE, format, compact: false });
      const parsed = PARSERS[format](text);
      expect(truncated).toBe(false);
      expect(parsed.cuts).toEqual([]);
      expect(parsed.rows.map(bare)).toEqual(expectedRows(snapshot.tree.children ?? [], format));
    });
  });
});

describe('format markdown on hostile pages', () => {
  it('shows the headings, links and controls of the page and no others', () => {
    check((snapshot) => {
      const { text } = renderSnapshot(snapshot, { ...AMPLE, format: 'markdown', compact: false });
      const parsed = parseMarkdown(text);
      const nodes = listNodes(snapshot);
      const links = nodes.filter((node) => node.role === 'link' && oneLine(node.url ?? ''));
      const shown = refsIn(snapshot).filter((ref) => !links.some((link) => link.ref === ref));
      expect(parsed.links).toHaveLength(links.length);
      const headings = nodes.filter((node) => node.role === 'heading');
      const speaking = headings.filter(
        (node) => node.ref || oneLine(`${node.name ?? ''}${node.text ?? ''}${node.value ?? ''}`),
      );
      expect(parsed.headings.length).toBeLessThanOrEqual(headings.length);
      expect(parsed.headings.length).toBeGreaterThanOrEqual(speaking.length);
      expect(parsed.controls.flatMap(({ ref }) => (ref ? [ref] : [])).sort()).toEqual(shown.sort());
      expect(parsed.cuts).toEqual([]);
    });
  });
});

describe.each(ALL)('budgets of format %s', (format) => {
  it('prints at most the requested number of characters', () => {
    check((snapshot) => {
      const whole = renderSnapshot(snapshot, { ...AMPLE, format }).text.length;
      for (let max = 1; max < Math.min(whole + 3, 2000); max += max < 60 ? 1 : 67) {
        const { text, truncated } = renderSnapshot(snapshot, { ...AMPLE, format, maxCharsTotal: max });
        expect(text.length).toBeLessThanOrEqual(max);
        if (text.length < whole && max < whole - 200) expect(truncated).toBe(true);
        const bound = renderSnapshot(snapshot, { ...AMPLE, format, maxCharsTotal: max, boundary: 'n' });
        expect(bound.text.length).toBeLessThanOrEqual(max);
        if (format === 'json') JSON.parse(text);
      }
    }, 15);
  });

  it('counts what it leaves out', () => {
    check((snapshot) => {
      const all = renderSnapshot(snapshot, { ...AMPLE, format });
      for (const max of [1, 40, 150, 400, 900, 2000]) {
        for (const maxNodes of [1, 3, 1e6]) {
          const some = renderSnapshot(snapshot, { ...AMPLE, format, maxCharsTotal: max, maxNodes });
          expect(some.nodes + some.omitted.nodes).toBe(all.nodes);
          const refs = refsIn(snapshot).length;
          // A ref that is printed as context counts as left out too: its line is.
          expect(Math.max(some.refs.length, some.omitted.interactive)).toBeLessThanOrEqual(refs);
          expect(some.refs.length + some.omitted.interactive).toBeGreaterThanOrEqual(all.refs.length);
        }
      }
    }, 40);
  });

  it('keeps every name and every ref without a limit; compact leaves out containers whose content has refs', () => {
    check((snapshot) => {
      const options = { ...AMPLE, format, maxDepth: 2 + (snapshot.meta.title.length % 3) };
      const { text, refs } = renderSnapshot(snapshot, options);
      const whole = renderSnapshot(snapshot, { ...AMPLE, format });
      const isShown = (node: SnapshotNode): boolean =>
        format !== 'markdown' || node.role !== 'link' || !oneLine(node.url ?? '');
      const withRef = listNodes(snapshot).filter((node) => node.ref && isShown(node));
      expect(renderSnapshot(snapshot, { ...options, compact: false }).refs).toEqual(
        withRef.map(({ ref }) => ref),
      );
      const isNeedless = (node: SnapshotNode): boolean =>
        format !== 'json' && isPlainStructure(node) && someBelow(node, (one) => !!one.ref && isShown(one));
      expect(refs).toEqual(withRef.filter((node) => !isNeedless(node)).map(({ ref }) => ref));
      expect(text).toBeTypeOf('string');
      if (format === 'markdown') return;
      const words = PARSERS[format](whole.text).rows.flatMap((row) => row.words);
      for (const { name } of listNodes(snapshot))
        if (name && oneLine(name)) expect(words).toContain(oneLine(name));
    }, 100);
  });

  it('prints the same text again, and does not change the snapshot', () => {
    check((snapshot) => {
      const before = JSON.stringify(snapshot);
      const options = { format, maxCharsTotal: 700, maxNodes: 12, maxDepth: 3 };
      const [first, second] = [renderSnapshot(snapshot, options), renderSnapshot(snapshot, options)];
      expect(second).toEqual(first);
      expect(JSON.stringify(snapshot)).toBe(before);
    }, 40);
  });

  it('prints no line that the page forges when it is cut', () => {
    check((snapshot) => {
      const known = refsIn(snapshot);
      for (const maxCharsTotal of [300, 600, 1500]) {
        const { text, refs } = renderSnapshot(snapshot, { format, maxCharsTotal });
        expect(known).toEqual(expect.arrayContaining(refs));
        if (format === 'markdown') {
          parseMarkdown(text);
          continue;
        }
        const rows = PARSERS[format](text).rows;
        expect(rows.flatMap(({ ref }) => (ref ? [ref] : []))).toEqual(refs);
      }
    }, 100);
  });
});
