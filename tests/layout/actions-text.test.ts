import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, lines, openEngine } from '../support/engine.ts';
import { HAS_EDIT_CONTEXT } from '../support/engine-differences.ts';
import { play, runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('type, fill and clear', () => {
  it('appends typed text, clears, and reports what a field rejects', async () => {
    const html = `<input id=q value=old oninput="window.log = (window.log || '') + this.value + ' '"><input id=ro readonly value=x>
      <input id=max maxlength=4 value=abc><input id=up oninput="this.value = this.value.replace(/[a-z]/g, '')"><button id=b>B</button>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#q', 'type', 'er')).toMatchObject({ verified: true, effect: { value: 'older' } });
      expect(await run('#q', 'clear')).toMatchObject({ verified: true, effect: { value: '' } });
      expect(await state('log.trim()')).toBe('olde older');
      expect(await refuse('#ro', 'type', 'y')).toMatchObject({ code: 'not_editable' });
      expect(await refuse('#ro', 'clear')).toMatchObject({ code: 'not_editable' });
      expect(await refuse('#max', 'type', 'de')).toMatchObject({ code: 'value_rejected', observed: 'abc' });
      expect(await refuse('#up', 'type', 'ab')).toMatchObject({ code: 'value_rejected', observed: '' });
      expect(await refuse('#b', 'type', 'ab')).toMatchObject({ code: 'not_editable' });
      expect(await refuse('#q', 'type')).toMatchObject({ code: 'invalid_argument', argument: 'text' });
      expect(await refuse('#q', 'press', { key: 'Entr' })).toMatchObject({ code: 'invalid_argument' });
    });
  });

  it('focuses a field that is read-only until it has the focus, and waits a second at most', async () => {
    const trick = `onfocus="window.n = (window.n ?? 0) + 1; this.removeAttribute('readonly')" onblur="this.readOnly = true"`;
    const html = `<input id=p type=password readonly ${trick}><input id=e value=a readonly onfocus="setTimeout(() => { e.readOnly = false; }, 200)">
      <input id=d readonly onfocus="n++; b.focus()"><button id=b>B</button>
      <input id=late readonly onfocus="setTimeout(() => { late.readOnly = false; }, 3000)">`;
    await play(engine, html, async ({ run, refuse, atOnce, state }) => {
      expect(await atOnce('#p', 'fill', 'x')).toMatchObject({ error: { code: 'not_editable' } });
      expect(await state('document.activeElement === document.body')).toBe(true);
      expect(await run('#p', 'fill', 'hunter')).toMatchObject({ verified: true });
      expect(await run('#p', 'type', '2')).toMatchObject({ verified: true });
      expect(await run('#e', 'type', 'b')).toMatchObject({ verified: true });
      expect(await run('#p', 'type', '!')).toMatchObject({ verified: true });
      expect(await state('[p.value, e.value, n].join()')).toBe('hunter2!,ab,2');
      const error = await refuse('#d', 'fill', { text: 'x', timeoutMs: 9000 });
      expect(error).toMatchObject({
        code: 'not_editable',
        message: expect.stringContaining('Click it first'),
      });
      expect(await state('n')).toBe(3);
      expect(await refuse('#late', 'fill', { text: 'x', timeoutMs: undefined })).toMatchObject({
        code: 'not_editable',
      });
    });
  });

  it('sends typed keys to a table that takes the focus for its cells, or to the cell that was clicked', async () => {
    const html = `<table id=t tabindex=0><tr><th>A<th>B</tr><tr><td>1<td id=b onclick="1">2</table><script>
      let cell;
      t.onmousedown = (event) => { event.preventDefault(); cell = event.target; t.focus(); };
      t.onkeydown = ({ key }) => { if (cell && key.length === 1) cell.textContent += key; };</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await refuse('#b', 'type', '5')).toMatchObject({ code: 'not_editable' });
      await run('#b', 'click');
      expect(await run('#t', 'type', '34')).toMatchObject({ verified: true });
      expect(await state('t.innerText')).toBe('A\tB\n1\t234');
      expect(await run('#b', 'type', '5')).toMatchObject({ verified: true });
      expect(await state('t.innerText')).toBe('A\tB\n1\t2345');
    });
  });

  it.each([
    ['off-screen', 'position:absolute;left:-999px'],
    ['without a size', 'width:0;height:0;border:0;padding:0'],
  ])('types into a field %s that a click has focused', async (_, style) => {
    const html = `<div id=terminal onclick="keys.focus()" style="height:50px">user$ <span id=line></span></div>
      <input id=keys style="${style}" oninput="line.textContent = this.value">`;
    await play(engine, html, async ({ page, run, refuse, state }) => {
      expect(await refuse('#terminal', 'type', 'ls')).toMatchObject({ code: 'not_editable' });
      expect(await state('keys.value')).toBe('');
      const { effect } = await run('#terminal', 'click');
      expect(await run('#terminal', 'type', 'ls')).toMatchObject({ verified: true });
      expect(await state('line.textContent')).toBe('ls');
      const typed = await page.json('action', effect.focus?.ref, 'type', ' -a');
      expect(typed).toMatchObject({ verified: true });
      expect(await state('line.textContent')).toBe('ls -a');
    });
  });

  it('types at the prompt of a terminal without sending it Control+A', async () => {
    const html = `<div style="position: relative; width: 300px; height: 80px; cursor: text">
        <textarea id=keys aria-label=Terminal aria-multiline=false style="position: absolute; opacity: 0; width: 0; height: 0; padding: 0"></textarea>
        <span style="position: absolute; left: -9999px; visibility: hidden">$$$$$$$$</span>
        <div id=rows aria-hidden=true style="pointer-events: none"><div>$ </div></div></div>
      <script>let line = ''; const log = [];
        const draw = (text) => rows.append(Object.assign(document.createElement('div'), { textContent: text }));
        keys.onkeydown = (event) => {
          event.preventDefault();
          if (event.key === 'Enter') { log.push(line); draw('ran ' + line); line = ''; draw('$ '); }
          else if (event.ctrlKey || event.key.length > 1) log.push('key ' + event.key);
          else rows.lastChild.textContent = '$ ' + (line += event.key);
        };</script>`;
    await play(engine, html, async ({ page, run, state }) => {
      expect(await run('#keys', 'type', 'ls\n')).toMatchObject({ verified: true });
      expect(await run('#keys', 'fill', 'pwd')).toMatchObject({ verified: true });
      await run('#keys', 'blur');
      expect(await run('#keys', 'type', '!')).toMatchObject({ verified: true });
      expect(await state('log')).toEqual(['ls']);
      expect(await lines(page)).toEqual(['- textbox "Terminal" [ref=e1] [focused]: $ ls ran ls $ pwd!']);
    });
  });

  it('reads and fills an editor that draws its text and has tabindex=-1, and takes no line of it for a description', async () => {
    const editor = (
      id: string,
      text: string,
    ): string => `<div tabindex=0><div style="width: 300px; height: 60px">
      <span>1</span><textarea id=${id} tabindex=-1 aria-label=Editor style="position: absolute; width: 1px; height: 1px; border: 0; padding: 0; resize: none; outline: 0"></textarea>
      <div style="height: 40px; cursor: text">${text}</div></div></div>`;
    const html = `${editor('a', 'let a = 1;')}${editor('b', 'let b = 2;')}<textarea tabindex=-1 style="position: absolute; width: 1px; height: 1px; opacity: 0"></textarea>
      <script>for (const field of [a, b]) {
        const surface = field.nextElementSibling;
        let isAll = false;
        surface.addEventListener('mousedown', (event) => {
          event.preventDefault();
          field.focus();
        });
        field.onkeydown = (event) => { if (event.ctrlKey && event.key === 'a') { isAll = true; event.preventDefault(); } };
        field.oninput = () => { surface.textContent = (isAll ? '' : surface.textContent) + field.value; field.value = ''; isAll = false; };
      }</script>`;
    await play(engine, html, async ({ page, run }) => {
      expect(await lines(page)).toEqual([
        '- focusable "1" [ref=e1]:',
        '  - textbox "Editor" [ref=e2]: let a = 1;',
        '- focusable "1" [ref=e3]:',
        '  - textbox "Editor" [ref=e4]: let b = 2;',
      ]);
      expect(await run('#a', 'fill', 'return')).toMatchObject({ verified: true });
      expect(await lines(page)).toContain('  - textbox "Editor" [ref=e2] [focused]: return');
    });
  });

  it('clears an editor that draws its text beside a space as its caret', async () => {
    const html = `<div style="width: 300px; height: 60px">
      <textarea id=a aria-label=Code style="position: absolute; opacity: 0; width: 0; height: 0; padding: 0"></textarea>
      <div style="height: 40px; cursor: text"><div style="position: absolute">&nbsp;</div><pre id=drawn style="margin: 0">old</pre></div></div>
      <script>let isAll = false;
        a.onkeydown = (event) => {
          event.preventDefault();
          if (isAll && event.key === 'Backspace') drawn.textContent = '';
          isAll = event.ctrlKey;
        };</script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#a', 'clear')).toMatchObject({ verified: true });
      expect(await state('drawn.textContent')).toBe('');
    });
  });

  it('reads the text that an editor draws without the numbers of the lines', async () => {
    const line = (number: number, text: string): string =>
      `<div><div style="position: absolute; left: -30px; cursor: default">${number}</div><pre>${text}</pre></div>`;
    const html = `<div style="position: relative; width: 300px; height: 99px; left: 40px">
      <textarea style="position: absolute; opacity: 0; width: 0; height: 0; padding: 0"></textarea>
      <div style="height: 90px; cursor: text">${line(1, 'select 7')}${line(2, 'limit 3')}</div></div>`;
    await play(engine, html, async ({ page }) => {
      expect(await lines(page)).toEqual(['- textbox [ref=e1]: select 7 limit 3']);
    });
  });

  it('lists the drawn text of an editor once, also in a live region and in a full snapshot', async () => {
    const html = `<div role=region aria-label=Result aria-live=polite><div style="width: 300px; height: 60px; cursor: text">
      <textarea aria-label=Code style="position: absolute; opacity: 0; width: 0; height: 0; padding: 0"></textarea>
      <pre style="margin: 0; height: 40px"><span>let a = 1;</span> <button>Fold</button></pre></div></div>`;
    await play(engine, html, async ({ page }) => {
      const expected = [
        '- region "Result" [live=polite]:',
        '  - textbox "Code" [ref=e1]: let a = 1;',
        '  - button "Fold" [ref=e2]',
      ];
      expect(await lines(page)).toEqual(expected);
      expect(await lines(page, { interactiveOnly: false })).toEqual(expected);
    });
  });

  it('sends the last keyup without Control to an editor that reads its text then', async () => {
    const html = `<div id=e contenteditable>old</div><script>let control = false, held = 'old';
      e.onkeydown = (event) => { control ||= event.ctrlKey; };
      e.onkeyup = (event) => { if (event.key === 'Control') setTimeout(() => { control = false; }, 50); else if (!control) held = e.innerText; };</script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#e', 'fill', 'new')).toMatchObject({ verified: true });
      expect(await state('held')).toBe('new');
    });
  });

  it('fills, types and clears an editing host, with several lines too', async () => {
    await play(
      engine,
      '<div id=e contenteditable role=textbox aria-label=Note>old</div>',
      async ({ run, state }) => {
        expect(await run('#e', 'fill', { text: 'one\ntwo 🙂' })).toMatchObject({ verified: true });
        expect(await state('e.innerText')).toBe('one\ntwo 🙂');
        expect(await run('#e', 'type', { text: '!' })).toMatchObject({ verified: true });
        expect(await state('e.innerText')).toBe('one\ntwo 🙂!');
        expect(await run('#e', 'clear')).toMatchObject({ verified: true });
        expect(await state('e.innerText.trim()')).toBe('');
      },
    );
  });

  it('leaves the edit to an editor that prevents beforeinput', async () => {
    const html = `<div id=e contenteditable role=textbox aria-label=Note>old</div><script>
      let model = ''; e.addEventListener('beforeinput', (event) => {
        event.preventDefault();
        if (event.inputType === 'insertText') model += event.data;
        if (event.inputType === 'insertParagraph') model += '|';
        e.innerText = model.replace('|', '\\n');
        getSelection().selectAllChildren(e); getSelection().collapseToEnd();
      });
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#e', 'fill', { text: 'a\nb' })).toMatchObject({ verified: true });
      expect(await state('model')).toBe('a|b');
    });
  });

  it.runIf(HAS_EDIT_CONTEXT)('pastes into an EditContext, whose text is not in the DOM', async () => {
    const html = `<div id=e role=textbox tabindex=0 aria-label=Code>old</div><script>
      e.editContext = new EditContext(); let model = 'old', all = false;
      e.onkeydown = (event) => { if (event.ctrlKey && event.key === 'a') all = true; };
      e.onpaste = (event) => { model = (all ? '' : model) + event.clipboardData.getData('text/plain'); all = false; };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#e', 'fill', { text: 'new\nlines' })).toMatchObject({ verified: 'unknown' });
      expect(await state('model')).toBe('new\nlines');
    });
  });

  it.runIf(HAS_EDIT_CONTEXT)(
    'reads the text drawn over an EditContext, and selects all of it or nothing',
    async () => {
      const html = `<div style="position:relative;width:300px;height:60px">
      <div id=e role=textbox aria-label=Code tabindex=0 style="position:absolute;width:200px;height:20px;z-index:-1"></div>
      <div style="cursor:text">let a = 1;</div></div><script>e.editContext = new EditContext();</script>`;
      await play(engine, html, async ({ page, ref, refuse }) => {
        expect(await page.json('query', await ref('#e'), 'value')).toMatchObject({ value: 'let a = 1;' });
        expect(await refuse('#e', 'selectText', 'a = 1')).toMatchObject({
          code: 'not_editable',
          message: expect.stringContaining('Mod+A'),
        });
      });
    },
  );

  it('types on an element that handles keys itself, with or without a hidden field', async () => {
    const html = `<div id=game tabindex=0>Word</div><div role=button tabindex=0 id=b>Go</div><p id=no onclick="1">Text</p>
      <div id=term onclick="unseen.focus()" tabindex=0>$ <span id=line></span><input id=unseen style="position:absolute;left:-9999px"></div>
      <table role=grid><tr><td id=cell tabindex=-1>old</td><td id=other tabindex=-1>old</td><td id=slow tabindex=-1>old</td></tr></table><script>
      let word = ''; game.onkeydown = ({ key }) => { game.textContent = word += key; };
      unseen.oninput = () => { line.textContent = unseen.value; };
      unseen.onkeydown = ({ key }) => { if (key === 'Enter') window.ran = unseen.value; };
      cell.onkeydown = ({ key }) => {
        if (cell.firstElementChild) return;
        cell.innerHTML = '<input id=edit>';
        edit.focus();
      };
      slow.onkeydown = ({ key, target }) => {
        if (target === slow) requestAnimationFrame(() => {
          slow.innerHTML = '<input id=later>';
          later.value = key;
          later.focus();
        });
      };
      let current, said = '';
      other.onmousedown = () => { current = other; };
      other.onkeydown = ({ key }) => { if (current) said += key; };</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#game', 'type', 'lamp')).toMatchObject({ verified: true });
      expect(await state('game.textContent')).toBe('lamp');
      await run('#term', 'click');
      expect(await run('#term', 'type', 'ls -a\n')).toMatchObject({ verified: true });
      expect(await state('line.textContent + ran')).toBe('ls -als -a');
      expect(await run('#cell', 'type', 'new')).toMatchObject({ verified: true });
      expect(await state('edit.value')).toBe('new');
      await run('#slow', 'type', 'new');
      expect(await state('later.value')).toBe('new');
      await run('#other', 'type', '42');
      expect(await state('said')).toBe('42');
      expect(await refuse('#b', 'type', 'x')).toMatchObject({ code: 'not_editable' });
      expect(await refuse('#no', 'type', 'x')).toMatchObject({ code: 'not_editable' });
    });
  });

  it('selects text', async () => {
    await play(
      engine,
      `<p id=p tabindex=0>All <b>good</b> things</p><input id=q value="three words here"><div id=e contenteditable>one two</div>
      <script>e.onmouseup = () => { e.onmouseup = null; getSelection().collapse(e, 0); }; // As an editor in a busy page.</script>`,
      async ({ run, refuse, state }) => {
        expect(await run('#e', 'selectText', { text: 'two' })).toMatchObject({ verified: true });
        expect(await state('String(getSelection())')).toBe('two');
        await run('#p', 'selectText', { text: 'good thing' });
        expect(await state('String(getSelection())')).toBe('good thing');
        await run('#q', 'select_text', { start: 6, end: 11 });
        expect(await state('[q.selectionStart, q.selectionEnd]')).toEqual([6, 11]);
        expect(await refuse('#q', 'selectText', 'none')).toMatchObject({ code: 'invalid_argument' });
      },
    );
  });
});

