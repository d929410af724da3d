import { beforeAll, describe, expect, it } from 'vitest';
import { actOn } from '../support/act.ts';
import { type Engine, lines, openEngine, withPage } from '../support/engine.ts';
import {
  FOCUS_KEEPS_SELECTION,
  FRAGMENT_AT_ONCE,
  SLIDES_BY_ITSELF,
  TELLS_LETTER_IN_FIELD,
} from '../support/engine-differences.ts';
import { rowsHere } from '../support/selection.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const tall = '<div style="height:3000px"></div>';

interface Success {
  what: string;
  html: string;
  change?: string;
  /** An expression that must be true in the page afterwards. */
  done: string;
  result?: object;
}

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const COUNT = 'onclick="window.pressed = (window.pressed || 0) + 1"';

/** Two icons in the same place: `off` is shown, and `on` while the pointer is over the element `.o`. */
const ICONS =
  '<style>.o { display: inline-flex; padding: 0; cursor: pointer } .on, .o:hover .off { display: none } .o:hover .on { display: block } svg { display: block }</style>';
const STAR = ['off', 'on']
  .map((name) => `<b class=${name}><svg width=30 height=30><path d="M0 0h30v30h-30z" /></svg></b>`)
  .join('');

/** Clicks on "Go" where a careless click has no effect, a wrong effect, or its effect twice. */
const SUCCESSES: readonly Success[] = [
  {
    what: 'a button',
    html: `<button ${COUNT}>Go</button>`,
    done: 'pressed === 1',
    result: { verified: 'unknown', effect: { focus: { name: 'Go' } } },
  },
  {
    what: 'a button without a box of its own, below the fold',
    html: `${tall}<button style="display:contents" ${COUNT}>Go</button>`,
    done: 'pressed === 1',
  },
  {
    what: 'a button that changes the page',
    html: '<button onclick="document.title = \'done\'">Go</button>',
    done: "document.title === 'done'",
    result: { verified: true },
  },
  {
    what: 'the header of a column that sorts by it, beside its filter',
    html: `<table><tr><th id=h aria-sort=none aria-label=Go style="height:90px">Go<br><input aria-label=Filter style="width:90px;height:30px"><tr><td>1</table>
      <script>h.addEventListener('click', ({ target }) => { window.sorted = target === h; })</script>`,
    done: 'sorted',
  },
  {
    what: 'an open folder, whose middle lies in one of the items in it',
    html: `<ul role=tree><li role=treeitem tabindex=0 aria-label=Go><span>Go</span><ul>${'<li role=treeitem tabindex=-1>File'.repeat(4)}</ul></ul>
      <script>addEventListener('click', ({ target }) => { window.folder = !target.closest('li li'); })</script>`,
    done: 'folder',
  },
  {
    what: 'a component whose own `focus` does something else than a press',
    html: `<input id=f><x-step role=button tabindex=-1 aria-label=Go style="display:inline-block;width:20px;height:20px"></x-step>
      <script>customElements.define('x-step', class extends HTMLElement { focus() {} }); f.focus()</script>`,
    done: "document.activeElement.localName === 'x-step'",
  },
  { what: 'a paragraph with a handler', html: `<p ${COUNT}>Go</p>`, done: 'pressed === 1' },
  { what: 'a list item with a handler', html: `<ul><li ${COUNT}>Go</li></ul>`, done: 'pressed === 1' },
  {
    what: 'a shape with a handler',
    html: `<svg width=90 height=90><circle r=40 cx=45 cy=45 ${COUNT}><title>Go</title></circle></svg>`,
    done: 'pressed === 1',
  },
  {
    what: 'covered in its middle, free at its edge',
    html: `<div style="position:relative"><button style="width:400px;height:60px" ${COUNT}>Go</button><b style="position:absolute;left:80px;top:0;width:240px;height:60px;background:red" onclick="window.wrong = 1"></b></div>`,
    done: 'pressed === 1 && !window.wrong',
  },
  {
    what: 'a small thing with a use of its own in its middle',
    html: `<div style="width:300px;text-align:center" aria-label=Go role=group ${COUNT}><span tabindex=0 onclick="event.stopPropagation();window.wrong = 1">Red x</span></div>`,
    done: 'pressed === 1 && !window.wrong',
  },
  {
    what: 'its text in a span that is not covered',
    html: `<button ${COUNT}><span>Go</span></button>`,
    done: 'pressed === 1',
  },
  {
    what: 'below the fold',
    html: `${tall}<button ${COUNT}>Go</button>`,
    done: 'pressed === 1 && scrollY > 0',
  },
  {
    what: 'below the fold, smooth scrolling',
    html: `<style>html{scroll-behavior:smooth}</style>${tall}<button ${COUNT}>Go</button>`,
    done: 'pressed === 1',
  },
  {
    what: 'under a sticky bar',
    html: `<div style="position:sticky;top:0;height:200px;background:red" onclick="window.wrong = 1">Bar</div>${tall}<button ${COUNT}>Go</button>${tall}`,
    change: 'scrollTo(0, 3020)',
    done: 'pressed === 1 && !window.wrong',
  },
  {
    what: 'in a box that scrolls',
    html: `<div style="height:100px;overflow:auto">${tall}<button ${COUNT}>Go</button></div>`,
    done: 'pressed === 1',
  },
  {
    what: 'moved to the other end of a list',
    html: `<ul id=u><li><button ${COUNT}>Go</button></li><li>x</li></ul>`,
    change: 'u.append(u.firstElementChild)',
    done: 'pressed === 1',
  },
  {
    what: 'a link that a script handles',
    html: `<a href="/elsewhere" onclick="event.preventDefault(); window.pressed = 1">Go</a>`,
    done: "pressed === 1 && location.pathname === '/path/'",
    result: { effect: { defaultPrevented: true }, verified: 'unknown' },
  },
  {
    what: 'a link within the page',
    html: '<a href="#there">Go</a>',
    done: "location.hash === '#there'",
    result: FRAGMENT_AT_ONCE ? { effect: { url: 'http://page.test/path/#there' }, verified: true } : {},
  },
  {
    what: 'a wrapped link',
    html: `<div style="width:120px;font:20px monospace">aaaaaaaaa <a href="#x" title="Go" aria-label=Go>bbbbbbb ccccccccc</a></div>`,
    done: "location.hash === '#x'",
  },
  {
    what: 'a checkbox',
    html: '<label><input id=c type=checkbox> Go</label>',
    done: 'c.checked',
    result: { effect: { checked: true }, verified: true },
  },
  {
    what: 'a checkbox under its stand-in',
    html: '<label style="position:relative;display:block"><input id=c type=checkbox style="position:absolute;opacity:0"><span style="display:inline-block;width:90px;height:30px;background:#ccc">Go</span></label>',
    done: 'c.checked',
    result: { effect: { checked: true } },
  },
  {
    what: 'the label of a hidden checkbox',
    html: '<label><input id=c type=checkbox style="display:none"> Go</label>',
    done: 'c.checked',
    result: { verified: true },
  },
  {
    what: 'a radio button',
    html: '<label><input type=radio name=r id=r> Go</label><label><input type=radio name=r checked id=s> Stay</label>',
    done: 'r.checked && !s.checked',
    result: { effect: { checked: true } },
  },
  {
    what: 'a checkbox whose page takes the change back',
    html: '<label><input id=c type=checkbox onclick="event.preventDefault()"> Go</label>',
    done: '!c.checked',
    result: { effect: { defaultPrevented: true }, verified: 'unknown' },
  },
  {
    what: 'a summary',
    html: '<details id=d><summary>Go</summary>text</details>',
    done: 'd.open',
    result: { effect: { expanded: true }, verified: true },
  },
  {
    what: 'a button that opens a dialog',
    html: '<button onclick="d.showModal()">Go</button><dialog id=d aria-label=Sure>?</dialog>',
    done: 'd.open',
    result: { effect: { dialog: { role: 'dialog', name: 'Sure' } }, verified: true },
  },
  {
    what: 'a button that opens a popover',
    html: '<button popovertarget=p>Go</button><div popover id=p>hi</div>',
    done: "p.matches(':popover-open')",
    result: { effect: { expanded: true } },
  },
  {
    what: 'an option of a select',
    html: '<select id=s aria-label=S onchange="window.told = s.value"><option>a<option>Go</select>',
    done: "s.value === 'Go' && told === 'Go'",
    result: { verified: true },
  },
  {
    what: 'an option of a select in two groups',
    html: '<select id=s aria-label=S><optgroup label=1><option>a</optgroup><optgroup label=2><option>Go</optgroup></select>',
    done: 's.selectedIndex === 1',
    result: { verified: true },
  },
  {
    what: 'one more option of a multiple select',
    html: '<select id=s aria-label=S multiple><option selected>a<option>Go</select>',
    done: 's.selectedOptions.length === 2',
    result: { verified: true },
  },
  {
    what: 'an area of an image map',
    html: `${tall}<img src="${PIXEL}" width=200 height=100 usemap="#m"><map name=m><area shape=circle coords="50,50,40" nohref onclick="window.pressed = 'other'"><area shape=poly coords="100,0,200,0,200,20" alt=Go href="#there" onclick="window.pressed = 1"></map>`,
    done: "pressed === 1 && document.activeElement.alt === 'Go'",
  },
  {
    what: 'an area of an image map under a link of the same map',
    html: `<map name=m><img src="${PIXEL}" width=200 height=100 usemap="#m"><area shape=rect coords="0,0,60,100" href="#a" alt=First><area shape=default href="#b" alt=Go onclick="window.pressed = 1"></map>`,
    done: 'pressed === 1',
  },
  {
    what: 'a submit button',
    html: '<form onsubmit="event.preventDefault(); window.sent = 1"><button>Go</button></form>',
    done: 'sent === 1',
  },
  {
    what: 'a button that removes itself',
    html: '<button onclick="this.remove()">Go</button>',
    done: "!document.querySelector('button')",
    result: { effect: { detached: true }, verified: true },
  },
  {
    what: 'a menu that opens on pointerdown and takes no click',
    html: '<div role=button tabindex=0 id=b>Go</div>',
    change: "b.addEventListener('pointerdown', () => { b.setAttribute('aria-expanded', 'true'); })",
    done: "b.getAttribute('aria-expanded') === 'true'",
    result: { effect: { expanded: true }, verified: true },
  },
  {
    what: 'a button in a shadow root',
    html: '<x-host id=h></x-host>',
    change:
      "h.shadowRoot.querySelector('button').onclick = (e) => { window.pressed = 1; e.target.textContent = 'Gone'; }",
    done: 'pressed === 1',
    result: { verified: true },
  },
  {
    what: 'a button that opens a dialog in a shadow root beside it',
    html: `<button aria-label=Go onclick="d.showModal()">Open</button><div id=x><button>Close</button></div><script>
      x.attachShadow({ mode: 'open' }).innerHTML = '<dialog><b tabindex=-1></b><slot></slot></dialog>';
      const d = x.shadowRoot.firstChild;</script>`,
    done: 'd.open',
    result: { verified: true },
  },
  {
    what: 'a choice in a slot, whose shadow tree shows it beside the slot',
    html: `<div id=h><i role=button aria-label=Go>Go</i></div><script>
      h.attachShadow({ mode: 'open' }).innerHTML = '<b>None</b><slot></slot>';
      h.onclick = () => { h.shadowRoot.firstChild.textContent = 'Blue'; };</script>`,
    done: "h.shadowRoot.firstChild.textContent === 'Blue'",
    result: { verified: true },
  },
  {
    what: 'a button in a frame that is scrolled',
    html: `<div style="height:900px"></div><iframe id=f style="border:9px solid;padding:5px;height:120px" srcdoc="${tall.replaceAll('"', '&quot;')}<button onclick='parent.pressed = 1'>Go</button>"></iframe>`,
    done: 'pressed === 1',
  },
  {
    what: 'a handler that throws',
    html: '<button onclick="window.pressed = 1; throw new Error(\'mine\')">Go</button>',
    done: 'pressed === 1',
    result: { ok: true },
  },
  {
    what: 'a button that its own mouseover moves in',
    html: `<button onmouseover="this.firstChild.data = 'Go now'" ${COUNT}>Go</button>`,
    done: 'pressed === 1',
  },
  {
    what: 'a button with another icon under the pointer, which hears the press',
    html: `${ICONS}<button class=o aria-label=Go onmousedown="window.at = event.target.closest('b').className" ${COUNT}>${STAR}</button>`,
    done: "pressed === 1 && at === 'on'",
  },
  {
    what: 'a radio button behind such an icon',
    html: `${ICONS}<span class=o onclick="r.checked = true"><input id=r type=radio aria-label=Go style="position:absolute;width:1px;height:1px;clip-path:inset(50%);margin:0">${STAR}</span>`,
    done: 'r.checked',
    result: { effect: { checked: true }, verified: true },
  },
  {
    what: 'a checkbox whose upper edge no scrolling brings into view',
    html: '<input type=checkbox id=c aria-label=Go style="position:absolute;top:-7px;width:48px;height:48px">',
    done: 'c.checked',
    result: { effect: { checked: true }, verified: true },
  },
  {
    what: 'a button half above the fold, without a scroll',
    html: `<button style="height:40px" ${COUNT}>Go</button>${tall}`,
    change: 'scrollTo(0, 28)',
    done: 'pressed === 1 && scrollY === 28',
  },
];

