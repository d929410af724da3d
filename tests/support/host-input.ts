import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentSession, type Observation } from '../../src/host/index.ts';
import { refOf, type Table } from './host-behaviour.ts';
import type { HostBrowser, HostTab } from './host-tabs.ts';
import { sessionFiles } from './page-script.ts';

const URL_OF_FORM = 'http://host.test/form';

const FORM = `<!doctype html><title>Form</title>
  <button onclick="this.dataset.clicks = 1 + Number(this.dataset.clicks || 0)">Count</button>
  <button ondblclick="done.push('double')">Twice</button>
  <button oncontextmenu="done.push('menu')">Menu</button>
  <div style="width:90px" onmouseenter="tip.hidden = false"><button>Point here</button></div><p id=tip hidden>A tip</p>
  <label>Name <input id=name value="Old"></label>
  <label>Note <textarea id=note>one</textarea></label>
  <label>Code <input id=code oninput="if (/[^0-9]/.test(value)) value = '12'"></label>
  <label>Day <input type=date id=day></label>
  <label><input type=checkbox id=agree> Agree</label>
  <label><input type=checkbox id=news checked> News</label>
  <ul id=rows><li><input type=checkbox aria-label=Row onchange="done.push(checked); rows.innerHTML = rows.innerHTML; rows.querySelector('input').checked = true"></ul>
  <label>Drawn <input type=checkbox id=drawn style="display:none"></label>
  <label>Parts <input type=checkbox id=parts checked onclick="done.push(checked)"></label>
  <label for=instant>Instant</label> <div class=switch><input type=checkbox role=switch id=instant aria-checked=false></div>
  <div class=far><p><label for=quiet>Quiet</label> <i><b><input type=checkbox role=switch id=quiet aria-checked=false></b></i></p></div>
  <label><input type=checkbox id=refusing onclick="event.preventDefault(); done.push('pressed'); parentNode.append('!')"> Refusing</label>
  <label>Size <select id=size onchange="done.push(value)"><option>Small<option>Medium<option disabled>Large<option>Huge<option>Vast</select></label>
  <div id=pad role=button aria-label=Pad tabindex=0 style="width:100px;height:40px" onclick="done.push([event.offsetX, event.offsetY, event.shiftKey])"></div>
  <div style="position:relative;width:300px;height:50px;background:#eee"><div id=knob role=button tabindex=0 aria-label=Knob
    style="position:absolute;left:0;width:40px;height:40px;background:#888;touch-action:none"></div></div>
  <div role=button tabindex=0 aria-label=Card draggable=true ondragstart="event.dataTransfer.setData('text/plain', 'a card')" style="width:80px;height:30px;background:#ddd">Card</div>
  <div role=button tabindex=0 aria-label=Bin style="width:120px;height:60px;background:#ccc" ondragover="event.preventDefault()"
    ondrop="event.preventDefault(); done.push(event.dataTransfer.getData('text/plain'))">Bin</div>
  <div id=tile role=button tabindex=0 aria-label=Tile class=tile style="width:40px;height:40px"></div>
  <p style="height:2000px"></p>
  <div onpointerover="gap.style.height = '40px'"><p id=gap style="height:0;margin:0"></p>
    <button class=row onclick="done.push('upper')">Upper</button><button class=row onclick="done.push('lower')">Lower</button></div>
  <button onclick="done.push('far')">Far below</button>
  <div id=veil role=dialog aria-label=Cookies hidden style="position:fixed;inset:0;background:#fff"><button onclick="veil.remove()">Accept</button></div>
  <style>.row { display: block; height: 40px; padding: 0; border: 0 }</style>
  <style>.switch { width: 40px; height: 20px; background: #ccc } [role=switch] { position: absolute; width: 0; height: 0; margin: 0; opacity: 0 }</style>
  <script>
    done = [], sent = {};
    parts.indeterminate = true;
    // As Element Plus does: the press is the page's, which sets the box once it has drawn it. Where the press was on the
    // label, the engine takes that back.
    for (const part of document.querySelectorAll('.switch, .far')) {
      const box = part.querySelector('input');
      part.onclick = async (event) => {
        if (part.className === 'far' && event.target !== box) return;
        event.preventDefault();
        done.push(part.toggleAttribute('data-on'));
        await null;
        box.checked = part.hasAttribute('data-on');
        box.setAttribute('aria-checked', box.checked);
      };
    }
    knob.onpointerdown = (event) => { knob.setPointerCapture(event.pointerId); knob.from = event.clientX; };
    knob.onpointermove = (event) => { if (knob.from !== undefined) knob.style.left = Math.max(0, event.clientX - knob.from) + 'px'; };
    knob.onpointerup = () => { delete knob.from; };
    tile.onpointerdown = (event) => { tile.setPointerCapture(event.pointerId); tile.classList.add('held'); };
    tile.onpointermove = (event) => { if (tile.classList.contains('held')) tile.style.left = event.clientX + 'px'; };
    tile.onpointerup = () => { tile.classList.remove('held'); tile.style.left = ''; };
    for (const type of ['click', 'dblclick', 'contextmenu', 'mouseover', 'keydown', 'input', 'pointerdown', 'drop', 'change'])
      addEventListener(type, (event) => { (sent[type] = sent[type] || []).push(event.isTrusted); }, true);
  </script>`;

