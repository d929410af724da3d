import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionOk } from '../../src/contract.ts';
import { actOn, refNamed } from '../support/act.ts';
import { type Engine, openEngine, withPage } from '../support/engine.ts';
import { rowsHere } from '../support/selection.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

interface Refusal {
  what: string;
  html: string;
  text?: string;
  change?: string;
  code: string;
  message: RegExp;
  error?: object;
}

const TEXT = 'new text';

/** What can't be filled, although a careless fill would report success. */
const REFUSALS: readonly Refusal[] = [
  {
    what: 'read-only',
    html: '<input aria-label=F readonly value=old>',
    code: 'not_editable',
    message: /textbox "F" \[ref=e1\] is read-only/,
  },
  {
    what: 'aria-readonly',
    html: '<input aria-label=F aria-readonly=true value=old>',
    code: 'not_editable',
    message: /read-only/,
  },
  {
    what: 'a read-only textarea',
    html: '<textarea aria-label=F readonly>old</textarea>',
    code: 'not_editable',
    message: /read-only/,
  },
  { what: 'disabled', html: '<input aria-label=F disabled>', code: 'not_enabled', message: /is disabled/ },
  {
    what: 'in a disabled fieldset',
    html: '<fieldset disabled><input aria-label=F></fieldset>',
    code: 'not_enabled',
    message: /is disabled/,
  },
  {
    what: 'aria-disabled',
    html: '<input aria-label=F aria-disabled=true>',
    code: 'not_enabled',
    message: /is disabled/,
  },
  {
    what: 'inert',
    html: '<div id=d><input aria-label=F></div>',
    change: 'd.inert = true',
    code: 'not_enabled',
    message: /inert/,
  },
  {
    what: 'behind a modal dialog',
    html: '<input aria-label=F><dialog id=d aria-label=Sure><button>Yes</button></dialog>',
    change: 'd.showModal()',
    code: 'element_blocked',
    message: /dialog "Sure".+button "Yes"/,
  },
  {
    what: 'hidden since the snapshot',
    html: '<input id=f aria-label=F>',
    change: "f.style.display = 'none'",
    code: 'not_visible',
    message: /not displayed/,
  },
  {
    what: 'invisible',
    html: '<input aria-label=F style="visibility:hidden">',
    code: 'not_visible',
    message: /invisible/,
  },
  {
    what: 'removed',
    html: '<input id=f aria-label=F>',
    change: 'f.remove()',
    code: 'ref_not_found',
    message: /is gone/,
  },
  {
    what: 'another field now',
    html: '<input id=f name=email aria-label=F>',
    change: "f.name = 'password2'",
    code: 'ref_not_found',
    message: /something else/,
  },
  {
    what: 'a checkbox',
    html: '<input type=checkbox aria-label=F>',
    code: 'not_editable',
    message: /checkbox "F".+takes no text.+click/,
  },
  { what: 'a button', html: '<button>F</button>', code: 'not_editable', message: /takes no text/ },
  {
    what: 'a select',
    html: '<select aria-label=F><option>a<option>b</select>',
    code: 'not_editable',
    message: /click one of its options/,
  },
  {
    what: 'a file field',
    html: '<input type=file aria-label=F>',
    code: 'not_editable',
    message: /takes no text/,
  },
  {
    what: 'a custom field that only looks like one',
    html: '<div role=textbox tabindex=0 aria-label=F>old</div>',
    code: 'not_editable',
    message: /takes no text/,
  },
  {
    what: 'longer than maxlength',
    html: '<input aria-label=F maxlength=5 value=old>',
    code: 'value_rejected',
    message: /at most 5 characters, and the text has 8.+Nothing was filled in/,
    error: { observed: 'old' },
  },
  {
    what: 'longer than the maxlength of a textarea',
    html: '<textarea aria-label=F maxlength=5></textarea>',
    code: 'value_rejected',
    message: /at most 5 characters/,
  },
  {
    what: 'letters in a number field',
    html: '<input type=number aria-label=F value=7>',
    code: 'value_rejected',
    message: /can't hold "new text".+written like 12\.5/,
    error: { observed: '7' },
  },
  {
    what: 'a date in another form',
    html: '<input type=date aria-label=F value=2026-05-01>',
    text: '31.01.2026',
    code: 'value_rejected',
    message: /written like 2026-01-31/,
    error: { observed: '2026-05-01' },
  },
  {
    what: 'a date that does not exist',
    html: '<input type=date aria-label=F>',
    text: '2026-02-30',
    code: 'value_rejected',
    message: /written like 2026-01-31/,
  },
  {
    what: 'a time in another form',
    html: '<input type=time aria-label=F>',
    text: '1 pm',
    code: 'value_rejected',
    message: /written like 13:45/,
  },
  {
    what: 'a color by its name',
    html: '<input type=color aria-label=F>',
    text: 'red',
    code: 'value_rejected',
    message: /written like #1e90ff/,
  },
  {
    what: 'out of the range of a slider',
    html: '<input type=range min=0 max=10 aria-label=F>',
    text: '11',
    code: 'value_rejected',
    message: /from 0 to 10/,
  },
  {
    what: 'off the steps of a slider',
    html: '<input type=range min=0 max=10 step=5 aria-label=F>',
    text: '4',
    code: 'value_rejected',
    message: /can't hold "4"/,
  },
  {
    what: 'two lines in a field of one',
    html: '<input aria-label=F>',
    text: 'a\nb',
    code: 'value_rejected',
    message: /single line/,
  },
];