const inShadow = "h.attachShadow({ mode: 'open' }).innerHTML = '<button>Go</button>'";

describe('a click takes effect on its target, once', () => {
  it.each(rowsHere(SUCCESSES))('$what', async ({ html, change, done, result: wanted }) => {
    await withPage(
      engine,
      `<!doctype html><body>${html}`,
      async (page) => {
        const { result } = await actOn(page, 'Go', 'click', undefined, change);
        expect(result, JSON.stringify(result)).toMatchObject({ ok: true, kind: 'click', ...wanted });
        expect(await page.evaluate(done), `${done}; ${JSON.stringify(result)}`).toBe(true);
      },
      html.includes('x-host') ? inShadow : undefined,
    );
  });

  it('takes effect on a button that the page removes in the task after mouseup', async () => {
    const html = `<button ${COUNT}>Go</button><script>
      document.querySelector('button').onmouseup = ({ target }) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => target.remove();
        port2.postMessage(0);
      };</script>`;
    await withPage(engine, html, async (page) => {
      expect(await lines(page)).toEqual(['- button "Go" [ref=e1]']);
      expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ effect: { detached: true } });
      expect(await page.evaluate('window.pressed')).toBe(1);
    });
  });

  it('holds the button down until a page hears mouseup that adds its listener a frame and a task after mousedown', async () => {
    const html = `<button>Standup</button><p hidden>9 to 10</p><script>
      const open = () => { document.querySelector('p').hidden = false; };
      const later = (then) => requestAnimationFrame(() => setTimeout(then));
      document.querySelector('button').onmousedown = () => later(() => document.addEventListener('mouseup', open));</script>`;
    await withPage(engine, html, async (page) => {
      expect(await runJob(page, 'action', 'text="Standup"', 'click')).toMatchObject({
        ok: true,
        verified: true,
      });
    });
  });
});

