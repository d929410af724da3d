import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { HAS_CLOSE_WATCHERS } from '../support/engine-differences.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('focus and keys', () => {
  it('focuses and blurs', async () => {
    await play(
      engine,
      '<button id=b>B</button><input id=q><button id=d disabled>D</button>',
      async ({ run, refuse, state }) => {
        expect(await run('#q', 'focus')).toMatchObject({
          verified: true,
          effect: { focus: { tag: 'input' } },
        });
        expect(await run('#q', 'blur')).toMatchObject({ verified: true });
        expect(await state('document.activeElement.localName')).toBe('body');
        expect(await refuse('#d', 'focus')).toMatchObject({ code: 'not_enabled' });
      },
    );
  });

  it('moves the focus with Tab past an element without a box, and from where a removed element was', async () => {
    const html = `<button id=a>A</button><i tabindex=0 style="display:contents">i</i><button id=d onclick="this.remove()">D</button><button id=z>Z</button>`;
    await play(engine, html, async ({ run, state, page }) => {
      await run('#a', 'press', 'Tab');
      expect(await state('document.activeElement.id')).toBe('d');
      await run('#d', 'click');
      await page.json('page', 'pressKey', 'Tab');
      expect(await state('document.activeElement.id')).toBe('z');
    });
  });

  it('sends keyup to the body when keydown moves the focused element into a template', async () => {
    const html = `<template id=t></template><input id=i onkeydown="t.content.append(this)">
      <script>addEventListener('keyup', (e) => { document.title = e.target.localName; });</script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#i', 'press', 'Escape')).toMatchObject({ ok: true, effect: { detached: true } });
      expect(await state('document.title')).toBe('body');
    });
  });

  it('lets the page move the focus on from the element that Tab has reached', async () => {
    const html = `<dialog id=m open><button id=a>A</button><button id=b>B</button><i tabindex=0 onfocus="a.focus()">i</i></dialog><button id=z>Z</button>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#b', 'press', 'Tab');
      expect(await state('document.activeElement.id')).toBe('a');
    });
  });

  it('focuses the field that a shadow host delegates its focus to', async () => {
    const html = `<div id=h onclick=";"></div><script>h.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML =
      '<p>Label</p><input hidden><input id=i>'; var field = h.shadowRoot.getElementById('i');</script>`;
    const active = 'h.shadowRoot.activeElement?.id';
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#h', 'focus')).toMatchObject({ verified: true });
      expect(await state(active)).toBe('i');
      await state('field.blur()');
      expect(await run('#h', 'fill', { text: 'ab' })).toMatchObject({ verified: true });
      await state('field.blur()');
      expect(await run('#h', 'type', { text: 'c' })).toMatchObject({ verified: true });
      expect(await state('field.value')).toBe('abc');
      expect(await state(active)).toBe('i');
    });
  });

  it('deletes the selection, with Control too', async () => {
    const html = '<input id=q value="hello world foo"><p id=e contenteditable>hello world foo</p>';
    await play(engine, html, async ({ run, state }) => {
      for (const key of ['Backspace', 'Delete'])
        for (const at of ['#q', '#e']) {
          await state('(q.value = e.textContent = "hello world foo")');
          await run(at, 'press', 'Control+a');
          await run(at, 'press', `Control+${key}`);
          expect(await state('q.value + "|" + e.textContent.trim()')).toBe(
            at === '#q' ? '|hello world foo' : 'hello world foo|',
          );
        }
    });
  });

  it('verifies a key that moves the caret or the selection, and no other', async () => {
    const html =
      '<input id=q value="two words" onkeydown="if (event.key === `Escape`) b.focus()"><p id=e contenteditable>two words</p><button id=b>Go</button>';
    await play(engine, html, async ({ run }) => {
      for (const at of ['#q', '#e']) {
        await run(at, 'press', 'Control+a');
        for (const key of ['End', 'Home', 'Shift+End', 'Home', 'ArrowRight', 'ArrowLeft', 'Control+a'])
          expect([at, key, (await run(at, 'press', key)).verified]).toEqual([at, key, true]);
        expect(await run(at, 'press', 'Control+a')).toMatchObject({ verified: 'unknown' });
      }
      expect(await run('#b', 'press', 'ArrowLeft')).toMatchObject({ verified: 'unknown' });
      // Escape moves the focus to the button here: no caret has moved.
      expect(await run('#q', 'press', 'Escape')).toMatchObject({ verified: 'unknown' });
    });
  });

  it('chooses among the visible options of a select, by arrows and by typing the beginning', async () => {
    const html = `<select id=s><option>Alpha<option hidden>United Nations<option style="display:none">Urals<option disabled>Utah
      <option>United Kingdom<option>United States</select>`;
    await play(engine, html, async ({ run, state, page }) => {
      await run('#s', 'press', 'ArrowDown');
      expect(await state('s.value')).toBe('United Kingdom');
      await page.json('page', 'char', 'United S');
      expect(await state('s.value')).toBe('United States');
    });
  });

  it('closes dialogs and popovers with Escape, and keeps Tab inside of a modal one', async () => {
    const html = `<button>Out</button><dialog id=d><button id=a>A</button><button id=z>Z</button></dialog><div id=p popover>Pop</div>`;
    await play(engine, html, async ({ run, state }) => {
      await state('(d.showModal(), z.focus())');
      await run('#z', 'press', 'Tab');
      expect(await state('document.activeElement.id')).toBe('a');
      await run('#a', 'press', 'Escape');
      expect(await state('d.open')).toBe(false);
      await state('p.showPopover()');
      await run('button', 'press', 'Escape');
      expect(await state('p.matches(":popover-open")')).toBe(false);
    });
  });

  it('counts a popover that opens or closes as an effect, though no attribute changes', async () => {
    const html = `<button id=b onclick="p.togglePopover()">Menu</button><button id=e style="margin-left:300px">Else</button>
      <div id=p popover>Pop</div><div id=t popover=manual style="inset:auto;bottom:0">Toast</div>`;
    await play(engine, html, async ({ run, state }) => {
      for (const [target, kind, key] of [
        ['#b', 'click'],
        ['#e', 'press', 'Escape'],
        ['#b', 'click'],
        ['#e', 'click'],
      ])
        expect(await run(target as string, kind as string, key)).toMatchObject({ verified: true });
      expect(await run('#e', 'click')).toMatchObject({ verified: 'unknown' });
      await state('void setInterval(() => t.togglePopover(), 20)');
      expect(await run('#e', 'click')).toMatchObject({ verified: 'unknown' });
    });
  });

  it
    .skipIf(!HAS_CLOSE_WATCHERS)
    .each([
      '',
      'Proxy = undefined',
      'Proxy = class { constructor() { throw 1; } }',
      'Reflect.construct = () => { throw 1; }',
    ])('sends a close request to the latest CloseWatcher on Escape: %s', async (does) => {
    const html = `<button id=a>A</button><script>
      const log = [];
      const open = (name) => {
        const watcher = new CloseWatcher();
        watcher.onclose = () => log.push(name);
        return watcher;
      };
      a.onclick = () => { open('one'); open('two'); open('gone').destroy(); };
      ${does};
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#a', 'click');
      for (const expected of [['two'], ['two', 'one'], ['two', 'one']]) {
        await run('#a', 'press', 'Escape');
        expect(await state('log')).toEqual(expected);
      }
    });
  });
});

describe('light dismiss', () => {
  const html = `<button id=o popovertarget=p>Menu</button><button id=e style="margin-left:300px">Else</button>
    <div id=p popover style="inset:auto;left:10px;top:100px;margin:0"><p id=t tabindex=0>Text</p><button id=i popovertarget=q>More</button></div>
    <div id=q popover style="inset:auto;left:10px;top:300px;margin:0"><button id=j>Sub</button></div>
    <div id=m popover=manual style="inset:auto;left:10px;top:400px;margin:0">Stays</div>`;

  it.each(['click', 'tap'])('closes popovers by a %s, except those that contain its target', async (kind) => {
    await play(engine, html, async ({ run, state }) => {
      const open = 'Array.from(document.querySelectorAll(":popover-open"), (el) => el.id).join("")';
      await state('m.showPopover()');
      await run('#o', kind);
      await run('#i', kind);
      expect(await state(open)).toBe('pqm');
      await run('#j', kind);
      expect(await state(open)).toBe('pqm');
      await run('#t', kind);
      expect(await state(open)).toBe('pm');
      await run('#o', kind);
      expect(await state(open)).toBe('m');
      await run('#o', kind);
      await run('#e', kind);
      expect(await state(open)).toBe('m');
    });
  });

  it('closes a dialog with closedby=any by a click, and modal dialogs by Escape, in a shadow tree too', async () => {
    const dialogs = `<button id=e>Else</button><dialog id=d closedby=any style="top:200px"><input id=s></dialog><div id=h></div><script>
      h.attachShadow({ mode: 'open' }).innerHTML = '<dialog>Inner</dialog>'; var inner = h.shadowRoot.firstChild;</script>`;
    await play(engine, dialogs, async ({ run, state, page }) => {
      await state('(d.showModal(), s.focus())');
      await run('#s', 'press', 'Escape');
      expect(await state('d.open')).toBe(false);
      await state('inner.showModal()');
      await page.json('page', 'pressKey', 'Escape');
      expect(await state('inner.open')).toBe(false);
      await state('d.show()');
      await run('#e', 'click');
      expect(await state('d.open')).toBe(!(await state<boolean>('"closedBy" in d')));
    });
  });
});
