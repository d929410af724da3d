import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStages, type TabStage as Stage, type Stages } from '../support/acting.ts';
import { scriptWithParts } from '../support/page-script.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages('one each');
});
afterAll(() => stages.close());

const POINTER = ['over', 'enter', 'out', 'leave', 'move', 'down', 'up'].flatMap((kind) => [
  `pointer${kind}`,
  `mouse${kind}`,
]);
const EVENTS = POINTER.concat(
  'input change pointercancel gotpointercapture lostpointercapture touchstart touchmove touchend touchcancel click auxclick dblclick contextmenu focus focusin drag dragstart dragend dragenter dragover dragleave drop'.split(
    ' ',
  ),
);

/**
 * What a script can't do, or leaves out on purpose:
 * - a real drag or swipe moves in steps of its own, and says so more often than once: repeated moves, `drag`s and
 *   `dragover`s count as one;
 * - `which` of a pointer event is 1 for a main button and can't be set.
 * And what the DevTools protocol, which makes the trusted drag, does not do: its drag events have no `buttons`, and
 * where the drag begins there is no `dragover`. A capture is lines with the next event: of a busy browser that is a move of
 * its own making, else the release.
 */
const comparable = (events: string[]): string[] => {
  const lines = events
    .map((line) => line.replace(/ which=\d+/, '').replace(/^(drag.*) buttons=1/, '$1'))
    .map((line) => line.replace(/^(gotpointercapture \w+) button=-1 buttons=1/, '$1'))
    .filter((line) => !line.startsWith('dragover item'));
  return lines.filter((line, i) =>
    /^(?:drag|dragover|touchmove|pointermove .* pointerType=touch) /.test(`${line} `)
      ? lines.indexOf(line) === i
      : line !== lines[i - 1],
  );
};

const BOX =
  '<div id=outer style="padding: 20px"><button id=b style="width: 80px; height: 40px">B</button></div>';

const RANGE = '<input id=b type=range value=0 style="width:200px">';

const DRAGGABLE = `<div id=item draggable=true tabindex=0>Item</div>
  <div id=zone tabindex=0 style="height:80px" ondragover="event.preventDefault()" ondrop="event.preventDefault()">Zone</div>
  <div id=wall tabindex=0 style="height:380px">Wall</div>`;

/** A person's drag begins with a short move. */
const FIRST_PX = 4;

const dragTo = async (tab: Page, from: string, to: string): Promise<void> => {
  await tab.hover(from);
  await tab.mouse.down();
  const [start, box] = [await tab.locator(from).boundingBox(), await tab.locator(to).boundingBox()];
  if (!start || !box) throw new Error(`${from} or ${to} has no box`);
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  const [dx, dy] = [box.x + box.width / 2 - x, box.y + box.height / 2 - y];
  const first = FIRST_PX / Math.hypot(dx, dy);
  await tab.mouse.move(x + dx * first, y + dy * first);
  await tab.mouse.move(x + dx, y + dy, { steps: 8 });
  // A person rests before releasing the button.
  await tab.mouse.move(x + dx, y + dy);
  await tab.mouse.up();
};

/** A finger on the middle of an element that moves up by 80 px. */
const swipeUp = async (tab: Page, on: string): Promise<void> => {
  const box = await tab.locator(on).boundingBox();
  if (!box) throw new Error(`${on} has no box`);
  const session = await tab.context().newCDPSession(tab);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up = 0) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width / 2, y: box.y + box.height / 2 - up }],
    });
  // A finger that rests for half a second is a long press.
  await Promise.all([touch('touchStart'), touch('touchMove', 20)]);
  for (let up = 40; up <= 80; up += 20) await touch('touchMove', up);
  await touch('touchEnd');
  await session.detach();
};

const SWIPED = (css: string): string =>
  `<div id=outer style="height: 300px; overflow: auto; ${css}"><div id=b tabindex=0 style="height: 200px">B</div><p style="height: 900px">Long</div>`;

/** A pointer never jumps: `trusted` moves it on the edge of the page, or over the old element, before it hovers. */
interface Case {
  what: string;
  html: string;
  ours: (stage: Stage) => Promise<unknown>;
  trusted: (tab: Page) => Promise<unknown>;
}