describe('a clickable element inside of another component', () => {
  it('is clicked in an editor that replaces elements whose attributes change', async () => {
    const html = `<style>i:hover { color: red } i { display: inline-block; width: 9px; height: 9px }</style>
      <div id=d role=textbox contenteditable aria-label=Note><p>Do</p><p contenteditable=false onclick="d.title += 1"><i></i></p></div>
      <script>new MutationObserver((records) => {
        for (const { target } of records) if (target !== d) target.replaceWith(target.cloneNode(true));
      }).observe(d, { subtree: true, attributes: true });</script>`;
    await withPage(engine, html, async (page) => {
      expect(await lines(page)).toEqual([
        '- textbox "Note" [ref=e1]: Do',
        '  - clickable [ref=e2] [description=Do]',
      ]);
      expect(await runJob(page, 'action', 'e2', 'click')).toMatchObject({ ok: true });
      expect(await page.evaluate('d.title')).toBe('1');
    });
  });

  it('is clicked at its shadow host when it has pointer-events: none', async () => {
    const html = '<!doctype html><x-tab id=h></x-tab><p>After</p>';
    const before = `h.attachShadow({ mode: 'open' }).innerHTML = '<button style="pointer-events:none">Go</button>';
      h.addEventListener('click', (event) => { window.pressed = event.composedPath()[0].id; });`;
    await withPage(
      engine,
      html,
      async (page) => {
        const { result } = await actOn(page, 'Go', 'click');
        expect(result, JSON.stringify(result)).toMatchObject({ ok: true });
        expect(await page.evaluate('window.pressed')).toBe('h');
      },
      before,
    );
  });
});

