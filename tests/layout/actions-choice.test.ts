import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, lines, openEngine } from '../support/engine.ts';
import { play, runJob } from '../support/stage.ts';

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

  it('checks a native checkbox that is visually hidden behind its label', async () => {
    const html = `<style>#b { position: absolute; width: 1px; height: 1px; clip-path: inset(50%); overflow: hidden }</style>
      <label for=b>Terms</label><input id=b type=checkbox onchange="window.changed = this.checked">`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#b', 'check')).toMatchObject({ verified: true });
      expect(await state('changed')).toBe(true);
      expect(await run('#b', 'uncheck')).toMatchObject({ verified: true, effect: { checked: false } });
      expect(await state('changed')).toBe(false);
    });
  });

  it('checks a tree item by Space where a click on it selects it', async () => {
    const html = `<ul role=tree><li id=w role=treeitem tabindex=0 aria-checked=false onclick="this.ariaSelected = 'true'"
      onkeydown="if (event.key === ' ') this.setAttribute('aria-checked', this.ariaChecked !== 'true')">Leaf</ul>`;
    await play(engine, html, async ({ run, state }) => {
      for (const checked of [true, false])
        expect(await run('#w', 'setChecked', { checked })).toMatchObject({
          verified: true,
          effect: { checked },
        });
      expect(await state('w.ariaChecked')).toBe('false');
    });
  });

  it('checks a tree item by its inner checkbox where Space and a click on the item do something else', async () => {
    const html = `<div role=tree><div id=w role=treeitem tabindex=0 aria-checked=false onclick="this.ariaSelected = 'true'" onkeydown="this.ariaExpanded = 'true'"
      ><span role=checkbox aria-hidden=true onclick="event.stopPropagation(); w.ariaChecked = w.ariaChecked === 'true' ? 'false' : 'true'">[]</span> Leaf</div></div>`;
    await play(engine, html, async ({ run, state }) => {
      for (const checked of [true, false])
        expect(await run('#w', 'setChecked', { checked })).toMatchObject({
          verified: true,
          effect: { checked },
        });
      expect(await state('w.ariaSelected ?? w.ariaExpanded')).toBeNull();
    });
  });

  it('checks an item by the only checkbox in its shadow trees, which is drawn around an input', async () => {
    const html = `<ul role=tree><li id=w role=treeitem tabindex=0><x-box></x-box> Leaf</ul><script>
      const root = document.querySelector('x-box').attachShadow({ mode: 'open' });
      root.innerHTML = '<div role=checkbox aria-checked=false>[]<input type=checkbox aria-hidden=true hidden></div>';
      root.firstChild.onclick = ({ currentTarget: at }) => { at.ariaChecked = at.ariaChecked !== 'true'; };</script>`;
    await play(engine, html, async ({ run, state }) => {
      for (const checked of [true, false])
        expect(await run('#w', 'setChecked', { checked })).toMatchObject({ effect: { checked } });
      expect(await state('root.firstChild.ariaChecked')).toBe('false');
    });
  });

  it('checks the item that a text is in, and not an item around that', async () => {
    const html = `<div role=tree><div id=w role=treeitem tabindex=0 aria-checked=false onclick="this.ariaChecked = 'true'"><b>Fruit</b>
      <div role=group><div role=treeitem tabindex=-1><b>Pear</b></div></div></div></div>`;
    await play(engine, html, async ({ page, state }) => {
      const check = (text: string) => runJob(page, 'action', `text="${text}"`, 'check');
      expect(await check('Pear')).toMatchObject({ error: { code: 'not_checkable' } });
      expect(await check('Fruit')).toMatchObject({ verified: true, effect: { checked: true } });
      expect(await state('w.ariaChecked')).toBe('true');
    });
  });

  it('presses no button in such an item', async () => {
    const html = `<div role=treeitem tabindex=0 aria-checked=false>Fruit <button onclick="out.textContent = 'gone'">Delete</button></div><p id=out></p>`;
    await play(engine, html, async ({ page, state }) => {
      const checked = await runJob(page, 'action', 'text="Delete"', 'check');
      expect(checked).toMatchObject({ error: { code: 'not_checkable' } });
      expect(await state('out.textContent')).toBe('');
    });
  });

  it('reports "unknown" for a checkbox without aria-checked', async () => {
    const html =
      '<ul role=tree><li id=i role=treeitem aria-selected=false><span id=w role=checkbox tabindex=0 onclick="i.ariaSelected = i.ariaSelected !== `true`">[]</span> Leaf</ul>';
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#w', 'check')).toMatchObject({ verified: 'unknown' });
      expect(await run('#w', 'uncheck')).toMatchObject({ verified: 'unknown' });
      expect(await state('i.ariaSelected')).toBe('true');
    });
  });

  it('checks a checkbox that was indeterminate', async () => {
    await play(engine, '<input id=b type=checkbox checked>', async ({ run, state }) => {
      await state('b.indeterminate = true');
      await run('#b', 'check');
      expect(await state('b.checked')).toBe(true);
    });
  });

  it('fails with the observed state "mixed" when a mixed checkbox disappears at the first click', async () => {
    const html = '<div id=w role=checkbox tabindex=0 aria-checked=mixed onclick="this.hidden = true">W</div>';
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#w', 'check')).toMatchObject({ code: 'no_effect', observed: 'mixed' });
      expect(await state('w.hidden')).toBe(true);
    });
  });

  it('refuses elements that can not be checked or unchecked, and invalid arguments', async () => {
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

/** A listbox that opens 150 ms after a mousedown on its trigger, and shows the options that match what is typed. */
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
  it('matches labels before values for a plain text, and tries the one that an object names first', async () => {
    const html = '<select id=s><option value=0>1<option value=1>2<option value=2>3<option value=3>4</select>';
    await play(engine, html, async ({ run, state }) => {
      for (const [payload, value] of [
        [{ label: '1' }, '0'],
        ['2', '1'],
        [{ value: '2' }, '2'],
        [{ value: '4' }, '3'],
        [{ label: '0' }, '0'],
      ]) {
        await run('#s', 'select', payload);
        expect(await state('s.value')).toBe(value);
      }
    });
  });

  it('matches typographic quotes by straight ones', async () => {
    await play(engine, '<select id=s><option>All<option>L’été “dit”</select>', async ({ run }) => {
      expect(await run('#s', 'select', `l'été "dit"`)).toMatchObject({ effect: { value: 'L’été “dit”' } });
    });
  });

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

  it('reports "unknown" where the page carries out the choice and resets the select, but value_rejected where it only resets it', async () => {
    const html = (command: string): string =>
      `<select id=s onchange="${command};this.value=''"><option value="">Add a filter</option><option>Owner</option></select><p id=p></p>`;
    await play(engine, html('p.append(this.value)'), async ({ run, state }) => {
      expect(await run('#s', 'select', 'Owner')).toMatchObject({
        ok: true,
        verified: 'unknown',
        effect: { selected: ['Add a filter'] },
      });
      expect(await state('p.textContent')).toBe('Owner');
    });
    await play(engine, html(''), async ({ refuse }) => {
      expect(await refuse('#s', 'select', 'Owner')).toMatchObject({
        code: 'value_rejected',
        observed: 'Add a filter',
      });
    });
  });

  it('sets the selection of a multiple select to the options of an array', async () => {
    await play(engine, FRUIT, async ({ run, state }) => {
      await run('#m', 'select', ['one', 'three']);
      await run('#m', 'select', { values: ['two', 'three'] });
      expect(await state('Array.from(m.selectedOptions, (o) => o.text)')).toEqual(['two', 'three']);
    });
  });

  it('matches labels without their invisible characters, in native and custom lists, as does a scroll to a text', async () => {
    const html = `<select id=s><option>100%<option>\u206850\u2069%<option>Gr\u00adoss</select>
      <div role=combobox tabindex=0 aria-expanded=false aria-controls=l id=c onclick="l.hidden = !l.hidden; c.ariaExpanded = !l.hidden">Pick</div>
      <div role=listbox id=l hidden><div role=option>Small</div><div role=option onclick="c.textContent = this.textContent; c.click()">\u206875\u2069%</div></div>
      <div id=box style="height:30px;overflow:auto"><p style="height:90px">One</p><p>Ab\u00adsatz zwei</p></div>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#s', 'select', '50%')).toMatchObject({ verified: true });
      expect(await run('#s', 'select', 'gross')).toMatchObject({ verified: true });
      expect(await state('s.selectedIndex')).toBe(2);
      expect(await run('#c', 'select', '75%')).toMatchObject({ ok: true });
      expect(await state('c.textContent')).toBe('\u206875\u2069%');
      expect(await run('#box', 'scroll', { text: 'Absatz zwei' })).toMatchObject({ verified: true });
    });
  });

  it('lists the option that contains the requested text first', async () => {
    const many = Array.from({ length: 80 }, (_, i) => `<option>Land ${i} (+${i})`).join('');
    await play(engine, `<select id=s>${many}</select>`, async ({ refuse }) => {
      const { options } = await refuse('#s', 'select', 'land 79');
      expect(options?.slice(0, 2)).toEqual(['Land 79 (+79)', 'Land 0 (+0)']);
    });
  });

  it('refuses a missing or disabled option with a list of options, and names an invalid argument', async () => {
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
  ])('opens %s, waits for its options and picks one', async (_, trigger) => {
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

/** Opens or closes the list `list` of the control `c`; Escape closes it. */
const LIST = `const said = (open) => { list.hidden = !open; c.setAttribute('aria-expanded', open); };
  addEventListener('keydown', (event) => event.key === 'Escape' && said(false));`;

describe('select in a list with an unusual structure', () => {
  it('finds options whose role is set by element internals, and reports one with cursor: not-allowed as disabled', async () => {
    const html = `<button id=c role=combobox aria-expanded=false aria-label=Size popovertarget=p>-</button>
      <div id=p popover><x-option>Small</x-option> <x-option>Large</x-option>
        <x-option style="cursor: not-allowed">Huge</x-option></div><script>
      customElements.define('x-option', class extends HTMLElement {
        constructor() {
          super();
          this.internals = this.attachInternals();
          this.internals.role = 'option';
          this.onclick = () => { c.textContent = this.textContent; p.hidePopover(); };
        }
      });
    </script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#c', 'select', 'Large')).toMatchObject({ verified: true });
      expect(await state('c.textContent')).toBe('Large');
      expect(await refuse('#c', 'select', 'Huge')).toMatchObject({ code: 'option_disabled' });
    });
  });

  it('finds options that are slotted into the list, and closes the list when none matches', async () => {
    const html = `<x-select id=x><div role=option>Apple</div><div role=option>Banana</div></x-select><script>
      customElements.define('x-select', class extends HTMLElement {
        constructor() {
          super();
          const root = this.attachShadow({ mode: 'open' });
          root.innerHTML = '<div role=combobox tabindex=0 aria-expanded=false aria-label=Fruit>-</div><x-popup></x-popup>';
          const c = root.firstChild;
          const popup = root.lastChild.attachShadow({ mode: 'open' });
          popup.innerHTML = '<div role=listbox hidden><slot></slot></div>';
          root.lastChild.append(document.createElement('slot'));
          const show = (open) => { popup.firstChild.hidden = !open; c.setAttribute('aria-expanded', open); };
          c.onclick = () => show(popup.firstChild.hidden);
          this.onclick = ({ target }) => { if (target.role === 'option') { c.textContent = this.value = target.textContent; show(false); } };
        }
      });
      customElements.define('x-popup', class extends HTMLElement {});
    </script>`;
    await play(engine, html, async ({ page, state }) => {
      await page.json('snapshot');
      const expanded = `x.shadowRoot.firstChild.getAttribute('aria-expanded')`;
      expect(await runJob(page, 'action', 'e1', 'select', 'Plum')).toMatchObject({
        ok: false,
        error: { code: 'option_not_found', options: ['Apple', 'Banana'] },
      });
      expect(await state(expanded)).toBe('false');
      expect(await runJob(page, 'action', 'e1', 'select', 'Banana')).toMatchObject({ verified: true });
      expect(await state(`[x.value, ${expanded}]`)).toEqual(['Banana', 'false']);
    });
  });

  it('opens the list of a combobox that shows its choice as an option in a listbox of its own', async () => {
    const html = `<div id=c role=combobox tabindex=0 aria-expanded=false aria-label=Fruit>
        <div role=listbox><div id=v role=option aria-selected=true>Pick</div></div>
        <div id=list role=listbox hidden><div role=option>Apple</div><div role=option>Banana</div></div></div>
      <script>${LIST} c.onclick = ({ target }) => {
        if (list.contains(target)) v.textContent = target.textContent;
        said(list.hidden);
      }</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect((await refuse('#c', 'select', 'Plum')).options).toEqual(['Apple', 'Banana']);
      expect(await state('list.hidden')).toBe(true);
      expect(await run('#c', 'select', 'Banana')).toMatchObject({ verified: true });
      expect(await state('[v.textContent, list.hidden]')).toEqual(['Banana', true]);
    });
  });

  it.each([
    ['says that it is closed', 'aria-expanded=false'],
    ['opens another one', ''],
  ])('opens the list of a listbox that %s, and whose only option is its choice', async (_, said) => {
    const html = `<table id=c role=listbox tabindex=0 aria-haspopup=true ${said} aria-label=Fruit><tr><td id=v><span role=option aria-selected=true>Pick</span></table>
        <div id=list role=menu hidden><div role=option>Apple</div><div role=option>Banana</div></div>
      <script>${LIST} const draw = (text) => { v.innerHTML = '<span role=option aria-selected=true>' + text + '</span>'; };
      c.onclick = () => { draw(v.textContent); said(list.hidden); };
      list.onclick = ({ target }) => { draw(target.textContent); said(false); }</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect((await refuse('#c', 'select', 'Plum')).options).toEqual(['Apple', 'Banana']);
      expect(await run('#c', 'select', 'Banana')).toMatchObject({ verified: true });
      expect(await state('[v.textContent, list.hidden]')).toEqual(['Banana', true]);
    });
  });

  /** Chosen options leave the list. The active option, where the keyboard is, has aria-selected=true. */
  const tags = (
    chosen: string,
  ) => `<select id=s multiple tabindex=-1 aria-hidden=true style="position:absolute;opacity:0">
      <option>Red<option>Green<option>Blue</select>
    <div><div id=shown></div><input id=c role=combobox aria-expanded=false aria-controls=list><ul id=list role=listbox hidden></ul></div>
    <script>${LIST}
      let at = 0;
      for (const option of s.options) option.selected = ${chosen}.includes(option.text);
      const show = () => {
        const left = [...s.options].filter((option) => !option.selected);
        at = Math.max(0, Math.min(at, left.length - 1));
        list.replaceChildren(...left.map((option, i) => {
          const li = Object.assign(document.createElement('li'), { textContent: option.text, id: 'o' + option.index, role: 'option', onclick() { option.selected = true; show(); } });
          li.setAttribute('aria-selected', i === at);
          if (i === at) c.setAttribute('aria-activedescendant', li.id);
          return li;
        }));
        shown.replaceChildren(...[...s.selectedOptions].map((option) => Object.assign(document.createElement('b'), { textContent: option.text })));
      };
      show();
      c.onclick = () => said(true);
      c.addEventListener('keydown', ({ key }) => { at += { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0; show(); });
    </script>`;
  const TAGS = 'Array.from(s.selectedOptions, (option) => option.text)';

  it.each([['Red'], ['Green'], ['Blue']])(
    'does not take the active option of a multiple-choice list for chosen: %s',
    async (name) => {
      await play(engine, tags('[]'), async ({ run, state }) => {
        expect(await run('#c', 'select', [name])).toMatchObject({
          verified: true,
          effect: { selected: [name] },
        });
        expect(await state(TAGS)).toEqual([name]);
      });
    },
  );

  it('reports value_rejected with all chosen options when a choice can not be removed', async () => {
    await play(engine, tags("['Red']"), async ({ refuse, state }) => {
      const error = await refuse('#c', 'select', ['Blue']);
      expect(error).toMatchObject({ code: 'value_rejected', observed: 'Red, Blue' });
      expect(await state(TAGS)).toEqual(['Red', 'Blue']);
    });
  });

  const confirmDialog = (
    button: string,
  ) => `<button id=o aria-haspopup=dialog>Fruit: <b id=v>none</b></button>
    <div id=d role=alertdialog aria-modal=true aria-label=Fruit hidden><div id=g role=radiogroup></div>${button}<button>Cancel</button></div>
    <script>
      const pick = (name) => { for (const radio of g.children) radio.setAttribute('aria-checked', radio.textContent === name); };
      o.onclick = () => {
        d.hidden = false;
        g.innerHTML = '<div role=radio tabindex=0>Apple</div><div role=radio tabindex=0>Banana</div>';
        pick(v.textContent);
      };
      g.onclick = ({ target }) => pick(target.textContent);
      d.onclick = ({ target }) => {
        if (target.id === 'ok') v.textContent = g.querySelector('[aria-checked=true]').textContent;
        if (target.localName === 'button') d.hidden = true;
      };
      addEventListener('keydown', (event) => { if (event.key === 'Escape') d.hidden = true; });
    </script>`;

  it('confirms a choice in a dialog with its OK button', async () => {
    await play(engine, confirmDialog('<button id=ok>OK</button>'), async ({ run, state }) => {
      expect(await run('#o', 'select', 'Banana')).toMatchObject({ verified: true });
      expect(await state('[v.textContent, d.hidden]')).toEqual(['Banana', true]);
    });
  });

  it('checks several checkboxes in a dialog, and unchecks only those that an array leaves out', async () => {
    const html = `<button id=o aria-haspopup=dialog onclick="d.hidden = false">Days</button><b id=v></b>
      <div id=d role=alertdialog aria-modal=true hidden>${['Mon', 'Tue', 'Wed'].map((day) => `<button role=checkbox aria-checked=false>${day}</button>`).join('')}<button id=ok>OK</button></div><script>
      d.onclick = ({ target }) => {
        if (target.id !== 'ok') return target.setAttribute('aria-checked', target.ariaChecked !== 'true');
        v.textContent = Array.from(d.querySelectorAll('[aria-checked=true]'), (at) => at.textContent).join();
        d.hidden = true;
      };</script>`;
    await play(engine, html, async ({ run, state }) => {
      for (const [wanted, shown] of [
        [['Mon', 'Wed'], 'Mon,Wed'],
        ['Mon', 'Mon,Wed'],
        ['Tue', 'Mon,Tue,Wed'],
        [['Tue'], 'Tue'],
      ]) {
        expect(await run('#o', 'select', wanted)).toMatchObject({ ok: true });
        expect(await state('[v.textContent, d.hidden]')).toEqual([shown, true]);
      }
    });
  });

  it.each(['', '<button id=ok>OK</button>'])(
    'checks boxes in an aria-modal layer without a role, with the choice in the name of its opener %s',
    async (ok) => {
      const html = `<div id=host></div>
      <div id=d aria-modal=true hidden>${['Mon', 'Tue', 'Wed'].map((day) => `<button role=checkbox aria-checked=false>${day}</button>`).join('')}${ok}</div><script>
      const b = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'));
      const take = () => { window.value = [...d.querySelectorAll('[aria-checked=true]')].map((x) => x.textContent); b.ariaLabel = ['Days', ...value].join(', '); };
      const shut = () => { d.hidden = true; b.ariaExpanded = 'false'; };
      b.ariaLabel = 'Days'; b.ariaExpanded = 'false';
      b.onclick = () => { d.hidden = false; b.ariaExpanded = 'true'; };
      d.onclick = ({ target }) => {
        if (target.role === 'checkbox') target.ariaChecked = target.ariaChecked !== 'true';
        if (target.id === 'ok' || !d.querySelector('#ok')) take();
        if (target.id === 'ok') shut();
      };
      onkeydown = ({ key }) => { if (key === 'Escape') shut(); };</script>`;
      await play(engine, html, async ({ page, state }) => {
        expect(
          await runJob(page, 'action', 'role=button[name="Days"]', 'select', ['Mon', 'Wed']),
        ).toMatchObject({
          verified: true,
          effect: { selected: ['Mon', 'Wed'] },
        });
        expect(await state('value')).toEqual(['Mon', 'Wed']);
      });
    },
  );

  it('reports value_rejected when no known button confirms the choice', async () => {
    await play(engine, confirmDialog('<button id=ok>Weiter</button>'), async ({ refuse, state }) => {
      const error = await refuse('#o', 'select', 'Banana');
      expect(error.code).toBe('value_rejected');
      expect(error.message).toMatch(/closing its list took it back/);
      expect(await state('[v.textContent, d.hidden]')).toEqual(['none', true]);
    });
  });
});

