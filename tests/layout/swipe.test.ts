import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play, type Stage } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const BOX = 'position: absolute; left: 20px; top: 20px; width: 200px; height: 100px; background: #ccc';

/** Records the pointer events of the box `b` in `went`. */
const RECORD_EVENTS = `const went = [];
  for (const type of ['down', 'move', 'up', 'cancel']) b.addEventListener('pointer' + type, (event) => went.push([type, event.pointerType, Math.round(event.clientX), Math.round(event.clientY)]));`;

const box = (css: string, script = ''): string =>
  `<body style="margin:0"><div id=b tabindex=0 style="${BOX};${css}">B</div><script>${RECORD_EVENTS}${script}</script>`;

const LONG = Array.from({ length: 200 }, (_, i) => `<p>Line ${i}</p>`).join('');

const hasTouch = (stage: Stage): Promise<boolean> =>
  stage.state(
    '(() => { try { return Boolean(new Touch({ identifier: 0, target: document.body })); } catch { return false; } })()',
  );

type Went = [type: string, pointer: string, x: number, y: number][];

describe('swipe moves a finger', () => {
  const ways: readonly (readonly [unknown, from: number[], to: number[]])[] = [
    ['left', [180, 70], [60, 70]],
    [{ direction: 'right' }, [60, 70], [180, 70]],
    ['up', [120, 100], [120, 1]],
    [{ direction: 'down' }, [120, 40], [120, 160]],
    [{ direction: 'left', amount: 50 }, [180, 70], [130, 70]],
    [{ direction: 'right', from: { x: 10, y: 10 } }, [30, 30], [150, 30]],
    [{ dx: 30, dy: -20 }, [120, 70], [150, 50]],
    [{ dx: -5000 }, [120, 70], [1, 70]],
  ];
  it.each(ways)('%o', async (payload, from, to) => {
    await play(engine, box('touch-action: none'), async ({ run, state }) => {
      expect(await run('#b', 'swipe', payload)).toMatchObject({ verified: 'unknown' });
      const went = await state<Went>('went');
      const [first, last] = [went[0], went.at(-1)];
      expect(first).toEqual(['down', 'touch', ...from]);
      expect(last).toEqual(['up', 'touch', ...to]);
      expect(new Set(went.slice(1, -1).map(([type]) => type))).toEqual(new Set(['move']));
      expect(went.at(-2)?.slice(2)).toEqual(to);
    });
  });

  it('and turns a carousel that handles pointer events and captures the pointer', async () => {
    const carousel = `let from, page = 0; b.onpointerdown = (event) => { from = event.clientX; b.setPointerCapture(event.pointerId); };
      b.onpointerup = (event) => { page += from - event.clientX > 60 ? 1 : from - event.clientX < -60 ? -1 : 0; b.textContent = 'Page ' + page; };`;
    await play(engine, box('touch-action: pan-y', carousel), async ({ run, state }) => {
      expect(await run('#b', 'swipe', 'left')).toMatchObject({ verified: true });
      expect(await state('b.textContent')).toBe('Page 1');
      await run('#b', 'swipe', 'right');
      expect(await state('b.textContent')).toBe('Page 0');
    });
  });

  it('and drags a row that handles touch events', async () => {
    const cell = `let from; b.addEventListener('touchstart', (event) => { from = event.touches[0].clientX; });
      b.addEventListener('touchmove', (event) => { event.preventDefault(); b.style.translate = event.touches[0].clientX - from + 'px'; }, { passive: false });
      b.addEventListener('touchend', (event) => { b.title = event.touches.length + ' ' + event.changedTouches.length; });`;
    await play(engine, box('', cell), async (stage) => {
      const outcome = await stage.run('#b', 'swipe', 'left');
      if (!(await hasTouch(stage))) {
        expect(outcome).toMatchObject({ verified: 'unknown' });
        return;
      }
      expect(outcome).toMatchObject({ verified: true, effect: { defaultPrevented: true } });
      expect(await stage.state('[b.style.translate, b.title]')).toEqual(['-120px', '0 1']);
      expect((await stage.state<Went>('went')).at(-1)?.[0]).toBe('up');
    });
  });
});

