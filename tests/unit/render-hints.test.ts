import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Format, RenderOptions, RenderResult, SnapshotNode } from '../../src/contract.ts';
import { cutBefore, limitTree, parseCursor, placeOf, renderSnapshot } from '../../src/render/index.ts';
import { WHOLE_FORMATS } from '../support/parse-any.ts';
import { snapshotOf, wordPage } from '../support/render-arbitrary.ts';

const FORMATS: Format[] = [...WHOLE_FORMATS, 'markdown'];
const AMPLE: RenderOptions = { maxCharsTotal: 1e7, maxNodes: Infinity };

/** The tree of a page behind a cursor, as the page itself would build it. */
const treeBehind = (tree: SnapshotNode, after: string | undefined): SnapshotNode => {
  if (after === undefined) return tree;
  const place = placeOf(tree, after);
  if (!place) throw new Error(`${after} leads nowhere`);
  return cutBefore(tree, place);
};

/** All texts of a page: the first one, and the next one that each text refers to. */
const follow = (tree: SnapshotNode, options: RenderOptions): RenderResult[] => {
  const results: RenderResult[] = [];
  let after: string | undefined;
  do {
    const part = treeBehind(tree, after);
    const result = renderSnapshot(snapshotOf(part, after === undefined ? {} : { after }), options);
    results.push(result);
    if (after !== undefined) expect(result.next).not.toBe(after);
    after = result.next;
    if (results.length > 3000) throw new Error('does not end');
  } while (after !== undefined);
  return results;
};

