import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play, runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('a container with scroll snapping', () => {
  const slides = ['A', 'B', 'C', 'D'].map(
    (name) =>
      `<div style="flex:0 0 200px;height:90px;scroll-snap-align:start"><button id=${name} onclick="window.hit = this.id">${name}</button></div>`,
  );
  const html = `<div id=box style="display:flex;width:200px;overflow:auto;scroll-snap-type:x mandatory">${slides.join('')}</div>`;

  it('is scrolled to the slide of the element that is clicked or scrolled to', async () => {
    await play(engine, html, async ({ run, atOnce, state }) => {
      await run('#C', 'click');
      expect(await state('hit + box.scrollLeft')).toBe('C400');
      expect(await atOnce('#B', 'click')).toMatchObject({ ok: true });
      expect(await state('hit')).toBe('B');
      await run('#D', 'scrollIntoView');
      expect(await state('box.scrollLeft')).toBe(600);
    });
  });
});

describe('a section that fades in when it is scrolled to', () => {
  it('is acted on after it has appeared', async () => {
    const html = `<style>section { opacity: 0; transform: translateY(40px); transition: .3s } .in { opacity: 1; transform: none }</style>
      <div style="height:3000px"></div><section><button id=b onclick="textContent = parentNode.className ? 'Bought' : 'Unseen'">Buy</button></section>
      <script>
        const section = document.querySelector('section');
        new IntersectionObserver(([entry]) => entry.isIntersecting && section.classList.add('in')).observe(section);
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#b', 'click')).toMatchObject({ verified: true });
      expect(await state('b.textContent')).toBe('Bought');
    });
  });
});

describe('a hover where the pointer already is', () => {
  it('is heard by the page as a move: players show their controls by that', async () => {
    const html = `<button id=a>A</button><script>
      let last; window.moves = 0;
      a.onmousemove = ({ screenX }) => { if (screenX !== last) moves++; last = screenX; };</script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#a', 'click');
      const before = Number(await state('moves'));
      await run('#a', 'hover');
      expect(await state('moves')).toBeGreaterThan(before);
    });
  });
});

describe('an element that starts to move after it was found', () => {
  it('is clicked when it has come to rest', async () => {
    const html = `<button id=target style="position:absolute;left:0" onpointerdown="window.at = this.offsetLeft">Go</button><script>
      const move = () => {
        target.style.left = target.offsetLeft + 10 + 'px';
        if (target.offsetLeft < 300) requestAnimationFrame(move);
      };
    </script>`;
    await play(engine, html, async ({ page, ref, state, until }) => {
      const el = await ref('#target');
      await ref('#target');
      await page.run('move()');
      await until('target.offsetLeft > 20');
      await runJob(page, 'action', el, 'click');
      expect(await state('at')).toBe(300);
    });
  });
});

