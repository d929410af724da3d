import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ErrorResult,
  QueryOk,
  RefEntry,
  SnapshotDelta,
  SnapshotNode,
  SnapshotText,
  SnapshotTree,
} from '../../src/contract.ts';
import { ENGINE, type Engine, openEngine, type TestPage } from '../support/engine.ts';
import { BUILD, type Piece, pages } from '../support/page-arbitrary.ts';
import { IS_FULL } from '../support/selection.ts';

// The same pages in every run; FC_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20261121) });

let engine: Engine;
let page: TestPage;
beforeAll(async () => {
  engine = await openEngine();
  page = await engine.open('<!doctype html><title>generated</title><body>');
  await page.run(BUILD);
});
afterAll(() => page?.close());

/** Control characters, line separators, bidi overrides and lone surrogates: none may be in a text. */
const UNFIT = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e]/u;

/** Generated pages per property: more only in full runs in Chromium. */
const RUNS = ENGINE === 'chromium' && IS_FULL ? 60 : 30;

const AMPLE = { maxNodes: 1e6, maxTextPerNode: 1000 };
const AMPLE_TEXT = { ...AMPLE, maxCharsTotal: 1e7, maxDepth: 1e6 };

const build = (pieces: Piece[]): Promise<string[]> =>
  page.evaluate<string[]>(`window.build(${JSON.stringify(pieces)})`);

const check = async (holds: (pieces: Piece[], seen: string[]) => Promise<void>): Promise<void> => {
  let controls = 0;
  const property = fc.asyncProperty(pages, async (pieces) => {
    const seen = await build(pieces);
    controls += seen.length;
    await holds(pieces, seen);
  });
  await fc.assert(property, { numRuns: RUNS });
  // Guards against a generator that makes pages without controls.
  expect(controls).toBeGreaterThan(RUNS);
};

const nodesOf = (root: SnapshotNode): SnapshotNode[] => [root, ...(root.children ?? []).flatMap(nodesOf)];

/** The unique words in the names of nodes with a ref. */
const wordsWithRef = (root: SnapshotNode): string[] =>
  nodesOf(root).flatMap((node) => (node.ref ? (/W\d+W/.exec(node.name ?? '')?.[0] ?? []) : []));

