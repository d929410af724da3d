import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Engine,
  lines,
  type OpenOptions,
  openEngine,
  type TestPage,
  withPage,
} from '../support/engine.ts';
import { canTry } from '../support/engine-differences.ts';
import { crashesOf, STATE } from '../support/hostile.ts';
import { pageScript } from '../support/page-script.ts';
import { rowsHere } from '../support/selection.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

interface Case {
  what: string;
  html: string;
  options?: OpenOptions;
  /** The lines of the snapshot. */
  text?: readonly string[];
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const BUTTON = ['- button "Buy" [ref=e1]'];
const as = (type: string, body?: Buffer): OpenOptions => ({ page: { type, ...(body && { body }) } });
const after = (before: string): OpenOptions => ({ before });

const CASES: readonly Case[] = [
  {
    what: 'XHTML',
    html: '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><button>Buy</button></body></html>',
    options: as('application/xhtml+xml'),
    text: BUTTON,
  },
  {
    what: 'SVG',
    html: '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><a href="/x"><text y="20">Go</text></a></svg>',
    options: as('image/svg+xml'),
    text: ['- link "Go" [ref=e1]'],
  },
  {
    what: 'MathML in XML',
    html: '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
    options: as('application/xml'),
  },
  { what: 'XML', html: '<root><item>a</item></root>', options: as('application/xml') },
  { what: 'XML that is wrong', html: '<root><item>', options: as('application/xml') },
  { what: 'plain text', html: 'just <b>text', options: as('text/plain') },
  { what: 'an image', html: '', options: as('image/gif', PIXEL) },
  { what: 'nothing', html: '', text: [] },
  { what: 'quirks', html: '<button>Buy</button>', text: BUTTON },
  {
    what: 'frames',
    html: '<frameset cols="50%,50%"><frame src="/a"><frame src="/b"></frameset>',
    options: { resources: { 'http://page.test/a': '<button>Buy</button>', 'http://page.test/b': '' } },
  },
  { what: 'no body', html: '<!doctype html><p>x', options: after('document.body.remove()'), text: [] },
  {
    what: 'no root',
    html: '<!doctype html><p>x',
    options: after('document.documentElement.remove()'),
    text: [],
  },
  {
    what: 'a root of another kind',
    html: '<!doctype html>',
    options: after(
      "document.replaceChild(document.createElement('div'), document.documentElement).innerHTML; document.documentElement.append(Object.assign(document.createElement('button'), { textContent: 'Buy' }))",
    ),
    text: BUTTON,
  },
  {
    what: 'a body of another kind',
    html: '<!doctype html>',
    options: after(
      "document.body.remove(); document.documentElement.append(Object.assign(document.createElement('button'), { textContent: 'Buy' }))",
    ),
    text: BUTTON,
  },
  {
    what: 'designMode',
    html: '<!doctype html><button>Buy</button>',
    options: after("document.designMode = 'on'"),
  },
  {
    what: 'a root that is contents',
    html: '<!doctype html><html style="display:contents"><button>Buy</button>',
    text: BUTTON,
  },
  { what: 'a hidden root', html: '<!doctype html><html hidden><button>Buy</button>', text: [] },
  { what: 'an inert root', html: '<!doctype html><html inert><button>Buy</button>', text: [] },
];

const cut = (shownLines: readonly string[]): readonly string[] =>
  shownLines.filter((line) => !line.startsWith('(') && line !== '');

describe('a snapshot of', () => {
  it.each(rowsHere(CASES.filter(({ what }) => canTry(what))))('$what', async ({ html, options, text }) => {
    await withPage(
      engine,
      html,
      async (page) => {
        const state = await page.evaluate(STATE);
        const shown = cut(await lines(page));
        if (text) expect(shown).toEqual(text);
        expect(await page.evaluate(STATE)).toEqual(state);
        expect(await crashesOf(page, 1)).toEqual([]);
      },
      options,
    );
  });
});

it('a field in an SVG document is filled', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="99"><foreignObject width="300" height="99">
    <input xmlns="http://www.w3.org/1999/xhtml" aria-label="Name"/></foreignObject></svg>`;
  await withPage(
    engine,
    svg,
    async (page) => {
      expect(await lines(page)).toEqual(['- textbox "Name" [ref=e1]']);
      expect(await runJob(page, 'action', 'e1', 'fill', { text: 'Ann' })).toMatchObject({ verified: true });
    },
    as('image/svg+xml'),
  );
});

const STRICT =
  "default-src 'none'; script-src 'none'; style-src 'none'; frame-src 'none'; child-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

describe('a strict content security policy', () => {
  const html =
    '<!doctype html><title>Strict</title><button>Buy</button><input aria-label="Name"><div contenteditable aria-label="Note">old</div>';
  it.each([
    ['in a header', html, STRICT],
    ['in the markup', `<meta http-equiv="Content-Security-Policy" content="${STRICT}">${html}`, undefined],
  ])('%s is not violated', async (_, markup, policy) => {
    // Browsers request the icon of a page by themselves, at any time after it has loaded.
    const before = `window.violations = []; document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      if (!blockedURI.endsWith('/favicon.ico')) window.violations[window.violations.length] = violatedDirective + ' ' + blockedURI;
    });`;
    await withPage(
      engine,
      markup,
      async (page) => {
        expect(await lines(page)).toEqual([
          '- button "Buy" [ref=e1]',
          '- textbox "Name" [ref=e2]',
          '- editable "Note" [ref=e3]: old',
        ]);
        expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ ok: true });
        expect(await runJob(page, 'action', 'e2', 'fill', { text: 'Ann' })).toMatchObject({ verified: true });
        expect(await runJob(page, 'action', 'e3', 'fill', { text: 'new' })).toMatchObject({ verified: true });
        expect(await page.json('query', 'e3', 'outerHTML')).toMatchObject({
          value: expect.stringContaining('new'),
        });
        expect(await page.evaluate('window.violations')).toEqual([]);
      },
      { before, ...(policy !== undefined && { page: { headers: { 'content-security-policy': policy } } }) },
    );
  });
});

/** Returns the ref of the button with this name. */
const refOf = async (page: TestPage, name: string): Promise<string> => {
  const line = (await lines(page)).find((one) => one.includes(`button "${name}"`));
  const ref = /\[ref=(e\d+)\]/.exec(line ?? '')?.[1];
  if (!ref) throw new Error(`no button "${name}"`);
  return ref;
};

describe('frames', () => {
  it('are entered and clicked in five levels deep', async () => {
    // Each frame has its own URL: WebKit takes a third nested frame with the same URL for a recursion.
    const level = (i: number): string => `<button>Level ${i}</button><iframe src="/level${i + 1}"></iframe>`;
    const resources: Record<string, string> = {
      'http://page.test/level5': '<button onclick="textContent += 1">Deep</button>',
    };
    for (let i = 1; i < 5; i++) resources[`http://page.test/level${i}`] = level(i);
    await withPage(
      engine,
      `<!doctype html>${level(0)}`,
      async (page) => {
        expect(await runJob(page, 'action', await refOf(page, 'Deep'), 'click')).toMatchObject({
          verified: true,
        });
        expect((await lines(page)).join('\n')).toContain('button "Deep1"');
      },
      { resources },
    );
  });

  it.each([
    ['without scripts, of the same origin', 'allow-same-origin', true],
    ['with scripts, of the same origin', 'allow-scripts allow-same-origin', true],
    ['without anything', '', false],
    ['with scripts alone', 'allow-scripts', false],
  ])('sandboxed %s are entered when their document is accessible', async (_, sandbox, open) => {
    await withPage(
      engine,
      `<!doctype html><iframe sandbox="${sandbox}" srcdoc="<button>In</button>"></iframe>`,
      async (page) => {
        const text = (await lines(page, { interactiveOnly: false })).join('\n');
        expect(text.includes('button "In"')).toBe(open);
        if (open)
          expect(await runJob(page, 'action', await refOf(page, 'In'), 'click')).toMatchObject({ ok: true });
        else expect(text).toMatch(/sandboxed|cross_origin/);
      },
    );
  });

  it('that never load do not block a snapshot or an action, nor do pending images and requests', async () => {
    const resources = { 'http://page.test/never': { never: true as const } };
    const html = `<!doctype html><button onclick="textContent = 'Bought'">Buy</button><iframe src="/never"></iframe><img src="/never" alt="Lamp"><script>fetch('/never')</script>`;
    await withPage(
      engine,
      html,
      async (page) => {
        const shown = await lines(page, { interactiveOnly: false });
        expect([shown[0], shown.at(-1)]).toEqual([BUTTON[0], '- image "Lamp"']);
        expect(await page.evaluate('document.readyState')).toBe('interactive');
        expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ verified: true });
        expect((await lines(page))[0]).toContain('button "Bought" [ref=e1]');
      },
      { resources, early: true },
    );
  });

  it('that lie about their frame element do not cause an endless loop', async () => {
    const html = '<!doctype html><iframe id="i" srcdoc="<button>In</button>"></iframe>';
    const lie =
      "Object.defineProperty(i.contentWindow, 'frameElement', { get: () => i.contentDocument.body }); i.contentWindow.getComputedStyle = () => { throw new Error('mine'); };";
    await withPage(
      engine,
      html,
      async (page) =>
        expect(await runJob(page, 'action', await refOf(page, 'In'), 'click')).toMatchObject({ ok: true }),
      lie,
    );
  });

  it('whose built-ins are broken can be acted in', async () => {
    const broken =
      "const w = i.contentWindow; for (const name of ['MouseEvent', 'PointerEvent', 'Event', 'KeyboardEvent', 'InputEvent', 'FocusEvent', 'Element', 'Node', 'Array']) w[name] = function () { throw new Error('mine'); }; w.EventTarget.prototype.dispatchEvent = () => { throw new Error('mine'); };";
    await withPage(
      engine,
      '<!doctype html><iframe id="i" srcdoc="<button onclick=\'textContent += 1\'>In</button><input aria-label=Name>"></iframe>',
      async (page) => {
        expect(await runJob(page, 'action', await refOf(page, 'In'), 'click')).toMatchObject({
          verified: true,
        });
        expect(await runJob(page, 'action', 'e2', 'fill', { text: 'Ann' })).toMatchObject({ verified: true });
      },
      broken,
    );
  });

  it.each([
    [
      'navigate',
      "i.srcdoc = '<button>In</button>'; await new Promise((resolve) => { i.onload = resolve; });",
    ],
    [
      'are written anew',
      "i.contentDocument.open(); i.contentDocument.write('<button>In</button>'); i.contentDocument.close();",
    ],
    ['are removed', 'i.remove();'],
    ['are removed and put back', 'const frame = i, at = i.parentNode; frame.remove(); at.append(frame);'],
  ])('that %s lose their refs', async (_, script) => {
    await withPage(
      engine,
      '<!doctype html><div><iframe id="i" srcdoc="<button>In</button>"></iframe></div>',
      async (page) => {
        const ref = await refOf(page, 'In');
        await page.run(`window.done = 0; (async () => { ${script} window.done = 1; })();`);
        while (!(await page.evaluate('window.done')));
        expect(await page.json('action', ref, 'click')).toMatchObject({
          error: { code: 'ref_not_found', cause: 'detached' },
        });
      },
    );
  });
});

