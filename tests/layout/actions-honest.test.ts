import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResult, QueryOk } from '../../src/contract.ts';
import { type Engine, openEngine } from '../support/engine.ts';
import { play, runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('a text that the page takes out of the field', () => {
  /** Once the whole text is in the field, the page empties the field and runs `does` with the text as `v`. */
  const takesWholeText = (does: string): string =>
    `<ul id="out"></ul><div id="box"><input id="t"></div><script>t.oninput = () => { if (!t.value.endsWith('k')) return; const v = t.value; t.value = ''; ${does} }</script>`;

  it.each<[string, string[], string]>([
    [
      'each key for itself',
      ['type'],
      '<p id="out"></p><input id="t"><script>t.onkeydown = (e) => { out.textContent += e.key; t.value = ""; }</script>',
    ],
    ['as a new item at once', ['fill', 'type'], takesWholeText('out.append(v);')],
    ['as a new item like one that is there', ['fill', 'type'], takesWholeText('out.append("milk", v);')],
    ['in another form', ['fill', 'type'], takesWholeText('out.append("1. " + v.toUpperCase());')],
    [
      'as a field of a new item',
      ['fill', 'type'],
      takesWholeText('const f = document.createElement("input"); f.value = v; out.append(f);'),
    ],
    [
      'in the name of an icon',
      ['fill', 'type'],
      takesWholeText('out.innerHTML = "<li></li>"; out.firstChild.title = v;'),
    ],
    [
      'in another tree than its own',
      ['fill', 'type'],
      takesWholeText('box.attachShadow({ mode: "open" }).innerHTML = "<slot></slot><li>" + v + "</li>";'),
    ],
    ['after a while', ['fill', 'type'], takesWholeText('setTimeout(() => out.append(v), 300);')],
    ['to send it', ['fill', 'type'], takesWholeText('fetch("data:," + v).catch(() => {});')],
    ['and writes all of itself anew', ['fill'], takesWholeText('box.innerHTML = "<input>"; out.append(v);')],
  ])('is accepted, verified "unknown", when it is taken %s', async (_, kinds, html) => {
    for (const kind of kinds)
      await play(engine, html, async ({ run }) => {
        expect(await run('#t', kind, 'milk'), kind).toMatchObject({ verified: 'unknown' });
      });
  });

  it.each<[string, string]>([
    ['leaves nothing of it', ''],
    ['says why', 'out.textContent = "Digits only";'],
    ['says that of the very text', 'out.innerHTML = "<li role=alert>milk is no number</li>";'],
    ['says so of its field', 't.ariaInvalid = "true"; out.innerHTML = "<li>milk is no number</li>";'],
    ['writes anew what said the same', 'out.innerHTML = "<li>milk</li>"; out.innerHTML = "<li>milk</li>";'],
  ])('is rejected when the page %s', async (_, does) => {
    for (const kind of ['fill', 'type'])
      await play(
        engine,
        takesWholeText(does).replace('"out">', '"out"><li>milk</li>'),
        async ({ refuse }) => {
          expect(await refuse('#t', kind, 'milk'), kind).toMatchObject({
            code: 'value_rejected',
            observed: '',
          });
        },
      );
  });
});

describe('an upload', () => {
  const FILES = { files: [{ name: 'a.txt', type: 'text/plain', text: 'a' }], timeoutMs: 0 };
  it('is refused on a button that opens no file chooser, although a file input is beside it', async () => {
    await play(
      engine,
      '<div><button id="go">Send</button><input type="file" id="f"></div>',
      async (stage) => {
        expect(await stage.refuse('#go', 'upload', FILES)).toMatchObject({ code: 'no_effect' });
        expect(await stage.state('f.files.length')).toBe(0);
      },
    );
  });

  it.each([
    ['the input', '<input type="file" id="f">', '#f'],
    [
      'a button that opens it',
      '<button id="go" onclick="f.click()">Send</button><input type="file" id="f" hidden>',
      '#go',
    ],
    ['its label', '<label id="go" tabindex="0"><u>Send</u><input type="file" id="f"></label>', '#go'],
  ])('goes into %s', async (_, html, selector) => {
    await play(engine, html, async ({ page, state }) => {
      expect(await runJob(page, 'action', `css=${selector}`, 'upload', FILES)).toMatchObject({
        verified: true,
      });
      expect(await state('f.files[0].name')).toBe('a.txt');
    });
  });
});

describe('the verification of an action', () => {
  it('refuses a click on a button that shrinks away from under the pointer', async () => {
    const html = `<style>#b { display: inline-block; width: 40px; overflow: hidden } #b:hover { width: 0; padding: 0; border: 0 }</style>
      <div id="row" onclick="window.opened = true" style="width: 300px"><button id="b" onclick="window.pressed = true">Go</button></div>`;
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#b', 'click')).toMatchObject({ code: 'element_blocked' });
      expect(await state('[window.opened, window.pressed]')).toEqual([null, null]);
    });
  });

  it('refuses a click on a button that is covered as soon as the pointer is over it', async () => {
    const html = `<div id="veil" hidden style="position: fixed; inset: 0" onclick="window.veiled = true"></div>
      <button id="b" onclick="window.pressed = true" onpointerover="veil.hidden = false">Go</button>`;
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#b', 'click')).toMatchObject({ code: 'element_blocked' });
      expect(await state('[window.veiled, window.pressed]')).toEqual([null, null]);
    });
  });

  it('reports "unknown" for a click on a button that moves while the mouse is down, because a blur shows a message above it', async () => {
    const html = `<input id="f" onblur="note.hidden = false"><p id="note" hidden style="height: 60px">Required</p>
      <button id="b" onclick="window.pressed = true">Go</button>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#f', 'focus');
      expect(await run('#b', 'click')).toMatchObject({ verified: 'unknown' });
      expect(await state('!!window.pressed')).toBe(false);
      expect(await run('#b', 'click')).toMatchObject({ ok: true });
      expect(await state('window.pressed')).toBe(true);
    });
  });

  it('verifies a click on an option whose list closes on mousedown', async () => {
    const html = `<ul id="list" role="listbox"><li role="option" tabindex="0" onmousedown="window.chosen = true; list.hidden = true">One</ul><p>Below</p>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('li', 'click')).toMatchObject({ verified: true });
      expect(await state('window.chosen')).toBe(true);
    });
  });

  it('verifies a submit that the page handles without showing anything, and not one that validation stops', async () => {
    const html = `<form onsubmit="event.preventDefault(); window.sent = (window.sent || 0) + 1">
      <input id="m" value="a" required><button id="b">Send</button></form>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#b', 'click')).toMatchObject({ verified: true });
      expect(await run('#m', 'press', 'Enter')).toMatchObject({ verified: true });
      expect(await state('sent')).toBe(2);
      await state("m.value = ''");
      expect(await run('#b', 'click')).toMatchObject({ verified: 'unknown' });
      expect(await state('sent')).toBe(2);
    });
  });

  it('clicks a button that moves up when the pointer leaves the row above it', async () => {
    const html = `<style>p { margin: 0 } p button { display: none } p:hover button { display: block; height: 60px }</style>
      <p id="row">Row <button>More</button></p><button id="b" onclick="window.pressed = true">Go</button>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#row', 'hover');
      await run('#b', 'click');
      expect(await state('window.pressed')).toBe(true);
    });
  });

  const DRAWN_ANEW = `<div id="box"></div><script>
    window.pressed = 0;
    const draw = () => { box.innerHTML = '<button id="b" onclick="window.pressed++">Go</button>'; };
    draw();
    box.addEventListener('pointerover', draw, { once: true });
  </script>`;

  it('does not click a button that the page replaces when the pointer is over it', async () => {
    await play(engine, DRAWN_ANEW, async ({ refuse, run, state }) => {
      const { code, message } = await refuse('#b', 'click');
      expect(code).toBe('ref_not_found');
      expect(message).toMatch(/role=button\[name="Go"\].+it was not pressed/);
      expect(await state('window.pressed')).toBe(0);
      // The page replaces the button only the first time.
      await run('#b', 'click');
      expect(await state('window.pressed')).toBe(1);
    });
  });

  it('clicks the replacement once when the target is a locator', async () => {
    await play(engine, DRAWN_ANEW, async ({ page, state }) => {
      expect(await runJob(page, 'action', 'role=button[name="Go"]', 'click')).toMatchObject({ ok: true });
      expect(await state('window.pressed')).toBe(1);
    });
  });

  it('reports "unknown" for a click that does nothing while the page counts', async () => {
    const html =
      '<button id="go">Go</button><p id="out"></p><script>let n = 0; (function tick() { out.textContent = ++n; setTimeout(tick, 4); })();</script>';
    await play(engine, html, async ({ run }) => {
      // During the first action the script learns what the page changes by itself.
      await run('#go', 'click');
      const second = { verified: 'unknown', effect: { mutations: 0 } };
      expect(await run('#go', 'click')).toMatchObject(second);
    });
  });

  it('verifies a click that changes only the value of a field or whether a box is checked', async () => {
    const html = `<form><input id=n value=3><input type=checkbox><button type=button onclick="n.value++">+</button>
      <button type=button onclick="document.querySelector('[type=checkbox]').checked = true">All</button><button type=reset>Reset</button>
      <button type=button onclick="n.value = n.value">Same</button></form>`;
    await play(engine, html, async ({ page }) => {
      for (const name of ['+', 'All', 'Reset'])
        expect(await runJob(page, 'action', `text="${name}"`, 'click'), name).toMatchObject({
          verified: true,
        });
      expect(await runJob(page, 'action', 'text="Same"', 'click')).toMatchObject({ verified: 'unknown' });
    });
  });

  it('tells a field that counts by itself from one that a click changes in a microtask', async () => {
    const html = `<input id=clock value=0><input id=n value=3><button>Dead</button><button
      onclick="Promise.resolve().then(() => Promise.resolve()).then(() => { n.value++; })">Later</button><script>setInterval(() => { clock.value++; }, 3)</script>`;
    await play(engine, html, async ({ page }) => {
      for (const verified of ['unknown', 'unknown', true] as const)
        expect(
          await runJob(page, 'action', `text="${verified === true ? 'Later' : 'Dead'}"`, 'click'),
        ).toMatchObject({
          verified,
        });
    });
  });

  it('reports "unknown" for a drag after which everything is as it was', async () => {
    const html = `<div id="a" style="width: 50px; height: 50px; touch-action: none">A</div><script>
      a.onpointerdown = () => { a.style.opacity = '.5'; };
      onpointermove = ({ buttons }) => { if (buttons) { const ghost = document.createElement('i'); document.body.append(ghost); ghost.remove(); } };
      onpointerup = () => { a.style.opacity = ''; a.removeAttribute('style'); a.setAttribute('style', 'width: 50px; height: 50px; touch-action: none'); };</script>`;
    await play(engine, html, async ({ run }) => {
      expect(await run('#a', 'drag', { dx: 100, dy: 0 })).toMatchObject({ verified: 'unknown' });
    });
  });
});

