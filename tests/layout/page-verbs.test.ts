import { beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  ErrorResult,
  PageFind,
  PageHighlight,
  PageInput,
  PageScroll,
  QueryOk,
} from '../../src/contract.ts';
import { type Engine, lines, openEngine, withPage } from '../support/engine.ts';
import { canTry, TELLS_WHAT_IS_AHEAD } from '../support/engine-differences.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  process.env.ENGINE = 'chromium';
  engine = await openEngine();
});

/** Longer than a busy machine takes. */
const WAIT = { timeout: 20_000, interval: 20 };

/** Appends ten rows 300 ms after each scroll near the end, up to sixty. */
const ENDLESS = `<!doctype html><style>#list { height: 200px; overflow: auto; scroll-behavior: smooth } p { height: 40px; margin: 0 }</style>
  <button>Top</button><div id=list></div><script>
  const list = document.getElementById('list');
  const more = () => {
    for (let i = 0; i < 10 && list.children.length < 60; i++)
      list.append(Object.assign(document.createElement('p'), { textContent: 'Row ' + (list.children.length + 1) }));
  };
  more();
  list.addEventListener('scroll', () => {
    if (list.scrollTop + 300 > list.scrollHeight) setTimeout(more, 300);
  });
  </script>`;

const LONG = `<!doctype html><body style="margin:0"><div style="height:9000px"><button>One</button></div><p>End</p>`;

describe('scroll', () => {
  it('moves the page by a step, by an amount and to an end, and returns the position', async () => {
    await withPage(engine, LONG, async (page) => {
      const scroll = async (payload?: unknown): Promise<number> =>
        (await page.json<PageScroll>('page', 'scroll', payload)).scroll.y;
      const height = await page.evaluate<number>('innerHeight');
      const step = await scroll();
      // Scroll positions are multiples of a device pixel, which may be smaller than a CSS pixel.
      expect(Math.abs(step - 0.9 * height)).toBeLessThan(2);
      expect(await scroll({ direction: 'up', amount: 48 })).toBe(step - 48);
      expect(await scroll({ direction: 'bottom' })).toBeGreaterThan(2000);
      const { error } = await page.json<ErrorResult>('page', 'scroll', 'down');
      expect(error.code).toBe('no_effect');
      expect(await scroll('top')).toBe(0);
    });
  });

  it('moves the container that scrolls in place of the page, without smooth scrolling', async () => {
    await withPage(engine, ENDLESS, async (page) => {
      expect(await page.json('page', 'scroll', { amount: 50 })).toMatchObject({
        ok: true,
        scroll: { y: 50 },
      });
      const { elements } = await page.json<PageFind>('page', 'find', 'Row 1');
      const again = { ref: elements[0]?.ref, direction: 'top' };
      expect(await page.json('page', 'scroll', again)).toMatchObject({ ok: true, scroll: { y: 0 } });
    });
  });

  it('tells that the page, or what is around an element, has no further to go', async () => {
    await withPage(engine, '<button>Go</button>', async (page) => {
      const scroll = async (given: object) =>
        (await page.json<ErrorResult>('page', 'scroll', given)).error.message;
      expect(await scroll({})).toBe('There is nothing more to scroll down.');
      const { elements } = await page.json<PageFind>('page', 'find', 'Go');
      const up = { ref: elements[0]?.ref, direction: 'up' };
      expect(await scroll(up)).toBe('There is nothing more to scroll up.');
    });
  });

  it('continues until a text appears', async () => {
    await withPage(engine, ENDLESS, async (page) => {
      const found = await runJob<PageScroll>(page, 'page', 'scroll', { text: 'Row 37' });
      expect(found).toMatchObject({ ok: true, element: { tag: 'p' } });
      const { value } = await page.json<QueryOk>('query', found.element?.ref, 'box');
      expect(value).toMatchObject({ height: 40 });
      const missing = await runJob<ErrorResult>(page, 'page', 'scroll', { text: 'Row 99' });
      expect(missing.error).toMatchObject({ code: 'no_effect' });
    });
  });
});

describe('a verb of the page waits for the changes that it causes', () => {
  const ANSWERS = `<!doctype html><body style="height:9000px"><input><p id=out></p><script>
    const answer = () => setTimeout(() => setTimeout(() => { out.textContent = 'Answer'; }, 200), 100);
    document.querySelector('input').focus();
    onkeydown = onwheel = onscroll = onclick = answer;
    </script>`;

  it.each<[kind: string, payload: unknown]>([
    ['pressKey', 'Enter'],
    ['char', 'a'],
    ['mouseClick', { x: 9, y: 9 }],
    ['wheel', { x: 9, y: 9, deltaY: 9 }],
    ['scroll', 'down'],
  ])('%s', async (kind, payload) => {
    await withPage(engine, ANSWERS, async (page) => {
      expect(await runJob(page, 'page', kind, payload)).toMatchObject({ ok: true });
      expect(await page.evaluate('out.textContent')).toBe('Answer');
    });
  });
});