describe('a slotted text', () => {
  it('is clicked in the shadow tree of its slot', async () => {
    const before = `h.attachShadow({ mode: 'open' }).innerHTML =
        '<label><input type=checkbox onclick="window.checked = this.checked"><b><slot></slot></b></label>';`;
    await withPage(
      engine,
      '<!doctype html><x-box id=h style="display:inline-block">\n Gift wrap</x-box><p>After</p>',
      async (page) => {
        expect(await runJob(page, 'action', 'text="Gift wrap"', 'click')).toMatchObject({ ok: true });
        expect(await page.evaluate('window.checked')).toBe(true);
      },
      before,
    );
  });
});

describe('a double click on a text', () => {
  it('selects the word at that point, as a mouse does', async () => {
    const html = `<!doctype html><p style="cursor:pointer;display:inline-block">It is<br>don't<br>now</p><br>
      <input value="a twotwotwotwo b" style="width:9em"><br>
      <a href="#x">A link</a> <button>A button</button> <p style="cursor:pointer;-webkit-user-select:none;user-select:none">Not this</p>`;
    await withPage(engine, html, async (page) => {
      const selected: unknown[] = [];
      await page.evaluate('void __agentBrowser.snapshot()');
      for (const ref of ['e1', 'e3', 'e4', 'e5', 'e2']) {
        await page.evaluate('getSelection().removeAllRanges()');
        expect(await runJob(page, 'action', ref, 'dblclick')).toMatchObject({ ok: true });
        selected.push(
          await page.evaluate(
            "(() => { const field = document.activeElement; return 'selectionEnd' in field ? field.value.slice(field.selectionStart, field.selectionEnd) : String(getSelection()); })()",
          ),
        );
      }
      expect(selected).toEqual(["don't", '', '', '', TELLS_LETTER_IN_FIELD ? 'twotwotwotwo' : '']);
    });
  });
});

