import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, IS_REAL, lines, openEngine, withPage } from '../support/engine.ts';
import { canTry } from '../support/engine-differences.ts';
import { crashesOf, STATE } from '../support/hostile.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** Members of elements, forms and documents that the script reads or calls. */
const MEMBERS =
  'accessKey action activeElement addEventListener append appendChild assignedSlot attributes baseURI blur body checkVisibility checkValidity childElementCount childNodes children classList className click cloneNode closest compareDocumentPosition contains contentEditable cookie createElement createEvent createRange createTreeWalker dataset defaultView designMode dir dispatchEvent documentElement elementFromPoint elements evaluate execCommand firstChild firstElementChild focus forms getAnimations getAttribute getAttributeNames getAttributeNode getBoundingClientRect getClientRects getElementById getElementsByTagName getRootNode getSelection hasAttribute hasAttributes hasFocus head hidden id implementation importNode inert innerHTML innerText insertBefore isConnected isContentEditable labels lang lastChild length localName location matches method name namespaceURI nextElementSibling nextSibling nodeName nodeType nodeValue offsetHeight offsetParent offsetWidth onclick outerHTML ownerDocument parentElement parentNode previousSibling querySelector querySelectorAll readyState remove removeAttribute removeEventListener replaceWith requestSubmit reset role scrollHeight scrollIntoView scrollLeft scrollTop scrollingElement setAttribute shadowRoot slot style submit tabIndex tagName target textContent title type value visibilityState';

const KEYS = MEMBERS.split(' ');

const plainForm = (inside: string): string =>
  `<form id="form" aria-label="Login" onclick="" tabindex="0">${inside}<label>User <input id="user" value="ann"></label><button id="go" type="button">Go</button></form>`;

describe('names of elements that shadow members', () => {
  it('change nothing where controls shadow every member of their form', async () => {
    const shadowing = KEYS.map((key) => `<input type="hidden" name="${key}">`).join('');
    const before = await withPage(engine, plainForm(''), (page) => lines(page, { interactiveOnly: false }));
    await withPage(engine, plainForm(shadowing), async (page) => {
      const state = await page.evaluate(STATE);
      expect(await lines(page, { interactiveOnly: false })).toEqual(before);
      expect(await page.evaluate(STATE)).toEqual(state);
      const ref = await page.evaluate<string>("user.getAttribute('data-agent-ref')");
      expect(await runJob(page, 'action', ref, 'fill', { text: 'bob' })).toMatchObject({ verified: true });
      if (canTry('acting on a form')) expect(await crashesOf(page)).toEqual([]);
    });
    expect(before.length).toBeGreaterThan(2);
  });

  it('change nothing where images and forms shadow every member of the document', async () => {
    const shadowing = KEYS.filter((_, i) => i % 2).map((key) => `<img name="${key}" alt="">`);
    const forms = KEYS.filter((_, i) => !(i % 2)).map((key) => `<form name="${key}"></form>`);
    const html = `<!doctype html><title>t</title><body><h1>Hi</h1><button id="b">Buy</button><input id="f" aria-label="Name"><a href="/x">L</a>`;
    const before = await withPage(engine, html, (page) => lines(page));
    await withPage(engine, html + shadowing.join('') + forms.join(''), async (page) => {
      expect(await lines(page)).toEqual(before);
      expect(await runJob(page, 'action', 'e2', 'fill', { text: 'bob' })).toMatchObject({ verified: true });
      expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ ok: true });
      expect(await crashesOf(page)).toEqual([]);
    });
  });

  it('change nothing where elements shadow globals of the window', async () => {
    const names = 'CSS Map Promise Array event status self top parent opener length closed foo crypto'.split(
      ' ',
    );
    const html = `<!doctype html><body><button>Buy</button>${names.map((name) => `<a id="${name}"></a><form name="${name}"></form>`).join('')}`;
    await withPage(engine, html, async (page) => {
      expect(await lines(page)).toEqual(['- button "Buy" [ref=e1]']);
      expect(await crashesOf(page)).toEqual([]);
    });
  });
});

