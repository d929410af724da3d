import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { launchChromium, scriptRunner } from '../support/chromium.ts';
import { scriptWithParts } from '../support/page-script.ts';

let browser: Browser;
let tab: Page;
let runScript: (script: string) => Promise<void>;
beforeAll(async () => {
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  tab = await context.newPage();
  runScript = await scriptRunner(tab);
});
afterAll(() => browser?.close());

/** Counts what reading the page costs: reads of style and box, and of names, children and attributes. */
const COUNT = `
  window.reads = 0;
  const count = (holder, key) => {
    const own = Object.getOwnPropertyDescriptor(holder, key);
    const { value, get } = own;
    if (value) Object.defineProperty(holder, key, { ...own, value: { [key](...all) { window.reads++; return value.apply(this, all); } }[key] });
    else Object.defineProperty(holder, key, { ...own, get: Object.getOwnPropertyDescriptor({ get [key]() { window.reads++; return get.call(this); } }, key).get });
  };
  window.countReads = () => {
    count(window, 'getComputedStyle');
    for (const key of ['getBoundingClientRect', 'getClientRects', 'getAttribute', 'hasAttribute', 'matches', 'closest', 'querySelectorAll', 'getAttributeNames', 'shadowRoot', 'localName', 'previousElementSibling', 'nextElementSibling']) count(Element.prototype, key);
    for (const key of ['childNodes', 'compareDocumentPosition', 'parentNode', 'firstChild', 'nextSibling', 'textContent']) count(Node.prototype, key);
    // The script takes replaced built-ins from a fresh frame: it must not recognise ours.
    const toString = Function.prototype.toString;
    Function.prototype.toString = { toString() { const source = toString.call(this); return source.includes('window.reads') || this === Function.prototype.toString ? 'function ' + (this.name || '') + '() { [native code] }' : source; } }.toString;
  };`;

/** Opens a page in the one tab, which takes less time than what it opens. */
const withPage = async <T>(build: string, use: () => Promise<T>, counting = false): Promise<T> => {
  await tab.goto('about:blank');
  await tab.setContent('<!doctype html><title>scale</title><body>');
  await runScript(build);
  if (counting) await runScript(`${COUNT} window.countReads();`);
  await runScript(scriptWithParts);
  return use();
};

const json = async <T>(...args: unknown[]): Promise<T & { length: number }> => {
  const call = args.map((arg) => JSON.stringify(arg)).join(', ');
  const text = await tab.evaluate<string>(`window.__agentBrowser.json(${call})`);
  return { ...(JSON.parse(text) as T), length: text.length };
};

const nest = (count: number, open: string, inner = 'deep'): string =>
  `document.body.innerHTML = ''; let at = document.body; for (let i = 0; i < ${count}; i++) { const el = document.createElement('${open}'); if ('${open}' === 'span') { el.setAttribute('role', 'button'); el.append('w' + i); } at = at.appendChild(el); } at.append('${inner}');`;

/** The counted reads of the DOM for one snapshot. */
const readsFor = (
  build: string,
  options: Record<string, unknown>,
): Promise<{ reads: number; chars: number; result: SnapshotTree }> =>
  withPage(
    build,
    async () => {
      await tab.evaluate('window.reads = 0');
      const result = await json<SnapshotTree>('snapshot', options);
      expect(result.ok, JSON.stringify(result).slice(0, 300)).toBe(true);
      return { reads: await tab.evaluate<number>('window.reads'), chars: result.length, result };
    },
    true,
  );

