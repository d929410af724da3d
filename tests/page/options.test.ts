import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResult, PageInfo, SnapshotNode, SnapshotTree } from '../../src/contract.ts';
import { ENGINE, type Engine, IS_REAL, lines, openEngine, shown, tree, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** For tests that need layout, complete XPath, and frames that load at once. */
const itInBrowser = IS_REAL ? it : undefined;

const nodesOf = (root: SnapshotNode): SnapshotNode[] => [root, ...(root.children ?? []).flatMap(nodesOf)];

/** Wrong options, the option that the error names, and a pattern for the right values in its message. */
const WRONG: readonly [options: unknown, argument: string, words: RegExp][] = [
  ['e5', 'options', /one object/],
  [7, 'options', /one object/],
  [[], 'options', /one object/],
  [true, 'options', /one object/],
  [{ interactive: true }, 'interactive', /no "interactive".+interactiveOnly.+maxNodes/],
  [{ maxnodes: 5 }, 'maxnodes', /takes .+maxNodes/],
  [{ constructor: 1 }, 'constructor', /takes /],
  [{ 'a"b\nc': 1 }, 'a"b\nc', /takes /],
  [{ interactiveOnly: 'no' }, 'interactiveOnly', /: boolean/],
  [{ interactiveOnly: 1 }, 'interactiveOnly', /: boolean/],
  [{ interactiveOnly: null }, 'interactiveOnly', /: boolean/],
  [{ maxNodes: 0 }, 'maxNodes', /: number from 1/],
  [{ maxNodes: -1 }, 'maxNodes', /: number from 1/],
  [{ maxNodes: '5' }, 'maxNodes', /: number from 1/],
  [{ maxNodes: null }, 'maxNodes', /: number from 1/],
  [{ maxJsonBytes: 0 }, 'maxJsonBytes', /: number from 1/],
  [{ maxTextPerNode: 0 }, 'maxTextPerNode', /: number from 1/],
  [{ maxTextPerNode: 'x' }, 'maxTextPerNode', /: number from 1/],
  [{ maxAttrValueLen: [] }, 'maxAttrValueLen', /: number from 1/],
  [{ after: 5 }, 'after', /after: string/],
  [{ after: 'button' }, 'after', /such as "kd8\+3"/],
  [{ scope: '' }, 'scope', /neither a ref nor a CSS selector/],
  [{ scope: {} }, 'scope', /scope: string/],
  [{ scope: 'a[' }, 'scope', /"a\[" is neither a ref nor a CSS selector/],
  [{ scope: '#nowhere' }, 'scope', /Nothing in the page matches.+#nowhere/],
  [{ viewport: 'page' }, 'viewport', /all\|visible or \{buffer\}/],
  [{ viewport: {} }, 'viewport', /all\|visible or \{buffer\}/],
  [{ viewport: { buffer: '9' } }, 'viewport', /\{buffer\}/],
  [{ minElementSize: 4 }, 'minElementSize', /\{width, height\}/],
  [{ minElementSize: { width: 4 } }, 'minElementSize', /\{width, height\}/],
  [{ includeHidden: 'yes' }, 'includeHidden', /: boolean/],
  [{ cursorInteractive: 0 }, 'cursorInteractive', /: boolean/],
  [{ frames: 'same-origin' }, 'frames', /: boolean/],
  [{ shadow: null }, 'shadow', /: boolean/],
  [{ paths: 'css' }, 'paths', /: boolean/],
  [{ boxes: 1 }, 'boxes', /: boolean/],
  [{ occlusion: {} }, 'occlusion', /: boolean/],
  [{ description: '' }, 'description', /: boolean/],
  [{ urls: 'short' }, 'urls', /: boolean/],
  [{ markRefs: 'no' }, 'markRefs', /: boolean/],
  [{ since: 'r1' }, 'since', /since: number from 0/],
  [{ since: -1 }, 'since', /since: number from 0/],
  [{ timeBudgetMs: '1s' }, 'timeBudgetMs', /timeBudgetMs: ms from 0/],
  [{ timeBudgetMs: -5 }, 'timeBudgetMs', /timeBudgetMs: ms from 0/],
  [{ format: 'xml' }, 'format', /tree.+markdown/],
  [{ format: 5 }, 'format', /tree.+markdown/],
  [{ maxCharsTotal: 0 }, 'maxCharsTotal', /: number from 1/],
  [{ maxDepth: 'deep' }, 'maxDepth', /: number from 1/],
  [{ compact: 1 }, 'compact', /: boolean/],
  [{ boundary: 'a b' }, 'boundary', /nonce/],
];

describe('a wrong option', () => {
  it.each(WRONG)(
    '%j fails with the right values in its message and changes nothing',
    async (options, argument, words) => {
      await withPage(engine, '<!doctype html><button>a</button>', async (page) => {
        const result = await page.json<ErrorResult>('snapshot', options);
        expect(result).toMatchObject({
          ok: false,
          type: 'snapshot',
          error: { code: 'invalid_argument', argument },
        });
        expect(result.error.message).toMatch(words);
        expect(result.error.message).not.toMatch(/[\n\r]/);
        expect(await page.evaluate("document.querySelectorAll('[data-agent-ref]').length")).toBe(0);
        expect((await page.json<PageInfo>('page', 'info')).revision).toBe(0);
        expect((await tree(page)).meta.revision).toBe(1);
      });
    },
  );

  it.each([[{ scope: 'e9' }], [{ after: 'e9' }]])(
    '%j fails as a ref that was never issued',
    async (options) => {
      await withPage(engine, '<!doctype html><button>a</button>', async (page) => {
        expect(await page.json('snapshot', options)).toMatchObject({
          error: { code: 'ref_not_found', cause: 'unknown' },
        });
        expect((await tree(page)).meta.revision).toBe(1);
      });
    },
  );

  it('after: goes on behind a ref, below its ancestors, also behind the place of one that is hidden now', async () => {
    const html =
      '<!doctype html><nav aria-label=Main><a href=/a>A</a><div id=box><button>B</button></div><a href=/c>C</a></nav><button>D</button>';
    await withPage(engine, html, async (page) => {
      await tree(page);
      const rest = ['- navigation "Main":', '  - link "C" [ref=e3]', '- button "D" [ref=e4]'];
      expect(await lines(page, { after: 'e2' })).toEqual(rest);
      expect(await lines(page, { after: 'e3' })).toEqual(['- button "D" [ref=e4]']);
      await page.run("document.querySelector('#box').style.display = 'none'");
      expect(await lines(page, { after: 'e2' })).toEqual(rest);
    });
  });

  it('is not one that is undefined; null, {} and no options are accepted', async () => {
    await withPage(engine, '<!doctype html><button>a</button>', async (page) => {
      for (const call of [
        'snapshot()',
        'snapshot(null)',
        'snapshot({})',
        'snapshot({ scope: undefined, since: undefined })',
      ]) {
        expect(await page.evaluate(`window.__agentBrowser.${call}.ok`), call).toBe(true);
      }
    });
  });
});

const PAGE =
  '<h1>Title</h1><p>Some text</p><ul><li>One</li></ul><img alt=Photo src="data:,"><button>a</button>';

describe('options that choose what is listed', () => {
  it('interactiveOnly: only what can be acted on, or everything', async () => {
    expect(await shown(PAGE)).toEqual(['- heading "Title" [level=1]', '- button "a" [ref=e1]']);
    expect(await shown(PAGE, { interactiveOnly: false })).toEqual([
      '- heading "Title" [level=1]',
      '- paragraph: Some text',
      '- listitem [ref=e1]: One',
      '- image "Photo"',
      '- button "a" [ref=e2]',
    ]);
  });

  it('for acting: counts the links of a footer with more than four, or of a list, but lists a footer with buttons, or what has the title of the page', async () => {
    const links = (many: number): string => '<a href=/>a</a> '.repeat(many);
    const page = (many: number): string => `<button>Buy</button><footer>${links(many)}</footer>`;
    expect(await shown(page(4))).toEqual([
      '- button "Buy" [ref=e1]',
      '- contentinfo:',
      ...[2, 3, 4, 5].map((i) => `  - link "a" [ref=e${i}]`),
    ]);
    expect(await shown(page(5))).toEqual([
      '- button "Buy" [ref=e1]',
      '- ... contentinfo [ref=e2] (5 links): after=e1',
    ]);
    expect(await shown(page(5), { interactiveOnly: false })).toHaveLength(7);
    const results = (title: string): string =>
      `<button>Map</button><nav>${title}${'<a href=/>Result</a> '.repeat(12)}</nav>`;
    expect(await shown(results('<h2>Found</h2>'))).toHaveLength(2);
    expect(await shown(results('<h1>Found</h1>'))).toHaveLength(15);
    expect(await shown(`<button>Buy</button><footer><h1>Shop</h1>${links(5)}</footer>`)).toHaveLength(2);
    const filters = `<p>2 left</p>${links(3)}<button>Clear</button><button>Undo</button>`;
    expect(await shown(`<button>Buy</button><footer>${filters}</footer>`)).toContain(
      '  - button "Clear" [ref=e5]',
    );
  });

  it('includeHidden: lists hidden nodes too, flagged', async () => {
    expect(
      await shown(
        '<div style="display:none"><button>a</button></div><button style="visibility:hidden">b</button><button>c</button>',
        { includeHidden: true },
      ),
    ).toEqual(['- button "a" [ref=e1] [hidden]', '- button "b" [ref=e2] [hidden]', '- button "c" [ref=e3]']);
  });

  it('cursorInteractive: lists clickable elements without a role, or not', async () => {
    const html =
      '<div onclick="1">a</div><span style="cursor:pointer">b</span><button>c</button><div tabindex=0>d</div>';
    expect(await shown(html, { cursorInteractive: false })).toEqual([
      '- button "c" [ref=e1]',
      '- focusable "d" [ref=e2]',
    ]);
    expect(await shown(html)).toHaveLength(4);
  });

  itInBrowser?.('frames and shadow: are left out on request; a frame tells so', async () => {
    const html = '<iframe id=f title=Inner></iframe><div id=h></div>';
    const before =
      "f.contentDocument.body.innerHTML = '<button>in frame</button>'; h.attachShadow({ mode: 'open' }).innerHTML = '<button>in shadow</button>';";
    expect(await shown(html, {}, before)).toEqual([
      '- iframe "Inner":',
      '  - button "in frame" [ref=e1]',
      '- button "in shadow" [ref=e2]',
    ]);
    const without = await shown(html, { frames: false, shadow: false }, before);
    expect(without).toHaveLength(1);
    expect(without[0]).toMatch(/^- iframe "Inner" .*disabled/);
  });

  it('maxTextPerNode and maxAttrValueLen: cut between code points, with the ellipsis within the limit', async () => {
    await withPage(
      engine,
      '<!doctype html><button>ab😀cd</button><input aria-label=i placeholder="0123456789">',
      async (page) => {
        const { refs } = await tree(page, { maxTextPerNode: 4, maxAttrValueLen: 6 });
        expect(refs.e1?.name).toBe('ab…');
        expect(refs.e2?.attrs?.placeholder).toBe('01234…');
      },
    );
  });

  it.each([1, 2, 3, 4, 5])('maxNodes: lists at most %i nodes, and counts the rest', async (maxNodes) => {
    await withPage(engine, `<!doctype html><main>${'<button>b</button>'.repeat(6)}</main>`, async (page) => {
      const { stats, tree: root } = await tree(page, { maxNodes });
      expect(nodesOf(root).length - 1).toBe(stats.nodesEmitted);
      expect(stats.nodesEmitted).toBeLessThanOrEqual(maxNodes);
      const buttons = nodesOf(root).filter((node) => node.role === 'button').length;
      expect(stats).toMatchObject({ truncated: true, truncateReasons: ['maxNodes'] });
      expect(stats.omitted).toMatchObject({ interactive: 6 - buttons });
      if (buttons > 0) expect(stats.next).toBe(`e${buttons}`);
    });
  });

  it('maxNodes: counts no rest if it is enough', async () => {
    await withPage(engine, `<!doctype html>${'<button>b</button>'.repeat(6)}`, async (page) => {
      const { stats } = await tree(page, { maxNodes: 6 });
      expect(stats).toMatchObject({ nodesEmitted: 6, interactive: 6, truncated: false });
      expect(stats.omitted).toBeUndefined();
      expect(stats.next).toBeUndefined();
    });
  });

  it('maxJsonBytes: limits the length of the JSON approximately', async () => {
    await withPage(engine, `<!doctype html>${'<button>some button</button>'.repeat(300)}`, async (page) => {
      const { stats, ...rest } = await tree(page, { maxJsonBytes: 20_000 });
      expect(stats.truncateReasons).toEqual(['maxJsonBytes']);
      const bytes = JSON.stringify({ stats, ...rest }).length;
      expect(bytes).toBeLessThan(24_000);
      expect(bytes).toBeGreaterThan(10_000);
    });
  });

  it('timeBudgetMs: stops at the limit and gives the reason', async () => {
    // More than any engine reads in a millisecond.
    const html = `<!doctype html>${'<button>b</button>'.repeat(3000)}`;
    await withPage(engine, html, async (page) => {
      const { stats } = await tree(page, { timeBudgetMs: 1 });
      expect(stats).toMatchObject({ truncated: true, truncateReasons: ['timeBudget'] });
      expect(stats.interactive).toBeLessThan(3000);
    });
  });
});

describe('options that choose a part of the page', () => {
  const html =
    '<form id=f aria-label=Pay><input aria-label=Card><button>Pay</button></form><div role=dialog aria-label=Cookies><button>Accept</button></div><button>Out</button>';

  it.each(['#f', 'e1'])('scope %s: lists only that, with a line for dialogs outside of it', async (scope) => {
    const page =
      '<div tabindex=0 id=f aria-label=Pay role=group><input aria-label=Card><button>Pay</button></div>' +
      '<div role=dialog aria-label=Cookies><button>Accept</button></div><button>Out</button>';
    await withPage(engine, `<!doctype html><body>${page}`, async (tab) => {
      await tree(tab);
      expect(await lines(tab, { scope })).toEqual([
        '- focusable "Pay" [ref=e1]:',
        '  - textbox "Card" [ref=e2]',
        '  - button "Pay" [ref=e3]',
        expect.stringMatching(/^- dialog "Cookies".*:?$/),
        expect.stringMatching(/more/),
      ]);
    });
  });

  it('scope: lists the first match of a selector, with the refs of the whole page', async () => {
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      expect((await lines(page)).at(-1)).toBe('- button "Out" [ref=e4]');
      expect((await lines(page, { scope: 'button:last-of-type' }))[0]).toBe('- button "Pay" [ref=e2]');
    });
  });

  itInBrowser?.('viewport: lists what is in it, or near it, with the same refs', async () => {
    const page =
      '<button>top</button><div style="height:120vh"></div><button>near</button><div style="height:400vh"></div><button>far</button>';
    await withPage(engine, `<!doctype html><body style="margin:0">${page}`, async (tab) => {
      expect((await tree(tab)).tree.children?.map((node) => [node.ref, node.offscreen])).toEqual([
        ['e1', undefined],
        ['e2', true],
        ['e3', true],
      ]);
      expect(await lines(tab, { viewport: 'visible' })).toEqual(['- button "top" [ref=e1]']);
      const buffer = await tab.evaluate<number>('innerHeight / 2');
      expect(await lines(tab, { viewport: { buffer } })).toHaveLength(2);
      await tab.run('scrollTo(0, 99999)');
      expect((await lines(tab, { viewport: 'visible' }))[0]).toMatch(/button "far".*\[ref=e3\]/);
    });
  });

  itInBrowser?.('maxCharsTotal: lists the options of a select that fit and counts the others', async () => {
    const choices = Array.from({ length: 20 }, (_, i) => `<option>Country number ${i}`).join('');
    const links = Array.from({ length: 20 }, (_, i) => `<a href="/${i}">Link ${i}</a> `).join('');
    const page = `${links}<div style="height:300vh"></div><select aria-label=Country>${choices}</select>`;
    await withPage(engine, `<!doctype html><body>${page}`, async (tab) => {
      const shown = await lines(tab, { maxCharsTotal: 900 });
      const last = shown.findIndex((line) => line.includes('link "Link 19"'));
      expect(shown[last + 1]).toMatch(/^- combobox "Country" /);
      const options = shown.slice(last + 2, -1);
      for (const [i, line] of options.entries())
        expect(line).toMatch(new RegExp(`^  - option "Country number ${i}" `));
      const rest = 20 - options.length;
      expect(rest).toBeGreaterThan(0);
      expect(shown.at(-1)).toMatch(new RegExp(`^- \\.\\.\\. ${rest} more \\(${rest} options\\): after=`));
    });
  });

  itInBrowser?.('minElementSize: leaves out smaller elements', async () => {
    const sizes =
      '<button style="width:5px;height:5px;padding:0;overflow:hidden" aria-label=small></button><button>large</button>';
    expect(await shown(sizes)).toHaveLength(2);
    expect(await shown(sizes, { minElementSize: { width: 10, height: 10 } })).toEqual([
      '- button "large" [ref=e1]',
    ]);
  });
});