describe('a fill that is impossible is refused and leaves no trace', () => {
  it.each(rowsHere(REFUSALS))('$what', async ({ html, text = TEXT, change, code, message, error }) => {
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const { result, before, after } = await actOn(page, 'F', 'fill', { text }, change);
      expect(result, JSON.stringify(result)).toMatchObject({ ok: false, error: { code, ...error } });
      if (!result.ok) expect(result.error.message).toMatch(message);
      expect(after).toEqual({ ...before, heard: [] });
    });
  });

  it.each([
    [undefined, 'text'],
    [null, 'text'],
    [{}, 'text'],
    [{ text: null }, 'text'],
    [{ value: false }, 'value'],
    [['x'], 'text'],
    [{ txt: 'x' }, 'txt'],
  ])('refuses %j, which holds no text', async (payload, argument) => {
    await withPage(engine, '<!doctype html><input aria-label=F value=old>', async (page) => {
      const { result, before, after } = await actOn(page, 'F', 'fill', payload);
      expect(result).toMatchObject({ ok: false, error: { code: 'invalid_argument', argument } });
      if (!result.ok) expect(result.error.message).toMatch(/fill takes \{text: /);
      expect(after).toEqual(before);
    });
  });

  it.each([[7], [{ text: 7 }], [{ value: 7 }]])('accepts the number in %j as a text', async (payload) => {
    await withPage(engine, '<!doctype html><input aria-label=F value=old>', async (page) => {
      const { result } = await actOn(page, 'F', 'fill', payload);
      expect(result).toMatchObject({ ok: true, verified: true, effect: { value: '7' } });
    });
  });
});

interface Rejection {
  what: string;
  html: string;
  change?: string;
  message: RegExp;
  observed?: string;
}

/** The page decides: the action reports what the field holds afterwards, not what was sent. */
const REJECTIONS: readonly Rejection[] = [
  {
    what: 'a page that puts the old value back',
    html: '<input id=f aria-label=F value=old>',
    change: "f.oninput = () => { f.value = 'old'; }",
    message: /does not hold the text now but "old"/,
    observed: 'old',
  },
  {
    what: 'a page that cuts',
    html: '<input id=f aria-label=F>',
    change: 'f.oninput = () => { f.value = f.value.slice(0, 3); }',
    message: /but "new"/,
    observed: 'new',
  },
  {
    what: 'a page that moves the whole text into the next field',
    html: '<input id=f aria-label=F><input id=g>',
    change: "f.oninput = () => { g.value = f.value; f.value = ''; }",
    message: /does not hold the text now/,
  },
  {
    what: 'an editor that takes no input',
    html: '<div id=f contenteditable aria-label=F>old</div>',
    change: 'f.addEventListener("beforeinput", (e) => e.preventDefault())',
    message: /but "old"/,
    observed: 'old',
  },
  {
    what: 'a secret that the page changes',
    html: '<input id=f type=password aria-label=F>',
    change: "f.oninput = () => { f.value = 'geheim'; }",
    message: /^(?!.*geheim)/,
  },
  {
    what: 'a field that its own input event replaces',
    html: '<p><input id=f aria-label=F></p>',
    change: "f.oninput = () => { f.parentNode.innerHTML = '<input aria-label=F>'; }",
    message: /replaced|gone/,
  },
  {
    what: 'a field that its own focus event removes',
    html: '<p><input id=f aria-label=F></p>',
    change: 'f.onfocus = () => { f.remove(); }',
    message: /replaced|gone/,
  },
  {
    what: 'a field that hands the focus to one of another name',
    html: '<input id=f aria-label=F><input id=g aria-label=G>',
    change: 'f.onfocus = () => g.focus()',
    message: /Nothing was filled into textbox "F" .*: the focus went to textbox "G"/,
  },
  {
    what: 'a field that takes the focus only from a click',
    html: '<input id=f aria-label=F>',
    change: 'f.onfocus = () => f.blur()',
    message: /Nothing was filled into textbox "F" .*: it does not keep the focus\. Click the field first\.$/,
  },
  {
    what: 'a field that disables itself when it gets the focus',
    html: '<input id=f aria-label=F value=old>',
    change: 'f.onfocus = () => { f.disabled = true; }',
    message: /disabled|does not hold/,
  },
];