describe('the cost of a snapshot grows linearly with the page', () => {
  const ALL = { interactiveOnly: false, maxNodes: 1e6, markRefs: false };

  it('with buttons in buttons', async () => {
    const small = await readsFor(nest(100, 'span'), { ...ALL, maxTextPerNode: 200 });
    const large = await readsFor(nest(500, 'span'), { ...ALL, maxTextPerNode: 200 });
    expect(small.result.stats.interactive).toBe(100);
    expect(large.result.stats.interactive).toBe(500);
    expect(small.reads).toBeGreaterThan(500);
    expect(large.reads / small.reads).toBeLessThan(7);
    expect(large.chars / small.chars).toBeLessThan(7);
    expect(large.chars).toBeLessThan(400_000);
  });

  const FLAT = (count: number): string =>
    `document.body.innerHTML = Array.from({ length: ${count} / 5 }, (_, i) => '<div><p>Text ' + i + ' <b>bold</b></p><a href="/' + i + '">Link ' + i + '</a></div>').join('');`;

  it('from 2,000 elements to 10,000, without a limit', async () => {
    const small = await readsFor(FLAT(2000), ALL);
    const large = await readsFor(FLAT(10_000), ALL);
    expect(large.result.stats.nodesVisited / small.result.stats.nodesVisited).toBeCloseTo(5, 0);
    expect(large.reads / small.reads).toBeLessThan(5.5);
  });

  it.each([
    ['of the items of a list', 200, '<b>Title</b>', '<div class=card><a href=/x>x</a></div>'],
    [
      'of the titles of boxes',
      200,
      '',
      '<div class=col><div>T</div><p class=c><a href=/a>a</a></p><p class=c><a href=/b>b</a></p></div>',
    ],
    ['of fields in no form', 200, '', '<p class=f>Name <input></p>'],
    [
      'of what is chosen',
      90,
      '<b class=chip onclick="1">no</b>',
      '<b class="chip selected" onclick="1">yes</b>',
    ],
    [
      'of open dialogs',
      100,
      '',
      '<dialog open style="position: static">Text <button>Close</button></dialog>',
    ],
  ])('with the number %s, for acting', async (_, count, before, one) => {
    const build = (times: number): string =>
      `document.body.innerHTML = ${JSON.stringify(`<div>${before}`)} + ${JSON.stringify(one)}.repeat(${times})`;
    const small = await readsFor(build(count), { maxNodes: 1e6, markRefs: false });
    const large = await readsFor(build(count * 4), { maxNodes: 1e6, markRefs: false });
    expect(large.result.stats.interactive).toBeGreaterThan(count * 4 - 1);
    expect(large.reads / small.reads).toBeLessThan(4.5);
  });

  it('from 10,000 elements to 30,000, with a budget: elements beyond it are not read', async () => {
    const small = await readsFor(FLAT(10_000), { maxNodes: 500, markRefs: false });
    const large = await readsFor(FLAT(30_000), { maxNodes: 500, markRefs: false });
    expect(small.result.stats.nodesEmitted).toBe(500);
    expect(large.result.stats).toMatchObject({
      nodesEmitted: 500,
      truncated: true,
      nodesVisited: small.result.stats.nodesVisited,
    });
    expect(large.reads).toBeLessThan(small.reads * 1.1);
    expect(large.result.stats.omitted?.interactive).toBe(30_000 / 5 - 500);
  });

  it('for the first snapshot of a next page: its first texts cost no more than its first controls', async () => {
    const NEXT = { since: 0, maxNodes: 500, markRefs: false };
    const small = await readsFor(FLAT(10_000), NEXT);
    const large = await readsFor(FLAT(20_000), NEXT);
    expect(large.result.stats.nodesVisited).toBe(small.result.stats.nodesVisited);
    expect(large.reads).toBeLessThan(small.reads * 1.1);
  });

  it('with texts beside the fields of a form: their positions are found without reading the page', async () => {
    const FORM = (words: string): string =>
      `document.body.innerHTML = '<form>' + '<button>One</button>'.repeat(1200) + '${['a', 'b', 'c', 'd'].map((one) => `<input aria-label=${one}><p>${words && words + one}</p>`).join('')}</form>';`;
    const without = await readsFor(FORM(''), { maxNodes: 1e6, markRefs: false });
    const large = await readsFor(FORM('Hint '), { maxNodes: 1e6, markRefs: false });
    expect(JSON.stringify(large.result.tree)).toContain('"Hint d"');
    expect(large.reads - without.reads).toBeLessThan(1000);
  });

  it('with a text of punctuation only beside a field', async () => {
    const build = `document.body.innerHTML = '<form><p>' + '*:'.repeat(500_000) + 'x</p><input></form>';`;
    const { result } = await readsFor(build, {});
    expect(result.tree.children?.[0]?.text).toContain('*:*:');
  });

  it('with rows in another order than their aria-rowindex', async () => {
    const GRID = (step: number): string =>
      `document.body.innerHTML = '<div role=grid>' + Array.from({ length: 300 }, (_, i) => '<div role=row aria-rowindex=' + (((i * ${step}) % 301) + 1) + '><div role=gridcell>' + i + '</div></div>').join('') + '</div>';`;
    const inOrder = await readsFor(GRID(1), ALL);
    const mixed = await readsFor(GRID(101), ALL);
    expect(mixed.reads).toBeLessThan(inOrder.reads * 1.01);
  });

  it('with icons that are named only by their classes', async () => {
    const ICONS = (count: number): string =>
      `const word = (i) => String(i).replace(/./g, (digit) => 'abcdefghij'[digit]);
      document.body.innerHTML = Array.from({ length: ${count} }, (_, i) => '<i class="save-' + word(i + 1000) + 'ing" style="cursor:pointer;display:inline-block;width:9px;height:9px"></i>').join('');`;
    const small = await readsFor(ICONS(300), ALL);
    const large = await readsFor(ICONS(1200), ALL);
    expect(JSON.stringify(small.result.tree)).toContain('"nameSource":"author"');
    expect(large.reads / small.reads).toBeLessThan(5);
  });

  it('with paths of siblings', async () => {
    const small = await readsFor(FLAT(500), { ...ALL, paths: true });
    const large = await readsFor(FLAT(2000), { ...ALL, paths: true });
    expect(large.reads / small.reads).toBeLessThan(6);
  });
});