describe('a click on an element that contains something disabled', () => {
  const BOX = 'display:block;width:200px;height:60px';
  const PRESSES = 'pointerdown mousedown pointerup mouseup click dblclick';
  /** All events pass the window in the capture phase. The listeners record which elements may handle them. */
  const LISTENS = `window.got = []; for (const el of document.querySelectorAll('#w, #w *')) for (const type of '${PRESSES}'.split(' ')) el.addEventListener(type, (event) => got.push(type + '@' + el.id));`;
  const button = (more = '', inner = 'Save'): string =>
    `<button id=b ${more} style="${BOX}">${inner}</button>`;
  const child = `<span id=s style="${BOX}">Save</span>`;

  it.each([
    ['a disabled button', button('disabled'), []],
    ['a disabled field', `<input id=b disabled style="${BOX}">`, []],
    ['a button of a disabled fieldset', `<fieldset disabled>${button()}</fieldset>`, []],
    ['a part of a disabled button', button('disabled', child), ['@s']],
    ['a text of a disabled fieldset', `<fieldset id=b disabled>${child}</fieldset>`, ['@s', '@b', '@w']],
  ])('sends no mouse events to the disabled part: %s', async (_, inside, heard) => {
    const html = `<!doctype html><body style="margin:0"><span id=w tabindex=0 title=Tip style="${BOX}">${inside}</span>`;
    for (const act of ['click', 'tap', 'dblclick', 'drag', 'mouseClick']) {
      await withPage(engine, html, async (page) => {
        await page.json('snapshot', { interactiveOnly: false });
        const ref = await page.evaluate<string>("w.getAttribute('data-agent-ref')");
        await page.run(LISTENS);
        const result =
          act === 'mouseClick'
            ? await page.json('page', act, { x: 100, y: 30 })
            : await runJob(page, 'action', ref, act, act === 'drag' ? { dx: 5 } : undefined);
        expect(result, act).toMatchObject({ ok: true });
        const got = await page.evaluate<string[]>('got');
        expect(got, act).toEqual(expect.arrayContaining(['pointerdown@w', 'pointerup@w']));
        const ofMouse = got.filter((line) => /^(?:mouse|click|dbl)/.test(line));
        for (const type of act === 'dblclick' ? ['click', 'dblclick'] : ['mousedown', 'mouseup', 'click'])
          expect(new Set(ofMouse.filter((line) => line.startsWith(`${type}@`))), act).toEqual(
            new Set(heard.map((at) => type + at)),
          );
        expect(await page.evaluate('document.activeElement.id'), act).toBe('w');
      });
    }
  });
});