describe('a key', () => {
  it('goes to the focused field when the element of the action takes no focus', async () => {
    await play(engine, '<input id="f"><div id="box" onclick="1">Box</div>', async ({ run, state }) => {
      await run('#f', 'focus');
      await run('#box', 'press', 'x');
      expect(await state('[document.activeElement.id, f.value]')).toEqual(['f', 'x']);
    });
  });
});

describe('a locator', () => {
  const PAGE = `<ul><li id="a"><label>buy milk</label><button>Delete</button><li id="b"><label>buy milk and bread</label><button>Delete</button></ul>
    <label>Email <input id="mail" placeholder="you@host"></label><button id="save" data-testid="go"><span>Save</span></button><button>Save as</button><button aria-label="Close it">×</button>
    <ul><li>Men<ul hidden><li>Shoes</ul></li><li>Women</ul><button hidden>Send</button><button>删 除</button><button>删除记录</button><div id="host"><i style="pointer-events:none">Pay</i></div><p id="out"></p>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>'; onclick = ({ target }) => { out.textContent = target.textContent; }; ondblclick = ({ target }) => { out.textContent = 'twice ' + target.textContent; }</script>`;

  it.each([
    ['text="buy milk"', 'dblclick', 'twice buy milk'],
    ['text=and bread', 'dblclick', 'twice buy milk and bread'],
    ['text="Men"', 'dblclick', 'twice MenShoes'],
    ['text="SAVE"', 'click', 'Save'],
    ['text="删除"', 'click', '删 除'],
    ['text="Close it"', 'click', '×'],
    ['role=button[name="Save"]', 'click', 'Save'],
    ['text="Save"', 'click', 'Save'],
    ['text="Pay"', 'click', 'Pay'],
    ['testid="go"', 'click', 'Save'],
    ['css=#save', 'click', 'Save'],
    ['css=#b > label', 'click', 'buy milk and bread'],
    ['xpath=//button[@id="save"]', 'click', 'Save'],
  ])('%s finds the element to click', async (locator, kind, shown) => {
    await play(engine, PAGE, async ({ page, state }) => {
      expect(await runJob(page, 'action', locator, kind)).toMatchObject({ ok: true, verified: true });
      expect(await state('out.textContent')).toBe(shown);
    });
  });

  it('refuses a text with pointer-events: none when the click would hit the backdrop of its layer', async () => {
    const html = `<div id=layer style="position:fixed;inset:0"><div style="position:absolute;inset:0" onclick="layer.remove()"></div>
      <p style="position:relative;pointer-events:none">By price</p></div>`;
    await play(engine, html, async ({ page, state }) => {
      const refused = await runJob(page, 'action', 'text="By price"', 'click', { timeoutMs: 0 });
      expect(refused).toMatchObject({ ok: false, error: { code: 'element_blocked' } });
      expect(await state('layer.isConnected')).toBe(true);
    });
  });

  it('clicks the box that holds nothing but a text with pointer-events: none, and refuses a box with more text', async () => {
    const html = `<div onclick="window.hit = 'block'"><svg width=9 height=9></svg><b style="pointer-events: none">Headline</b></div>
      <div onclick="window.hit = 'both'"><b style="pointer-events: none">Left</b> Right</div>`;
    await play(engine, html, async ({ page, state }) => {
      expect(await runJob(page, 'action', 'text="Headline"', 'click')).toMatchObject({ ok: true });
      expect(await state('hit')).toBe('block');
      const refused = await runJob(page, 'action', 'text="Left"', 'click', { timeoutMs: 0 });
      expect(refused).toMatchObject({ ok: false, error: { code: 'element_blocked' } });
    });
  });

  it('finds what is in an open modal dialog or above it, and not what is behind', async () => {
    const html = `<button>Save</button><i onclick="">Red</i><div role="dialog" aria-modal="true" style="position:fixed;inset:0;background:#fff">
        <button id="save">Save</button><b onclick="">Red</b></div>
      <p role="listbox" style="position:fixed;top:50px;background:#fff"><span role="option">Red</span></p>
      <script>onclick = ({ target }) => { document.title = target.id; }</script>`;
    await play(engine, html, async ({ page, state }) => {
      expect(await runJob(page, 'action', 'text="Save"', 'click')).toMatchObject({ ok: true });
      expect(await state('document.title')).toBe('save');
      expect(await runJob(page, 'action', 'text="Red"', 'click')).toMatchObject({
        error: { code: 'ambiguous', candidates: [{ tag: 'b' }, { role: 'option' }] },
      });
    });
  });

  it('finds the control of a placeholder with pointer-events: none', async () => {
    const html = `<div id="box" tabindex="0" style="position:relative;width:90px"><p style="pointer-events:none;margin:0">Pick</p>
      <input readonly style="position:absolute;inset:0;opacity:0"></div>
      <script>box.onclick = () => { box.firstChild.remove(); box.title = 'Picked'; }</script>`;
    await play(engine, html, async ({ page, state }) => {
      const { ref } = await page.json<QueryOk>('query', 'css=#box', 'text');
      expect(await runJob(page, 'action', 'text="Pick"', 'click')).toMatchObject({ ok: true, ref });
      expect(await state('box.title')).toBe('Picked');
    });
  });

  it.each(['label="Email"', 'placeholder="you@host"', ' label = Email '])(
    '%s finds the field to fill',
    async (locator) => {
      await play(engine, PAGE, async ({ page, state }) => {
        expect(await runJob(page, 'action', locator, 'fill', 'a@b.c')).toMatchObject({
          ok: true,
          verified: true,
        });
        expect(await state('mail.value')).toBe('a@b.c');
      });
    },
  );

  it.each([
    ['label="Arrival"', 'date'],
    ['role=textbox[name="Arrival"]', 'date'],
    ['label="Colour"', 'select'],
    ['role=button[name="trash"]', 'trash'],
    ['text="trash"', 'trash'],
    ['label="Size"', 'range'],
    ['placeholder="Find"', 'find'],
    ['title="Help"', 'help'],
  ])('%s finds the control that has this name in a snapshot', async (locator, clicked) => {
    const html = `<p><label for="hidden">Arrival</label> <input type="hidden" id="hidden"><input id="date"></p>
      <p><label for="select">Colour</label> <button id="select">Red</button></p>
      <button id="trash"><i class="icon-trash"></i></button>
      <button id="sort">Arrival</button>
      <div role="group" aria-label="Size">Size <input id="range" type="range" aria-label="Size"></div>
      <x-search role="search" placeholder="Find"><input id="find" placeholder="Find"></x-search>
      <x-hint title="Help">Lost? <button id="help" title="Help">?</button></x-hint>
      <script>onclick = ({ target }) => { window.clicked = target.id || target.parentNode.id; }</script>`;
    await play(engine, html, async ({ page, state }) => {
      expect(await runJob(page, 'action', locator, 'click')).toMatchObject({ ok: true });
      expect(await state('window.clicked')).toBe(clicked);
    });
  });

  it('that matches several elements is refused with their refs', async () => {
    await play(engine, PAGE, async ({ page, state }) => {
      const { error } = await runJob<ErrorResult>(page, 'action', 'role=button[name="Delete"]', 'click');
      expect(error).toMatchObject({
        code: 'ambiguous',
        candidates: [{ name: 'Delete' }, { name: 'Delete' }],
      });
      expect(await state('out.textContent')).toBe('');
      const [, { ref }] = error.candidates as [unknown, { ref: string }];
      expect(await page.json('query', ref, 'selector')).toMatchObject({
        value: expect.stringContaining('b'),
      });
    });
  });

  it('finds the listed option, and not a hidden one with the same name', async () => {
    const html = `<div aria-hidden=true><select tabindex=-1><option>Ohio</select></div>
      <ul role=listbox><li role=option tabindex=0 onclick="this.title = 1">Ohio</li></ul>`;
    await play(engine, html, async ({ page, state }) => {
      expect(await runJob(page, 'action', 'role=option[name="Ohio"]', 'click')).toMatchObject({ ok: true });
      expect(await state('document.querySelector("li").title')).toBe('1');
    });
  });

  it('clicks a text that is hidden from assistive technology alone: the number of a day', async () => {
    const html = `<table role=grid onclick="out.textContent = event.target.textContent"><tr>
      <td role=gridcell aria-label="1 May"><div aria-hidden=true>1</div></table><p id=out></p>`;
    await play(engine, html, async ({ page, state }) => {
      expect(await runJob(page, 'action', 'text="1"', 'click', { timeoutMs: 100 })).toMatchObject({
        ok: true,
      });
      expect(await state('out.textContent')).toBe('1');
    });
  });

  it('clicks a box that handles clicks and is hidden from assistive technology with its controls', async () => {
    const html = `<div id=go aria-hidden=true onclick="out.textContent += 'slide'">Slide <a href="#x">more</a></div><p id=out></p>`;
    await play(engine, html, async ({ page, state }) => {
      const at = { position: { x: 5, y: 5 }, timeoutMs: 100 };
      expect(await runJob(page, 'action', 'css=#go', 'click', at)).toMatchObject({ ok: true });
      expect(await state('out.textContent')).toBe('slide');
    });
  });

  it('does not match the text of scripts, styles and the title', async () => {
    const html =
      '<p>Cart</p><script>document.title = "Pay now"</script><style>p::x { content: "Pay now" }</style>';
    await play(engine, html, async ({ page }) => {
      expect(await runJob(page, 'action', 'text="Pay now"', 'click', { timeoutMs: 100 })).toMatchObject({
        error: { code: 'ref_not_found' },
      });
    });
  });

  it('that matches nothing is refused with candidates, and one with a syntax error as an invalid argument', async () => {
    await play(engine, PAGE, async ({ page }) => {
      expect(await runJob(page, 'action', 'role=button[name="Send"]', 'click')).toMatchObject({
        error: {
          code: 'ref_not_found',
          candidates: ['Delete', 'Delete', 'Save', 'Save as', 'Close it'].map((name) => ({ name })),
        },
      });
      expect(await runJob(page, 'action', 'css=#[', 'click')).toMatchObject({
        error: { code: 'invalid_argument' },
      });
    });
  });

  it('works in a query and as the target of a drag', async () => {
    await play(engine, PAGE, async ({ page }) => {
      expect(await page.json('query', 'label="Email"', 'attrs')).toMatchObject({ ok: true });
      expect(await runJob(page, 'action', 'css=#a', 'drag', { to: 'css=#nothing' })).toMatchObject({
        error: { code: 'ref_not_found' },
      });
    });
  });
});