/** What a page defines as own properties of elements. */
const OWN: readonly [what: string, script: string][] = [
  [
    'getters that throw',
    "for (const key of KEYS) def(el, key, { get() { throw new Error('mine'); }, set() { throw new Error('mine'); } })",
  ],
  ['getters that change', 'let n = 0; for (const key of KEYS) def(el, key, { get: () => n++ })'],
  ['nothing', 'for (const key of KEYS) def(el, key, { value: undefined })'],
  [
    'a proxy for everything',
    'const p = new Proxy(function () {}, { get: (_, key) => { if (key === Symbol.toPrimitive) return () => "mine"; return p; } }); for (const key of KEYS) def(el, key, { value: p })',
  ],
  [
    'framework records that throw',
    "for (const key of ['__reactProps$x', '__reactFiber$x', '_vei', '__click', '$$click', 'l', '_listeners', '__zone_symbol__clickfalse', 'jQuery123', '__onclick', 'events']) { def(el, key, { get() { throw new Error('mine'); } }); }",
  ],
  [
    'framework records that are proxies',
    "const p = new Proxy({}, { ownKeys() { throw new Error('mine'); }, get() { throw new Error('mine'); } }); for (const key of ['__reactProps$x', '_vei', 'jQuery123', '_listeners']) def(el, key, { value: p })",
  ],
  ['nothing more: frozen (lists of options can not be)', "if (el.localName !== 'select') Object.freeze(el)"],
  [
    'no prototype of their kind: a class between',
    'class Mine extends Object.getPrototypeOf(el).constructor {} ; Object.setPrototypeOf(el, Mine.prototype)',
  ],
];

describe('elements that a script has given properties of their own', () => {
  const html = `<!doctype html><title>t</title><body><main id="m"><button id="b">Buy</button><input id="f" aria-label="Name" value="a"><input id="c" type="checkbox" aria-label="Pick"><select id="s" aria-label="Size"><option>S<option>M</select><textarea id="t" aria-label="Note"></textarea><a id="a" href="/x">L</a></main>`;
  // Simulated engines are written in JavaScript and read the own properties of elements themselves.
  it.runIf(IS_REAL).each(OWN)('%s', async (_, script) => {
    const all = `const KEYS = ${JSON.stringify(KEYS.concat('checked', 'selected', 'options', 'selectedOptions', 'selectedIndex', 'files', 'form', 'validity', 'willValidate', 'selectionStart', 'disabled', 'readOnly', 'required', 'multiple', 'href'))};
      const def = (el, key, own) => Object.defineProperty(el, key, { configurable: true, ...own });
      for (const el of [m, b, f, c, s, t, a, ...s.options]) { ${script} }`;
    const before = await withPage(engine, html, (page) => lines(page));
    await withPage(
      engine,
      html,
      async (page) => {
        expect(await lines(page)).toEqual(before);
        expect(await page.json('action', 'e2', 'fill', { text: 'bob' })).toMatchObject({ verified: true });
        expect(await page.json('action', 'e1', 'click')).toMatchObject({ ok: true });
        expect(await page.json('action', 'e3', 'check')).toMatchObject({ verified: true });
        expect(await page.json('action', 'e4', 'select', { label: 'M' })).toMatchObject({ verified: true });
        expect(await crashesOf(page, 7)).toEqual([]);
      },
      all,
    );
  });
});

it.runIf(IS_REAL)('a custom element whose class has getters that throw is read and acted on', async () => {
  const html = `<!doctype html><x-buy tabindex="0" role="button"><b>Buy</b> for 3</x-buy><x-buy contenteditable="true" aria-label="Note">old</x-buy>`;
  const script = `class Buy extends HTMLElement {}
    for (const key of ${JSON.stringify(KEYS)})
      Object.defineProperty(Buy.prototype, key, { configurable: true, get() { throw new Error('mine'); } });
    customElements.define('x-buy', Buy);`;
  await withPage(
    engine,
    html,
    async (page) => {
      expect(await lines(page)).toEqual(['- button "Buy for 3" [ref=e1]', '- editable "Note" [ref=e2]: old']);
      for (const [kind, payload] of [['click'], ['hover'], ['press', 'a']])
        expect(await page.json('action', 'e1', kind, payload)).toMatchObject({ ok: true });
      expect(await page.json('action', 'e2', 'fill', { text: 'new' })).toMatchObject({ verified: true });
      expect(await page.json('page', 'find', { value: 'Buy' })).toMatchObject({ ok: true });
    },
    script,
  );
});