/** A page on which the effect of an action shows in the page alone, after the click or key was sent. */
const ANSWERING = `<!doctype html><title>Form</title>
  <label>Short <input id=short oninput="value = value.toUpperCase().slice(0, 3); same.textContent = 'Short'"></label><p id=same>Short</p>
  <label>Tags <input id=tags oninput="for (let at; (at = value.indexOf(',')) >= 0; value = value.slice(at + 1)) made.append(value.slice(0, at), document.createElement('br'))"></label><p id=made></p>
  <label>Message <textarea id=message onkeydown="if (event.key === 'Enter') { event.preventDefault(); done.push(value); }"></textarea></label>
  <fieldset><legend>Code</legend>${[1, 2, 3].map((n) => `<input aria-label="Digit ${n}" maxlength=1 oninput="value && this.nextElementSibling?.focus()">`).join('')}</fieldset>
  <div id=anew></div>
  <button onclick="short.value = 'SET'">Set</button>
  <ul role=listbox id=choices><li role=option tabindex=0 onmousedown="done.push('chosen'); choices.hidden = true">Choice</ul>
  <button onmousedown="this.style.marginTop = '80px'" onclick="done.push('moved')">Moves</button>
  <script>
    done = [];
    const draw = (value) => {
      anew.innerHTML = '<label>Anew <input></label>';
      const field = anew.querySelector('input');
      field.value = value;
      field.oninput = () => draw(field.value);
    };
    draw('');
  </script>`;

interface Given {
  session: AgentSession;
  tab: HostTab;
  page: Observation<unknown>;
  /** Whether all events of this type so far were trusted. */
  isOwn(type: string): Promise<boolean | undefined>;
}

/** What the trusted input of some browsers can't do; the script does it there. Default true. */
export interface InputAbilities {
  /** Choose an option that is not next to the selected one. */
  choosesFar?: boolean;
  /** HTML drag and drop. */
  drops?: boolean;
}