const SAME: Case[] = [
  { what: 'click', html: BOX, ours: (stage) => stage.run('#b', 'click'), trusted: (tab) => tab.click('#b') },
  {
    what: 'dblclick',
    html: BOX,
    ours: (stage) => stage.run('#b', 'dblclick'),
    trusted: (tab) => tab.dblclick('#b'),
  },
  {
    what: 'contextmenu',
    html: BOX,
    ours: (stage) => stage.run('#b', 'contextmenu'),
    trusted: (tab) => tab.click('#b', { button: 'right' }),
  },
  ...(['click', 'dblclick', 'tap'] as const).map((kind) => ({
    what: `${kind} on something disabled`,
    html: `<span id=w tabindex=0 title=Tip><button disabled id=b style="width: 80px; height: 40px">B</button></span>`,
    ours: (stage: Stage) => stage.run('#w', kind),
    trusted: (tab: Page) => tab[kind]('#w'),
  })),
  {
    what: 'click on a range',
    html: RANGE,
    ours: (stage) => stage.run('#b', 'click', { position: { x: 150, y: 8 } }),
    trusted: (tab) => tab.click('#b', { position: { x: 150, y: 8 } }),
  },
  {
    what: 'hover',
    html: BOX,
    ours: (stage) => stage.run('#b', 'hover'),
    async trusted(tab) {
      await tab.mouse.move(1, 0);
      await tab.hover('#b');
    },
  },
  { what: 'tap', html: BOX, ours: (stage) => stage.run('#b', 'tap'), trusted: (tab) => tab.tap('#b') },
  ...['touch-action: none', 'touch-action: pan-x', ''].map((css) => ({
    what: `swipe with ${css || 'no touch-action'}`,
    html: SWIPED(css),
    ours: (stage: Stage) => stage.run('#b', 'swipe', { dx: 0, dy: -80 }),
    trusted: (tab: Page) => swipeUp(tab, '#b'),
  })),
  {
    what: 'moving from one to another',
    html: `${BOX}<div id=other tabindex=0>other</div>`,
    async ours(stage) {
      await stage.run('#b', 'hover');
      await stage.run('#other', 'hover');
    },
    async trusted(tab) {
      await tab.mouse.move(1, 0);
      await tab.hover('#b');
      await tab.hover('#b', { position: { x: 41, y: 20 } });
      await tab.hover('#other');
    },
  },
  {
    what: 'drag by pointer',
    html: `${BOX}<div id=other tabindex=0 style="height:90px">other</div>`,
    ours: async (stage) => stage.run('#b', 'drag', { to: await stage.ref('#other') }),
    trusted: (tab) => dragTo(tab, '#b', '#other'),
  },
  {
    what: 'drag and drop',
    html: DRAGGABLE,
    ours: async (stage) => stage.run('#item', 'drag', { to: await stage.ref('#zone') }),
    trusted: (tab) => dragTo(tab, '#item', '#zone'),
  },
  {
    what: 'drag and drop where nothing takes it',
    html: DRAGGABLE,
    ours: (stage) => stage.refuse('#item', 'drag', { dx: 0, dy: 250 }),
    trusted: (tab) => dragTo(tab, '#item', '#wall'),
  },
];

describe('pointer actions dispatch the events of trusted input', () => {
  it.each(SAME)('$what', async ({ html, ours, trusted }) => {
    const play = (act: (stage: Stage) => Promise<unknown>) =>
      stages.play(
        html,
        async (stage) => {
          await stage.events();
          await act(stage);
          return comparable(await stage.events());
        },
        EVENTS,
      );
    const real = await play((stage) => trusted(stage.tab));
    expect(await play(ours)).toEqual(real);
  });
});