describe('a fill that the page changes or drops is rejected', () => {
  it.each(rowsHere(REJECTIONS))('$what', async ({ html, change, message, observed }) => {
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const { result } = await actOn(page, 'F', 'fill', { text: TEXT }, change);
      expect(result, JSON.stringify(result)).toMatchObject({
        ok: false,
        error: { code: 'value_rejected', ...(observed && { observed }) },
      });
      if (!result.ok) expect(result.error.message).toMatch(message);
      expect(JSON.stringify(result)).not.toContain('geheim');
    });
  });
});

interface Success {
  what: string;
  html: string;
  text?: string;
  payload?: unknown;
  change?: string;
  before?: string;
  /** An expression that is evaluated in the page afterwards, and its expected value. */
  holds: readonly [expression: string, value: unknown];
  heard?: readonly string[];
  result?: object;
}

/** The events of a field that is typed into, and of one whose value is set as a whole. */
const TYPED = ['focus@f', 'keydown@f', 'beforeinput@f', 'input@f', 'keyup@f'];
const WHOLE = ['focus@f', 'keydown@f', 'input@f', 'change@f', 'keyup@f'];

const SUCCESSES: readonly Success[] = [
  {
    what: 'the first of the boxes of a code, whose page hands the rest on',
    html: '<p><input id=f aria-label=F><input id=g><input id=h></p>',
    text: '123',
    change:
      'f.oninput = () => { if (f.value.length > 1) [f.value, g.value, h.value] = Array.from(f.value); h.focus(); }',
    holds: ['[f.value, g.value, h.value].join()', '1,2,3'],
    result: { verified: true },
  },
  {
    what: 'a combobox that is a box around its field',
    html: '<div role=combobox aria-label=F aria-expanded=false><input value=▼ readonly tabindex=-1><input id=f aria-label=City></div>',
    holds: ['f.value', TEXT],
    result: { verified: true },
  },
  {
    what: 'a field over which its page lays another one of its name',
    html: '<input id=f aria-label=F><input id=g aria-label="F " hidden>',
    change: 'f.onfocus = () => { g.hidden = false; g.focus(); }',
    holds: ['[f.value, g.value].join()', `,${TEXT}`],
    result: { verified: true, effect: { value: TEXT, focus: { name: 'F' } } },
  },
  {
    what: 'an empty field',
    html: '<input id=f aria-label=F>',
    holds: ['f.value', TEXT],
    heard: TYPED,
    result: { effect: { value: TEXT, focus: { name: 'F' } } },
  },
  {
    what: 'a field that holds something',
    html: '<input id=f aria-label=F value="something old">',
    holds: ['f.value', TEXT],
    heard: TYPED,
  },
  {
    what: 'a field that is emptied',
    html: '<input id=f aria-label=F value=old>',
    text: '',
    holds: ['f.value', ''],
    heard: TYPED,
    result: { effect: { value: '' } },
  },
  {
    what: 'a field whose page takes a text only after a key has gone down',
    html: '<input id=f aria-label=F>',
    change:
      'f.onkeydown = () => { window.isDown = true; }; f.oninput = () => { window.taken = window.isDown && f.value; }',
    holds: ['taken', TEXT],
  },
  {
    what: 'a field that has the focus',
    html: '<input id=f aria-label=F value=old autofocus>',
    change: 'f.focus()',
    holds: ['f.value', TEXT],
    heard: ['keydown@f', 'beforeinput@f', 'input@f', 'keyup@f'],
  },
  {
    what: 'text as the payload itself',
    html: '<input id=f aria-label=F>',
    payload: 'plain',
    holds: ['f.value', 'plain'],
  },
  {
    what: 'text called value',
    html: '<input id=f aria-label=F>',
    payload: { value: 'v' },
    holds: ['f.value', 'v'],
  },
  {
    what: 'a textarea with lines',
    html: '<textarea id=f aria-label=F>old</textarea>',
    text: 'a\nb\r\nc',
    holds: ['f.value', 'a\nb\nc'],
  },
  {
    what: 'a number',
    html: '<input id=f type=number aria-label=F>',
    text: '12.5',
    holds: ['f.valueAsNumber', 12.5],
    heard: TYPED,
  },
  {
    what: 'a date',
    html: '<input id=f type=date aria-label=F>',
    text: '2026-01-31',
    holds: ['f.value', '2026-01-31'],
    heard: WHOLE,
  },
  {
    what: 'a color in capitals',
    html: '<input id=f type=color aria-label=F>',
    text: '#1E90FF',
    holds: ['f.value', '#1e90ff'],
  },
  {
    what: 'a slider',
    html: '<input id=f type=range min=0 max=10 aria-label=F>',
    text: '7',
    holds: ['f.value', '7'],
    heard: WHOLE,
  },
  {
    what: 'a slider whose page takes its value when a key comes up',
    html: '<input id=f type=range max=10 aria-label=F><output id=o></output><script>f.onkeyup = () => { o.value = f.value; }</script>',
    text: '7',
    holds: ['o.value', '7'],
  },
  {
    what: 'a slider that the page draws, and whose value it takes only at the end of a key',
    html: `<input id=f type=range max=10 aria-orientation=horizontal aria-label=F><output id=o></output><script>
      f.onkeydown = ({ key }) => { if (key === 'ArrowRight') o.value = ++f.value; return false; }</script>`,
    text: '7',
    holds: ['o.value', '7'],
  },
  {
    what: 'a text field that tells an orientation, by which nothing is stepped',
    html: '<input id=f aria-orientation=vertical aria-label=F><output id=o></output><script>f.oninput = () => { o.value += f.value + ";"; }</script>',
    text: '7',
    holds: ['o.value', '7;'],
  },
  {
    what: 'several addresses with spaces around',
    html: '<input id=f type=email multiple aria-label=F>',
    text: ' a@b.example, c@d.example ,e@f.example',
    holds: ['f.value', 'a@b.example,c@d.example,e@f.example'],
  },
  {
    what: 'an email with spaces around',
    html: '<input id=f type=email aria-label=F>',
    text: ' a@b.example ',
    holds: ['f.value', 'a@b.example'],
  },
  {
    what: 'a password',
    html: '<input id=f type=password aria-label=F>',
    text: 'hunter2',
    holds: ['f.value', 'hunter2'],
  },
  { what: 'up to maxlength', html: '<input id=f aria-label=F maxlength=8>', holds: ['f.value', TEXT] },
  {
    what: 'through its label',
    html: '<label for=f style="cursor:pointer" onclick="1">L</label><input id=f aria-label=F>',
    holds: ['f.value', TEXT],
  },
  {
    what: 'a contenteditable element',
    html: '<div id=f contenteditable aria-label=F>old <b>bold</b></div>',
    holds: ['f.textContent', TEXT],
  },
  {
    what: 'a contenteditable element with spaces that count',
    html: '<div id=f contenteditable aria-label=F></div>',
    text: 'a  b ',
    holds: ["f.innerText.replace(/\\u00a0/g, ' ')", 'a  b '],
  },
  {
    what: 'a contenteditable element with lines',
    html: '<div id=f contenteditable aria-label=F></div>',
    text: 'one\ntwo',
    holds: ['f.innerText', 'one\ntwo'],
  },
  {
    what: 'an empty editor',
    html: '<div id=f contenteditable aria-label=F>old</div>',
    text: '',
    holds: ['f.innerText.trim()', ''],
  },
  {
    what: 'below the fold',
    html: '<div style="height:3000px"></div><input id=f aria-label=F>',
    holds: ['f.value', TEXT],
  },
  {
    what: 'in a shadow root',
    html: '<x-host id=h></x-host>',
    before: "h.attachShadow({ mode: 'open' }).innerHTML = '<input id=f aria-label=F>'",
    holds: ["h.shadowRoot.getElementById('f').value", TEXT],
  },
  {
    what: 'an editor in a shadow root',
    html: '<x-host id=h></x-host>',
    before: "h.attachShadow({ mode: 'open' }).innerHTML = '<div id=f contenteditable aria-label=F>old</div>'",
    holds: ["h.shadowRoot.getElementById('f').textContent", TEXT],
  },
  {
    what: 'in a frame',
    html: '<iframe id=i srcdoc="<input id=f aria-label=F>"></iframe>',
    holds: ["i.contentDocument.getElementById('f').value", TEXT],
  },
  {
    what: 'a field whose value React tracks',
    html: '<input id=f aria-label=F>',
    change:
      "const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); window.tracked = []; Object.defineProperty(f, 'value', { get() { return own.get.call(this); }, set(v) { window.tracked.push(v); own.set.call(this, v); }, configurable: true })",
    holds: ['[f.value, window.tracked.length]', [TEXT, 0]],
  },
  {
    what: 'a form whose fields shadow its members',
    html: '<form><input name=id id=f aria-label=F><input name=elements><input name=ownerDocument></form>',
    holds: ["document.getElementById('f').value", TEXT],
  },
  {
    what: 'a datalist field',
    html: '<input id=f list=l aria-label=F><datalist id=l><option>a</datalist>',
    holds: ['f.value', TEXT],
  },
];