describe('text that is typed key by key', () => {
  it('is not verified when all of it went into the field that the page has focused', async () => {
    const html = `<input id=f><input id=g><script>f.onfocus = () => g.focus();</script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#f', 'type', 'hi')).toMatchObject({ verified: 'unknown', effect: { focus: {} } });
      expect(await state('[f.value, g.value]')).toEqual(['', 'hi']);
    });
  });

  it('is "unknown" where a page shows each key elsewhere and keeps the last one in the field', async () => {
    const html = `<input id=f aria-label=Line><pre id=shown></pre><script>
      f.oninput = () => { f.value = f.value.slice(-1); shown.append(Object.assign(document.createElement('i'), { textContent: f.value })); };
    </script>`;
    await play(engine, html, async ({ run }) => {
      expect(await run('#f', 'type', 'ls')).toMatchObject({ verified: 'unknown', effect: { value: 's' } });
    });
  });

  it.each([
    ['makes chips of', 'box.append(chip)', { verified: 'unknown' }],
    ['drops', '', { code: 'value_rejected' }],
  ])('reports words that an editor %s as "unknown" or value_rejected', async (_, does, result) => {
    const html = `<div id="box" contenteditable aria-label="To"><span contenteditable="false">ann ×</span></div><script>
      box.onkeydown = (event) => {
        if (event.key !== ',') return;
        event.preventDefault();
        const chip = box.firstChild.cloneNode();
        chip.textContent = box.lastChild.data.trim() + ' ×';
        box.lastChild.remove();
        ${does};
      };
    </script>`;
    await play(engine, html, async ({ run, refuse }) => {
      const act = 'code' in result ? refuse : run;
      expect(await act('#box', 'type', 'bob,')).toMatchObject(result);
    });
  });

  it.each([
    ['- milk', '/^- /', { verified: 'unknown', effect: { value: 'Buy\nmilk' } }],
    ['1. milk', String.raw`/^1\. /`, { verified: 'unknown', effect: { value: 'Buy\nmilk' } }],
    ['- 2 milk', '/[-2]/g', { code: 'value_rejected' }],
    ['-', '/-/', { code: 'value_rejected' }],
  ])(
    'reports %j as "unknown" where an editor formats by its signs, and as value_rejected where more is dropped: %s',
    async (text, signs, result) => {
      const html = `<div id="box" contenteditable role="textbox" aria-label="Note"><p>Buy</p><p></p></div><script>
      let typed = '';
      box.onkeydown = (event) => {
        if (event.key.length > 1) return;
        event.preventDefault();
        typed += event.key;
        box.lastChild.textContent = typed.replace(${signs}, '');
      };
    </script>`;
      await play(engine, html, async ({ run, refuse }) => {
        const act = 'code' in result ? refuse : run;
        expect(await act('#box', 'type', text)).toMatchObject(result);
      });
    },
  );

  it.each([
    ['sends', 'list.append(box.textContent)', { verified: 'unknown' }],
    ['drops', '', { code: 'value_rejected' }],
  ])(
    'reports a message that an editor %s on Enter as "unknown" or value_rejected',
    async (_, does, result) => {
      const html = `<div id="list"></div><div id="box" contenteditable role="textbox" aria-label="Message"></div><script>
      box.onkeydown = (event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        ${does};
        box.textContent = '';
      };
    </script>`;
      await play(engine, html, async ({ run, refuse }) => {
        const act = 'code' in result ? refuse : run;
        expect(await act('#box', 'type', 'See you\n')).toMatchObject(result);
      });
    },
  );

  it('types a number into a spinbutton of a date, where it replaces the value', async () => {
    const html = `<span id=s role=spinbutton tabindex=0 contenteditable aria-label=minute aria-valuemin=0 aria-valuemax=59>mm</span><script>
      let typed = '';
      s.onkeydown = (event) => {
        event.preventDefault();
        if (!/^[0-9]$/.test(event.key)) return;
        typed += event.key;
        s.setAttribute('aria-valuenow', Number(typed));
        s.textContent = typed.padStart(2, '0');
      };
    </script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#s', 'type', '7')).toMatchObject({ verified: true });
      expect(await state('s.textContent')).toBe('07');
      expect(await refuse('#s', 'type', 'x')).toMatchObject({ code: 'value_rejected' });
    });
  });

  it('types over the selection of a field that has reached its maxlength', async () => {
    await play(engine, '<input id=a maxlength=5 value=hello>', async ({ run, state }) => {
      await state('(a.focus(), a.select())');
      expect(await run('#a', 'type', 'world')).toMatchObject({ verified: true });
      expect(await state('a.value')).toBe('world');
    });
  });

  it('refuses at once an element that can not become a text field', async () => {
    const html =
      '<button>Go</button><select><option>A</select><a href="#x">L</a><div id=d role=button tabindex=0>D</div><input type=date>';
    await play(engine, html, async ({ page, ref }) => {
      const at = async (selector: string, kind: string): Promise<unknown> => {
        const begun = Date.now();
        const payload = kind === 'submit' ? {} : { text: 'x' };
        const result = await runJob(page, 'action', await ref(selector), kind, {
          ...payload,
          timeoutMs: 60_000,
        });
        return [result, Date.now() - begun < 50_000];
      };
      for (const selector of ['button', 'select', 'a', '#d'])
        expect(await at(selector, 'fill')).toMatchObject([{ error: { code: 'not_editable' } }, true]);
      expect(await at('input', 'type')).toMatchObject([{ error: { code: 'not_editable' } }, true]);
      expect(await at('button', 'submit')).toMatchObject([{ error: { code: 'not_editable' } }, true]);
    });
  });

  it('accepts several spellings of a key', async () => {
    const html = `<textarea id=a onkeydown="event.preventDefault(); window.key = event.key + (event.ctrlKey ? ' ctrl' : '')"></textarea>`;
    await play(engine, html, async ({ run, state }) => {
      const spelled = {
        'arrow down': 'ArrowDown',
        Page_Down: 'PageDown',
        PgUp: 'PageUp',
        'ctrl + k': 'k ctrl',
        'Enter ': 'Enter',
        KeyA: 'a',
        Digit1: '1',
        '-': '-',
        ' ': ' ',
        '+': '+',
      };
      for (const [spelling, key] of Object.entries(spelled)) {
        await run('#a', 'press', spelling);
        expect(await state('key'), spelling).toBe(key);
      }
    });
  });
});