describe('options that add to nodes', () => {
  it('urls: adds the URL of each link; without it only nameless links have one, cut like a name', async () => {
    const long = `/d?${'q'.repeat(200)}`;
    const box = 'display:block;width:20px;height:20px';
    const html = `<!doctype html><a href="/a">Lamp</a><a href="/b"><img src="lamp.png"></a><a href="/c" style="${box}"></a><a href="${long}" style="${box}"></a>`;
    await withPage(engine, html, async (page) => {
      const ends = ({ tree: root }: SnapshotTree) =>
        nodesOf(root).flatMap(({ role, url }) => (role === 'link' ? [url?.replace(/^.*(?=\/)/, '')] : []));
      const [lamp, picture, unnamed, beginning] = ends(await tree(page));
      expect([lamp, picture, unnamed]).toEqual([undefined, undefined, '/c']);
      expect(beginning).toMatch(/^\/d\?q+…$/);
      expect(ends(await tree(page, { urls: true }))).toEqual(['/a', '/b', '/c', long]);
    });
  });

  // happy-dom resolves links against the page's own address, whatever its base is.
  it.each(ENGINE === 'happy-dom' ? [''] : ['', '<base href="/dir/index?q=1#top">'])(
    'urls: resolves them like the engine (%j)',
    async (base) => {
      const written =
        '/a /a(b) /. /./b /../b /b/../c //other.test/x #place #a(b)?c=d # ?q=1 c/d https://other.test/. https://other.test/a(1)!'.split(
          ' ',
        );
      const links = written.map((href) => `<a href="${href}">x</a> `).join('');
      await withPage(engine, `<!doctype html>${base}<body>${links}`, async (page) => {
        const resolved = await page.evaluate<string[]>(
          "Array.from(document.querySelectorAll('a'), (a) => a.href.replace(location.origin + '/', '/'))",
        );
        const { tree: root } = await tree(page, { urls: true });
        const shown = nodesOf(root).flatMap(({ role, url }) => (role === 'link' ? [url] : []));
        expect(shown).toEqual(resolved);
        expect(shown).toHaveLength(written.length);
      });
    },
  );

  it('description: from aria-description, aria-describedby and title', async () => {
    await withPage(
      engine,
      '<!doctype html><button aria-describedby=d title=Tip>One</button><i id=d>Help</i><button title=Tip>Two</button>',
      async (page) => {
        const described = ({ tree: root }: SnapshotTree) => root.children?.map((node) => node.description);
        expect(described(await tree(page))).toEqual([undefined, undefined]);
        expect(described(await tree(page, { description: true }))).toEqual(['Help', 'Tip']);
      },
    );
  });

  itInBrowser?.(
    'boxes: adds the box of every node with a ref, in coordinates of the top viewport, also in frames',
    async () => {
      const html =
        '<body style="margin:0"><button style="position:absolute;left:10px;top:20px;width:30px;height:40px">a</button><iframe id=f style="position:absolute;left:100px;top:200px;border:5px solid;padding:3px"></iframe>';
      const before =
        'f.contentDocument.body.innerHTML = \'<button style="position:absolute;left:1px;top:2px;width:30px;height:40px">b</button>\'';
      await withPage(
        engine,
        `<!doctype html>${html}`,
        async (page) => {
          const boxes = nodesOf((await tree(page, { boxes: true })).tree).flatMap((node) =>
            node.ref ? [node.box] : [],
          );
          expect(boxes).toEqual([
            { x: 10, y: 20, width: 30, height: 40 },
            { x: 109, y: 210, width: 30, height: 40 },
          ]);
        },
        before,
      );
    },
  );

  itInBrowser?.('occlusion: marks what another element covers', async () => {
    await withPage(
      engine,
      '<!doctype html><button>a</button><p></p><button style="position:relative">b</button><div style="position:absolute;left:0;top:0;width:200px;height:45px"></div>',
      async (page) => {
        const covered = nodesOf((await tree(page, { occlusion: true })).tree).flatMap((node) =>
          node.ref ? [node.covered ?? false] : [],
        );
        expect(covered).toEqual([true, false]);
      },
    );
  });

  it('markRefs: false leaves no mark, and refs stay the same', async () => {
    await withPage(engine, '<!doctype html><button>a</button>', async (page) => {
      const { refs } = await tree(page, { markRefs: false });
      expect(await page.evaluate('document.documentElement.outerHTML.includes("data-agent")')).toBe(false);
      expect(Object.keys((await tree(page)).refs)).toEqual(Object.keys(refs));
    });
  });
});