describe('select in a list that closes when an option is chosen', () => {
  it('does not reopen it when the control shows the choice in its shadow root, beside a hidden label and an arrow', async () => {
    const html = `<x-pick id=c role=button tabindex=0 aria-haspopup=listbox aria-expanded=false>&#9660;</x-pick>
      <ul id=list role=listbox tabindex=0 hidden>${['Audi', 'BMW', 'Fiat'].map((name) => `<li role=option aria-selected=false id=${name}>${name}`).join('')}</ul><script>
      customElements.define('x-pick', class extends HTMLElement {});
      const root = c.attachShadow({ mode: 'open' });
      root.innerHTML = '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden">Make</span> <b></b> <slot></slot>';
      let opened = 0;
      const show = (open) => { list.hidden = !open; c.ariaExpanded = open; opened += open; if (open) list.focus(); };
      const choose = (option) => {
        for (const at of list.children) { at.ariaSelected = at === option; if (at === option) list.setAttribute('aria-activedescendant', at.id); }
        root.querySelector('b').textContent = option ? option.textContent : '';
      };
      choose(Audi);
      c.onclick = () => show(list.hidden);
      list.onclick = ({ target }) => { choose(target); show(false); };
      list.onkeydown = ({ key }) => {
        if (key === 'ArrowDown') choose([...list.children].find((at) => at.ariaSelected === 'true')?.nextElementSibling);
        if (key === 'Escape') show(false);
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#c', 'select', { label: ['Fiat'] })).toMatchObject({
        verified: true,
        effect: { selected: ['Fiat'] },
      });
      expect(await state("[c.shadowRoot.querySelector('b').textContent, list.hidden, opened]")).toEqual([
        'Fiat',
        true,
        1,
      ]);
    });
  });

  it('sends no arrow key to the list that it reopens when no other option is chosen', async () => {
    const html = `<button id=c aria-label=Make aria-haspopup=listbox aria-expanded=false>-</button>
      <ul id=list role=listbox tabindex=0 hidden>${['Audi', 'BMW', 'Fiat'].map((name) => `<li role=option aria-selected=false id=${name}>${name}`).join('')}</ul><script>
      const show = (open) => { list.hidden = !open; c.ariaExpanded = open; if (open) list.focus(); };
      const choose = (option) => {
        for (const at of list.children) { at.ariaSelected = at === option; if (at === option) list.setAttribute('aria-activedescendant', at.id); }
        window.chosen = option?.id;
      };
      c.onclick = () => show(list.hidden);
      list.onclick = ({ target }) => { choose(target); show(false); };
      list.onkeydown = ({ key }) => {
        if (key === 'ArrowDown') choose([...list.children].find((at) => at.ariaSelected === 'true')?.nextElementSibling);
        if (key === 'Escape') show(false);
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#c', 'select', { label: ['Fiat'] })).toMatchObject({ ok: true });
      expect(await state('[chosen, list.hidden]')).toEqual(['Fiat', true]);
    });
  });
});