describe('pointer actions', () => {
  it('hover shows what the page shows only under the pointer, until the next hover', async () => {
    const html = `<style>@media screen { li button { display: none } li:hover button { display: inline } }</style>
      <ul><li id=one tabindex=0>Milk <button id=del onclick="this.closest('li').remove()">Delete</button></li><li id=two tabindex=0>Bread <button>Delete</button></li></ul>`;
    await stages.play(html, async ({ run, refuse, state, tab }) => {
      expect(await refuse('#del', 'click').catch((error: Error) => error.message)).toMatch(/no ref/);
      const shown = 'Array.from(document.querySelectorAll("button"), (b) => b.checkVisibility())';
      await run('#one', 'hover');
      expect(await state(shown)).toEqual([true, false]);
      // A second injection finds the marks of the first one.
      await tab.evaluate(`${scriptWithParts};0`);
      await run('#two', 'hover');
      expect(await state(shown)).toEqual([false, true]);
      await run('#one', 'hover');
      expect(await run('#del', 'click')).toMatchObject({ verified: true, effect: { detached: true } });
      expect(await tab.locator('li').count()).toBe(1);
      await state('window.__agentBrowser.page("release")');
      expect(await tab.locator('[data-agent-hover], [data-agent-ref]').count()).toBe(0);
      expect(await state('document.adoptedStyleSheets.length')).toBe(0);
    });
  });

  const ROWS = '<ul><li>Milk</li><li>Bread <span><button id=b>Edit</button></span></li></ul>';

  it.each([
    ['beside the page', 'position: relative; left: -9999em', 'position: static'],
    ['unseen', 'opacity: 0', 'opacity: 1'],
  ])('presses what is kept %s until the pointer is over its row', async (_, away, shown) => {
    const rules = `li { height: 30px } li span { ${away} } li:hover span { ${shown} }`;
    await stages.play(`<style id=rules media=print>${rules}</style>${ROWS}`, async ({ ref, run, state }) => {
      await ref('#b');
      await state('(rules.media = "all", b.onclick = () => b.append("ed"))');
      expect(await run('#b', 'click')).toMatchObject({ verified: true });
      expect(await state('b.textContent')).toBe('Edited');
    });
  });

  it('marks nothing as hovered where no rule shows the element', async () => {
    const rules = 'li span { position: relative; left: -9999em } li:hover span { color: red }';
    await stages.play(`<style>${rules}</style>${ROWS}`, async ({ refuse, tab }) => {
      expect(await refuse('#b', 'click')).toMatchObject({ code: 'not_visible' });
      expect(await tab.locator('[data-agent-hover]').count()).toBe(0);
    });
  });

  it('keeps the marks of a hover out of its effect', async () => {
    await stages.play(
      `<style>b:hover { color: red }</style><b id=b tabindex=0>b</b>`,
      async ({ run, state }) => {
        expect(await run('#b', 'hover')).toMatchObject({ verified: 'unknown', effect: { mutations: 0 } });
        expect(await state('getComputedStyle(b).color')).toBe('rgb(255, 0, 0)');
      },
    );
  });

  it('makes a long press, and no click from a touch whose default was prevented', async () => {
    const html = `<button id=b oncontextmenu="window.menu = true" onclick="window.clicked = true">B</button>
      <button id=t onclick="window.clicked = true">T</button><script>t.addEventListener('touchstart', (e) => e.preventDefault(), { passive: false })</script>`;
    await stages.play(html, async ({ run, state }) => {
      await run('#b', 'longpress', { ms: 10 });
      expect(await run('#t', 'tap')).toMatchObject({
        verified: 'unknown',
        effect: { defaultPrevented: true },
      });
      expect(await state('[menu, window.clicked ?? null]')).toEqual([true, null]);
    });
  });

  it('drags by pointer to a place, also with pointer capture', async () => {
    const html = `<div id=k role=slider tabindex=0 style="position:absolute;left:10px;top:10px;width:30px;height:30px;z-index:1"></div>
      <div id=zone tabindex=0 style="position:absolute;left:300px;top:200px;width:100px;height:100px"></div><script>
      let from;
      k.onpointerdown = (e) => { from = e; k.setPointerCapture(e.pointerId); };
      k.onpointermove = (e) => { if (from && e.buttons) k.style.translate = e.clientX - from.clientX + 'px ' + (e.clientY - from.clientY) + 'px'; };
      k.onlostpointercapture = () => { from = undefined; };
    </script>`;
    await stages.play(html, async ({ run, ref, state, refuse }) => {
      expect(await run('#k', 'drag', { dx: 100, dy: 50 })).toMatchObject({ verified: true });
      expect(await state('k.style.translate')).toBe('100px 50px');
      await state('k.style.translate = ""');
      await run('#k', 'drag', { to: await ref('#zone'), position: { x: 15, y: 15 } });
      expect(
        await state('[Math.round(k.getBoundingClientRect().x), Math.round(k.getBoundingClientRect().y)]'),
      ).toEqual([300, 200]);
      expect(await refuse('#k', 'drag', { dx: 5000 })).toMatchObject({ code: 'not_visible' });
      expect(await refuse('#k', 'drag', { to: 'e99' })).toMatchObject({ code: 'ref_not_found' });
      expect(await refuse('#k', 'drag')).toMatchObject({ code: 'invalid_argument' });
    });
  });

  it('drags and drops by HTML drag and drop', async () => {
    const html = `<div id=item draggable=true tabindex=0 ondragstart="event.dataTransfer.setData('text/plain', 'it')">Item</div>
      <div id=zone tabindex=0 style="height:80px" ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.textContent = event.dataTransfer.getData('text/plain')">Zone</div>
      <div id=wall tabindex=0 style="height:80px">Wall</div>`;
    await stages.play(html, async ({ run, ref, refuse, state }) => {
      expect(await refuse('#item', 'drag', { to: await ref('#wall') })).toMatchObject({ code: 'no_effect' });
      expect(await run('#item', 'drag', { to: await ref('#zone') })).toMatchObject({ verified: true });
      expect(await state('zone.textContent')).toBe('it');
    });
  });
});
