import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** An ARIA widget that a page toggles on click, a little later as frameworks do. */
const widget = (role: string) =>
  `<div id=w role=${role} tabindex=0 aria-checked=false onclick="setTimeout(() => this.setAttribute('aria-checked', this.ariaChecked !== 'true'))">W</div>`;

describe('check, uncheck, setChecked', () => {
  it.each(['checkbox', 'switch', 'menuitemcheckbox', 'radio'])('checks an ARIA %s', async (role) => {
    await play(engine, widget(role), async ({ run, atOnce, state }) => {
      expect(await run('#w', 'check')).toMatchObject({ verified: true, effect: { checked: true } });
      expect(await state('w.ariaChecked')).toBe('true');
      expect(await run('#w', 'set_checked', true)).toMatchObject({
        verified: true,
        effect: { mutations: 0 },
      });
      expect(await state('w.ariaChecked')).toBe('true');
      if (role === 'radio') return;
      expect(await atOnce('#w', 'uncheck')).toMatchObject({ ok: true, verified: 'unknown' });
    });
  });

  it('checks a native box that only its label shows', async () => {
    const html = `<style>#b { position: absolute; width: 1px; height: 1px; clip-path: inset(50%); overflow: hidden }</style>
      <label for=b>Terms</label><input id=b type=checkbox onchange="window.changed = this.checked">`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#b', 'check')).toMatchObject({ verified: true });
      expect(await state('changed')).toBe(true);
      expect(await run('#b', 'uncheck')).toMatchObject({ verified: true, effect: { checked: false } });
      expect(await state('changed')).toBe(false);
    });
  });

  it('makes a mixed box what it shall be', async () => {
    await play(engine, '<input id=b type=checkbox checked>', async ({ run, state }) => {
      await state('b.indeterminate = true');
      await run('#b', 'check');
      expect(await state('b.checked')).toBe(true);
    });
  });

  it('says of a mixed box that goes away at the first press that it was pressed', async () => {
    const html = '<div id=w role=checkbox tabindex=0 aria-checked=mixed onclick="this.hidden = true">W</div>';
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#w', 'check')).toMatchObject({ code: 'no_effect', observed: 'mixed' });
      expect(await state('w.hidden')).toBe(true);
    });
  });

  it('refuses what can not be', async () => {
    const html = `<button id=n>No</button><input id=r type=radio checked><input id=d type=checkbox disabled>
      <input id=p type=checkbox onclick="event.preventDefault()">`;
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#n', 'check')).toMatchObject({ code: 'not_checkable' });
      expect(await refuse('#r', 'uncheck')).toMatchObject({ code: 'not_checkable' });
      expect(await refuse('#d', 'check')).toMatchObject({ code: 'not_enabled' });
      expect(await refuse('#p', 'check')).toMatchObject({ code: 'no_effect', observed: 'false' });
      expect(await refuse('#p', 'setChecked', {})).toMatchObject({
        code: 'invalid_argument',
        argument: 'checked',
      });
      expect(await refuse('#p', 'setChecked', 'yes')).toMatchObject({
        code: 'invalid_argument',
        argument: 'checked',
      });
      expect(await state('[r.checked, d.checked, p.checked]')).toEqual([true, false, false]);
    });
  });
});

const FRUIT = `<select id=s onchange="window.log = (window.log || '') + this.value">
  <option value=a>Apple<option value=b>Big pear<option value=c disabled>Cherry</select>
  <select id=m multiple><option>one<option>two<option>three</select>`;

/** A list box that opens later, and filters if it is typed into. */
const combo = (trigger: string) => `${trigger}<ul id=list role=listbox hidden></ul><script>
  const all = ['Ada', 'Bob', 'Cleo'];
  const show = (part) => setTimeout(() => {
    list.hidden = false;
    list.replaceChildren(...all.filter((name) => name.includes(part)).map((name) => {
      const li = Object.assign(document.createElement('li'), { textContent: name, role: 'option', onclick() {
        window.chosen = name; list.hidden = true; c.ariaExpanded = 'false';
        if ('value' in c) c.value = name; if (c.localName === 'div') c.textContent = name;
      } });
      if (name === 'Cleo') li.ariaDisabled = 'true';
      return li;
    }));
    c.ariaExpanded = 'true';
  }, 150);
  c.addEventListener('mousedown', () => show(''));
  c.addEventListener('input', () => show(c.value));
  c.addEventListener('keydown', (event) => { if (event.key === 'Escape') { list.hidden = true; c.ariaExpanded = 'false'; } });
</script>`;

describe('select', () => {
  it.each([
    ['value', { value: 'b' }],
    ['label', { label: 'Big pear' }],
    ['index', { index: 1 }],
    ['label in any case, as a plain text', 'big  PEAR'],
  ])('chooses by %s', async (_, payload) => {
    await play(engine, FRUIT, async ({ run, state }) => {
      expect(await run('#s', 'select', payload)).toMatchObject({
        verified: true,
        effect: { value: 'Big pear', selected: ['Big pear'] },
      });
      expect(await run('#s', 'select', payload)).toMatchObject({ verified: true, effect: { mutations: 0 } });
      expect(await state('log')).toBe('b');
    });
  });

  it('chooses several', async () => {
    await play(engine, FRUIT, async ({ run, state }) => {
      await run('#m', 'select', ['one', 'three']);
      await run('#m', 'select', { values: ['two', 'three'] });
      expect(await state('Array.from(m.selectedOptions, (o) => o.text)')).toEqual(['two', 'three']);
    });
  });

  it('says what there is', async () => {
    await play(engine, FRUIT, async ({ refuse, state }) => {
      expect(await refuse('#s', 'select', 'Plum')).toMatchObject({
        code: 'option_not_found',
        options: ['Apple', 'Big pear', 'Cherry'],
      });
      expect(await refuse('#s', 'select', { index: 7 })).toMatchObject({ code: 'option_not_found' });
      expect(await refuse('#s', 'select', 'Cherry')).toMatchObject({
        code: 'option_disabled',
        options: ['Apple', 'Big pear'],
      });
      expect(await refuse('#s', 'select', { option: 'x' })).toMatchObject({
        code: 'invalid_argument',
        argument: 'option',
      });
      expect(await refuse('#s', 'select')).toMatchObject({ code: 'invalid_argument' });
      expect(await state('[s.value, window.log ?? null]')).toEqual(['a', null]);
    });
  });

  it.each([
    ['a combobox', '<div id=c role=combobox tabindex=0 aria-expanded=false aria-controls=list>Pick</div>'],
    ['an editable combobox', '<input id=c role=combobox aria-expanded=false>'],
    ['a button with a list', '<button id=c aria-haspopup=listbox>Pick</button>'],
  ])('opens %s, waits and picks', async (_, trigger) => {
    await play(engine, combo(trigger), async ({ run, refuse, state }) => {
      expect(await run('#c', 'select', 'Bob')).toMatchObject({ ok: true, effect: { selected: ['Bob'] } });
      expect(await state('chosen')).toBe('Bob');
      const missing = await refuse('#c', 'select', 'Zoe');
      expect(missing.code).toBe('option_not_found');
      if (!trigger.startsWith('<input')) expect(missing.options).toEqual(['Ada', 'Bob', 'Cleo']);
      expect(await state('[list.hidden, chosen]')).toEqual([true, 'Bob']);
      expect(await refuse('#c', 'select', 'Cleo')).toMatchObject({ code: 'option_disabled' });
    });
  });
});
