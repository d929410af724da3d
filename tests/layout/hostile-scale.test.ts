import { beforeAll, describe, expect, it } from 'vitest';
import type {
  ActionOk,
  ActionResult,
  ErrorResult,
  PageExtract,
  PageFind,
  QueryOk,
  SnapshotText,
  SnapshotTree,
} from '../../src/contract.ts';
import { type Engine, lines, openEngine, tree, URL_OF_PAGE, withPage } from '../support/engine.ts';
import { canTry, DEPTH, LONG_TEXT_MB } from '../support/engine-differences.ts';
import { some } from '../support/selection.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const build = (script: string): string => `<!doctype html><title>t</title><body><script>${script}</script>`;

describe('a page with too much content', () => {
  it('50,000 elements: a default snapshot ends at its limits, and a time budget is kept', async () => {
    const html = build(`
      const part = document.createElement('div');
      part.innerHTML = '<p><b>x</b> <button>Buy</button> <a href="#a">L</a></p>'.repeat(100);
      for (let i = 0; i < 125; i++) document.body.append(part.cloneNode(true));`);
    await withPage(engine, html, async (page) => {
      expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeGreaterThan(50_000);
      const { stats } = await tree(page);
      expect(stats).toMatchObject({ truncated: true });
      expect(stats.nodesEmitted).toBeGreaterThan(400);
      expect(stats.nodesVisited).toBeLessThan(5000);
      expect(stats.omitted?.interactive).toBeGreaterThan(24_000);
      const hurried = await tree(page, { interactiveOnly: false, maxNodes: 200_000, timeBudgetMs: 20 });
      expect(hurried.stats.truncateReasons).toContain('timeBudget');
      expect(hurried.stats.nodesEmitted).toBeLessThan(200_000);
      expect(await page.json('action', 'e1', 'click')).toMatchObject({ ok: true });
    });
  });

  it(`a text and an attribute of ${LONG_TEXT_MB} MB, and a value of 1 MB`, async () => {
    const html = build(`
      const long = 'word '.repeat(${LONG_TEXT_MB * 200_000});
      const p = document.createElement('p'), a = document.createElement('a'), f = document.createElement('textarea');
      p.textContent = long; a.href = '/x'; a.textContent = 'L'; a.setAttribute('aria-label', long);
      f.value = long.slice(0, 1e6);
      document.body.append(p, a, f);`);
    await withPage(engine, html, async (page) => {
      const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', interactiveOnly: false });
      expect(text.length).toBeLessThanOrEqual(12_000);
      expect(text).toContain('- paragraph: ');
      expect(text.split('\n').at(-1)).toContain('after=');
      const acting = await lines(page);
      expect(acting.map((line) => line.slice(0, 12))).toEqual(['- link "word', '- textbox [r']);
      const [, ref] = /\[ref=(\w+)\]/.exec(acting[1] as string) ?? [];
      const { value } = await page.json<QueryOk>('query', ref, 'value');
      expect((value as string).length).toBeLessThan(5000);
      expect(await page.json('action', ref, 'fill', { text: 'short' })).toMatchObject({ verified: true });
    });
  });

  it('30,000 spans behind 5 MB of text in one paragraph', async () => {
    const html = build(`
      const p = document.createElement('p');
      p.innerHTML = 'word '.repeat(1_000_000) + '<span>r1</span> '.repeat(30_000);
      document.body.append(p);`);
    await withPage(engine, html, async (page) => {
      const result = await page.json<SnapshotText>('snapshot', { format: 'text' });
      expect(result).toMatchObject({ ok: true, refs: [] });
    });
  });

  it('a line of 20,000 links: each is read once', async () => {
    const html = build(`document.body.innerHTML = '<p>' + '<a href="/x">word</a> '.repeat(20_000);`);
    await withPage(engine, html, async (page) => {
      const { text } = await page.json<PageExtract>('page', 'extract', { maxCharsTotal: 1e7 });
      expect(text.match(/\[word\]/g)).toHaveLength(20_000);
      expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(21_000);
    });
  });

  it('8,000 sections with a heading each, none directly after another one', async () => {
    const html = build(`
      let html = '';
      for (let i = 0; i < 8000; i++) html += '<div id="related-' + i + '"><h2>related ' + i + '</h2></div><i></i>';
      document.body.innerHTML = html + '<p>Text</p>';`);
    await withPage(engine, html, async (page) => {
      const { text } = await page.json<PageExtract>('page', 'extract', { maxCharsTotal: 1e7 });
      expect(text).toMatch(/Text$/);
    });
  });

  it('300 buttons that are named by the same element with 100,000 empty children', async () => {
    const html = build(`
      const title = document.createElement('h2'), part = document.createElement('div');
      title.id = 'title';
      title.innerHTML = '<i></i>'.repeat(100_000) + 'Buy';
      title.hidden = true;
      part.innerHTML = '<button aria-labelledby="title"></button>'.repeat(300);
      document.body.append(title, part);`);
    await withPage(engine, html, async (page) => {
      const shown = await lines(page, { maxNodes: 1000, maxCharsTotal: 100_000 });
      expect(shown.filter((line) => line.startsWith('- button "Buy" ['))).toHaveLength(300);
    });
  });

  it('20,000 options: few of them and the chosen one are listed, and any can be chosen', async () => {
    const html = build(`
      const s = document.createElement('select');
      for (let i = 0; i < 20_000; i++) s.append(new Option('Option ' + i, i, i === 15_000, i === 15_000));
      document.body.append(s);`);
    await withPage(engine, html, async (page) => {
      const shown = await lines(page);
      expect(shown.length).toBeLessThan(40);
      expect(shown.join('\n')).toContain('option "Option 15000"');
      const result = await page.json<ActionResult>('action', 'e1', 'select', { label: 'Option 19999' });
      expect(result).toMatchObject({ ok: true, verified: true });
      expect(await page.evaluate('document.querySelector("select").value')).toBe('19999');
    });
  });

  it('200 hover rules that each show 400 nested boxes', async () => {
    const rules = Array.from({ length: 200 }, (_, i) => `.a:hover .b { opacity: ${i % 2} }`).join('');
    const html = build(`
      document.head.appendChild(document.createElement('style')).textContent = '${rules}';
      const a = document.body.appendChild(document.createElement('div')); a.className = 'a';
      let at = a;
      for (let i = 0; i < 400; i++) { at = at.appendChild(document.createElement('div')); at.className = 'b'; }
      at.innerHTML = '<p>x</p>'.repeat(5000) + '<button style="visibility: hidden">Buy</button>';`);
    await withPage(engine, html, async (page) => {
      expect(await lines(page)).toEqual([expect.stringMatching(/^- hoverable .*\[ref=e1\]/)]);
    });
  });

  it('20,000 areas of image maps, and one map that 2,000 images share', async () => {
    const html = build(`
      const map = (name, areas) => '<map name=' + name + '>' + '<area href="#a" alt=A coords="0,0,9,9">'.repeat(areas) + '</map>';
      const image = (name) => '<img usemap="#' + name + '" width=9 height=9 alt=I>';
      document.body.innerHTML = map('large', 10_000) + image('large').repeat(2000)
        + Array.from({ length: 2000 }, (_, i) => map('m' + i, 5) + image('m' + i)).join('');`);
    await withPage(engine, html, async (page) => {
      const seen = await tree(page, { timeBudgetMs: 1000 });
      expect(seen.stats.truncated).toBe(true);
      const [first] = await lines(page, { timeBudgetMs: 1000 });
      expect(first).toBe('- link "A" [ref=e1]');
      expect(await page.json('action', 'e1', 'click')).toMatchObject({ ok: true });
      expect(await page.evaluate('location.hash')).toBe('#a');
    });
  });

  it.each(
    some<[string, string, number?]>(
      [
        ['the value of a text area', `make('textarea').value = words`],
        ['the value of a field', `make('input').value = letters`],
        ['an option', `make('select').append(new Option(words))`],
        [
          '2,000 options that are all chosen',
          `const all = make('select'); all.multiple = true;
      for (let i = 0; i < 2000; i++) all.append(new Option('option ' + i, i, true, true))`,
        ],
        ['a placeholder', `const field = make('input'); field.placeholder = words; field.ariaLabel = 'a'`],
        [
          'what is wrong with a field',
          `const field = make('input'); field.setCustomValidity(words); field.setAttribute('aria-invalid', 'true')`,
        ],
        [
          'the name of an element',
          `const own = make('x-' + letters); own.tabIndex = 0; own.textContent = 'own'`,
        ],
        [
          'an address',
          `make('a').href = '/' + letters; document.querySelector('a').textContent = 'a'`,
          30_000,
        ],
        [
          'a file in an address',
          `make('a').href = 'data:,' + letters; document.querySelector('a').textContent = 'a'`,
          5000,
        ],
        ['the title', `document.title = words`],
        ['the address of the page', `location.hash = letters`, 30_000],
      ],
      3,
    ),
  )('1 MB in %s: results stay short, and the button after it is listed', async (_, script, most = 20_000) => {
    await withPage(engine, '<!doctype html><title>t</title><body>', async (page) => {
      await page.run(`
        const words = 'word '.repeat(2e5), letters = 'x'.repeat(1e6);
        const make = (tag) => document.body.appendChild(document.createElement(tag));
        ${script};
        make('button').textContent = 'Buy'`);
      for (const interactiveOnly of [true, false]) {
        const seen = await tree(page, { interactiveOnly });
        expect(JSON.stringify(seen).length).toBeLessThan(most);
        expect(Object.values(seen.refs).map(({ name }) => name)).toContain('Buy');
        expect(seen.stats.truncated).toBe(false);
      }
      for (const [verb, ...rest] of [
        ['action', 'e1', 'focus'],
        ['query', 'e1', 'describe'],
        ['page', 'info'],
      ] as const)
        expect(JSON.stringify(await page.json(verb, ...rest)).length).toBeLessThan(30_000);
    });
  });

  it.each([
    ['the value of an area', `make('textarea').value = words`, 'press', 'Enter', 'value', 4000],
    ['what is filled in', `make('textarea')`, 'fill', 'word '.repeat(1e5), 'value', 4000],
    [
      'an option',
      `make('select').append('', new Option('a'), new Option(words, 'b'))`,
      'select',
      'b',
      'selected',
      4000,
    ],
    [
      'an address',
      `make('button').onclick = () => { location.hash = words; }`,
      'click',
      undefined,
      'url',
      20_000,
    ],
  ] as const)(
    '500 kB in %s: the effect is cut after its verification',
    async (_, script, kind, payload, field, most) => {
      await withPage(engine, '<!doctype html><title>t</title><body>', async (page) => {
        await page.run(`
        const words = 'word '.repeat(1e5);
        const make = (tag) => document.body.appendChild(document.createElement(tag));
        ${script}`);
        await tree(page);
        const { verified, effect } = await page.json<ActionOk>('action', 'e1', kind, payload);
        const value = effect?.[field];
        expect(String(value)).toMatch(/word.{99,}…$/s);
        expect(String(value)).toHaveLength(most);
        expect(verified).toBe(true);
      });
    },
  );

  it('5,000 attributes on one element', async () => {
    const html = build(`
      const b = document.createElement('button'); b.textContent = 'Buy';
      for (let i = 0; i < 5000; i++) b.setAttribute('data-a' + i, 'v');
      document.body.append(b);`);
    await withPage(engine, html, async (page) => {
      expect(await lines(page)).toEqual(['- button "Buy" [ref=e1]']);
      const { value } = await page.json<QueryOk>('query', 'e1', 'outerHTML');
      expect((value as string).length).toBeLessThan(5000);
    });
  });

  it('100 frames and 1,000 shadow roots', async () => {
    const html = build(`
      for (let i = 0; i < 100; i++) {
        const frame = document.createElement('iframe');
        frame.title = 'F' + i;
        document.body.append(frame);
        frame.contentDocument.body.innerHTML = '<button>In ' + i + '</button>';
      }
      for (let i = 0; i < 1000; i++) {
        const host = document.createElement('div');
        document.body.append(host);
        host.attachShadow({ mode: 'open' }).innerHTML = '<button>Shadow ' + i + '</button>';
      }`);
    await withPage(engine, html, async (page) => {
      const { refs, stats } = await tree(page, { maxNodes: 10_000 });
      const names = Object.values(refs).map(({ name }) => name);
      expect(stats.truncated).toBe(false);
      expect(names.filter((name) => name?.startsWith('In '))).toHaveLength(100);
      expect(names.filter((name) => name?.startsWith('Shadow '))).toHaveLength(1000);
    });
  });

  it(`${DEPTH} levels: a button at the bottom is found and clicked`, async () => {
    const html = build(`
      let at = document.body;
      for (let i = 0; i < ${DEPTH}; i++) at = at.appendChild(document.createElement('div'));
      at.innerHTML = '<button onclick="window.pressed = true">Deep</button>';`);
    await withPage(engine, html, async (page) => {
      expect(await lines(page)).toEqual(['- button "Deep" [ref=e1]']);
      expect(await page.json('action', 'e1', 'click')).toMatchObject({ ok: true });
      expect(await page.evaluate('window.pressed')).toBe(true);
    });
  });
});