/** The words of a text, without lines about what is left out. */
const wordsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !/^ *(?:- |# |<!-- )?\.\.\. |"see":"/.test(line))
    .flatMap((line) => line.match(/word\d+x/g) ?? []);

/** The options that a text recommends for the next call. */
const hintsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^ *(?:- |# |<!-- )?\.\.\. |"see":"/.test(line))
    .flatMap((line) => line.match(/\b(?:after|scope|max\w+)=[^ "]+/g) ?? []);

const check = <T>(arbitrary: fc.Arbitrary<T>, runs: number, rule: (given: T) => void): void => {
  const seed = Number(process.env.FC_SEED ?? 20260101);
  const outcome = fc.check(fc.property(arbitrary, rule), { numRuns: runs, seed, endOnFailure: true });
  const { failed, counterexample, counterexamplePath, errorInstance } = outcome;
  if (failed) {
    const how = `seed ${seed}, path ${counterexamplePath}: ${JSON.stringify(counterexample)}`;
    throw new Error(`${how}\n${(errorInstance as Error).stack}`);
  }
  expect(outcome.numRuns).toBe(runs);
};

const pageAndBudget = fc.tuple(
  wordPage,
  fc.oneof(fc.constantFrom(500, 1000, 3000, 12_000), fc.integer({ min: 500, max: 20_000 })),
);

/** How often each word is printed. */
const countWords = (results: readonly RenderResult[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { text } of results)
    for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const labelWords = (tree: SnapshotNode): Set<string> => {
  const words = new Set<string>();
  const stack = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.children) for (const word of (node.name ?? '').split(' ')) words.add(word);
    stack.push(...(node.children ?? []));
  }
  return words;
};

describe.each(FORMATS)('all texts of a page in format %s', (format) => {
  it('print every word once, in at most 1.3 times the necessary calls, and obey the budget', () => {
    check(pageAndBudget, 60, ([{ tree, words }, maxCharsTotal]) => {
      const results = follow(tree, { format, maxCharsTotal, maxNodes: Infinity });
      const counts = countWords(results);
      const labels = labelWords(tree);
      expect(words.filter((word) => !counts.has(word))).toEqual([]);
      expect(words.filter((word) => (counts.get(word) ?? 0) > 1 && !labels.has(word))).toEqual([]);
      for (const { text, next } of results) {
        expect(text.length).toBeLessThanOrEqual(maxCharsTotal);
        expect(new Set(hintsIn(text))).toEqual(new Set(next === undefined ? [] : [`after=${next}`]));
        if (next !== undefined) expect(parseCursor(next)).toBeDefined();
      }
      const whole = renderSnapshot(snapshotOf(tree), { ...AMPLE, format }).text.length;
      const least = Math.ceil(whole / maxCharsTotal);
      // In small texts the header, the last line and the room that is too short for the next line weigh more; json
      // repeats the containers in every text, and closes them.
      // writes the containers of every piece, and closes them.
      const isSmall = maxCharsTotal < 2000;
      const most = isSmall && format === 'json' ? 1.6 * least : 1.3 * least;
      expect(results.length).toBeLessThanOrEqual(Math.ceil(most) + (isSmall ? 1 : 0));
    });
  });

  it('print every word once with few nodes per text', () => {
    check(wordPage, 30, ({ tree, words }) => {
      const counts = countWords(follow(tree, { format, maxNodes: 7 }));
      expect(words.filter((word) => !counts.has(word))).toEqual([]);
    });
  });

  it('print every word once where the tree was limited as well', () => {
    check(wordPage, 30, ({ tree, words }) => {
      const counts = new Map<string, number>();
      let after: string | undefined;
      do {
        const part = treeBehind(tree, after);
        const { tree: limited, next, omitted } = limitTree(part, { maxNodes: 20, after });
        const stats = {
          truncated: !!next,
          ...(next && { next }),
          ...(omitted && { omitted }),
          ...(after && { after }),
        };
        const result = renderSnapshot(snapshotOf(limited, stats), { format, maxCharsTotal: 900 });
        expect(result.text.length).toBeLessThanOrEqual(900);
        for (const word of wordsIn(result.text)) counts.set(word, (counts.get(word) ?? 0) + 1);
        if (after !== undefined) expect(result.next).not.toBe(after);
        after = result.next;
      } while (after !== undefined);
      expect(words.filter((word) => !counts.has(word))).toEqual([]);
      const labels = labelWords(tree);
      expect(words.filter((word) => (counts.get(word) ?? 0) > 1 && !labels.has(word))).toEqual([]);
    });
  });
});

describe('a page that exceeds the budget', () => {
  const text = (words: string): SnapshotNode => ({ role: 'paragraph', tag: 'p', text: words });
  const link = (n: number, name: string): SnapshotNode => ({ role: 'link', tag: 'a', ref: `kd${n}`, name });
  const shop: SnapshotNode = {
    role: 'document',
    tag: 'body',
    children: [
      {
        role: 'navigation',
        tag: 'nav',
        ref: 'kd1',
        name: 'Site',
        aside: true,
        children: [link(2, 'Lamps'), link(3, 'Cables'), link(4, 'Imprint')],
      },
      {
        role: 'main',
        tag: 'main',
        children: [
          { role: 'heading', tag: 'h1', name: 'Lamps', level: 1 },
          text('Every lamp on this page is made of brass, and each of them is made by hand.'),
          text('They are sent within a week, with a cable of two metres and a bulb.'),
          { role: 'textbox', tag: 'input', ref: 'kd5', name: 'magnifier', nameSource: 'icon', focused: true },
          text('Who sends one back within a month gets the whole price back.'),
        ],
      },
    ],
  };

  it('counts links outside of the main content in one line', () => {
    const [, main] = shop.children as [SnapshotNode, SnapshotNode];
    const around = [link(1, 'Lamps'), link(2, 'Cables'), link(3, 'Imprint')];
    const page = { ...shop, children: [...around.map((node) => ({ ...node, aside: true as const })), main] };
    const [first] = follow(page, { maxCharsTotal: 360 });
    expect(first?.text.split('\n').slice(1, 3)).toEqual(['- ... 3 more (3 links): after=top+4', '- main:']);
  });

  it('prints the main content first, and folds the rest', () => {
    const texts = follow(shop, { maxCharsTotal: 360 }).map((result) => result.text);
    expect(texts).toEqual([
      `[snapshot] url=https://a.test/ title="Words" nodes=4 truncated=true
- ... navigation "Site" [ref=kd1] (3 links): after=top+4
- main:
  - heading "Lamps" [level=1]
  - paragraph: Every lamp on this page is made of brass, and each of them is made by hand.
  - textbox ~"magnifier" [ref=kd5] [focused]
- ... 2 more (2 paragraphs): after=top+4`,
      `- navigation "Site":
  - link "Lamps" [ref=kd2]
  - link "Cables" [ref=kd3]
  - link "Imprint" [ref=kd4]
- paragraph: They are sent within a week, with a cable of two metres and a bulb.
- paragraph: Who sends one back within a month gets the whole price back.`,
    ]);
  });

  it('reports in JSON where something is left out, and where to continue', () => {
    const { tree, next, omitted } = limitTree(shop, { maxNodes: 4 });
    expect(next).toBe('top+4');
    expect(omitted).toEqual({ nodes: 6, interactive: 4, textChars: 149 });
    expect(tree.children?.map(({ role, context, more }) => ({ role, context, more }))).toEqual([
      { role: 'navigation', context: true, more: { nodes: 3, interactive: 3, textChars: 18 } },
      { role: 'main', context: undefined, more: { nodes: 2, textChars: 127 } },
    ]);
  });

  it('finds the position of a valid cursor only', () => {
    expect(placeOf(shop, 'kd5')).toEqual({ index: 1, chars: 0 });
    expect(placeOf(shop, 'kd5+2.7')).toEqual({ index: 3, chars: 7 });
    expect(placeOf(shop, 'top+400')).toEqual({ index: 10, chars: 0 });
    for (const wrong of ['kd99', 'e5', 'kd', 'kd5+', 'kd5.', 'top-1', '', 'kd05', 'yd5'])
      expect(placeOf(shop, wrong), wrong).toBeUndefined();
  });
});