describe('the touch events of a swipe have page coordinates', () => {
  const html = `<div style="height:3000px"></div><div id=c tabindex=0 style="width:300px;height:80px;touch-action:pan-y">1</div><div style="height:900px"></div><script>
      let from, shown = 1;
      c.addEventListener('touchstart', (event) => { from = event.changedTouches[0]; });
      c.addEventListener('touchend', (event) => {
        const { pageX, pageY } = event.changedTouches[0];
        if (Math.abs(pageY - from.pageY) > 5 || pageY < 3000) return;
        if (from.pageX - pageX > 50) c.textContent = ++shown;
        if (pageX - from.pageX > 50) c.textContent = --shown;
      });
    </script>`;

  it('for a carousel that reads them', async () => {
    await play(engine, html, async (stage) => {
      const isHeard = await hasTouch(stage);
      for (const [direction, shown] of [
        ['left', 2],
        ['left', 3],
        ['right', 2],
      ] as const) {
        expect(await stage.run('#c', 'swipe', direction)).toMatchObject({ verified: isHeard || 'unknown' });
        expect(await stage.state('shown')).toBe(isHeard ? shown : 1);
      }
    });
  });
});

describe('a swipe scrolls as in a browser', () => {
  const list = (css = '', script = ''): string =>
    `<body style="margin:0"><div id=b tabindex=0 style="${BOX};overflow:auto;${css}">${LONG}</div><script>${RECORD_EVENTS}${script}</script>`;

  it('the container under the finger, with a pointercancel for the page', async () => {
    await play(engine, list(), async ({ run, state }) => {
      expect(await run('#b', 'swipe', { direction: 'up', amount: 40 })).toMatchObject({
        verified: true,
        effect: { scroll: { x: 0, y: 40 } },
      });
      expect(await state('b.scrollTop')).toBe(40);
      expect((await state<Went>('went')).map(([type]) => type)).toEqual(['down', 'move', 'cancel']);
      await run('#b', 'swipe', { direction: 'down', amount: 15 });
      expect(await state('b.scrollTop')).toBe(25);
    });
  });

  it('to the next snap position, not past it', async () => {
    const slides = Array.from(
      { length: 10 },
      (_, i) => `<p style="flex:none;width:100%;margin:0;scroll-snap-align:start">${i}</p>`,
    );
    const carousel = `<body style="margin:0"><div id=b tabindex=0 style="${BOX};display:flex;overflow-x:auto;scroll-snap-type:x mandatory">${slides.join('')}</div>`;
    await play(engine, carousel, async ({ run, state }) => {
      for (const [direction, x] of [
        ['left', 200],
        ['left', 400],
        ['right', 200],
      ] as const) {
        expect(await run('#b', 'swipe', direction)).toMatchObject({ effect: { scroll: { x } } });
        expect(await state('b.scrollLeft')).toBe(x);
      }
    });
  });

  it('the page, from an element in it', async () => {
    await play(engine, `<button id=b>B</button>${LONG}`, async ({ run, state }) => {
      expect(await run('#b', 'swipe', { dx: 0, dy: -5 })).toMatchObject({ effect: { scroll: { y: 5 } } });
      expect(await state('document.scrollingElement.scrollTop')).toBe(5);
    });
  });

  it.for([
    ['touch-action: none', ''],
    ['touch-action: pan-x', ''],
    ['', "b.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false })"],
    ['', "b.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false })"],
  ])('unless the page handles the touch: %s%s', async ([css = '', script = ''], { skip }) => {
    await play(engine, list(css, script), async (stage) => {
      if (script && !(await hasTouch(stage))) skip('There are no touch events here.');
      await stage.run('#b', 'swipe', 'up');
      expect(await stage.state('b.scrollTop')).toBe(0);
      expect((await stage.state<Went>('went')).at(-1)?.[0]).toBe('up');
    });
  });
});