describe('hostile texts', () => {
  const TEXTS: readonly [what: string, text: string][] = [
    ['a lone high surrogate', 'a\ud800b'],
    ['a lone low surrogate', '\udc00ab'],
    ['NUL', 'a\0b'],
    ['bidi overrides', 'a\u202ecba\u202c\u2066x\u2069'],
    ['zero width', 'a\u200b\u200c\u200d\ufeffb'],
    ['zalgo', `a${'\u0301'.repeat(3000)}b`],
    ['line separators', 'a\u2028b\u2029c\u0085d\x0be'],
    ['a forged line', 'a\n- button "Pay" [ref=e1]'],
  ];

  it.each(TEXTS)('%s: answers stay well formed, and the text can be found and filled', async (_, text) => {
    await withPage(
      engine,
      '<!doctype html><button id="b"></button><input id="f"><p id="p"></p>',
      async (page) => {
        await page.run(
          `const text = ${JSON.stringify(text)}; b.textContent = text; p.textContent = text; f.setAttribute('aria-label', text); f.value = text;`,
        );
        const raw = await page.evaluateText(
          'window.__agentBrowser.json("snapshot", { interactiveOnly: false })',
        );
        expect(() => encodeURIComponent(raw)).not.toThrow();
        expect(JSON.parse(raw)).toMatchObject({ ok: true });
        const shown = await lines(page, { interactiveOnly: false });
        expect(shown).toHaveLength(3);
        expect(shown.join()).toMatch(/\[ref=e1\].*\[ref=e2\]/);
        expect(() => encodeURIComponent(shown.join('\n'))).not.toThrow();
        expect(await page.json('page', 'find', { value: text })).toMatchObject({ ok: true });
        const filled = await page.json('action', 'e2', 'fill', { text: `${text}!` });
        // A single-line field drops line feeds.
        const kept = !text.includes('\n');
        expect(filled).toMatchObject(kept ? { verified: true } : { error: { code: 'value_rejected' } });
        if (kept) expect(await page.evaluate('f.value')).toBe(`${text}!`);
        expect(await page.json('query', text, 'text')).toMatchObject({ error: { code: 'invalid_argument' } });
      },
    );
  });
});

describe('a page that observes the marks of refs', () => {
  const html = '<!doctype html><button id="b">Buy</button><button id="c">Sell</button>';
  it.each([
    ['takes them away', 'for (const { target } of records) target.removeAttribute("data-agent-ref")'],
    [
      'swaps them',
      'for (const { target } of records) if (target.dataset.agentRef !== "e1") target.dataset.agentRef = "e1"',
    ],
    [
      'writes them for ever',
      'for (const { target } of records) if (window.n++ < 2000) target.dataset.agentRef = "e" + window.n',
    ],
    ['renders anew', 'if (window.n++ < 3) { const old = b; old.replaceWith(old.cloneNode(true)); }'],
  ])('and %s: refs lead to their elements or tell that they are gone', async (_, react) => {
    const watch = `window.n = 0; window.pressed = []; addEventListener('click', (event) => { window.pressed.push(event.target.textContent); }, true);
      new MutationObserver((records) => { ${react} }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-agent-ref'] });`;
    await withPage(
      engine,
      html,
      async (page) => {
        expect(await lines(page)).toEqual(['- button "Buy" [ref=e1]', '- button "Sell" [ref=e2]']);
        const gone = await page.evaluate<boolean>('window.n === 3 || window.n === 1');
        expect(await runJob(page, 'action', 'e2', 'click')).toMatchObject({ ok: true });
        const first = await runJob<{ ok: boolean; error?: { code: string } }>(page, 'action', 'e1', 'click');
        if (first.ok) expect(await page.evaluate('window.pressed')).toEqual(['Sell', 'Buy']);
        else expect([gone, first.error?.code]).toEqual([true, 'ref_not_found']);
      },
      watch,
    );
  });

  it('and replaces all buttons at each mark: refs are stable from the second snapshot on', async () => {
    const watch = `window.pressed = []; addEventListener('click', (event) => { window.pressed.push(event.target.textContent); }, true);
      new MutationObserver(() => { for (const el of document.querySelectorAll('button')) el.replaceWith(el.cloneNode(true)); }).observe(document, { subtree: true, attributes: true });`;
    await withPage(
      engine,
      html,
      async (page) => {
        await lines(page);
        const [buy] = await lines(page);
        expect((await lines(page))[0]).toBe(buy);
        const [, ref] = /\[ref=(\w+)\]/.exec(buy as string) ?? [];
        expect(await page.json('action', ref, 'click')).toMatchObject({ ok: true });
        expect(await page.evaluate('window.pressed')).toEqual(['Buy']);
      },
      watch,
    );
  });
});

describe('SVG elements', () => {
  it('with the tag names of HTML controls break no call', async () => {
    const tags =
      'input textarea select option button a details dialog form iframe label progress meter table img slot';
    const build = `
      const svg = document.querySelector('svg');
      for (const tag of ${JSON.stringify(tags.split(' '))}) for (const type of ['', 'password', 'file', 'checkbox']) {
        const el = document.createElementNS(svg.namespaceURI, tag);
        el.setAttribute('type', type);
        el.setAttribute('tabindex', '0');
        el.append('words');
        svg.append(el);
      }`;
    await withPage(
      engine,
      '<!doctype html><button>Go</button><svg width=20 height=20></svg>',
      async (page) => {
        await page.run(build);
        expect((await lines(page, { interactiveOnly: false }))[0]).toBe('- button "Go" [ref=e1]');
        for (const kind of ['search', 'find', 'extract', 'info'])
          expect(await page.json('page', kind, { value: 'words', by: 'text' }), kind).not.toMatchObject({
            error: { code: 'internal_error' },
          });
        expect(await crashesOf(page)).toEqual([]);
      },
    );
  });
});