describe('select with arrow keys, search fields and Escape', () => {
  it('does not change a combobox whose arrow keys choose without opening a list', async () => {
    const html = `<div id=c role=combobox tabindex=0 aria-expanded=false>one</div><script>
      const all = ['one', 'two', 'three'];
      c.onkeydown = ({ key, altKey }) => {
        if (!altKey) c.textContent = all[all.indexOf(c.textContent) + ({ ArrowDown: 1, ArrowUp: -1 }[key] ?? 0)];
      };</script>`;
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#c', 'select', 'four')).toMatchObject({ code: 'option_not_found' });
      expect(await state('c.textContent')).toBe('one');
    });
  });

  it('searches with the field of the list, and restores its text when no option matches', async () => {
    const html = `<input id=other value=kept><button id=b aria-haspopup=listbox aria-expanded=false>Nobody</button>
      <div id=m hidden><input id=q value=an><ul role=listbox id=list></ul></div><script>
      const show = () => {
        list.replaceChildren(...['Ann', 'Bob', 'Cy'].filter((name) => name.toLowerCase().includes(q.value.toLowerCase())).slice(0, 1).map((name) => {
          const item = document.createElement('li');
          item.role = 'option';
          item.textContent = name;
          item.onclick = () => { b.textContent = name; close(); };
          return item;
        }));
      };
      const close = () => { m.hidden = true; b.setAttribute('aria-expanded', 'false'); };
      b.onclick = () => { m.hidden = !m.hidden; b.setAttribute('aria-expanded', String(!m.hidden)); show(); if (!m.hidden) q.focus(); };
      q.oninput = () => setTimeout(show, 50);</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#b', 'select', 'Cy')).toMatchObject({ verified: true });
      expect(await state('b.textContent + m.hidden')).toBe('Cytrue');
      await state("(q.value = 'an', other.focus(), 1)");
      expect(await refuse('#b', 'select', 'Dee')).toMatchObject({ code: 'option_not_found' });
      expect(await state('[b.textContent, q.value, other.value].join()')).toBe('Cy,an,kept');
    });
  });

  it('finds options that the page requests on keyup', async () => {
    const html = `<input id=c role=combobox aria-label=Caller aria-owns=list aria-expanded=false><script>
      c.onkeyup = () => setTimeout(() => {
        document.getElementById('list')?.remove();
        if (!c.value) return;
        document.body.insertAdjacentHTML('beforeend', '<div id=list role=listbox><div role=option>Ann</div></div>');
        document.querySelector('[role=option]').onmousedown = () => { c.value = 'Ann'; list.remove(); };
      }, 200);
    </script>`;
    await play(engine, html, async ({ run }) => {
      expect(await run('#c', 'select', 'Ann')).toMatchObject({ verified: true, effect: { value: 'Ann' } });
    });
  });

  it('types into the field inside of an element with role=combobox', async () => {
    const html = `<div id=c role=combobox aria-label=City aria-expanded=false aria-haspopup=listbox><input id=i aria-label=City></div>
      <ul id=list role=listbox hidden><li role=option>Oslo<li role=option>Rome</ul><script>
      i.onkeyup = () => {
        for (const at of list.children) at.hidden = !at.textContent.startsWith(i.value);
        list.hidden = !i.value;
        c.ariaExpanded = !list.hidden;
      };
      list.onclick = ({ target }) => { i.value = target.textContent; list.hidden = true; c.ariaExpanded = 'false'; };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#c', 'select', 'Oslo')).toMatchObject({ verified: true });
      expect(await state('[i.value, list.hidden]')).toEqual(['Oslo', true]);
    });
  });

  it('picks in the open list of a combobox that holds a search field', async () => {
    const html = `<div id=c role=combobox tabindex=0 aria-label=Size aria-expanded=false><b id=shown>Large</b>
      <div id=box hidden><input id=i aria-label=Search><ul role=listbox><li role=option aria-selected=true>Large
      <li role=option aria-selected=false>Small</ul></div></div><script>
      c.onclick = ({ target }) => {
        if (target === i) return;
        const isOption = target.localName === 'li';
        if (isOption) shown.textContent = target.textContent.trim();
        for (const at of document.querySelectorAll('li'))
          at.ariaSelected = at.textContent.trim() === shown.textContent;
        box.hidden = isOption || !box.hidden;
        c.ariaExpanded = !box.hidden;
        if (!box.hidden) i.focus();
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#c', 'click');
      expect(await run('#c', 'select', 'Small')).toMatchObject({ verified: true });
      expect(await state('[shown.textContent, box.hidden]')).toEqual(['Small', true]);
    });
  });

  it('restores the value of a field in which Escape brings back the searched text', async () => {
    const html = `<input id=c role=combobox aria-expanded=false value=Ada><ul id=list role=listbox hidden></ul><script>
      let term = 'Ada';
      c.oninput = () => { if (c.value !== 'Ada') term = c.value; };
      c.onkeydown = ({ key }) => { if (key === 'Escape') c.value = term; };
      c.onclick = () => { list.hidden = false; list.innerHTML = '<li role=option>Bob'; };
      addEventListener('keydown', ({ key }) => { if (key === 'Escape') list.hidden = true; });
    </script>`;
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#c', 'select', 'Zoe')).toMatchObject({ code: 'option_not_found' });
      expect(await state('[c.value, list.hidden]')).toEqual(['Ada', true]);
    });
  });

  it('presses Escape once where that does not close the list, and closes it by a click', async () => {
    const html = `<button id=c aria-haspopup=listbox aria-expanded=false>Pick</button>
      <ul id=list role=listbox hidden><li role=option>Ann</ul><script>
      let left = 0;
      c.onclick = () => { list.hidden = !list.hidden; c.ariaExpanded = !list.hidden; };
      c.onkeydown = ({ key }) => { if (key === 'Escape') left++; };
    </script>`;
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#c', 'select', 'Zoe')).toMatchObject({ code: 'option_not_found' });
      expect(await state('[left, list.hidden]')).toEqual([1, true]);
    });
  });

  it('keeps the dialog open that Escape would close', async () => {
    const html = `<dialog id=d><button id=c aria-haspopup=listbox>Pick</button></dialog><script>d.showModal()</script>`;
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#c', 'select', 'Zoe')).toMatchObject({ code: 'option_not_found' });
      expect(await state('d.open')).toBe(true);
    });
  });
});

const field = (css: string, over = '', box = '') => `<style>
    #w { position: relative; width: 200px; height: 30px; border: 1px solid; cursor: pointer }
    #c { ${css} border: 0; width: 180px; height: 26px }
    .over { position: absolute; inset: 0 }
  </style>
  <div id=w ${box}><input id=c role=combobox aria-label=Metal aria-expanded=false readonly>${over}</div>
  <ul id=list role=listbox hidden><li role=option>Gold<li role=option>Silver</ul>
  <script>${LIST}
    w.onclick = () => said(list.hidden);
    list.onclick = ({ target }) => { c.value = target.textContent; said(false); };
  </script>`;

describe('select and click on a field whose box handles the clicks', () => {
  it.each([
    ['lets presses through', field('pointer-events: none;')],
    ['lets presses through without a pointer', field('pointer-events: none;', '', 'style="cursor: auto"')],
    [
      'lies below a touch target',
      field('', '<div class=over style="cursor: pointer"></div>', 'style="cursor: auto"'),
    ],
    [
      'lies below a touch target with a handler',
      field('', '<div class=over onclick="event.stopPropagation(); said(list.hidden)"></div>'),
    ],
    [
      'lies below a touch target that is higher than its box',
      field('', '<div class=over style="inset: -8px 0"></div>'),
    ],
    ['lies below its placeholder', field('', '<div class=over>Select</div>')],
  ])('works on a field that %s', async (_, html) => {
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#c', 'select', 'Silver')).toMatchObject({ verified: true });
      expect(await state('[c.value, list.hidden]')).toEqual(['Silver', true]);
      expect(await run('#c', 'click')).toMatchObject({ verified: true });
      expect(await state('list.hidden')).toBe(false);
    });
  });

  it.each([
    ['lies below a spinner', field('', '<div class=over><svg></svg></div>')],
    ['lies below an empty veil', field('', '<div class=over></div>')],
    ['is busy', field('', '<div class=over aria-busy=true>Loading</div>')],
    [
      'can not be used yet',
      field('pointer-events: none; cursor: not-allowed;', '', 'style="cursor: not-allowed"'),
    ],
    ['lies below a button', field('', '<div class=over><button>Clear</button></div>')],
    ['lies below a veil over the page', field('', '<div class=over style="position: fixed">Wait</div>')],
    ['lies below a veil over all beside', `${field('')}<div class=over>Wait</div>`],
  ])('refuses a field that %s', async (_, html) => {
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#c', 'select', 'Silver')).toMatchObject({ code: 'element_blocked' });
      expect(await state('list.hidden')).toBe(true);
    });
  });
});

describe('select of exactly one option, given as an array', () => {
  it.each([
    ['a field', '<input id=c role=combobox aria-label=Fruit aria-expanded=false>', 'c.value = name'],
    [
      'a box',
      '<div id=c role=combobox tabindex=0 aria-label=Fruit aria-expanded=false>None</div>',
      'c.textContent = name',
    ],
  ])('opens the list only once when %s shows no other choice', async (_, control, keep) => {
    const html = `${control}<div id=list role=listbox hidden></div><script>
      let opened = 0;
      const said = (open) => { opened += open; list.hidden = !open; c.setAttribute('aria-expanded', open); };
      list.innerHTML = '<div role=option>Apple</div><div role=option>Pear</div>';
      const choose = (name) => { ${keep}; said(false); };
      for (const option of list.children) option.onclick = () => choose(option.textContent);
      c.onclick = () => said(list.hidden);
      c.onkeydown = (event) => event.key === 'Escape' && said(false);</script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#c', 'select', ['Pear'])).toMatchObject({
        verified: true,
        effect: { selected: ['Pear'] },
      });
      expect(await state('[opened, list.hidden, c.value || c.textContent]')).toEqual([1, true, 'Pear']);
    });
  });
});