/** Tests of actions with one kind of input: the script's events, or the browser's own. */
export const describeInput = (
  browser: () => HostBrowser,
  input: 'page' | 'trusted',
  table: Table,
  { choosesFar = true, drops = true }: InputAbilities = {},
): void => {
  describe(`input: ${input}`, () => {
    let tab: HostTab;
    beforeAll(async () => {
      tab = await browser().open();
    });
    afterAll(() => tab?.close());

    const onForm = async (use: (given: Given) => Promise<void>, html = FORM): Promise<void> => {
      browser().serve({ [URL_OF_FORM]: html });
      await tab.go(URL_OF_FORM);
      const session = new AgentSession(tab.driver, { ...sessionFiles, input, actionTimeoutMs: 2_000 });
      const page = await session.snapshot({ interactiveOnly: false });
      const isOwn = (type: string): Promise<boolean | undefined> =>
        tab.ask(`sent[${JSON.stringify(type)}] ? sent[${JSON.stringify(type)}].every(Boolean) : null`);
      await use({ session, tab, page, isOwn });
    };

    it('clicks once, and scrolls into view what it clicks', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const step = await session.act(refOf(page, 'button "Count"'), 'click');
        expect(step.ok, step.text).toBe(true);
        expect(step.text).toMatch(/^click /);
        expect(await tab.ask('document.querySelector("button").dataset.clicks')).toBe('1');
        await session.act(refOf(page, 'button "Far below"'), 'click');
        expect(await tab.ask('done')).toEqual(['far']);
        expect(await isOwn('click')).toBe(input === 'trusted');
      }));

    it('clicks twice, opens context menus, hovers', () =>
      onForm(async ({ session, page, tab }) => {
        await session.act(refOf(page, 'button "Twice"'), 'dblclick');
        await session.act(refOf(page, 'button "Menu"'), 'contextmenu');
        expect(await tab.ask('done')).toEqual(['double', 'menu']);
        const hovered = await session.act(refOf(page, 'button "Point here"'), 'hover');
        expect(hovered.text).toContain('A tip');
      }));

    it('fills, clears and types', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const name = refOf(page, 'textbox "Name"');
        const filled = await session.act(name, 'fill', 'Zoë Bell');
        expect(filled.ok, filled.text).toBe(true);
        expect(filled.text).toContain('value="Zoë Bell"');
        expect(await tab.ask('document.getElementById("name").value')).toBe('Zoë Bell');
        await session.act(name, 'type', { text: ' jr' });
        expect(await tab.ask('document.getElementById("name").value')).toBe('Zoë Bell jr');
        await session.act(name, 'press', 'Control+a');
        await session.act(name, 'type', 'Bo');
        expect(await tab.ask('document.getElementById("name").value')).toBe('Bo');
        await session.act(name, 'clear');
        expect(await tab.ask('document.getElementById("name").value')).toBe('');
        await session.act(refOf(page, 'textbox "Note"'), 'type', 'two\nthree');
        expect(await tab.ask('note.value')).toBe('onetwo\nthree');
        expect(await isOwn('keydown')).toBe(input === 'trusted' && tab.driver.input?.type !== undefined);
      }));

    it('clicks at a position, with modifier keys', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const pad = refOf(page, 'button "Pad"');
        await session.act(pad, 'click', { position: { x: 7, y: 9 } });
        await session.act(pad, 'click', { modifiers: ['Shift'] });
        const [first, [, , shift]] = await tab.ask<[number[], [number, number, boolean]]>('done');
        expect(first?.map((one) => Math.round(Number(one)))).toEqual([7, 9, 0]);
        expect(shift).toBe(true);
        expect(await isOwn('click')).toBe(input === 'trusted');
        const wrong = await session.act(pad, 'click', { modifiers: ['Hyper'] });
        expect(wrong.error?.code, wrong.text).toBe('invalid_argument');
      }));

    it('selects an option with one change event', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const size = refOf(page, 'combobox "Size"');
        const step = await session.act(size, 'select', 'Huge');
        expect(step, step.text).toMatchObject({
          ok: true,
          result: { kind: 'select', verified: true, effect: { selected: ['Huge'] } },
        });
        expect(await isOwn('change')).toBe(input === 'trusted' && choosesFar);
        await session.act(size, 'select', ['Medium']);
        expect(await tab.ask('size.value')).toBe('Medium');
        await session.act(size, 'select', { index: 4 });
        await session.act(size, 'select', { index: 0 });
        expect(await tab.ask('done')).toEqual(['Huge', 'Medium', 'Vast', 'Small']);
        expect(await isOwn('change')).toBe(input === 'trusted' && choosesFar);
        const none = await session.act(size, 'select', 'Tiny');
        expect(none.error?.code, none.text).toBe('option_not_found');
        expect((await session.act(size, 'select', 'Large')).error?.code).toBe('option_disabled');
      }));

    it('drags by the pointer', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const step = await session.act(refOf(page, 'button "Knob"'), 'drag', { dx: 120, dy: 0 });
        expect(step, step.text).toMatchObject({ ok: true, result: { kind: 'drag', verified: true } });
        expect(await tab.ask('knob.style.left')).toBe('120px');
        expect(await isOwn('pointerdown')).toBe(input === 'trusted');
      }));

    it('drags a draggable element and drops it, once', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const to = refOf(page, 'button "Bin"');
        const step = await session.act(refOf(page, 'button "Card"'), 'drag', { to });
        expect(step.ok, step.text).toBe(true);
        expect(await tab.ask('done'), step.text).toEqual(['a card']);
        expect(await isOwn('drop')).toBe(input === 'trusted' && drops);
      }));

    it('presses keys', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const note = refOf(page, 'textbox "Note"');
        await session.act(note, 'press', 'Control+a');
        await session.act(note, 'press', 'Backspace');
        expect(await tab.ask('note.value')).toBe('');
        expect(await isOwn('keydown')).toBe(input === 'trusted');
        await session.act(note, 'type', 'abc');
        await session.act(note, 'press', 'ctrl+shift+left');
        await session.act(note, 'press', 'Mod+a');
        await session.act(note, 'press', 'shift+x');
        const pressed = await session.page('pressKey', { key: 'Shift+home' });
        expect(pressed.ok, pressed.text).toBe(true);
        expect(pressed.text).toMatch(/^pressKey: sent to textbox "Note" \[ref=\w+\]\.$/m);
        expect(await tab.ask('[note.value, note.selectionStart, note.selectionEnd]')).toEqual(['X', 0, 1]);
        const typesItself = tab.driver.input?.type !== undefined;
        expect(await isOwn('keydown')).toBe(input === 'trusted' && typesItself);
        await session.page('pressKey', { key: 'End' });
        await session.act(note, 'press', '+');
        expect(await tab.ask('note.value')).toBe('X+');
        expect((await session.page('pressKey', { key: 'Hyper+q' })).error?.code).toBe('invalid_argument');
        const none = await session.act(note, 'press', 'Hyper+q');
        expect(none.error?.code, none.text).toBe('invalid_argument');
      }));

    if (table !== 'whole') return;

    it('fills a date, and reports what a field has made of a text', () =>
      onForm(async ({ session, page, tab }) => {
        await session.act(refOf(page, '"Day"'), 'fill', '2026-12-31');
        expect(await tab.ask('day.value')).toBe('2026-12-31');
        const refused = await session.act(refOf(page, 'textbox "Code"'), 'fill', 'letters');
        expect(refused.error?.code, refused.text).toBe('value_rejected');
        expect(refused.text).toContain('now but "12');
      }));

    it('types into the field in a combobox, and no text into a read-only field', () =>
      onForm(async ({ session, page, tab }) => {
        const box = '<div role=combobox aria-label=Box aria-expanded=false><input id=inner></div>';
        await tab.ask(
          `(note.readOnly = true, document.body.insertAdjacentHTML('afterbegin', '${box}'), true)`,
        );
        const typed = await session.act('role=combobox[name="Box"]', 'type', 'vi');
        expect(await tab.ask('inner.value'), typed.text).toBe('vi');
        const refused = await session.act(refOf(page, 'textbox "Note"'), 'fill', 'two', 300);
        expect(refused.error?.code, refused.text).toBe('not_editable');
      }));

    it('verifies whether the field holds the text, and writes it once', () =>
      onForm(async ({ session, page, tab }) => {
        const short = refOf(page, 'textbox "Short"');
        const act = async (name: string, kind: 'fill' | 'type', text: string) => {
          const {
            result,
            error,
            text: words,
          } = await session.act(refOf(page, `textbox "${name}"`), kind, text);
          return [error?.code ?? (result?.ok && result.verified), words] as const;
        };
        expect((await act('Short', 'fill', 'ABC'))[0]).toBe(true);
        expect((await session.act(short, 'type', 'D')).error?.code).toBe('value_rejected');
        expect((await act('Short', 'fill', 'ABC'))[0]).toBe(true);
        const [tags, words] = await act('Tags', 'fill', 'red,green,blue');
        expect(tags, words).toBe('value_rejected');
        expect(await tab.ask('[made.innerText.trim(), tags.value]')).toEqual(['red\ngreen', 'blue']);
        const lines = await act('Message', 'fill', 'one\ntwo');
        expect([lines[0], await tab.ask('[message.value, done]')]).toEqual([true, ['one\ntwo', []]]);
        expect((await act('Digit 1', 'type', '123'))[0]).toBe(true);
        expect(
          await tab.ask("[...document.querySelectorAll('fieldset input')].map(({ value }) => value)"),
        ).toEqual(['1', '2', '3']);
        const [anew] = await act('Anew', 'fill', 'milk');
        expect([anew, await tab.ask("anew.querySelector('input').value")]).toEqual(
          input === 'page' || !tab.driver.input?.type ? [true, 'milk'] : ['value_rejected', 'm'],
        );
      }, ANSWERING));

    it('verifies whether a click had an effect', () =>
      onForm(async ({ session, page, tab }) => {
        const verified = async (words: string) => {
          const { result, text } = await session.act(refOf(page, words), 'click');
          return [result?.ok && result.verified, await tab.ask('done.splice(0)'), text];
        };
        expect(await verified('button "Set"')).toEqual([true, [], expect.stringContaining('SET')]);
        expect(await verified('option "Choice"')).toEqual([true, ['chosen'], expect.any(String)]);
        expect(await verified('button "Moves"')).toEqual(['unknown', [], expect.any(String)]);
        expect(await verified('button "Moves"')).toEqual([expect.anything(), ['moved'], expect.any(String)]);
      }, ANSWERING));

    it('checks and unchecks, and leaves alone what is right already', () =>
      onForm(async ({ session, page, tab }) => {
        const agree = refOf(page, 'checkbox "Agree"');
        const step = await session.act(agree, 'check');
        expect(step.text, step.text).toContain('checked=true');
        expect((await session.act(agree, 'check')).ok).toBe(true);
        await session.act(refOf(page, 'checkbox "News"'), 'uncheck');
        expect(await tab.ask('[agree.checked, news.checked]')).toEqual([true, false]);
        const drawnAnew = await session.act(refOf(page, 'checkbox "Row"'), 'check');
        expect(drawnAnew.ok, drawnAnew.text).toBe(true);
        expect(await tab.ask('done')).toEqual([true]);
      }));

    it('clicks a checkbox once if that has an effect, and twice only if it is mixed', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const mixed = await session.act(refOf(page, 'checkbox "Parts"'), 'check');
        expect(mixed, mixed.text).toMatchObject({ ok: true, result: { verified: true } });
        expect(await tab.ask('done.splice(0)')).toEqual([false, true]);
        const refused = await session.act(refOf(page, 'checkbox "Refusing"'), 'check');
        expect(refused.error?.code, refused.text).toBe('no_effect');
        expect(await tab.ask('done.splice(0)')).toEqual(['pressed']);
        expect(await isOwn('click')).toBe(input === 'trusted');
      }));

    it('checks a switch that the page draws in the place of its checkbox', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        for (const name of ['Instant', 'Quiet']) {
          const step = await session.act(refOf(page, `switch "${name}"`), 'check');
          expect(step, step.text).toMatchObject({
            ok: true,
            result: { verified: true, effect: { checked: true } },
          });
          expect(await tab.ask('done.splice(0)'), name).toEqual([true]);
        }
        await session.act(refOf(page, 'switch "Instant"'), 'uncheck');
        expect(await tab.ask('done.splice(0)')).toEqual([false]);
        expect(await isOwn('click')).toBe(input === 'trusted');
      }));

    it('does not verify a drag that has left everything as it was', () =>
      onForm(async ({ session, page, tab }) => {
        const tile = refOf(page, 'button "Tile"');
        const step = await session.act(tile, 'drag', { dx: 120, dy: 0 });
        // WebKitGTK's driver does not always release the mouse button.
        const isHeld = await tab.ask('tile.classList.contains("held")');
        expect(step, step.text).toMatchObject({ ok: true, result: { verified: isHeld ? true : 'unknown' } });
      }));

    it('clicks an element that moves away under the pointer, and nothing that takes its place', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const step = await session.act(refOf(page, 'button "Lower"'), 'click');
        expect(await tab.ask('done'), step.text).toEqual(['lower']);
        expect(await isOwn('click')).toBe(input === 'trusted');
      }));

    it('checks a box that is not displayed by its label', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const step = await session.act(refOf(page, '"Drawn"'), 'check');
        expect(await tab.ask('drawn.checked'), step.text).toBe(true);
        expect(await isOwn('pointerdown')).toBe(input === 'trusted');
      }));

    it('sends keys and text to a covered field', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        await tab.ask('veil.hidden = false');
        const note = refOf(page, 'textbox "Note"');
        const pressed = await session.act(note, 'press', 'z');
        expect(await isOwn('keydown'), pressed.text).toBe(input === 'trusted');
        await session.act(note, 'fill', 'covered');
        expect(await tab.ask('note.value')).toBe('covered');
      }));

    it('refuses to click a covered element, and names what covers it', () =>
      onForm(async ({ session, page, tab }) => {
        await tab.ask('veil.hidden = false');
        const step = await session.act(refOf(page, 'button "Count"'), 'click', undefined, 300);
        expect(step.error?.code, step.text).toBe('element_blocked');
        expect(step.text).toContain('is covered by dialog "Cookies"');
        expect(await tab.ask('"clicks" in document.querySelector("button").dataset')).toBe(false);
      }));
  });
};