describe('a range', () => {
  const page = (attributes: string, css = 'width:200px', script = ''): string =>
    `<!doctype html><body style="margin:40px"><input id=r type=range value=0 ${attributes} style="margin:0;${css}"><script>
      var heard = []; for (const type of ['mousedown', 'input', 'mouseup', 'change', 'click']) r.addEventListener(type, (event) => { heard.push(type); ${script} });</script>`;
  const at = (x: number, y = 8): object => ({ position: { x, y } });
  const TALL = 'width:16px;height:200px;writing-mode:vertical-lr';

  const SLIDES = [
    ['is pressed', page(''), 'click', at(150), 77],
    ['is tapped', page(''), 'tap', undefined, 50],
    ['is pressed twice', page(''), 'dblclick', at(150), 77],
    ['has bounds and steps', page('min=-50 max=50 step=25'), 'click', at(150), 25],
    ['goes from right to left', page('dir=rtl'), 'click', at(150), 23],
    ['goes down', page('', TALL), 'click', at(8, 150), 77],
    ['goes up', page('', `${TALL};direction:rtl`), 'click', at(8, 150), 23],
    ['is pressed on its thumb', page('value=3 step=any').replace('value=0', ''), 'click', at(10), 3],
    ['is disabled', `<div tabindex=0 id=w>${page('disabled')}</div>`, 'mouseClick', { x: 190, y: 48 }, 0],
    ['prevents it', page('', undefined, 'event.preventDefault()'), 'click', at(150), 0],
    ['is pressed with the right button', page(''), 'contextmenu', at(150), 0],
    ['is dragged by its thumb', page(''), 'drag', { from: { x: 8, y: 8 }, dx: 100, dy: 60 }, 54],
    ['is dragged past its end', page(''), 'drag', { from: { x: 8, y: 8 }, dx: 400 }, 100],
  ] as const;
  const NOT_BY_ITSELF = /down|up$|on its thumb/;

  it.each(rowsHere(SLIDES.filter(([what]) => !SLIDES_BY_ITSELF || !NOT_BY_ITSELF.test(what))))(
    'takes the value at the point when it %s',
    async (_, html, kind, payload, value) => {
      await withPage(engine, html, async (page) => {
        await page.json('snapshot', { interactiveOnly: false });
        const ref = await page.evaluate<string>("r.getAttribute('data-agent-ref')");
        const result =
          kind === 'mouseClick'
            ? await page.json('page', kind, payload)
            : await runJob(page, 'action', ref, kind, payload);
        expect(result).toMatchObject({ ok: true });
        const now = await page.evaluate<number>('r.valueAsNumber');
        // The thumbs of the engines differ in size.
        expect(Math.abs(now - value), `${now}, not ${value}`).toBeLessThan(3);
        const heard = (await page.evaluate<string[]>('heard')).filter((type, i, all) => type !== all[i - 1]);
        const changes = now !== 0 && now !== 3;
        expect(heard.filter((type) => /input|change/.test(type))).toEqual(changes ? ['input', 'change'] : []);
        if (changes) expect(heard.slice(0, 5)).toEqual(['mousedown', 'input', 'mouseup', 'change', 'click']);
      });
    },
  );

  it('is moved by the mouse verbs, wherever the pointer goes', async () => {
    await withPage(engine, page(''), async (page) => {
      await page.json('page', 'mouseDown', { x: 48, y: 48 });
      await page.json('page', 'mouseMove', { x: 100, y: 300 });
      await page.json('page', 'mouseMove', { x: 140, y: 300 });
      expect(await page.evaluate('[...new Set(heard)].join()')).toBe('mousedown,input');
      await page.json('page', 'mouseUp', { x: 140, y: 300 });
      await page.json('page', 'mouseMove', { x: 200, y: 48 });
      expect(await page.evaluate('Math.abs(r.value - 50) < 3')).toBe(true);
      expect(await page.evaluate('heard.slice(-3).join()')).toBe('mouseup,change,click');
    });
  });
});