/**
 * A multiple-choice list without its chosen options. The others hold visually hidden words, and the active one has
 * aria-selected=true.
 */
const MULTIPLE_CHOICE = `<style>.tag, .option { display: inline-block; padding: 4px } [hidden] { display: none !important }
    .active::after { content: ' Press to select' } .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>
  <div><select id=s multiple hidden><option>Red<option>Blue<option selected>Green</select>
    <div id=c role=combobox tabindex=0 aria-expanded=false aria-label=Colors style="cursor: pointer; width: 300px"></div>
    <div id=list role=listbox aria-multiselectable=true hidden></div></div>
  <script>
    const said = (open) => { list.hidden = !open; c.setAttribute('aria-expanded', open); };
    const draw = () => {
      const { options } = s;
      c.innerHTML = [...options].filter((o) => o.selected).map((o) => '<span class=tag>' + o.text + '<button aria-label="Remove ' + o.text + '">x</button></span>').join('');
      list.innerHTML = [...options].filter((o) => !o.selected).map((o, i) => '<div class="option' + (i ? '' : ' active') + '" role=option aria-selected=' + !i + '><span class=sr>Not chosen, </span>' + o.text + '</div>').join('');
      for (const button of c.querySelectorAll('button')) button.onclick = (event) => { event.stopPropagation(); choose(button.parentNode.firstChild.data, false); };
      for (const option of list.children) option.onclick = () => choose(option.lastChild.data, true);
    };
    const choose = (text, yes) => { for (const o of s.options) if (o.text === text) o.selected = yes; draw(); };
    c.onclick = () => said(list.hidden);
    addEventListener('keydown', (event) => event.key === 'Escape' && said(false));
    draw();
  </script>`;