const MOUSE = `<!doctype html><body style="margin:0"><button style="position:absolute;left:10px;top:10px;width:100px;height:40px">Press</button>
  <div id=box style="position:absolute;left:10px;top:100px;width:100px;height:100px;overflow:auto"><div style="height:900px"></div></div>
  <script>var seen = [];
  for (const type of ['pointerover', 'pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup', 'click', 'wheel'])
    document.addEventListener(type, (e) => e.target !== document && seen.push(type), true);
  </script>`;

describe('the mouse', () => {
  const CLICK = ['pointerover', 'pointerdown', 'mousedown', 'focus', 'pointerup', 'mouseup', 'click'];

  it('sends all events of a click at a point', async () => {
    await withPage(engine, MOUSE, async (page) => {
      const result = await page.json<PageInput>('page', 'mouseClick', { x: 50, y: 30 });
      expect(result).toMatchObject({ ok: true, target: { role: 'button', name: 'Press' } });
      expect(await page.evaluate('seen')).toEqual(CLICK);
    });
  });

  it('goes down and up by two verbs, and may move to another element between them', async () => {
    await withPage(engine, MOUSE, async (page) => {
      await page.json('page', 'mouseDown', { x: 50, y: 30 });
      expect(await page.evaluate('seen')).toEqual(CLICK.slice(0, 4));
      await page.json('page', 'mouseUp', { x: 60, y: 30 });
      expect(await page.evaluate('seen')).toEqual(CLICK);
      await page.json('page', 'mouseDown', { x: 50, y: 30 });
      await page.json('page', 'mouseMove', { x: 50, y: 400 });
      await page.evaluate('(seen.length = 0, 0)');
      await page.json('page', 'mouseUp', { x: 50, y: 400 });
      expect(await page.evaluate('seen')).toEqual(['pointerup', 'mouseup', 'click']);
    });
  });

  const THUMB = `<!doctype html><body style="margin:0"><div id=p style="position:absolute;left:0;top:0;width:400px;height:40px"><div id=t style="position:absolute;left:0;width:40px;height:40px"></div></div>
    <div id=b style="position:absolute;top:200px;width:400px;height:100px"></div><script>var seen = [], from;
    t.onpointerdown = (event) => { from = event.clientX; t.setPointerCapture(event.pointerId); };
    t.onpointermove = (event) => { if (t.hasPointerCapture(event.pointerId)) t.style.left = event.clientX - from + 'px'; };
    for (const type of ['pointermove', 'pointerup', 'mouseup', 'gotpointercapture', 'lostpointercapture', 'click'])
      document.addEventListener(type, (event) => from !== undefined && seen.push(type + '@' + event.target.id), true);
    </script>`;

  it('sends its events to the element that captures the pointer, until the release', async () => {
    await withPage(engine, THUMB, async (page) => {
      await page.json('page', 'mouseDown', { x: 20, y: 20 });
      await page.json('page', 'mouseMove', { x: 120, y: 250 });
      await page.json('page', 'mouseUp', { x: 140, y: 250 });
      await page.json('page', 'mouseMove', { x: 150, y: 250 });
      expect(await page.evaluate('t.style.left')).toBe('120px');
      const moves = ['pointermove@t', 'pointermove@t'];
      const ends = ['pointerup@t', 'mouseup@t', 'lostpointercapture@t', 'click@t', 'pointermove@b'];
      expect(await page.evaluate('seen')).toEqual(['gotpointercapture@t', ...moves, ...ends]);
    });
  });

  it.each([
    ['let go', ['mouseDown', 'mouseUp']],
    ['pressed twice', ['mouseDown', 'mouseDown', 'mouseUp']],
    ['pressed otherwise meanwhile', ['mouseDown', 'mouseClick', 'mouseUp']],
    ['still held', ['mouseDown', 'release']],
  ])('leaves no patched method and no capture in the page: %s', async (_, kinds) => {
    await withPage(engine, THUMB, async (page) => {
      const methods = 'String(Element.prototype.setPointerCapture)';
      const before = await page.evaluate(methods);
      for (const kind of kinds)
        await page.json('page', kind, kind === 'release' ? undefined : { x: 20, y: 20 });
      expect(await page.evaluate(methods)).toBe(before);
      expect(await page.evaluate('seen.filter((line) => /capture/.test(line)).length % 2')).toBe(0);
    });
  });

  it('scrolls the container under its wheel', async () => {
    await withPage(engine, MOUSE, async (page) => {
      expect(await page.json('page', 'wheel', { x: 50, y: 150, deltaY: 70 })).toMatchObject({ ok: true });
      expect(await page.evaluate("document.getElementById('box').scrollTop")).toBe(70);
    });
  });

  it('refuses a point outside of the viewport', async () => {
    await withPage(engine, MOUSE, async (page) => {
      const { error } = await page.json<ErrorResult>('page', 'mouseClick', { x: 5000, y: 1 });
      expect(error).toMatchObject({ code: 'invalid_argument', argument: 'x' });
      const size = await page.evaluate<string>("innerWidth + ' x ' + innerHeight");
      expect(error.message).toContain(`nothing at 5000, 1: the viewport is ${size} px`);
    });
  });
});