describe('a drop', () => {
  it('ends in the middle third of a low row, which trees take for a drop into the row', async () => {
    const html = `<style>p { height: 24px; margin: 0; width: 200px }</style><div id=t><p id=a tabindex=0>A</p><p id=b tabindex=0>B</p><p id=c tabindex=0>C</p></div><script>
      t.onpointerdown = ({ target }) => { window.held = target; };
      onpointerup = ({ clientY }) => {
        const { top, height } = c.getBoundingClientRect();
        const share = (clientY - top) / height;
        if (share > 1 / 3 && share < 2 / 3) c.append(held);
      };</script>`;
    await play(engine, html, async ({ ref, run, state }) => {
      expect(await run('#a', 'drag', { to: await ref('#c') })).toMatchObject({ verified: true });
      expect(await state('[held.parentNode.id, t.textContent]')).toEqual(['c', 'BCA']);
    });
  });

  it('on a row below the viewport ends away from the edge where the page scrolls on', async () => {
    const html = `<style>p { height: 30px; margin: 0; width: 200px }</style><div style="height: 500px"></div><div id=t>${'ABCDEFGHIJKL'
      .split('')
      .map((name) => `<p id=${name} tabindex=0>${name}</p>`)
      .join('')}</div><div style="height: 2000px"></div><script>
      t.onpointerdown = ({ target }) => { window.held = target; };
      onpointermove = ({ clientY }) => { if (window.held && clientY > innerHeight - 40) scrollBy(0, 90); };
      onpointerup = ({ clientX, clientY }) => { if (window.held) document.elementFromPoint(clientX, clientY).append(held); };</script>`;
    await play(engine, html, async ({ ref, run, state }) => {
      expect(await run('#A', 'drag', { to: await ref('#K') })).toMatchObject({ verified: true });
      expect(await state('held.parentNode.id')).toBe('K');
    });
  });

  it('ends past the middle of its target', async () => {
    const html = `<style>li { height: 40px; width: 200px }</style><ul id="list"><li id="a" tabindex="0">A<li id="b" tabindex="0">B<li id="c" tabindex="0">C</ul><script>
      let held;
      list.onpointerdown = ({ target }) => { held = target; };
      onpointerup = ({ clientY }) => {
        const item = [...list.children].find((li) => { const box = li.getBoundingClientRect(); return li !== held && clientY > box.top && clientY < box.bottom; });
        const box = item?.getBoundingClientRect();
        if (box && clientY > box.top + box.height / 2) item.after(held);
      };</script>`;
    await play(engine, html, async ({ ref, run, state }) => {
      expect(await run('#a', 'drag', { to: await ref('#b') })).toMatchObject({ verified: true });
      expect(await state('list.textContent')).toBe('BAC');
    });
  });
});