const chosen = 'Array.from(s.selectedOptions, (o) => o.text).join()';

describe('select in a multiple-choice list that shows only unchosen options', () => {
  it('matches options by their visible text or full name, and removes choices with the buttons of the control', async () => {
    await play(engine, MULTIPLE_CHOICE, async ({ run, state }) => {
      expect(await run('#c', 'select', 'Red')).toMatchObject({ verified: true });
      expect(await state(chosen)).toBe('Red,Green');
      expect(await run('#c', 'select', ['Red', 'Blue'])).toMatchObject({ verified: true });
      expect(await state(chosen)).toBe('Red,Blue');
      expect(await run('#c', 'select', ['Green'])).toMatchObject({ verified: true });
      expect(await state(chosen)).toBe('Green');
      expect(await run('#c', 'select', 'Not chosen, Blue')).toMatchObject({ verified: true });
      expect(await state(chosen)).toBe('Blue,Green');
    });
  });
});

/** The option that the keyboard is at has aria-selected=true, the chosen ones have aria-checked=true. */
const CHECKED_OPTIONS = `<div id=c role=listbox aria-multiselectable=true aria-expanded=false aria-label=Colors tabindex=0><p id=said>None</p><div id=menu hidden>
    <p role=option aria-selected=true aria-checked=false>Red<p role=option aria-selected=false aria-checked=false>Blue</div></div>
  <script>
    c.onclick = ({ target }) => {
      menu.hidden = !menu.hidden;
      c.setAttribute('aria-expanded', !menu.hidden);
      if (target.role !== 'option') return;
      target.ariaChecked = target.ariaChecked !== 'true';
      said.textContent = [...c.querySelectorAll('[aria-checked=true]')].map((one) => one.textContent).join(', ');
    };
    c.onkeydown = ({ key }) => { if (key === 'Escape') { menu.hidden = true; c.setAttribute('aria-expanded', false); } };
  </script>`;