describe('an element that', () => {
  it.each([
    ['is moved in its document', 'p.append(b)', true],
    ['is removed and put back', 'const el = b, at = b.parentNode; el.remove(); at.append(el)', true],
    ['is moved into a shadow root', "p.attachShadow({ mode: 'open' }).append(b)", true],
    ['is moved into a frame', 'i.contentDocument.body.append(b)', true],
    ['is moved into a frame and back', 'const el = b; i.contentDocument.body.append(el); p.append(el)', true],
    [
      'is moved into a document that nobody sees',
      "document.implementation.createHTMLDocument('').body.append(b)",
      false,
    ],
    [
      'is adopted by a frame and put back',
      'const el = b; i.contentDocument.adoptNode(el); p.append(el)',
      true,
    ],
    ['is adopted by a frame and put nowhere', 'i.contentDocument.adoptNode(b)', false],
    ['is moved into a template', "document.createElement('template').content.append(b)", false],
  ])('%s', async (_, script, lives) => {
    const html =
      '<!doctype html><button id="b">Buy</button><p id="p"></p><iframe id="i" srcdoc="x"></iframe><script>b.onclick = () => { window.pressed = true; };</script>';
    await withPage(engine, html, async (page) => {
      await lines(page);
      await page.run(script);
      const outcome = await runJob<object>(page, 'action', 'e1', 'click');
      expect(outcome).toMatchObject(
        lives ? { ok: true } : { error: { code: 'ref_not_found', cause: 'detached' } },
      );
      expect(await page.evaluate('window.pressed === true')).toBe(lives);
    });
  });

  it('was removed by document.open is reported as detached', async () => {
    await withPage(engine, '<!doctype html><button>Buy</button>', async (page) => {
      await lines(page);
      await page.run(
        "window.kept = window.__agentBrowser; document.open(); document.write('<button>New</button>'); document.close();",
      );
      await page.run('window.__agentBrowser = window.__agentBrowser || window.kept;');
      expect(await page.json('action', 'e1', 'click')).toMatchObject({
        error: { code: 'ref_not_found', cause: 'detached' },
      });
      expect((await lines(page))[0]).toBe('- button "New" [ref=e2]');
    });
  });
});

describe('a viewport without a size', () => {
  it('can be read', async () => {
    // The script runs inside of a frame without a size, so its viewport is that of the frame.
    const html =
      '<!doctype html><iframe id="i" style="width:0;height:0;border:0" srcdoc="<button onclick=\'textContent += 1\'>In</button>"></iframe>';
    await withPage(
      engine,
      html,
      async (page) => {
        await page.run(
          'const own = i.contentDocument.createElement("script"); own.textContent = window.bundle; i.contentDocument.body.append(own);',
        );
        const json = await page.evaluate<string>(
          'i.contentWindow.__agentBrowser.json("snapshot", { format: "text" })',
        );
        expect(JSON.parse(json)).toMatchObject({
          ok: true,
          // The refs of another copy of the script have other letters.
          text: expect.stringMatching(/button "In" \[ref=[a-z]+1\]/),
        });
      },
      {
        before: `window.bundle = ${JSON.stringify(pageScript)};`,
      },
    );
  });
});