describe('a text selection', () => {
  const ELSEWHERE = [
    ['a text', '<p id=b onclick="1">Text</p>', true],
    ['a button of the page', '<div id=b role=button tabindex=0>Text</div>', true],
    ['a button', '<button id=b>Text</button>', false],
    ['a link', '<a id=b href="#x">Text</a>', false],
    ['a checkbox', '<input type=checkbox id=b>', false],
    ['a disabled button', '<button disabled><span id=b onclick="1">Text</span></button>', false],
    ['what is dragged', '<p id=b onclick="1" draggable=true>Text</p>', false],
    [
      'a text that is not selected',
      '<p id=b onclick="1" style="-webkit-user-select:none;user-select:none">Text</p>',
      false,
    ],
    ['a press that is prevented', '<p id=b onmousedown="event.preventDefault()">Text</p>', false],
  ] as const;

  const TAKES_FOCUS = /tabindex|<button id|<a |<input/;

  it.each(rowsHere(ELSEWHERE.filter(([, html]) => FOCUS_KEEPS_SELECTION || !TAKES_FOCUS.test(html))))(
    'after a click on %s: %s, is cleared: %s',
    async (_, other, isGone) => {
      for (const [kind, payload] of [['click'], ['tap'], ['click', { modifiers: ['Shift'] }]] as const) {
        await withPage(engine, `<!doctype html><p id=one tabindex=0>One</p>${other}`, async (page) => {
          await page.json('snapshot', { interactiveOnly: false });
          const refs = await page.evaluate<string[]>(
            "[one, b].map((el) => el.getAttribute('data-agent-ref'))",
          );
          await runJob(page, 'action', refs[0], 'selectText');
          expect(await page.evaluate('String(getSelection()).trim()')).toBe('One');
          await runJob(page, 'action', refs[1], kind, payload);
          expect(await page.evaluate('String(getSelection()).trim()'), kind).toBe(
            isGone && !payload ? '' : 'One',
          );
        });
      }
    },
  );
});