/** Options whose only state is that of a checkbox in them. */
const OPTIONS_WITH_BOXES = `<div id=c role=combobox aria-haspopup=listbox aria-expanded=false tabindex=0>Colors</div><div id=menu role=listbox hidden>
    ${['Red', 'Blue', 'Green'].map((name) => `<p role=option><input type=checkbox tabindex=-1 style="pointer-events:none">${name}</p>`).join('')}</div>
  <script>
    const open = (isOpen) => { menu.hidden = !isOpen; c.ariaExpanded = isOpen; };
    c.onclick = () => open(menu.hidden);
    c.onkeydown = ({ key }) => { if (key === 'Escape') open(false); };
    menu.onclick = ({ target }) => { const box = target.querySelector('input'); box.checked = !box.checked; };
  </script>`;

describe('select in a list of several whose options hold checkboxes', () => {
  it('deselects what is checked and not wanted', async () => {
    const checked = `Array.from(menu.querySelectorAll(':checked'), (box) => box.parentElement.textContent).join()`;
    await play(engine, OPTIONS_WITH_BOXES, async ({ run, state }) => {
      expect(await run('#c', 'select', 'Green')).toMatchObject({ verified: true });
      expect(await run('#c', 'select', ['Red', 'Blue'])).toMatchObject({ verified: true });
      expect(await state(checked)).toBe('Red,Blue');
    });
  });
});

