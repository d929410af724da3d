import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** Returns the first value on a touch screen, else the second: there the page receives no touch events. */
const byScreen = <T, U>(touched: T, untouched: U): T | U => (engine.name === 'mobile' ? touched : untouched);

const page = (script: string): string =>
  `<div id=b role=button tabindex=0 style="width:200px;height:60px">B</div><script>let taps = 0, clicks = 0; ${script}</script>`;

const COUNTS = `b.addEventListener('click', () => { clicks++; });
  b.addEventListener('touchend', () => { b.textContent = ++taps; });`;

describe('a click on a touch screen', () => {
  it('also sends touch events when the click changed nothing, and sends the click once', async () => {
    await play(engine, page(COUNTS), async ({ run, state }) => {
      expect(await run('#b', 'click')).toMatchObject({ kind: 'click', verified: byScreen(true, 'unknown') });
      expect(await state('[taps, clicks]')).toEqual(byScreen([1, 1], [0, 1]));
    });
  });

  it('is repeated as a tap when the page prevents a click without touch', async () => {
    const gesture = `let touched = false;
      b.addEventListener('touchstart', () => { touched = true; });
      b.addEventListener('click', (event) => { if (touched) b.textContent = ++clicks; else event.preventDefault(); });`;
    await play(engine, page(gesture), async ({ run, state }) => {
      expect(await run('#b', 'click')).toMatchObject({ verified: byScreen(true, 'unknown') });
      expect(await state('clicks')).toBe(byScreen(1, 0));
    });
  });

  it('sends no touch events when the click changed something', async () => {
    await play(
      engine,
      page(`${COUNTS} b.onclick = () => { b.title = 'clicked'; };`),
      async ({ run, state }) => {
        expect(await run('#b', 'click')).toMatchObject({ verified: true });
        expect(await state('[taps, clicks]')).toEqual([0, 1]);
      },
    );
  });

  it('sends no touch events when the page made a request', async () => {
    await play(engine, page(`${COUNTS} b.onclick = () => { fetch('/like'); };`), async ({ run, state }) => {
      await run('#b', 'click');
      expect(await state('[taps, clicks]')).toEqual([0, 1]);
    });
  });

  it('sends no touch events on a canvas, whose change can not be seen', async () => {
    const html = `<canvas id=b tabindex=0 width=200 height=200></canvas><script>let taps = 0; b.addEventListener('touchend', () => { taps++; });</script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#b', 'click')).toMatchObject({ verified: 'unknown' });
      expect(await state('taps')).toBe(0);
    });
  });

  it('drags by touch where the mouse moves nothing', async () => {
    const drag = `let from; b.addEventListener('touchstart', (event) => { from = event.touches[0].clientX; });
      b.addEventListener('touchmove', (event) => { b.style.translate = event.touches[0].clientX - from + 'px'; });`;
    await play(engine, page(drag), async ({ run, state }) => {
      expect(await run('#b', 'drag', { dx: 40, dy: 0 })).toMatchObject({
        verified: byScreen(true, 'unknown'),
      });
      expect(await state('b.style.translate')).toBe(byScreen('40px', ''));
    });
  });

  it('drags once in a call that does not wait, where the page draws later what was moved', async () => {
    const later = `let from, sum = 0; b.onpointerdown = (event) => { from = event.clientX; };
      b.onpointerup = (event) => { sum += event.clientX - from; setTimeout(() => { b.textContent = sum; }); };`;
    await play(engine, page(later), async ({ atOnce, state }) => {
      expect(await atOnce('#b', 'drag', { dx: 40, dy: 0 })).toMatchObject({ ok: true, verified: 'unknown' });
      expect(await state('sum')).toBe(40);
    });
  });

  it('lets a page capture a pointer that exists only in the events of the script', async () => {
    const capture = `const got = []; for (const type of ['gotpointercapture', 'lostpointercapture', 'pointerup', 'click']) b.addEventListener(type, (event) => got.push(event.type));
      b.onpointerdown = (event) => { b.setPointerCapture(event.pointerId); got.push(b.hasPointerCapture(event.pointerId)); };
      b.addEventListener('lostpointercapture', (event) => b.releasePointerCapture(event.pointerId));`;
    await play(engine, page(capture), async ({ run, state }) => {
      const before = await state('String(Element.prototype.setPointerCapture)');
      await run('#b', 'click');
      const expected = ['gotpointercapture', true, 'pointerup', 'lostpointercapture'];
      expect((await state<unknown[]>('got')).slice(0, 5)).toEqual([...expected, 'click']);
      await state('void got.splice(0)');
      await run('#b', 'tap');
      expect(await state('got')).toEqual([...expected, 'click']);
      expect(await state('String(Element.prototype.setPointerCapture)')).toBe(before);
    });
  });
});