describe('as deep as the engine itself goes', () => {
  it('writes a tree of 1,000 levels as text and JSON', async () => {
    await withPage(nest(1000, 'section').replaceAll('section', 'blockquote'), async () => {
      const all = { interactiveOnly: false, maxNodes: 1e6 };
      expect(await json<SnapshotTree>('snapshot', all)).toMatchObject({ ok: true });
      const { text } = await json<SnapshotText>('snapshot', {
        ...all,
        format: 'text',
        maxDepth: 1e6,
        maxCharsTotal: 1e7,
      });
      expect(text).toContain('deep');
    });
  });
});

describe('large things', () => {
  it('2,400 buttons: the default text is short and says how to go on', async () => {
    const build =
      "document.body.innerHTML = Array.from({ length: 2400 }, (_, i) => '<button>Button number ' + i + '</button>').join('')";
    await withPage(build, async () => {
      const { length, stats } = await json<SnapshotTree>('snapshot');
      expect(stats.truncateReasons).toEqual(['maxJsonBytes']);
      expect(length).toBeLessThan(100_000);
      expect(stats.nodesEmitted).toBeGreaterThan(400);
      expect(stats.next).toMatch(new RegExp(`^[a-z]{2}${stats.nodesEmitted}$`));
      expect(stats.omitted).toMatchObject({
        nodes: 2400 - stats.nodesEmitted,
        interactive: 2400 - stats.nodesEmitted,
      });
      const { text } = await json<SnapshotText>('snapshot', { format: 'text' });
      expect(text.length).toBeLessThanOrEqual(12_000);
      expect(text.split('\n').at(-1)).toMatch(/^- \.\.\. \d[\d,]* more .*after=[a-z]{2}\d+/);
    });
  });

  it('a select with 5,000 options: some, the selected one, and their number', async () => {
    const build =
      "document.body.innerHTML = '<select aria-label=Many>' + Array.from({ length: 5000 }, (_, i) => '<option' + (i === 4321 ? ' selected' : '') + '>Option ' + i).join('') + '</select><button>After</button>'";
    await withPage(build, async () => {
      const { text } = await json<SnapshotText>('snapshot', { format: 'text' });
      expect(text).toMatch(/combobox "Many" \[ref=[a-z]{2}1\]: Option 4321/);
      expect(text).toMatch(/option "Option 4321" \[ref=[a-z]{2}\d+\] \[selected\]/);
      expect(text).toMatch(/\.\.\. 4969 more/);
      expect(text).toContain('button "After"');
      expect(text.length).toBeLessThan(4000);
    });
  });

  it('circles of aria-owns and aria-labelledby', async () => {
    const build =
      "document.body.innerHTML = Array.from({ length: 200 }, (_, i) => '<div role=button tabindex=0 id=d' + i + ' aria-owns=d' + ((i + 1) % 200) + ' aria-labelledby=\"d' + ((i + 1) % 200) + ' d' + i + '\">n' + i + '</div>').join('')";
    await withPage(build, async () => {
      const { stats, tree } = await json<SnapshotTree>('snapshot', { maxNodes: 1e4 });
      expect(stats.interactive).toBe(200);
      expect(JSON.stringify(tree).length).toBeLessThan(100_000);
    });
  });
});