describe('an element that never comes to rest', () => {
  it('is followed by the pointer until the click is over', async () => {
    const html = `<div id=target style="position:absolute;top:20px;width:20px;height:20px;background:red" onclick="window.hits = (window.hits || 0) + 1"></div><script>
      // It comes back to a place so seldom that no two looks find it where it was.
      let step = 0; setInterval(() => { target.style.left = 100 + (29 * ++step) % 997 + 'px'; }, 4);</script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#target', 'click');
      expect(await state('hits')).toBe(1);
    });
  });
});

describe('scrolling', () => {
  it('scrolls a body that is the scroll container of the page', async () => {
    const html =
      '<style>html { height: 100%; overflow: hidden } body { height: 100%; margin: 0; overflow: auto }</style><button id=b>B</button><p style="height:3000px">Long</p>';
    await play(engine, html, async ({ run, page, state }) => {
      await run('#b', 'scroll', { dy: 100 });
      expect(await page.json('page', 'scroll', { direction: 'down', amount: 50 })).toMatchObject({
        ok: true,
      });
      expect(await state('document.body.scrollTop')).toBe(150);
    });
  });

  const rows = Array.from(
    { length: 60 },
    (_, i) => `<div role=option tabindex=0 id=r${i}>Row ${i}</div>`,
  ).join('');
  it('scrolls the container of an element, and reports its end', async () => {
    const html = `<div id=box tabindex=0 style="height:200px;overflow:auto">${rows}</div>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#box', 'scroll', { dy: 120 })).toMatchObject({
        verified: true,
        effect: { scroll: { y: 120 } },
      });
      await run('#box', 'scroll', 'bottom');
      expect(await state('box.scrollTop + box.clientHeight === box.scrollHeight')).toBe(true);
      expect(await refuse('#box', 'scroll', 'down')).toMatchObject({ code: 'no_effect' });
      await run('#box', 'scroll', { direction: 'up', amount: 50 });
      expect(await run('#r0', 'scroll_into_view')).toMatchObject({ verified: true });
      expect(await state('box.scrollTop')).toBe(0);
      expect(await refuse('#box', 'scroll', 'sideways')).toMatchObject({
        code: 'invalid_argument',
        argument: 'direction',
      });
      expect(await run('#box', 'scroll', { text: 'row 42' })).toMatchObject({
        verified: true,
        effect: { found: { name: 'Row 42' } },
      });
    });
  });

  it('scrolls a column-reverse container from its end to its beginning', async () => {
    const html = `<div id=box tabindex=0 style="height:200px;overflow:auto;display:flex;flex-direction:column-reverse"><div>${rows}</div></div>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await refuse('#box', 'scroll', 'down')).toMatchObject({ code: 'no_effect' });
      expect(await run('#box', 'scroll', { dy: -120 })).toMatchObject({ effect: { scroll: { y: -120 } } });
      await run('#box', 'scroll', 'top');
      expect(await state('box.scrollTop - box.clientHeight === -box.scrollHeight')).toBe(true);
      expect(await refuse('#box', 'scroll', 'up')).toMatchObject({ code: 'no_effect' });
    });
  });

  it('scrolls a list that grows until a text appears', async () => {
    const html = `<div id=box tabindex=0 style="height:100px;overflow:auto"></div><script>
      let n = 0; const more = () => { for (let i = 0; i < 10; i++) box.append(Object.assign(document.createElement('p'), { textContent: 'Item ' + n++ + '.' })); };
      more(); box.onscroll = () => { if (n < 60 && box.scrollTop + 300 > box.scrollHeight) setTimeout(more, 20); };
    </script>`;
    await play(engine, html, async ({ run, refuse }) => {
      expect(await run('#box', 'scroll', { text: 'Item 45.' })).toMatchObject({ verified: true });
      expect(await refuse('#box', 'scroll', { text: 'Item 99.' })).toMatchObject({ code: 'no_effect' });
    });
  });

  it('finds a text above only in direction "up", and suggests that direction otherwise', async () => {
    const html = `<div id=box tabindex=0 style="height:100px;overflow:auto"><div id=space style="position:relative;height:4000px;overflow:hidden"></div></div><script>
      const draw = () => {
        const first = Math.floor(box.scrollTop / 20);
        space.innerHTML = Array.from({ length: 6 }, (_, i) => '<p style="position:absolute;margin:0;top:' + (first + i) * 20 + 'px">Row <b>' + (first + i) + '</b>.</p>').join('');
      };
      draw(); box.onscroll = draw;
    </script>`;
    await play(engine, html, async ({ run, refuse }) => {
      expect(await run('#box', 'scroll', { text: 'row 150.' })).toMatchObject({ verified: true });
      expect(await refuse('#box', 'scroll', { text: 'row 20.' })).toMatchObject({
        code: 'no_effect',
        message: expect.stringContaining('direction "up"'),
      });
      expect(await run('#box', 'scroll', { text: 'row 20.', direction: 'up' })).toMatchObject({
        verified: true,
      });
      expect(await refuse('#box', 'scroll', { text: 'row 300.' })).toMatchObject({
        message: expect.stringContaining('direction "up"'),
      });
    });
  });
});