/**
 * A text is read again for each element that refers to it: each of these pages took minutes, or ended the snapshot.
 */
describe('a page with many references or huge values', () => {
  it.each(
    some<[string, string]>(
      [
        [
          'names and descriptions that are made of 3,000 elements each',
          `const all = Array.from({ length: 3000 }, (_, i) => { const p = document.createElement('p'); p.id = 'i' + i; return p; });
       const ids = all.map((p) => p.id).join(' ');
       for (const p of all) for (const name of ['labelledby', 'describedby']) p.setAttribute('aria-' + name, ids);
       for (const p of all) p.setAttribute('role', 'button');
       document.body.append(...all);`,
        ],
        [
          '3,000 elements that all own each other',
          `const all = Array.from({ length: 3000 }, (_, i) => { const p = document.createElement('p'); p.id = 'i' + i; return p; });
       for (const p of all) p.setAttribute('aria-owns', all.map(({ id }) => id).join(' '));
       document.body.append(...all);`,
        ],
        [
          'a text of 2 MB that names 500 buttons',
          `const text = document.createElement('p'); text.id = 'text'; text.textContent = 'w '.repeat(1e6);
       document.body.append(text);
       for (let i = 0; i < 500; i++) document.body.append(document.createElement('button'));
       for (const b of Array.from(document.querySelectorAll('button')).slice(1)) b.setAttribute('aria-labelledby', 'text');`,
        ],
        [
          'an attribute of 3 MB that names 500 buttons',
          `const title = document.body.appendChild(document.createElement('h2')); title.id = 'title';
       title.setAttribute('aria-label', 'w  '.repeat(1e6));
       document.body.insertAdjacentHTML('beforeend', '<button></button>' + '<button aria-labelledby=title></button>'.repeat(500));`,
        ],
        [
          'roles and classes of 200 KB',
          `for (let i = 0; i < 3000; i++) {
         const p = document.body.appendChild(document.createElement('p'));
         for (const name of ['role', 'class']) p.setAttribute(name, 'z '.repeat(100_000));
         p.onclick = () => { window.pressed = true; };
       }`,
        ],
        [
          'the address of a picture with a name of 200,000 letters',
          `const image = document.createElement('img'); image.width = image.height = 20;
       image.src = 'a'.repeat(200_000) + '/';
       document.body.appendChild(document.createElement('button')).append(image);`,
        ],
        [
          '600 addresses of 400 KB',
          `for (let i = 0; i < 600; i++) document.body.appendChild(document.createElement('a')).href = '/?' + 'a=b&'.repeat(100_000);`,
        ],
        [
          'an attribute with 200,000 events, and one with 200,000 spaces',
          `for (const [name, value] of [['data-action', 'mouseover '.repeat(200_000)], ['_', 'on a' + ' '.repeat(200_000)]])
         document.body.appendChild(document.createElement('p')).setAttribute(name, value);`,
        ],
        [
          'a field with 300,000 values in a box to press',
          `const box = document.body.appendChild(document.createElement('div')); box.tabIndex = 0; box.textContent = 'a, b';
       box.appendChild(document.createElement('input')).value = 'a, '.repeat(300_000);`,
        ],
        [
          'rules for the pointer with 200,000 selectors, and with one that goes on and on',
          `const style = document.head.appendChild(document.createElement('style'));
       style.textContent = 'a:hover b' + ', c'.repeat(200_000) + ' { display: block }' +
         ':hover'.repeat(50_000) + ' { display: block; cursor: pointer }';`,
        ],
        [
          'one style sheet that is adopted 150,000 times',
          `const sheet = 'replaceSync' in CSSStyleSheet.prototype ? new CSSStyleSheet() : undefined;
       sheet?.replaceSync('a:hover b { display: block }');
       if (sheet) document.adoptedStyleSheets = new Array(150_000).fill(sheet);`,
        ],
        [
          'records of frameworks that are as long as lists can be',
          `for (let i = 0; i < 3; i++) document.body.append(document.createElement('p'));
       const [a, b, c] = document.querySelectorAll('p');
       a.__on = new Array(4e8); b._$litPart$ = new Array(4e8);
       c.__vue__ = { elm: c, data: { on: new Array(4e8) }, children: new Array(4e8) };
       for (let i = 0; i < 3000; i++) document.body.append(document.createElement('p'));
       document.jQuery123 = { events: { click: Array.from({ length: 20_000 }, (_, i) => ({ selector: '.x' + i })) } };`,
        ],
      ],
      3,
    ),
  )('%s: it can be read', async (_, script) => {
    const html = `<!doctype html><title>t</title><body><button>Buy</button><script>${script}</script>`;
    await withPage(engine, html, async (page) => {
      for (const options of [{}, { interactiveOnly: false, description: true }]) {
        const { ok, text } = await page.json<SnapshotText>('snapshot', { format: 'text', ...options });
        expect(ok && text).toContain('- button "Buy" [ref=e1]');
      }
      expect(await page.json('action', 'e1', 'click')).toMatchObject({ ok: true });
    });
  });
});