describe('on any generated page', () => {
  it.each([true, false])(
    'every visible control is in the tree, and no hidden one (interactiveOnly %s)',
    async (interactiveOnly) => {
      await check(async (_pieces, seen) => {
        const { tree } = await page.json<SnapshotTree>('snapshot', { ...AMPLE, interactiveOnly });
        const found = wordsWithRef(tree);
        for (const word of seen) expect(found, `${word} is missing`).toContain(word);
        const hidden = found.filter((word) => !seen.includes(word));
        expect(hidden, 'hidden, and listed').toEqual([]);
      });
    },
  );

  it.each([true, false])(
    'every control has exactly one line with its ref (interactiveOnly %s)',
    async (interactiveOnly) => {
      await check(async (_pieces, seen) => {
        const { tree } = await page.json<SnapshotTree>('snapshot', { ...AMPLE, interactiveOnly });
        const options = { ...AMPLE_TEXT, interactiveOnly, format: 'text' };
        const { text } = await page.json<SnapshotText>('snapshot', options);
        const { refs } = await page.json<SnapshotText>('snapshot', { ...options, compact: false });
        const withRef = nodesOf(tree).flatMap((node) => node.ref ?? []);
        expect([...refs].sort()).toEqual([...withRef].sort());
        const lines = text.split('\n');
        for (const word of seen) {
          const own = lines.filter((line) => line.includes(word) && /\[ref=e\d+\]/.test(line));
          expect(own, `${word} in\n${text}`).toHaveLength(1);
        }
      });
    },
  );

  it('no line is forged: outside of quotes each ref of the snapshot occurs once', async () => {
    await check(async () => {
      const { text, refs } = await page.json<SnapshotText>('snapshot', {
        ...AMPLE_TEXT,
        interactiveOnly: false,
        format: 'text',
      });
      const bare = text
        .split('\n')
        .slice(1)
        .map((line) => line.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
      const shown = bare.flatMap((line) => [...line.matchAll(/\[ref=(e\d+)\]/g)].map((match) => match[1]));
      expect(shown).toEqual(refs);
      for (const line of bare) expect(line).toMatch(/^ *- (?:[a-z]+(?: ""|:| \[|$)|\.\.\. )/);
      expect(text).not.toMatch(UNFIT);
    });
  });

  it('no text is longer than maxCharsTotal, in any format', async () => {
    const format = fc.constantFrom('tree', 'html', 'indexed', 'outline', 'yaml', 'markdown');
    const limits = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 4000 }));
    await fc.assert(
      fc.asyncProperty(
        pages,
        format,
        limits,
        fc.boolean(),
        async (pieces, wanted, maxCharsTotal, interactiveOnly) => {
          await build(pieces);
          const { text } = await page.json<SnapshotText>('snapshot', {
            interactiveOnly,
            format: wanted,
            maxCharsTotal,
          });
          expect(text.length).toBeLessThanOrEqual(maxCharsTotal);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('refs are unique, stay with their element whatever the options, and lead back to it', async () => {
    await check(async () => {
      const first = await page.json<SnapshotTree>('snapshot', { ...AMPLE, interactiveOnly: false });
      const words = (refs: Record<string, RefEntry>) =>
        Object.fromEntries(
          Object.values(refs).map((entry) => [entry.ref, /W\d+W/.exec(entry.name ?? '')?.[0]]),
        );
      const known = words(first.refs);
      const all = nodesOf(first.tree).flatMap((node) => node.ref ?? []);
      expect(new Set(all).size).toBe(all.length);
      for (const options of [
        {},
        { markRefs: false, paths: true },
        { interactiveOnly: false, description: true },
        { maxNodes: 3 },
        { maxTextPerNode: 400, boxes: true },
      ]) {
        const again = words((await page.json<SnapshotTree>('snapshot', { ...AMPLE, ...options })).refs);
        for (const ref of Object.keys(again))
          if (again[ref]) expect([ref, again[ref]]).toEqual([ref, known[ref]]);
      }
      for (const ref of all) expect(await page.json('query', ref, 'attrs'), ref).toMatchObject({ ok: true });
    });
  });

  it('a ref never leads to another element, whatever happens to the page', async () => {
    const change = fc.record({
      what: fc.constantFrom(
        'remove',
        'move',
        'clone',
        'rename',
        'rebuild',
        'swap marks',
        'hide',
        'wrap',
        'copy mark',
      ),
      at: fc.nat(50),
      to: fc.nat(50),
    });
    await fc.assert(
      fc.asyncProperty(pages, fc.array(change, { minLength: 1, maxLength: 4 }), async (pieces, changes) => {
        await build(pieces);
        const { refs } = await page.json<SnapshotTree>('snapshot', { ...AMPLE, interactiveOnly: false });
        await page.run(`
          window.probe = 0;
          window.was = {};
          for (const el of window.allElements()) {
            el.setAttribute('data-probe', ++window.probe);
            const ref = el.getAttribute('data-agent-ref');
            if (ref) window.was[ref] = String(window.probe);
          }
          // Through shadow roots too.
          const holds = (el, other) => { for (let at = other; at; at = at.parentNode || at.host) if (at === el) return true; return false; };
          const inBody = () => window.allElements().filter((el) => document.body !== el && !el.contains(document.body) && !document.head.contains(el));
          for (const { what, at, to } of ${JSON.stringify(changes)}) {
            const all = inBody();
            if (all.length === 0) break;
            const el = all[at % all.length];
            const other = all[to % all.length];
            const mark = 'data-agent-ref';
            if (what === 'remove') el.remove();
            if (what === 'move' && !holds(el, other) && !/^(input|textarea|select|option)$/.test(other.localName)) other.append(el);
            if (what === 'clone') { const copy = el.cloneNode(true); for (const one of [copy, ...copy.querySelectorAll('*')]) one.setAttribute('data-probe', ++window.probe); el.after(copy); }
            if (what === 'rename') { el.setAttribute('aria-label', 'Renamed'); el.id = 'renamed' + to; }
            if (what === 'rebuild') { el.innerHTML = el.innerHTML; for (const one of el.querySelectorAll('*')) one.setAttribute('data-probe', ++window.probe); }
            if (what === 'swap marks') { const a = el.getAttribute(mark); const b = other.getAttribute(mark); if (a) other.setAttribute(mark, a); if (b) el.setAttribute(mark, b); }
            if (what === 'hide') el.style.display = 'none';
            if (what === 'wrap') { const box = document.createElement('div'); box.setAttribute('data-probe', ++window.probe); el.replaceWith(box); box.append(el); }
            if (what === 'copy mark') other.setAttribute(mark, el.getAttribute(mark) ?? 'e1');
          }`);
        const was = await page.evaluate<Record<string, string>>('window.was');
        const checkRefs = async (): Promise<void> => {
          for (const ref of Object.keys(refs)) {
            const answer = await page.json<QueryOk | ErrorResult>('query', ref, 'attrs');
            if (answer.ok) expect((answer.value as Record<string, string>)['data-probe'], ref).toBe(was[ref]);
            else expect(answer.error.code).toBe('ref_not_found');
          }
        };
        await checkRefs();
        const after = await page.json<SnapshotTree>('snapshot', { ...AMPLE, interactiveOnly: false });
        await checkRefs();
        const marks = await page.evaluate<Record<string, string>>(
          `(() => { const now = {}; for (const el of window.allElements()) { const ref = el.getAttribute('data-agent-ref'); if (ref) now[el.getAttribute('data-probe')] = ref; } return now; })()`,
        );
        for (const ref of Object.keys(after.refs)) if (was[ref]) expect(marks[was[ref] as string]).toBe(ref);
      }),
      { numRuns: RUNS },
    );
  });

  it('a delta lists exactly what has changed', async () => {
    const own = ({ children: _, box: _b, offscreen: _o, ...rest }: SnapshotNode): string =>
      JSON.stringify(rest, Object.keys(rest).sort());
    const byRef = (root: SnapshotNode): Map<string, string> =>
      new Map(nodesOf(root).flatMap((node) => (node.ref ? [[node.ref, own(node)] as const] : [])));
    const change = fc.record({
      what: fc.constantFrom('remove', 'rename', 'add', 'check', 'disable', 'hide', 'move'),
      at: fc.nat(50),
      to: fc.nat(50),
    });
    let deltas = 0;
    await fc.assert(
      fc.asyncProperty(pages, fc.array(change, { maxLength: 3 }), async (pieces, changes) => {
        // Unchanged controls, so that a delta is shorter than the whole snapshot.
        const around: Piece[] = Array.from({ length: 12 }, () => ({
          kind: 'button',
          words: 'a button that stays as it is',
          children: [],
        }));
        await build([...pieces, ...around]);
        const before = await page.json<SnapshotTree>('snapshot', AMPLE);
        await page.run(`
          const all = [...document.querySelectorAll('[data-word]')].slice(0, -12);
          for (const { what, at, to } of ${JSON.stringify(changes)}) {
            const el = all[at % (all.length || 1)];
            if (!el) break;
            if (what === 'remove') el.remove();
            if (what === 'rename') el.setAttribute('aria-label', 'Renamed ' + to);
            if (what === 'add') el.after(Object.assign(document.createElement('button'), { textContent: 'Added ' + to }));
            if (what === 'check') el.checked = !el.checked;
            if (what === 'disable') el.disabled = true;
            if (what === 'hide') el.style.display = 'none';
            if (what === 'move') document.body.prepend(el);
          }`);
        const result = await page.json<SnapshotDelta | SnapshotTree>('snapshot', {
          ...AMPLE,
          since: before.meta.revision,
        });
        const now = await page.json<SnapshotTree>('snapshot', AMPLE);
        if (!('delta' in result)) return;
        deltas++;
        const { added = [], changed = [], removed = [], unchanged } = result.delta;
        const old = byRef(before.tree);
        const fresh = byRef(now.tree);
        const refsOf = (entries: { node: SnapshotNode }[]): string[] =>
          entries.flatMap(({ node }) => nodesOf(node).flatMap((one) => one.ref ?? []));
        const come = [...fresh.keys()].filter((ref) => !old.has(ref));
        const gone = [...old.keys()].filter((ref) => !fresh.has(ref));
        const other = [...fresh.keys()].filter((ref) => old.has(ref) && old.get(ref) !== fresh.get(ref));
        const same = [...fresh.keys()].filter((ref) => old.get(ref) === fresh.get(ref));
        for (const ref of come) expect(refsOf(added), `${ref} is new`).toContain(ref);
        for (const ref of other)
          expect([...refsOf(changed), ...refsOf(added)], `${ref} is otherwise`).toContain(ref);
        for (const ref of same)
          expect(refsOf(removed).concat(refsOf(changed)), `${ref} is as it was`).not.toContain(ref);
        for (const ref of refsOf(removed)) expect(gone).toContain(ref);
        if (unchanged) expect([...come, ...gone, ...other]).toEqual([]);
        for (const { node } of [...added, ...changed])
          if (node.ref) expect(own(node)).toBe(fresh.get(node.ref));
      }),
      { numRuns: RUNS },
    );
    expect(deltas).toBeGreaterThan(RUNS / 3);
  });
});
