import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const HAS_TOUCH =
  '(() => { try { return Boolean(new Touch({ identifier: 0, target: document.body })); } catch { return false; } })()';

describe('swipe', () => {
  it('moves a carousel that reads where on the page the finger is', async () => {
    const html = `<div style="height:3000px"></div><div id=c tabindex=0 style="width:300px;height:80px;touch-action:pan-y">1</div><div style="height:900px"></div>
      <script>
        let from, shown = 1;
        c.addEventListener('touchstart', (event) => { from = event.changedTouches[0]; });
        c.addEventListener('touchend', (event) => {
          const { pageX, pageY } = event.changedTouches[0];
          if (Math.abs(pageY - from.pageY) > 5 || pageY < 3000) return;
          if (from.pageX - pageX > 50) c.textContent = ++shown;
          if (pageX - from.pageX > 50) c.textContent = --shown;
        });
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      if (!(await state<boolean>(HAS_TOUCH))) return;
      for (const [direction, shown] of [
        ['left', 2],
        ['left', 3],
        ['right', 2],
      ] as const) {
        expect(await run('#c', 'swipe', { direction })).toMatchObject({ verified: true });
        expect(await state('shown')).toBe(shown);
      }
    });
  });
});