it('Tab goes past 4,000 radio buttons of one group in which none is checked', async () => {
  const html = `<!doctype html><title>t</title><body><form>${'<input type=radio name=a>'.repeat(4000)}</form>`;
  await withPage(engine, html, async (page) => {
    expect(await page.json('page', 'pressKey', 'Tab')).toMatchObject({ ok: true });
    expect(await page.evaluate('document.activeElement.type')).toBe('radio');
  });
});

const NESTED = Math.min(DEPTH, 1000);

it(`${NESTED} nested focusable boxes are listed in good time`, async () => {
  const html = build(`
    let at = document.body;
    for (let i = 0; i < ${NESTED}; i++) { at = at.appendChild(document.createElement('div')); at.tabIndex = 0; }
    at.innerHTML = '<button>Buy</button><input>';`);
  await withPage(engine, html, async (page) => {
    const { refs } = await tree(page, { interactiveOnly: false, maxNodes: 20_000 });
    expect(Object.values(refs).filter(({ tag }) => tag === 'button')).toHaveLength(1);
  });
});

describe('the text of a page', () => {
  it.each([
    ['in 30,000 parts of a line', `'<p>' + '<b> x</b>'.repeat(30_000)`],
    ['in 15,000 paragraphs without a control', `'<main>' + '<p>x <b>y</b></p>'.repeat(15_000)`],
    ['1 MB below 800 boxes', `'<div>'.repeat(400) + 'w x '.repeat(250_000)`],
  ])('%s is searched', async (_, markup) => {
    const html = `<!doctype html><title>t</title><body><button>Buy</button><script>
      const box = document.body.appendChild(document.createElement('div'));
      box.innerHTML = ${markup};
      // A parser nests no deeper than 512.
      const inner = Array.from(box.querySelectorAll('div')).pop();
      for (let i = 0, at = inner; at && i < 400; i++) {
        const between = document.createElement('div');
        between.append(...at.childNodes);
        at.append(between);
        at = between;
      }</script>`;
    await withPage(engine, html, async (page) => {
      expect(await page.json('page', 'search', { value: 'x' })).toMatchObject({ ok: true });
      const { elements } = await page.json<PageFind>('page', 'find', {
        by: 'text',
        value: 'x',
        hidden: true,
      });
      expect(elements[0]).toMatchObject({ role: expect.stringMatching(/generic|paragraph/) });
      expect(await page.json('page', 'wait', { text: 'not there' })).toMatchObject({
        ok: true,
        holds: false,
      });
    });
  });
});

