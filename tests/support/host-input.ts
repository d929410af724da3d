import { describe, expect, it } from 'vitest';
import { AgentSession, type Observation } from '../../src/host/index.ts';
import { refOf } from './host-behaviour.ts';
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
  <p style="height:2000px"></p>
  <button onclick="done.push('far')">Far below</button>
  <div id=veil role=dialog aria-label=Cookies hidden style="position:fixed;inset:0;background:#fff"><button onclick="veil.remove()">Accept</button></div>
  <script>
    done = [], sent = {};
    for (const type of ['click', 'dblclick', 'contextmenu', 'mouseover', 'keydown', 'input'])
      addEventListener(type, (event) => { (sent[type] = sent[type] || []).push(event.isTrusted); }, true);
  </script>`;

interface Given {
  session: AgentSession;
  tab: HostTab;
  page: Observation<unknown>;
  /** Whether all events of this type so far were the browser's own. */
  isOwn(type: string): Promise<boolean | undefined>;
}

/** Actions by one kind of input: the same by the script's events and by the browser's own. */
export const describeInput = (browser: () => HostBrowser, input: 'page' | 'trusted'): void => {
  describe(`input: ${input}`, () => {
    const onForm = async (use: (given: Given) => Promise<void>): Promise<void> => {
      browser().serve({ [URL_OF_FORM]: FORM });
      const tab = await browser().open();
      try {
        await tab.go(URL_OF_FORM);
        const session = new AgentSession(tab.driver, { ...sessionFiles, input, actionTimeoutMs: 2_000 });
        const page = await session.snapshot({ interactiveOnly: false });
        const isOwn = (type: string): Promise<boolean | undefined> =>
          tab.ask(`sent[${JSON.stringify(type)}] ? sent[${JSON.stringify(type)}].every(Boolean) : null`);
        await use({ session, tab, page, isOwn });
      } finally {
        await tab.close();
      }
    };

    it('clicks, once, and what it brings into view first', () =>
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
        await session.act(name, 'clear');
        expect(await tab.ask('document.getElementById("name").value')).toBe('');
        await session.act(refOf(page, 'textbox "Note"'), 'type', 'two\nthree');
        expect(await tab.ask('note.value')).toBe('onetwo\nthree');
        expect(await isOwn('keydown')).toBe(input === 'trusted' && tab.driver.input?.type !== undefined);
      }));

    it('fills a date in its own way, and says what a field has made of a text', () =>
      onForm(async ({ session, page, tab }) => {
        await session.act(refOf(page, '"Day"'), 'fill', '2026-12-31');
        expect(await tab.ask('day.value')).toBe('2026-12-31');
        const refused = await session.act(refOf(page, 'textbox "Code"'), 'fill', 'letters');
        expect(refused.error?.code, refused.text).toBe('value_rejected');
        expect(refused.text).toContain('It holds: "12');
      }));

    it('checks and unchecks, and leaves alone what is right already', () =>
      onForm(async ({ session, page, tab }) => {
        const agree = refOf(page, 'checkbox "Agree"');
        const step = await session.act(agree, 'check');
        expect(step.text, step.text).toContain('checked=true');
        expect((await session.act(agree, 'check')).ok).toBe(true);
        await session.act(refOf(page, 'checkbox "News"'), 'uncheck');
        expect(await tab.ask('[agree.checked, news.checked]')).toEqual([true, false]);
      }));

    it('presses keys', () =>
      onForm(async ({ session, page, tab, isOwn }) => {
        const note = refOf(page, 'textbox "Note"');
        await session.act(note, 'press', 'Control+a');
        await session.act(note, 'press', 'Backspace');
        expect(await tab.ask('note.value')).toBe('');
        expect(await isOwn('keydown')).toBe(input === 'trusted');
      }));

    it('does not press what is covered, and names what covers it', () =>
      onForm(async ({ session, page, tab }) => {
        await tab.ask('veil.hidden = false');
        const step = await session.act(refOf(page, 'button "Count"'), 'click', undefined, 300);
        expect(step.error?.code, step.text).toBe('element_blocked');
        expect(step.text).toContain('In the way: dialog "Cookies"');
        expect(await tab.ask('"clicks" in document.querySelector("button").dataset')).toBe(false);
      }));
  });
};