describe('highlight', () => {
  it('draws boxes over what is in the viewport, above an open modal dialog too', async () => {
    const html = `<!doctype html><button>Out</button><dialog><button>In</button></dialog>
      <div style="height:3000px"></div><button>Far</button><script>document.querySelector('dialog').showModal()</script>`;
    await withPage(engine, html, async (page) => {
      const { boxes } = await page.json<PageHighlight>('page', 'highlight');
      expect(boxes).toHaveLength(2);
      for (const { box } of boxes) expect(box).toMatchObject({ width: expect.any(Number) });
      expect(await page.evaluate("document.documentElement.lastElementChild.matches(':popover-open')")).toBe(
        true,
      );
      expect(await page.evaluate("document.elementFromPoint(20, 20).closest('html > div')")).toBe(null);
    });
  });
});

describe.runIf(canTry('the history of the page'))('the history of the page', () => {
  it('goes back and forward, and refuses to go past its end', async () => {
    await withPage(engine, '<!doctype html><p>x', async (page) => {
      await page.json('page', 'pushState', '/path/#two');
      expect(await page.json('page', 'back')).toMatchObject({ ok: true });
      await vi.waitUntil(() => page.evaluate<boolean>("location.hash === ''"), WAIT);
      expect(await page.json('page', 'forward')).toMatchObject({ ok: true });
      await vi.waitUntil(() => page.evaluate<boolean>("location.hash === '#two'"), WAIT);
      if (!TELLS_WHAT_IS_AHEAD) return;
      const { error } = await page.json<ErrorResult>('page', 'forward');
      expect(error.code).toBe('no_effect');
    });
  });
});

describe('queries that need a layout', () => {
  it('return the box of an element, and whether it is visible', async () => {
    const html = `<!doctype html><body style="margin:0"><button style="position:absolute;left:5px;top:7px;width:50px;height:20px">A</button>
      <button style="position:absolute;left:-500px">B</button><button style="opacity:0">C</button>`;
    await withPage(engine, html, async (page) => {
      const found = await page.json<PageFind>('page', 'find', { by: 'css', value: 'button', hidden: true });
      const [a, b, c] = found.elements.map(({ ref }) => ref);
      const ask = async (ref: string | undefined, kind: string) =>
        (await page.json<QueryOk>('query', ref, kind)).value;
      expect(await ask(a, 'box')).toEqual({ x: 5, y: 7, width: 50, height: 20 });
      expect(await ask(a, 'isVisible')).toBe(true);
      expect(await ask(b, 'isVisible')).toBe(false);
      expect(await ask(c, 'isVisible')).toBe(false);
      expect(await lines(page)).toEqual(['- button "A" [ref=e1]']);
    });
  });

  it('find by XPath', async () => {
    await withPage(engine, '<!doctype html><ul><li>a<li>b</ul>', async (page) => {
      const { elements } = await page.json<PageFind>('page', 'find', { by: 'xpath', value: '//li[2]' });
      expect(elements).toMatchObject([{ role: 'listitem', name: 'b' }]);
      const { error } = await page.json<ErrorResult>('page', 'find', { by: 'xpath', value: '//[' });
      expect(error.code).toBe('invalid_argument');
    });
  });

  it('find by the selectors and XPaths that other queries return, through shadow roots and frames', async () => {
    const html = `<!doctype html><div id=host></div><iframe srcdoc="<p>one</p><p>two <b>deep</b></p>"></iframe>
      <script>host.attachShadow({ mode: 'open' }).innerHTML = '<i>x</i><section><button>In</button><button>Other</button></section>'</script>`;
    await withPage(engine, html, async (page) => {
      await page.run(
        'new Promise((done) => { if (document.readyState === "complete") done(); else onload = done; })',
      );
      const again = async (text: string, kind: string, by: string) => {
        const [element] = (await page.json<PageFind>('page', 'find', text)).elements;
        const { value } = await page.json<QueryOk>('query', element?.ref, kind);
        expect(value).toContain(' >>> ');
        const found = await page.json<PageFind | ErrorResult>('page', 'find', { by, value });
        return found.ok ? found.elements.map(({ ref }) => ref === element?.ref) : found.error.code;
      };
      expect(await again('Other', 'selector', 'css')).toEqual([true]);
      expect(await again('deep', 'selector', 'css')).toEqual([true]);
      expect(await again('deep', 'xpath', 'xpath')).toEqual([true]);
      // No engine evaluates XPath in a shadow tree.
      expect(await again('Other', 'xpath', 'xpath')).toBe('invalid_argument');
    });
  });
});
