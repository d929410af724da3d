import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionOk, JobStarted, JobState, SnapshotText } from '../../src/contract.ts';
import { type Engine, openEngine } from '../support/engine.ts';
import { play, runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('forms, and the payload of actions', () => {
  it.each([
    '',
    'v.onclick = () => v.play();',
    'v.onclick = (event) => { event.preventDefault(); v.play() };',
  ])('plays and pauses a video by a click on it, unless the page handles the click: %s', async (does) => {
    const html = `<video id="v" controls width="200" height="100"></video><script>
        const media = HTMLMediaElement.prototype;
        const set = (value) => Object.defineProperty(media, 'paused', { value, configurable: true });
        media.play = () => set(false);
        media.pause = () => set(true);
        ${does}
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#v', 'click');
      expect(await state('v.paused')).toBe(false);
      if (does) return;
      await run('#v', 'click');
      expect(await state('v.paused')).toBe(true);
    });
  });

  it('checks an element that has aria-checked but no role', async () => {
    const html = `<div id=a aria-checked=false onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">Dark</div>
      <div id=b aria-checked=false onclick="1">Stuck</div><div id=c onclick="1">Plain</div>`;
    await play(engine, html, async ({ run, refuse }) => {
      expect(await run('#a', 'check')).toMatchObject({ verified: true, effect: { checked: true } });
      expect(await run('#a', 'click')).toMatchObject({ verified: true, effect: { checked: false } });
      expect(await run('#a', 'uncheck')).toMatchObject({ verified: true, effect: { mutations: 0 } });
      expect(await refuse('#b', 'check')).toMatchObject({ code: 'no_effect' });
      expect(await refuse('#c', 'check')).toMatchObject({ code: 'not_checkable' });
    });
  });

  it('submits a form, or reports the message of its invalid field', async () => {
    const html = `<form id=f onsubmit="event.preventDefault(); window.sent = new FormData(this, event.submitter).get('go')"><input id=m type=email required><button name=go value=1>Go</button></form><input id=lone>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      const error = await refuse('#m', 'submit');
      expect(error).toMatchObject({ code: 'value_rejected', observed: await state('m.validationMessage') });
      await state('m.value = "a@b.c"');
      expect(await run('#m', 'submit')).toMatchObject({ verified: true, effect: { defaultPrevented: true } });
      expect(await state('sent')).toBe('1');
      expect(await refuse('#lone', 'submit')).toMatchObject({ code: 'not_editable' });
    });
  });

  it('submits with the first submit button of the form', async () => {
    const html = `<form id=f onsubmit="event.preventDefault(); window.sent = event.submitter && event.submitter.id">
        <input id=m>
        <select><button id=picker>P</button><option>A</select>
        <button id=opener commandfor=p command=toggle-popover>Open</button>
        <input type=image id=image alt=Go>
      </form><div id=p popover>P</div><button id=far form=f>Far</button>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#m', 'submit')).toMatchObject({ verified: true });
      expect(await state('sent')).toBe('image');
      expect(await run('#image', 'submit')).toMatchObject({ verified: true });
      expect(await state('sent')).toBe('image');
      expect(await run('#far', 'submit')).toMatchObject({ verified: true });
      expect(await state('sent')).toBe('far');
    });
  });

  it('submits by a click on the submit button, whose handler may prevent it', async () => {
    const html = `<form id=f onsubmit="event.preventDefault(); window.sent = true"><input id=m><button onclick="window.pressed = (window.pressed || 0) + 1; return pressed > 1">Go</button></form>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#m', 'submit')).toMatchObject({
        verified: 'unknown',
        effect: { defaultPrevented: true },
      });
      expect(await state('[pressed, window.sent ?? null]')).toEqual([1, null]);
      expect(await run('#m', 'submit')).toMatchObject({ verified: true });
      expect(await state('[pressed, sent]')).toEqual([2, true]);
    });
  });

  it('selects an option of a datalist', async () => {
    const html = `<input id=i list=l aria-label=Fruit oninput="window.n = (window.n || 0) + 1"><datalist id=l><option value=Apple><option value=pe label=Pear></datalist>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#i', 'select', 'apple')).toMatchObject({
        verified: true,
        effect: { value: 'Apple', selected: ['Apple'] },
      });
      expect(await run('#i', 'select', { label: 'Pear' })).toMatchObject({ effect: { value: 'pe' } });
      expect(await refuse('#i', 'select', 'Plum')).toMatchObject({
        code: 'option_not_found',
        options: ['Apple', 'Pear'],
      });
      expect(await state('n')).toBe(2);
    });
  });

  it('matches an option with an emoji by its words, but not by other signs', async () => {
    const html = `<select id=s><option>\u{1F436} Dog<option>\u{1F431} Cat<option>C++<option>\u2764\uFE0F A<option>\u{1F49A} A<option>B\u266D</select>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      await run('#s', 'select', 'cat');
      expect(await state('s.selectedIndex')).toBe(1);
      for (const name of ['C', 'A', 'B', '\u{1F431}'])
        expect(await refuse('#s', 'select', name)).toMatchObject({ code: 'option_not_found' });
    });
  });

  it('reports "unknown" when a choice leads to another page whose select is reset', async () => {
    const html = `<p id=p><select aria-label=Sort><option>Up<option>Down</select></p><script>
      p.onchange = () => {
        history.pushState(null, '', '#sorted');
        p.innerHTML = p.innerHTML;
      };</script>`;
    await play(engine, html, async ({ run }) => {
      expect(await run('select', 'select', 'Down')).toMatchObject({
        verified: 'unknown',
        effect: { detached: true, selected: ['Up'], url: expect.stringContaining('#sorted') },
      });
    });
  });

  it('reports what a hover shows now, and not what the row before showed', async () => {
    const html = `<style>button { visibility: hidden } li:hover button { visibility: visible }</style>
      <ul><li><a href="/1">Milk</a> <button>Remove</button></li><li><a href="/2">Eggs</a> <button>Remove</button></li></ul>
      ${'<a href="/">Recipes for all seasons</a> '.repeat(9)}`;
    await play(engine, html, async ({ page }) => {
      await page.json('snapshot', { format: 'text' });
      await runJob(page, 'action', 'text="Milk"', 'hover');
      const { snapshot } = await runJob<ActionOk>(page, 'action', 'text="Eggs"', 'hover');
      const { text } = snapshot as SnapshotText;
      expect(text.split('\n').slice(1)).toEqual([
        expect.stringMatching(/^\+ button "Remove" /),
        expect.stringMatching(/^- button "Remove" /),
      ]);
    });
  });

  it('applies :host(:hover) rules of a shadow tree', async () => {
    const html = `<x-card id=card>Card</x-card><script>
      card.attachShadow({ mode: 'open' }).innerHTML =
        '<style>button { display: none } :host(:hover) button { display: block }</style><slot></slot><button>×</button>';
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#card', 'hover');
      expect(await state('card.shadowRoot.querySelector("button").offsetHeight')).toBeGreaterThan(0);
    });
  });

  it('moves the focus after the microtasks of mousedown', async () => {
    const html = `<input id=f onblur="got.push('blur')"><button id=b>Go</button><script>
      var got = [];
      b.onmousedown = () => { Promise.resolve().then(() => got.push('drawn')) };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#f', 'focus');
      await run('#b', 'click');
      expect(await state('got')).toEqual(['drawn', 'blur']);
    });
  });

  it('clicks at a position, with the right button, and with modifiers', async () => {
    const html = `<canvas id=c width=200 height=100 style="background:#ccc" onclick="window.log.push([Math.round(event.offsetX), Math.round(event.offsetY), event.shiftKey, event.ctrlKey].join())" oncontextmenu="window.log.push('menu')" ondblclick="window.log.push('twice ' + Math.round(event.offsetX))" tabindex=0></canvas><script>var log = [];</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      await run('#c', 'click', { position: { x: 10, y: 20 } });
      await run('#c', 'click', { position: { x: 30, y: 20 }, modifiers: ['Shift', 'ctrl'] });
      await run('#c', 'click', { button: 'right' });
      expect(await state('log')).toEqual(['10,20,false,false', '30,20,true,true', 'menu']);
      await run('#c', 'dblclick', { position: { x: 40, y: 5 } });
      expect(await state('log.pop()')).toBe('twice 40');
      expect(await refuse('#c', 'click', { position: { x: 999, y: 5 } })).toMatchObject({
        code: 'not_visible',
      });
      expect(await refuse('#c', 'click', { position: 'left' })).toMatchObject({ code: 'invalid_argument' });
      expect(await refuse('#c', 'click', { modifiers: ['Enter'] })).toMatchObject({ argument: 'modifiers' });
      for (const kind of ['click', 'dblclick', 'hover', 'tap', 'focus'])
        expect(await refuse('#c', kind, { count: 2 })).toMatchObject({ argument: 'count' });
    });
  });

  it.each([
    ['drag', { dx: 9, position: { x: '5', y: '6' } }, 'position', 'position: {x, y}'],
    ['drag', { dx: 9, position: {} }, 'position', 'position: {x, y}'],
    ['drag', { dx: 9, holdMs: -1 }, 'holdMs', 'holdMs: ms from 0'],
    ['drag', { to: 'e1', dy: 9 }, 'dy', 'to and dy are not given together'],
    ['type', { text: 'a', delayMs: -1 }, 'delayMs', 'delayMs: ms from 0'],
    ['longpress', { ms: -1 }, 'ms', 'ms: ms from 0'],
    ['swipe', { dx: 9, ms: -1 }, 'ms', 'ms: ms from 0'],
    ['swipe', { direction: 'up', dx: 5 }, 'dx', 'direction and dx are not given together'],
    ['scroll', { dy: 5, direction: 'up' }, 'dy', 'direction and dy are not given together'],
    ['select', { value: '1', label: 'zzz' }, 'label', 'value and label are not given together'],
    ['select', { values: ['1'], index: 0 }, 'values', 'index and values are not given together'],
    ['fill', { text: 'a', value: 'b' }, 'value', 'text and value are not given together'],
    ['selectText', { text: 'a', end: 1 }, 'end', 'text and end are not given together'],
  ])('refuses %s with %j, and names the argument', async (kind, payload, argument, words) => {
    await play(engine, '<input id=f value=a><select><option>1</select>', async ({ refuse, state }) => {
      const error = await refuse(kind === 'select' ? 'select' : '#f', kind, payload);
      expect(error).toMatchObject({ code: 'invalid_argument', argument });
      expect(error.message).toContain(words);
      expect(await state('f.value + (document.activeElement === document.body)')).toBe('atrue');
    });
  });

  it('accepts 0 ms, and ignores undefined arguments', async () => {
    const html = '<input id=f value=a><div id=d tabindex=0>D</div>';
    await play(engine, html, async ({ page, run, state }) => {
      await run('#f', 'type', { text: 'b', delayMs: 0 });
      await run('#d', 'drag', { dx: 9, holdMs: 0 });
      await page.run(`window.ok = __agentBrowser.action('e1', 'fill', { text: 'c', value: undefined }).ok`);
      expect(await state('f.value + ok')).toBe('ctrue');
    });
  });

  it('accepts numbers as texts, and refuses unknown or missing arguments', async () => {
    await play(engine, '<input id=a><input id=n type=number>', async ({ run, refuse, state }) => {
      await run('#a', 'fill', { value: 7 });
      await run('#a', 'type', 5);
      await run('#n', 'fill', 3.5);
      expect(await state('a.value + " " + n.value')).toBe('75 3.5');
      expect(await refuse('#a', 'fill', { text: 'x', submit: true })).toMatchObject({ argument: 'submit' });
      expect(await refuse('#a', 'fill')).toMatchObject({ code: 'invalid_argument', argument: 'text' });
    });
  });

  it('dispatches any type of event', async () => {
    const html = `<button id=b>B</button><script>for (const t of ['wheel', 'mine', 'keydown']) b.addEventListener(t, (e) => { window.last = [e.constructor.name, e.detail ?? null, e.key ?? null, e.deltaY ?? null]; })</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      await run('#b', 'dispatch', { type: 'wheel', init: { deltaY: 5 } });
      expect(await state('last')).toEqual(['WheelEvent', 0, null, 5]);
      await run('#b', 'dispatch', { type: 'mine', init: { detail: 7 } });
      expect(await state('last')).toEqual(['CustomEvent', 7, null, null]);
      expect(await refuse('#b', 'dispatch', {})).toMatchObject({
        code: 'invalid_argument',
        argument: 'type',
      });
      expect(await refuse('#b', 'jump')).toMatchObject({ code: 'unsupported_kind' });
    });
  });

  it.each([
    ['drop', { dataTransfer: {} }],
    ['wheel', { deltaY: 'a' }],
    ['focus', { relatedTarget: 'x' }],
  ])('reports why the engine refuses the init of %s', async (type, init) => {
    await play(engine, '<button id=b>B</button>', async ({ refuse }) => {
      const error = await refuse('#b', 'dispatch', { type, init });
      expect(error).toMatchObject({ code: 'invalid_argument', argument: 'init' });
      expect(error.message).toMatch(/^init can't be read: .+/);
    });
  });
});

describe('an input that the host makes itself', () => {
  it('is awaited by the job that asked for it, and by no other', async () => {
    const html = '<button id=a>A</button><p style="height:99px"><button id=b>B</button>';
    await play(engine, html, async ({ page, ref, atOnce, until }) => {
      const begin = async (selector: string): Promise<string> =>
        (await page.json<JobStarted>('start', 'action', await ref(selector), 'observe')).job;
      const given = await begin('#a');
      const other = await begin('#b');
      const poll = (job: string, sent?: boolean) => page.json<JobState>('poll', job, sent);
      const places: Record<string, number> = {};
      while (!places[given] || !places[other])
        for (const job of [given, other]) places[job] = (await poll(job)).awaits?.y ?? 0;
      expect(places[other]).toBeGreaterThan(places[given] as number);
      await poll(other, true);
      await page.run(`window.ends = json => JSON.parse(json).done`);
      await until(`ends(__agentBrowser.json('poll', ${JSON.stringify(other)}))`);
      expect(await poll(given)).toMatchObject({ done: false, awaits: { y: places[given] } });
      expect(await atOnce('#a', 'observe')).toMatchObject({ error: { code: 'unsupported_kind' } });
    });
  });
});