/**
 * An editor with a model. It reads only what the engine edits in a paragraph that the editor has created. It selects
 * and deletes across paragraphs by its own keys, and lets the engine paste into a separate element.
 */
const EDITOR = `<!doctype html><body>
  <div id=f contenteditable aria-label=F></div>
  <div id=inlet contenteditable aria-hidden=true style="position: fixed; width: 1px; height: 1px; opacity: 0"></div>
  <script>
    let model, isAll = false;
    const caret = () => getSelection().collapse(f.firstChild.firstChild, 0);
    const show = (lines) => {
      model = lines;
      f.replaceChildren(...lines.map((line) => {
        const p = document.createElement('p');
        p.innerHTML = '<span><img alt="" width=1></span>';
        if (line) p.firstChild.prepend(line);
        return p;
      }));
      known = [...f.children];
    };
    f.onkeydown = (event) => {
      if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) isAll = true;
      else if (event.key === 'Backspace' && isAll) {
        show(['']);
        caret();
        isAll = false;
      } else return;
      event.preventDefault();
    };
    f.oninput = () => {
      if (known.some((p) => p.parentNode !== f)) show(model);
      else model = known.map((p) => p.textContent);
    };
    f.oncopy = (event) => {
      event.clipboardData.setData('text/plain', model.join('\\n\\n'));
      event.preventDefault();
    };
    f.onpaste = () => {
      inlet.replaceChildren();
      inlet.focus();
      setTimeout(() => {
        show(inlet.innerText.split(/\\n+/));
        f.focus();
      });
    };
    show(['']);
  </script>`;