describe('circular references', () => {
  it.each([
    [
      'aria-owns',
      '<div id=a aria-owns=b><button>A</button></div><div id=b aria-owns=a><button>B</button></div>',
      ['A', 'B'],
    ],
    [
      'aria-owns of itself and of what it is in',
      '<div id=a aria-owns="a"><p id=b aria-owns="a b"><button>A</button></p></div>',
      ['A'],
    ],
    [
      'aria-labelledby',
      '<button id=a aria-labelledby="b a">A</button><button id=b aria-labelledby="a b">B</button>',
      ['B A', 'A B'],
    ],
    [
      'aria-controls, aria-describedby and for',
      '<label for=f id=l aria-controls=l aria-describedby=l>L<input id=f aria-describedby="f l"></label>',
      ['L'],
    ],
    [
      'a label in what it labels',
      '<button id=a aria-labelledby=s><span id=s aria-labelledby=a>S</span></button>',
      ['S'],
    ],
  ])('of %s come to an end', async (_, html, names) => {
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const { refs } = await tree(page, { description: true });
      expect(Object.values(refs).map(({ name }) => name)).toEqual(names);
    });
  });
});

describe('a page that is left', () => {
  it('has its refs when it comes back, or reports that they are of another document', async () => {
    const resources = {
      'http://page.test/other': '<!doctype html><title>other</title><button>Other</button>',
    };
    await withPage(
      engine,
      '<!doctype html><title>t</title><button onclick="window.pressed = true">Buy</button>',
      async (page) => {
        const { meta } = await tree(page);
        const titled = async (title: string): Promise<void> => {
          const now = "document.readyState === 'complete' && document.title";
          while ((await page.evaluate(now).catch(() => '')) !== title)
            await new Promise((resolve) => setTimeout(resolve, 20));
        };
        await page.run("setTimeout(() => location.assign('/other'))");
        await titled('other');
        await page.run('setTimeout(() => history.back())');
        await titled('t');
        const isBack = await page.evaluate("typeof window.__agentBrowser === 'object'");
        if (!isBack) await page.inject();
        const clicked = await page.json<ActionResult>('action', 'e1', 'click', { document: meta.document });
        if (isBack) {
          expect(clicked).toMatchObject({ ok: true });
          expect(await page.evaluate('window.pressed')).toBe(true);
        } else
          expect((clicked as ErrorResult).error).toMatchObject({ code: 'ref_not_found', cause: 'navigated' });
        expect((await lines(page))[0]).toMatch(/^- button "Buy" \[ref=e1\]/);
      },
      { resources },
    );
  });

  it.runIf(canTry('an address that never answers'))(
    'for an address that never answers: the job ends, and the page can still be read',
    async () => {
      const resources = { 'http://page.test/slow?': { never: true as const } };
      const html = '<!doctype html><title>t</title><form action="/slow"><button>Go</button></form>';
      await withPage(
        engine,
        html,
        async (page) => {
          await tree(page);
          expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ ok: true });
          expect((await lines(page))[0]).toMatch(/^- button "Go" \[ref=e1\]/);
          await page.run('window.stop()');
          expect(await page.evaluate('location.href')).toBe(URL_OF_PAGE);
        },
        { resources },
      );
    },
  );
});

/** The size of a tree is limited, too. */
it('a name of 10,000 parts is cut', async () => {
  const html = `<!doctype html><body><button>${'<i>a</i><b>b</b>'.repeat(5000)}</button>`;
  await withPage(engine, html, async (page) => {
    const { refs } = (await tree(page)) as SnapshotTree;
    expect(Object.values(refs)[0]?.name?.length).toBeLessThanOrEqual(201);
  });
});
