import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('drag', () => {
  it('drags a row by a handle that makes it draggable on mousedown', async () => {
    const html = `<ul id=u><li><span tabindex=0 id=one>::</span>One<li><span tabindex=0>::</span>Two<li><span tabindex=0 id=three>::</span>Three</ul><script>
      let dragged;
      for (const row of u.children) {
        row.firstChild.onmousedown = () => { row.draggable = true; };
        row.firstChild.onmouseup = () => { row.draggable = false; };
        row.ondragstart = () => { dragged = row; };
        row.ondragover = (event) => event.preventDefault();
        row.ondrop = (event) => { event.preventDefault(); if (!window.deaf) row.after(dragged); };
      }
    </script>`;
    await play(engine, html, async ({ run, ref, state }) => {
      const to = await ref('#three');
      expect(await run('#one', 'drag', { to })).toMatchObject({ verified: true });
      expect(await state('u.innerText.replace(/[^A-Z]/g, "")')).toBe('TTO');
      await state('window.deaf = true');
      expect(await run('#one', 'drag', { to })).toMatchObject({ verified: 'unknown' });
    });
  });

  it('drags the row of a handle with pointer-events: none', async () => {
    const item = (name: string): string =>
      `<li draggable=true id=${name}><button style="pointer-events: none" id=h${name}>::</button> ${name}</li>`;
    const html = `<ul id=u>${item('One')}${item('Two')}${item('Three')}</ul><script>
      let dragged;
      for (const row of u.children) {
        row.ondragstart = () => { dragged = row; };
        row.ondragover = (event) => event.preventDefault();
        row.ondrop = (event) => { event.preventDefault(); row.after(dragged); };
      }
    </script>`;
    await play(engine, html, async ({ run, ref, state }) => {
      expect(await run('#hOne', 'drag', { to: await ref('#hThree') })).toMatchObject({ verified: true });
      expect(await state('Array.from(u.children, (at) => at.id).join()')).toBe('Two,Three,One');
    });
  });

  it('draws on a canvas from one position to another', async () => {
    const html = `<canvas id=c width=300 height=200></canvas><canvas width=50 height=20></canvas><script>
      const drawn = []; let down = false; const at = (event) => drawn.push([event.offsetX, event.offsetY].map(Math.round).join());
      c.addEventListener('mousedown', (event) => { down = true; at(event); });
      c.addEventListener('mousemove', (event) => down && at(event));
      c.addEventListener('mouseup', (event) => { down = false; at(event); document.body.append('!'); });</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      const ref = await state("c.getAttribute('data-ref') || 'e1'");
      expect(
        await run('#c', 'drag', { from: { x: 20, y: 30 }, to: ref, position: { x: 220, y: 130 } }),
      ).toMatchObject({
        verified: true,
      });
      expect(await state("drawn[0] + ' ' + drawn[drawn.length - 1]")).toBe('20,30 220,130');
      await run('#c', 'drag', { from: { x: 5, y: 5 }, dx: 100, dy: 0 });
      expect(await state('drawn[drawn.length - 1]')).toBe('105,5');
      expect(await refuse('#c', 'drag', { from: { x: 900, y: 5 }, dx: 9 })).toMatchObject({
        code: 'not_visible',
      });
      expect(await refuse('#c', 'drag', { from: {}, dx: 9 })).toMatchObject({ code: 'invalid_argument' });
    });
  });

  it('loses at most 4 px in a page that measures from the first pointermove', async () => {
    const html = `<div id=box tabindex=0 style="width: 80px; height: 40px">Box</div><script>
      let from;
      box.onpointerdown = () => { from = NaN; };
      onpointermove = ({ clientX }) => {
        if (Number.isNaN(from)) from = clientX;
        else if (from) box.style.marginLeft = clientX - from + 'px';
      };
      onpointerup = () => { from = undefined; };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0 })).toMatchObject({ verified: true });
      expect(await state('parseInt(box.style.marginLeft)')).toBe(196);
    });
  });

  it('rests before the release, so that the page does not throw the box', async () => {
    const html = `<div id=box tabindex=0 style="width: 80px; height: 40px">Box</div><script>
      let moves;
      box.onpointerdown = () => { moves = []; };
      onpointermove = ({ clientX, timeStamp }) => moves && moves.push([clientX, timeStamp]);
      onpointerup = ({ timeStamp }) => {
        const late = moves.filter(([, at]) => timeStamp - at < 160);
        box.title = late.length < 2 ? 'rests' : 'flies at ' + (late.at(-1)[0] - late[0][0]);
        moves = undefined;
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0 })).toMatchObject({ verified: true });
      expect(await state('box.title')).toBe('rests');
    });
  });

  it.each([
    ['as long as the timer runs that the press sets', 250, {}],
    ['as long as it is told to', 600, { holdMs: 700 }],
  ])('waits before it moves: %s', async (_, ms, more) => {
    const html = `<div id=box tabindex=0 style="width: 80px; height: 40px">Box</div><script>
      let timer;
      let moving = false;
      box.onpointerdown = () => { timer = setTimeout(() => { moving = true; }, ${ms}); };
      onpointermove = ({ clientX }) => { if (moving) box.style.marginLeft = clientX + 'px'; else clearTimeout(timer); };
      onpointerup = () => { moving = false; };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0, ...more })).toMatchObject({ verified: true });
      expect(await state('parseInt(box.style.marginLeft) >= 200')).toBe(true);
    });
  });

  it('resizes an element by the corner that the browser draws', async () => {
    const html = `<style>textarea, div { width: 100px; height: 60px; padding: 0; border: 0 }</style>
      <textarea id="both"></textarea>
      <div id="down" tabindex=0 style="resize: vertical; overflow: auto">x</div>
      <textarea id="fixed" style="resize: none"></textarea>`;
    await play(engine, html, async ({ run, until }) => {
      const size = (id: string) => until(`${id}.offsetWidth + '/' + ${id}.offsetHeight`);
      const corner = { from: { x: 95, y: 55 }, dx: 40, dy: 30 };
      expect(await run('#both', 'drag', corner)).toMatchObject({ verified: true });
      expect(await size('both')).toBe('140/90');
      await run('#both', 'drag', { from: { x: 40, y: 30 }, dx: 40, dy: 30 });
      expect(await size('both')).toBe('140/90');
      await run('#down', 'drag', corner);
      expect(await size('down')).toBe('100/90');
      await run('#fixed', 'drag', corner);
      expect(await size('fixed')).toBe('100/60');
    });
  });

  it('rests at its end until a page that polls the position has read it', async () => {
    const html = `<div id=box tabindex=0 style="width: 80px; height: 40px">Box</div><script>
      let at = 0;
      let timer;
      box.onmousedown = () => { timer = setInterval(() => { box.style.marginLeft = at + 'px'; }, 50); };
      onmousemove = ({ clientX }) => { at = clientX; };
      onmouseup = () => clearInterval(timer);
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0 })).toMatchObject({ verified: true });
      expect(await state('parseInt(box.style.marginLeft) >= 200')).toBe(true);
    });
  });

  it('repeats its last move for a page that ignores moves within 40 ms', async () => {
    const html = `<div id=box style="width:60px;height:40px">Box</div><script>
      let from, last;
      box.onmousedown = (event) => { from = event.clientX; };
      onmouseup = () => { from = undefined; };
      onmousemove = (event) => {
        if (from === undefined || event.timeStamp - last < 40) return;
        last = event.timeStamp;
        box.style.translate = event.clientX - from + 'px';
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0 })).toMatchObject({ verified: true });
      expect(await state('box.style.translate')).toBe('200px');
    });
  });

  it('is not verified by a class that pointerdown sets', async () => {
    const html = `<div id=row><div id=grip tabindex=0>::</div></div><script>
      grip.onpointerdown = () => { row.className = 'pressed'; row.draggable = true; };
      row.ondragstart = (event) => event.preventDefault();
      grip.onpointerup = onpointerup = () => { row.draggable = false; };
    </script>`;
    await play(engine, html, async ({ run, atOnce, state }) => {
      for (const drag of [run, atOnce]) {
        expect(await drag('#grip', 'drag', { dx: 40, dy: 0 })).toMatchObject({ verified: 'unknown' });
        expect(await state('row.className')).toBe('pressed');
        await state("row.className = ''");
      }
    });
  });

  const DATA = (source: string, over: string) => `<div id=s draggable=true tabindex=0>S</div>
    <div id=z tabindex=0 style="height:80px">Z</div><script>var log = [];
    s.ondragstart = (event) => { event.dataTransfer.setData('text/plain', 'it'); ${source} };
    s.ondragend = (event) => log.push('end ' + event.dataTransfer.dropEffect);
    z.ondragover = (event) => { window.was = event.dataTransfer.dropEffect; event.preventDefault(); ${over} };
    z.ondrop = (event) => { event.preventDefault(); log.push('drop ' + event.dataTransfer.dropEffect); };</script>`;
  it.each([
    ['as usual', '', '', ['drop copy', 'end copy'], 'copy'],
    [
      'with an effect of its own',
      '',
      "event.dataTransfer.dropEffect = 'move'",
      ['drop move', 'end move'],
      'copy',
    ],
    [
      'that the source allows',
      "event.dataTransfer.effectAllowed = 'move'",
      '',
      ['drop move', 'end move'],
      'move',
    ],
    ['not', '', "event.dataTransfer.dropEffect = 'none'", ['end none'], 'copy'],
    [
      'not, against the source',
      "event.dataTransfer.effectAllowed = 'copy'",
      "event.dataTransfer.dropEffect = 'move'",
      ['end none'],
      'copy',
    ],
  ])('takes a drop %s', async (_, source, over, log, was) => {
    await play(engine, DATA(source, over), async ({ run, refuse, ref, state }) => {
      const to = await ref('#z');
      if (log.length > 1) await run('#s', 'drag', { to });
      else expect(await refuse('#s', 'drag', { to })).toMatchObject({ code: 'no_effect' });
      expect(await state('[log, was]')).toEqual([log, was]);
    });
  });

  it('puts the address of a dragged link into the data transfer', async () => {
    const html = `<a id=s href="https://page.test/there">S</a><div id=z tabindex=0 style="height:80px" ondragover="event.preventDefault()" ondrop="event.preventDefault(); window.got = event.dataTransfer.getData('text/uri-list')">Z</div>`;
    await play(engine, html, async ({ run, ref, state }) => {
      await run('#s', 'drag', { to: await ref('#z') });
      expect(await state('got')).toBe('https://page.test/there');
    });
  });
});