describe('select in a list of several that marks by aria-selected where the keyboard is', () => {
  it('picks what is not checked yet', async () => {
    await play(engine, CHECKED_OPTIONS, async ({ run, state }) => {
      expect(await run('#c', 'select', 'Red')).toMatchObject({ verified: true });
      expect(await state('said.textContent')).toBe('Red');
    });
  });
});

/** A box that opens a list and shows its choice. Once there is one its field is aria-hidden. */
const choiceInBox = (
  box: string,
): string => `<style>#c { position: relative; width: 200px; height: 20px } #field { width: 20px } #shown { position: absolute; inset: 0 }</style>
  <div><div><div>${box}</div></div></div>
  <div id=list role=listbox hidden><p role=option>Apple<p role=option>Pear</div>
  <script>
    const said = (open) => { list.hidden = !open; c.setAttribute('aria-expanded', open); };
    c.onclick = () => said(list.hidden);
    list.onclick = ({ target }) => { shown.textContent = target.textContent; field.ariaHidden = true; said(false); };
  </script>`;

describe('select in a box around the field of a combobox', () => {
  it.each([
    [
      'lies below what shows the choice',
      '<div id=c role=combobox aria-label=Fruit><input id=field><span id=shown role=alert>Choose</span></div>',
    ],
    [
      'is too small to be seen',
      '<div id=c role=application aria-label=Fruit><input id=field role=combobox readonly style="width: 0; border: 0; padding: 0"><span id=shown></span></div>',
    ],
  ])('opens the list by the box where the field %s', async (_, box) => {
    await play(engine, choiceInBox(box), async ({ run, state }) => {
      for (const name of ['Pear', 'Apple']) {
        expect(await run('#c', 'select', name)).toMatchObject({
          verified: true,
          effect: { selected: [name] },
        });
        expect(await state('shown.textContent')).toBe(name);
      }
    });
  });
});

/**
 * Shows its choice as text while its field has no width, and as tags in a listbox of their own while the field has
 * the focus.
 */
const CHOICE_BESIDE_FIELD = `<style>#z { display: inline-block; width: 0; overflow: hidden } #z:focus-within { width: auto } #w { width: 200px }</style>
  <div id=w><span id=shown>Red</span><span id=tags role=listbox hidden></span><span id=z><input id=c role=combobox aria-label=Colors aria-expanded=false></span></div>
  <div id=list role=listbox hidden><div role=option>Blue</div></div>
  <script>
    let held = 'Red';
    const said = (open) => { list.hidden = !open; c.setAttribute('aria-expanded', open); };
    const draw = () => {
      const isIn = document.activeElement === c;
      shown.textContent = isIn ? '' : held;
      tags.hidden = !isIn;
      tags.innerHTML = held.split(', ').map((one) => '<span role=option aria-selected=true>' + one + '</span>').join('');
    };
    w.onclick = (event) => { c.focus(); draw(); said(true); };
    c.onblur = draw;
    list.onmousedown = (event) => event.preventDefault();
    list.onclick = ({ target }) => { held += ', ' + target.textContent; said(false); draw(); };
    c.onkeydown = ({ key }) => { if (key === 'Escape') { held = 'Red'; draw(); } };
  </script>`;

describe('a combobox that shows its choice beside a field without width', () => {
  it('is listed with its choice, and keeps what is picked when its list has closed', async () => {
    await play(engine, CHOICE_BESIDE_FIELD, async ({ page, run, state }) => {
      const line = (choice: string) => `- combobox "Colors" [ref=e1] [expanded=false]: ${choice}`;
      expect(await lines(page)).toEqual([line('Red')]);
      expect(await run('#c', 'select', 'Blue')).toMatchObject({ effect: { selected: ['Blue'] } });
      await state('c.blur()');
      expect(await lines(page)).toEqual([line('Red, Blue')]);
    });
  });
});

/** Suggestions without a role, which appear 700 ms after the last input. */
const typeahead = (
  items: string,
) => `<label>Lang <input id=f></label><div id=box style="position: absolute" hidden></div><script>
  let timer;
  f.oninput = () => { clearTimeout(timer); box.hidden = true; timer = setTimeout(() => {
    const found = ['Java', 'JavaScript', 'Ruby'].filter((name) => f.value && name.toLowerCase().includes(f.value.toLowerCase()));
    const { left, bottom } = f.getBoundingClientRect();
    Object.assign(box.style, { left: left + 'px', top: bottom + 'px' });
    box.hidden = found.length === 0;
    box.innerHTML = ${items};
    const take = (item) => () => { f.value = item.textContent; box.hidden = true; };
    for (const item of box.querySelectorAll('li, p')) item.onclick = take(item);
    for (const item of box.querySelectorAll('b')) item.addEventListener('click', take(item));
  }, 700); };
</script>`;

describe('select in suggestions without a role', () => {
  it.each([
    ['items of a list', "'<ul>' + found.map((name) => '<li>' + name).join('') + '</ul>'"],
    ['boxes to press', "found.map((name) => '<p style=\"cursor: pointer\">' + name + '</p>').join('')"],
    [
      'boxes that take the focus',
      "found.map((name) => '<b tabindex=0 style=\"display: block\">' + name + '</b>').join('')",
    ],
  ])('picks one of %s below the field', async (_, items) => {
    await play(engine, typeahead(items), async ({ run, refuse, state }) => {
      expect(await run('#f', 'select', 'JavaScript')).toMatchObject({ verified: true });
      expect(await state('[f.value, box.hidden]')).toEqual(['JavaScript', true]);
      expect(await refuse('#f', 'select', 'Cobol')).toMatchObject({ code: 'option_not_found' });
      expect(await state('f.value')).toBe('JavaScript');
    });
  });
});