describe('a click whose target changes on the way', () => {
  it('sends no click event to an element that its pointerdown has removed', async () => {
    await withPage(
      engine,
      `<!doctype html><div id=d><button id=b ${COUNT}>Go</button></div>`,
      async (page) => {
        const { result, after } = await actOn(
          page,
          'Go',
          'click',
          undefined,
          "b.addEventListener('pointerdown', () => b.remove())",
        );
        expect(result).toMatchObject({ ok: true, effect: { detached: true } });
        expect(after.heard.filter((event) => event.endsWith('@b')).at(-1)).toBe('pointerdown@b');
        expect(await page.evaluate('window.pressed ?? 0')).toBe(0);
      },
    );
  });

  it('sends the click event to the common ancestor of the targets of mousedown and mouseup', async () => {
    await withPage(engine, '<!doctype html><div id=d><button id=b>Go</button></div>', async (page) => {
      const { after } = await actOn(
        page,
        'Go',
        'click',
        undefined,
        "b.addEventListener('mousedown', () => { b.style.pointerEvents = 'none'; })",
      );
      expect(after.heard.filter((event) => event.startsWith('click'))).toEqual(['click@d']);
    });
  });

  it.each([
    ['mouseover', /Bob.* The pointer had come to it by then; it was not pressed\.$/],
    ['mousedown', /Bob.* The press had begun by then\.$/],
  ])(
    'is refused when the page reuses the element for another item on %s, and reports that',
    async (type, message) => {
      const html =
        '<!doctype html><ul style="position:absolute;top:0"><li data-id=1>Ann <button id=b>Go</button></li></ul>';
      await withPage(engine, html, async (page) => {
        const { result } = await actOn(
          page,
          'Go',
          'click',
          undefined,
          `b.addEventListener('${type}', () => {
          b.parentNode.dataset.id = '2';
          b.parentNode.firstChild.data = 'Bob ';
          b.parentNode.parentNode.style.top = '300px';
        })`,
        );
        expect(result).toMatchObject({ ok: false, error: { code: 'ref_not_found', cause: 'replaced' } });
        if (!result.ok) expect(result.error.message).toMatch(message);
      });
    },
  );
});

describe('a textarea with hidden="until-found"', () => {
  it('is clicked without crashing the page', async () => {
    // Chromium 156 crashes when asked for the caret position at a point in such a field.
    const html = '<!doctype html><button>Save</button><textarea aria-label=Note>typed</textarea>';
    await withPage(engine, html, async (page) => {
      await page.run(
        "const t = document.querySelector('textarea'); t.getBoundingClientRect(); t.hidden = 'until-found'",
      );
      expect((await lines(page))[1]).toMatch(/^- textbox "Note" \[ref=e2\](?: \[scroll=[^\]]+\])?: typed$/);
      for (const kind of ['click', 'tap', 'dblclick'])
        expect(await page.json('action', 'e2', kind), kind).toMatchObject({ ok: true });
      expect(await page.evaluate("document.querySelector('textarea').value")).toBe('typed');
    });
  });
});

describe('an editing host that is clicked where it contains a control', () => {
  for (const control of [
    '<input type=date disabled>',
    '<input disabled value="some text">',
    '<textarea disabled>some text</textarea>',
    '<select disabled><option>some text</select>',
    '<progress></progress>',
  ])
    it(`puts the caret beside the control, not in it: ${control}`, async () => {
      const html = `<!doctype html><div contenteditable role=textbox aria-label=Note style="padding:20px;width:300px">${control}</div>`;
      await withPage(engine, html, async (page) => {
        await lines(page);
        const middle = `(() => {
          const box = document.querySelector('div').firstChild.getBoundingClientRect();
          const around = document.querySelector('div').getBoundingClientRect();
          return { x: box.x - around.x + box.width / 2, y: box.y - around.y + box.height / 2 };
        })()`;
        const position = await page.evaluate<object>(middle);
        expect(await page.json('action', 'e1', 'click', { position })).toMatchObject({ ok: true });
        expect(await page.evaluate('getSelection().anchorNode?.localName')).toBe('div');
      });
    });
});