const PATHS: readonly [what: string, html: string, before?: string][] = [
  ['siblings of one kind', '<div><button>a</button><p><button>b</button></p><button>c</button></div>'],
  ['an id', '<div id=x><button id=y>a</button></div>'],
  ['an id that is there twice', '<button id=same>a</button><button id=same>b</button>'],
  ['an id with quotes', `<button id='a"b'>a</button><button id="it's">b</button>`],
  [
    'drawings',
    '<svg width=50 height=50><g></g><g><rect width=9 height=9 onclick="1"><title>a</title></rect><foreignObject width=40 height=40><button xmlns="http://www.w3.org/1999/xhtml">b</button></foreignObject></g></svg>',
  ],
  ['tags with dashes', '<my-card><button>a</button></my-card><my-card><button>b</button></my-card>'],
  [
    'shadow roots and frames',
    '<x-h id=h></x-h><iframe id=f></iframe>',
    "h.attachShadow({ mode: 'open' }).innerHTML = '<p><button>a</button></p><button>b</button>'; f.contentDocument.body.innerHTML = '<i></i><button>c</button>';",
  ],
];

/** Finds the element of a path as a host does, by XPath and through shadow roots and frames. Returns its ref. */
const FOLLOW = `(path) => {
  let root = document;
  let found = null;
  for (const part of path.split(' >>> ')) {
    if (found) root = found.shadowRoot ?? found.contentDocument;
    if (root.nodeType === 11) {
      let at = root;
      for (const step of part.split('/').filter(Boolean)) {
        const [, local, tag, index] = /^(?:\\*\\[local-name\\(\\)="(.+?)"\\]|([^[]+))(?:\\[(\\d+)\\])?$/.exec(step);
        at = [...at.children].filter((el) => el.localName === (local ?? tag))[(index ?? 1) - 1];
      }
      found = at;
    } else found = (root.ownerDocument ?? root).evaluate(part, root, null, 9, null).singleNodeValue;
  }
  return found && found.getAttribute('data-agent-ref');
}`;

describe.each(IS_REAL ? ['by XPath'] : [])('paths, %s', () => {
  itInBrowser?.each(PATHS)('lead back to their element: %s', async (_what, html, before) => {
    await withPage(
      engine,
      `<!doctype html><body>${html}`,
      async (page) => {
        const { refs } = await tree(page, { paths: true });
        const entries = Object.values(refs);
        expect(entries.length).toBeGreaterThan(0);
        for (const { ref, path } of entries) {
          expect(await page.evaluate(`(${FOLLOW})(${JSON.stringify(path)})`), `${ref} ${path}`).toBe(ref);
        }
        expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
      },
      before,
    );
  });
});