describe('a fill', () => {
  it.each(rowsHere(SUCCESSES))(
    '$what',
    async ({ html, text = TEXT, payload, change, before, holds, heard, result: wanted }) => {
      await withPage(
        engine,
        `<!doctype html><body>${html}`,
        async (page) => {
          const { result, after } = await actOn(page, 'F', 'fill', payload ?? { text }, change);
          expect(result, JSON.stringify(result)).toMatchObject({
            ok: true,
            kind: 'fill',
            verified: true,
            ...wanted,
          });
          expect(await page.evaluate(holds[0]), holds[0]).toEqual(holds[1]);
          if (heard)
            expect(
              // WebKit fires focus events for the parts of a date on keydown.
              after.heard.filter((event) => event.endsWith('@f') && !/^(?:select|focusin)/.test(event)),
            ).toEqual(heard);
          expect(JSON.stringify(result)).not.toContain('hunter2');
        },
        before,
      );
    },
  );

  it('and typing are one edit each in a shadow tree, which native input events may not leave', async () => {
    const prepare = `h.attachShadow({ mode: 'open' }).innerHTML = '<input aria-label=Number type=number><div aria-label=Rich role=textbox contenteditable></div>';
      window.edits = [];
      for (const el of h.shadowRoot.children)
        el.addEventListener('input', () => edits.push(el.value ?? el.textContent));`;
    await withPage(
      engine,
      '<!doctype html><x-host id=h></x-host>',
      async (page) => {
        for (const [name, kind, text] of [
          ['Number', 'fill', '13'],
          ['Number', 'type', '5'],
          ['Rich', 'fill', 'some words'],
          ['Rich', 'type', '!'],
          ['Rich', 'selectText', 'words'],
        ] as const) {
          const { result } = await actOn(page, name, kind, { text });
          expect(result, JSON.stringify(result)).toMatchObject({ ok: true, verified: true });
        }
        expect(await page.evaluate('edits')).toEqual(['13', '135', 'some words', 'some words!']);
        await page.run("document.execCommand('insertText', false, 'things')");
        expect(await page.evaluate('edits.pop()')).toBe('some things!');
      },
      prepare,
    );
  });

  it('sends keyup after the microtasks of the input event', async () => {
    const html = `<!doctype html><input id=f aria-label=F oninput="queueMicrotask(() => { this.title = this.value })"
      onkeyup="this.dataset.seen = this.title">`;
    await withPage(engine, html, async (page) => {
      expect(await runJob(page, 'action', await refNamed(page, 'F'), 'fill', { text: 'Os' })).toMatchObject({
        ok: true,
      });
      expect(await page.evaluate('f.dataset.seen')).toBe('Os');
    });
  });

  it('blurs the field that was edited before, which fires its change event', async () => {
    await withPage(engine, '<!doctype html><input id=g value=1><input id=f aria-label=F>', async (page) => {
      const { after } = await actOn(
        page,
        'F',
        'fill',
        { text: 'x' },
        "g.focus(); document.execCommand('insertText', false, '2')",
      );
      expect(after.heard.filter((event) => !event.startsWith('select'))).toEqual([
        'change@g',
        'blur@g',
        'focusout@g',
        'focus@f',
        'focusin@f',
        'keydown@f',
        'beforeinput@f',
        'input@f',
        'keyup@f',
      ]);
    });
  });

  it.each([
    ['', [3, 3]],
    ['this.select()', [0, 3]],
  ])(
    'puts the caret behind the text of a field that is clicked at its end, unless the page runs %j on focus',
    async (onfocus, selected) => {
      const html = `<!doctype html><input id=f aria-label=F value=abc style="width:300px" onfocus="${onfocus}">`;
      await withPage(engine, html, async (page) => {
        expect(await runJob(page, 'action', await refNamed(page, 'F'), 'click')).toMatchObject({ ok: true });
        expect(await page.evaluate('[f.selectionStart, f.selectionEnd]')).toEqual(selected);
      });
    },
  );

  it('fires the focus events itself where the view has no focus', async () => {
    await withPage(
      engine,
      '<!doctype html><input id=g><input id=f aria-label=F><iframe id=i srcdoc="<input id=h aria-label=H>"></iframe>',
      async (page) => {
        // As in a WebView without the system's focus: the active element changes, but the page receives no focus
        // events.
        const mute =
          "for (const type of ['focus', 'focusin', 'blur', 'focusout']) window.addEventListener(type, (event) => { if (event.isTrusted) event.stopImmediatePropagation(); }, true); g.focus();";
        const { result, after } = await actOn(page, 'F', 'fill', { text: 'x' }, mute);
        expect(result).toMatchObject({ ok: true });
        expect(after.heard.filter((event) => /focus|blur/.test(event))).toEqual([
          'blur@g',
          'focusout@g',
          'focus@f',
          'focusin@f',
        ]);
      },
    );
  });

  it.each([
    ['one line into nothing', [''], 'new'],
    ['several lines into nothing', [''], 'one\ntwo'],
    ['one line over several', ['old one', 'old two'], 'new'],
    ['several lines over several', ['old one', 'old two', 'old three'], 'one\ntwo'],
    ['nothing over several', ['old one', 'old two'], ''],
  ])('puts %s into the model of an editor that knows only its own paragraphs', async (_, held, text) => {
    await withPage(engine, EDITOR, async (page) => {
      await page.run(`show(${JSON.stringify(held)})`);
      const result = await runJob<ActionOk>(page, 'action', await refNamed(page, 'F'), 'fill', { text });
      expect(result).toMatchObject({ ok: true, verified: true });
      if (result.verified === true) expect(await page.evaluate('model')).toEqual(text.split('\n'));
    });
  });
});