describe('select on a box without role=combobox', () => {
  it.each(['div tabindex=0', 'div role=button tabindex=0'])(
    'picks in the list below a %s, and closes it again without scrolling the page',
    async (box) => {
      const html = `<${box} id=w style="width: 200px; cursor: pointer">Please select</div>
      <div id=box style="position: absolute" hidden>${['One', 'Two'].map((name) => `<div style="cursor: pointer">${name}</div>`).join('')}</div>
      <div style="height: 3000px"></div><script>
        w.onclick = () => {
          const { left, bottom } = w.getBoundingClientRect();
          Object.assign(box.style, { left: left + 'px', top: bottom + 'px' });
          box.hidden = !box.hidden;
        };
        w.onkeydown = ({ key }) => { if (key === 'Escape') box.hidden = true; };
        for (const item of box.children) item.onclick = () => { w.textContent = item.textContent; box.hidden = true; };
      </script>`;
      await play(engine, html, async ({ run, refuse, state }) => {
        expect(await run('#w', 'select', 'Two')).toMatchObject({ verified: true });
        expect(await refuse('#w', 'select', 'Three')).toMatchObject({
          code: 'option_not_found',
          options: ['One', 'Two'],
        });
        expect(await state('[w.textContent, box.hidden, scrollY]')).toEqual(['Two', true, 0]);
      });
    },
  );
});

describe('select on a combobox whose field is off-screen', () => {
  it('clicks the box that shows its choice', async () => {
    const html = `<div><div><div id=box style="width: 200px; height: 30px; position: relative"><span>Red</span><input id=c role=combobox aria-expanded=false aria-controls=list style="position: absolute; left: -10000px; opacity: 0"></div></div></div>
      <div id=list role=listbox hidden><div role=option>Red</div><div role=option>Blue</div></div>
      <script>${LIST}
        box.onclick = () => said(true);
        for (const option of list.children) option.onclick = () => { box.firstChild.textContent = option.textContent; said(false); };
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#c', 'select', 'Blue')).toMatchObject({ verified: true });
      expect(await state('[box.firstChild.textContent, list.hidden]')).toEqual(['Blue', true]);
    });
  });
});

describe('select in a long or virtualized list', () => {
  it('finds an option far down in a list that renders many rows ahead, and types no search', async () => {
    const html = `<input id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=list>
      <div id=list role=listbox hidden style="height: 100px; overflow: auto"><div id=space style="position: relative; height: 4000px"></div></div>
      <script>${LIST}
        const rows = Array.from({ length: 200 }, (_, i) => {
          const option = document.createElement('div');
          option.setAttribute('role', 'option');
          option.style.cssText = 'position: absolute; height: 20px; width: 200px; top: ' + i * 20 + 'px';
          option.textContent = 'Item ' + i;
          option.onclick = () => { c.value = option.textContent; said(false); };
          return option;
        });
        const draw = () => {
          const first = Math.max(0, Math.floor(list.scrollTop / 400) * 20 - 20);
          if (space.dataset.first === String(first)) return;
          space.dataset.first = first;
          space.replaceChildren(...rows.slice(first, first + 60));
        };
        draw();
        list.onscroll = draw;
        c.onclick = () => said(list.hidden);
      </script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#c', 'select', 'Item 172')).toMatchObject({ verified: true });
      expect(await state('c.value')).toBe('Item 172');
      expect(await refuse('#c', 'select', 'Item 300')).toMatchObject({ code: 'option_not_found' });
      expect(await state('c.value')).toBe('Item 172');
    });
  });

  it('picks an option that is rendered anew when it is scrolled to', async () => {
    const html = `<button id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=list>None</button>
      <div id=list role=listbox hidden style="height: 100px; overflow: auto"><div id=space style="position: relative; height: 4000px"></div></div>
      <script>${LIST}
        const draw = () => {
          const first = Math.floor(list.scrollTop / 20);
          space.innerHTML = Array.from({ length: 30 }, (_, i) => first + i).filter((i) => i < 200).map((i) =>
            '<div role=option style="position: absolute; height: 20px; width: 200px; top: ' + i * 20 + 'px">Item ' + i + '</div>').join('');
        };
        draw();
        list.onscroll = draw;
        list.onclick = ({ target }) => { c.textContent = target.textContent; said(false); };
        c.onclick = () => said(list.hidden);
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#c', 'select', 'Item 20')).toMatchObject({ verified: true });
      expect(await state('[c.textContent, list.hidden]')).toEqual(['Item 20', true]);
    });
  });

  it('scrolls a list with all of its options in the DOM to its end at once', async () => {
    const html = `<button id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=list>None</button>
      <div id=list role=listbox hidden style="height: 100px; overflow: auto"></div>
      <script>${LIST}
        for (let i = 0; i < 500; i++) {
          const option = list.appendChild(document.createElement('div'));
          option.setAttribute('role', 'option');
          option.textContent = 'Item ' + i;
        }
        let turns = 0;
        list.onscroll = () => turns++;
        c.onclick = () => said(list.hidden);
      </script>`;
    await play(engine, html, async ({ refuse, state }) => {
      expect(await refuse('#c', 'select', 'Item 600')).toMatchObject({ code: 'option_not_found' });
      expect(await state('turns')).toBe(2);
    });
  });

  it('finds options before and after the rendered ones in a list that needs several frames to render them', async () => {
    const html = `<button id=c role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=list>Item 10</button>
      <div id=list role=listbox hidden style="height: 100px; overflow: hidden"></div>
      <script>${LIST}
        let first = 10;
        const draw = () => {
          list.replaceChildren(...Array.from({ length: 5 }, (_, i) => {
            const option = Object.assign(document.createElement('div'), { role: 'option', textContent: 'Item ' + (first + i) });
            option.setAttribute('role', 'option');
            option.onclick = () => { c.textContent = option.textContent; said(false); };
            return option;
          }));
        };
        draw();
        list.addEventListener('wheel', (event) => {
          event.preventDefault();
          first = Math.max(0, Math.min(20, first + Math.sign(event.deltaY) * 4));
          list.dataset.at = first;
          let frames = 6;
          const wait = () => (frames-- ? requestAnimationFrame(wait) : draw());
          wait();
        }, { passive: false });
        c.onclick = () => said(list.hidden);
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      for (const name of ['Item 23', 'Item 1']) {
        expect(await run('#c', 'select', name), name).toMatchObject({ verified: true });
        expect(await state('c.textContent')).toBe(name);
      }
    });
  });
});
