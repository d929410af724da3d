import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, scriptRunner } from '../support/chromium.ts';
import { scriptWithParts } from '../support/page-script.ts';

let browser: Browser;
let window: BrowserContext;
/** A page over which the mouse has never moved. */
let untouched: Page;
let runScript: (script: string) => Promise<void>;
beforeAll(async () => {
  browser = await launchChromium();
  window = await browser.newContext({ viewport: { width: 800, height: 600 } });
  untouched = await window.newPage();
  runScript = await scriptRunner(untouched);
});
afterAll(() => browser?.close());

const TYPES =
  'pointerover pointerenter pointermove pointerdown pointerup pointerout pointerleave mouseover mouseenter mousemove mousedown mouseup mouseout mouseleave click dblclick auxclick contextmenu ' +
  'focus blur focusin focusout beforeinput input change submit reset toggle';

/** Records each event with its target and the fields that handlers read. */
const LISTEN = `
  window.log = [];
  const TYPES = ${JSON.stringify(TYPES.split(' '))};
  window.hear = (win) => {
    for (const type of TYPES) win.addEventListener(type, (event) => {
      // The engine itself may move the mouse over a page that is new.
      if (window.top.withoutMouse && event.isTrusted && /^(?:pointer|mouse)/.test(type)) return;
      const at = event.composedPath()[0];
      const also = event.relatedTarget === undefined ? '' : ' from ' + (event.relatedTarget ? event.relatedTarget.id || event.relatedTarget.localName : 'nothing');
      const press = event instanceof win.MouseEvent ? [' button', event.button, 'buttons', event.buttons, 'detail', event.detail, event.composed, event.bubbles, event.cancelable].join(' ') : '';
      window.top.log.push(type + '@' + (at.id || at.localName || 'document') + press + (/focus|blur|over|out|enter|leave/.test(type) ? also : ''));
    }, true);
  };
  window.hear(window);
  // Chromium sends enter and leave only to elements that listen.
  const roots = [document, ...[...document.querySelectorAll('*')].map((el) => el.shadowRoot).filter(Boolean)];
  for (const root of roots) for (const el of root.querySelectorAll('*')) {
    for (const type of TYPES) if (/enter|leave/.test(type)) el.addEventListener(type, () => {});
  }`;

const HTML = `<!doctype html><title>t</title><style>body{margin:0} #a,#b{display:block;margin:20px;padding:8px}</style><body>`;

interface Scene {
  what: string;
  html: string;
  /** Ids of the elements that are clicked, one after the other. */
  press: readonly string[];
  before?: string;
}

const SCENES: readonly Scene[] = [
  { what: 'a button', html: '<button id=a>A</button>', press: ['a'] },
  {
    what: 'two buttons, one after the other',
    html: '<div id=d><button id=a>A</button></div><p id=p><button id=b>B</button></p>',
    press: ['a', 'b'],
  },
  { what: 'the same button twice with a pause', html: '<button id=a>A</button>', press: ['a', 'a'] },
  { what: 'text inside of a button', html: '<button id=a><span id=s>A</span></button>', press: ['a'] },
  { what: 'a link', html: '<a id=a href="#x">A</a>', press: ['a'] },
  { what: 'a checkbox', html: '<input type=checkbox id=a>', press: ['a'] },
  {
    what: 'a label',
    html: '<label id=a>text <input type=checkbox id=c style="display:none"></label>',
    press: ['a'],
  },
  { what: 'a radio button', html: '<input type=radio name=r id=a>', press: ['a'] },
  { what: 'a text field, then another', html: '<input id=a><input id=b>', press: ['a', 'b'] },
  {
    what: 'something that takes no focus, after something that does',
    html: '<button id=a>A</button><div id=b onclick="1">B</div>',
    press: ['a', 'b'],
  },
  {
    what: 'something inside of something that takes the focus',
    html: '<div tabindex=0 id=t><span id=a onclick="1">A</span></div>',
    press: ['a'],
  },
  {
    what: 'a prevented mousedown',
    html: '<button id=a>A</button>',
    press: ['a'],
    before: 'a.onmousedown = () => false',
  },
  {
    what: 'a prevented pointerdown',
    html: '<button id=a>A</button>',
    press: ['a'],
    before: 'a.onpointerdown = () => false',
  },
  {
    what: 'a prevented click on a checkbox',
    html: '<input type=checkbox id=a>',
    press: ['a'],
    before: 'a.onclick = () => false',
  },
  {
    what: 'a submit button',
    html: '<form id=f onsubmit="return false"><button id=a>A</button></form>',
    press: ['a'],
  },
  { what: 'a summary', html: '<details id=d><summary id=a>A</summary>text</details>', press: ['a'] },
  {
    what: 'a button in a shadow root',
    html: '<div id=h></div>',
    press: ['a'],
    before: "h.attachShadow({ mode: 'open' }).innerHTML = '<button id=a>A</button>'",
  },
  {
    what: 'a button whose focus handler moves the focus on',
    html: '<button id=a>A</button><input id=b>',
    press: ['a'],
    before: 'a.onfocus = () => b.focus()',
  },
];

const load = async (page: Page, { html, before = '' }: Scene): Promise<void> => {
  await page.setContent(HTML + html);
  await page.evaluate(`${before};0`);
};

const listen = (page: Page): Promise<void> => page.evaluate(`(() => {${LISTEN}})()`);

const FIND = `(id) => document.getElementById(id) ?? document.getElementById('h').shadowRoot.getElementById(id)`;

/** The recorded events, after a wait for `toggle`, which comes in a task of its own. */
const recordedEvents = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>('new Promise((resolve) => setTimeout(() => resolve(log), 100))');

/** The events of a real mouse. */
const trusted = async (scene: Scene): Promise<string[]> => {
  const page = await window.newPage();
  await load(page, scene);
  await listen(page);
  // A mouse enters nothing on a page that has not been drawn yet.
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  );
  for (const [i, id] of scene.press.entries()) {
    // More than the time of a double click, by the page's own clock.
    if (i > 0) await page.evaluate('new Promise((resolve) => setTimeout(resolve, 600))');
    const { x, y } = await page.evaluate<{ x: number; y: number }>(
      `(() => { const r = (${FIND})('${id}').getClientRects()[0]; return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`,
    );
    await page.mouse.click(x, y);
  }
  const log = await recordedEvents(page);
  await page.close();
  return log;
};

/** The events of our click. */
const ours = async (scene: Scene): Promise<string[]> => {
  await untouched.goto('about:blank');
  await load(untouched, scene);
  await runScript(scriptWithParts);
  await untouched.evaluate('window.withoutMouse = true');
  await listen(untouched);
  for (const id of scene.press) {
    const result = await untouched.evaluate<string>(`(() => {
      const api = window.__agentBrowser;
      const { refs } = api.snapshot({ markRefs: true });
      return api.json('action', (${FIND})('${id}').getAttribute('data-agent-ref') ?? Object.keys(refs)[0], 'click');
    })()`);
    expect(JSON.parse(result), result).toMatchObject({ ok: true });
  }
  return recordedEvents(untouched);
};

describe('a click dispatches the events of a real one', () => {
  it.each(SCENES)('$what', async (scene) => {
    const real = await trusted(scene);
    expect(real.length).toBeGreaterThan(5);
    expect(await ours(scene)).toEqual(real);
  });
});
