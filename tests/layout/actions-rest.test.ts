import { beforeAll, describe, expect, it } from 'vitest';
import type { JobStarted, JobState } from '../../src/contract.ts';
import { type Engine, lines, openEngine } from '../support/engine.ts';
import { HAS_CLOSE_WATCHERS, HAS_EDIT_CONTEXT } from '../support/engine-differences.ts';
import { play, runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('a container that snaps', () => {
  const slides = ['A', 'B', 'C', 'D'].map(
    (name) =>
      `<div style="flex:0 0 200px;height:90px;scroll-snap-align:start"><button id=${name} onclick="window.hit = this.id">${name}</button></div>`,
  );
  const html = `<div id=box style="display:flex;width:200px;overflow:auto;scroll-snap-type:x mandatory">${slides.join('')}</div>`;

  it('is scrolled to the slide of what is pressed or to be seen', async () => {
    await play(engine, html, async ({ run, atOnce, state }) => {
      await run('#C', 'click');
      expect(await state('hit + box.scrollLeft')).toBe('C400');
      expect(await atOnce('#B', 'click')).toMatchObject({ ok: true });
      expect(await state('hit')).toBe('B');
      await run('#D', 'scrollIntoView');
      expect(await state('box.scrollLeft')).toBe(600);
    });
  });
});

describe('a hover where the pointer is already', () => {
  it('is heard as a move: players show their controls by that', async () => {
    const html = `<button id=a>A</button><script>
      let last; window.moves = 0;
      a.onmousemove = ({ screenX }) => { if (screenX !== last) moves++; last = screenX; };</script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#a', 'click');
      const before = Number(await state('moves'));
      await run('#a', 'hover');
      expect(await state('moves')).toBeGreaterThan(before);
    });
  });
});

describe('what has stood where it was read, and moves on', () => {
  it('is pressed when it has come to rest again', async () => {
    const html = `<button id=target style="position:absolute;left:0" onpointerdown="window.at = this.offsetLeft">Go</button><script>
      const move = () => {
        target.style.left = target.offsetLeft + 10 + 'px';
        if (target.offsetLeft < 300) requestAnimationFrame(move);
      };
    </script>`;
    await play(engine, html, async ({ page, ref, state, until }) => {
      const el = await ref('#target');
      await ref('#target');
      await page.run('move()');
      await until('target.offsetLeft > 20');
      await runJob(page, 'action', el, 'click');
      expect(await state('at')).toBe(300);
    });
  });
});

describe('what never comes to rest', () => {
  it('is followed by the pointer until the press is over', async () => {
    const html = `<div id=target style="position:absolute;top:20px;width:20px;height:20px;background:red" onclick="window.hits = (window.hits || 0) + 1"></div><script>
      // It comes back to a place so seldom that no two looks find it where it was.
      let step = 0; setInterval(() => { target.style.left = 100 + (29 * ++step) % 997 + 'px'; }, 4);</script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#target', 'click');
      expect(await state('hits')).toBe(1);
    });
  });
});

describe('text', () => {
  it('types behind what is there, clears, and tells what a field refuses', async () => {
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

  it('gives the focus to a field that is read-only without it, once it was refused', async () => {
    const trick = `onfocus="window.n = (window.n ?? 0) + 1; this.removeAttribute('readonly')" onblur="this.readOnly = true"`;
    const html = `<input id=p type=password readonly ${trick}><input id=e value=a readonly onfocus="setTimeout(() => { e.readOnly = false; }, 200)">
      <input id=d readonly onfocus="n++; b.focus()"><button id=b>B</button>`;
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
    });
  });

  it('type strikes keys on a table that takes the focus in the place of its cells', async () => {
    const html = `<table id=t tabindex=0><tr><td>1<td id=b onclick="1">2</table><script>
      let cell;
      t.onmousedown = (event) => { event.preventDefault(); cell = event.target; t.focus(); };
      t.onkeydown = ({ key }) => { if (cell && key.length === 1) cell.textContent += key; };</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      await run('#b', 'click');
      expect(await run('#t', 'type', '34')).toMatchObject({ verified: true });
      expect(await state('t.innerText')).toBe('1\t234');
      expect(await refuse('#b', 'type', '5')).toMatchObject({ code: 'not_editable' });
    });
  });

  it('types where a press has handed the focus to a field that nobody sees', async () => {
    const html = `<div id=terminal onclick="keys.focus()" style="height:50px">user$ <span id=line></span></div>
      <input id=keys style="position:absolute;left:-999px" oninput="line.textContent = this.value">`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await refuse('#terminal', 'type', 'ls')).toMatchObject({ code: 'not_editable' });
      expect(await state('keys.value')).toBe('');
      await run('#terminal', 'click');
      expect(await run('#terminal', 'type', 'ls')).toMatchObject({ verified: true });
      expect(await state('line.textContent')).toBe('ls');
    });
  });

  it('types at the prompt of a terminal, to which what selects all in an editor is a command', async () => {
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

  it('says once what an editor holds that draws its text, also to who reads and where news are told', async () => {
    const html = `<div role=region aria-label=Result aria-live=polite><div style="width: 300px; height: 60px; cursor: text">
      <textarea aria-label=Code style="position: absolute; opacity: 0; width: 0; height: 0; padding: 0"></textarea>
      <pre style="margin: 0; height: 40px"><span>let a = 1;</span> <button>Fold</button></pre></div></div>`;
    await play(engine, html, async ({ page }) => {
      const told = [
        '- region "Result" [live=polite]:',
        '  - textbox "Code" [ref=e1]: let a = 1; Fold',
        '  - button "Fold" [ref=e2]',
      ];
      expect(await lines(page)).toEqual(told);
      expect(await lines(page, { interactiveOnly: false })).toEqual(told);
    });
  });

  it('hears a key come up from an editor that reads then what it holds, and not while Control is down', async () => {
    const html = `<div id=e contenteditable>old</div><script>let control = false, held = 'old';
      e.onkeydown = (event) => { control ||= event.ctrlKey; };
      e.onkeyup = (event) => { if (event.key === 'Control') setTimeout(() => { control = false; }, 50); else if (!control) held = e.innerText; };</script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#e', 'fill', 'new')).toMatchObject({ verified: true });
      expect(await state('held')).toBe('new');
    });
  });

  it('fills, types and clears an editable element, several lines too', async () => {
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

  it('leaves the edit to an editor that takes it over', async () => {
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

  it('types on what reads keys by itself, with or without a field that nobody sees', async () => {
    const html = `<div id=game tabindex=0>Word</div><div role=button tabindex=0 id=b>Go</div><p id=no onclick="1">Text</p>
      <div id=term onclick="unseen.focus()" tabindex=0>$ <span id=line></span><input id=unseen style="position:absolute;left:-9999px"></div>
      <table role=grid><tr><td id=cell tabindex=-1>old</td><td id=other tabindex=-1>old</td></tr></table><script>
      let word = ''; game.onkeydown = ({ key }) => { game.textContent = word += key; };
      unseen.oninput = () => { line.textContent = unseen.value; };
      unseen.onkeydown = ({ key }) => { if (key === 'Enter') window.ran = unseen.value; };
      cell.onkeydown = ({ key }) => {
        if (cell.firstElementChild) return;
        cell.innerHTML = '<input id=edit>';
        edit.focus();
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
      await run('#other', 'type', '42');
      expect(await state('said')).toBe('42');
      expect(await refuse('#b', 'type', 'x')).toMatchObject({ code: 'not_editable' });
      expect(await refuse('#no', 'type', 'x')).toMatchObject({ code: 'not_editable' });
    });
  });

  it('selects text', async () => {
    await play(
      engine,
      '<p id=p tabindex=0>All <b>good</b> things</p><input id=q value="three words here">',
      async ({ run, refuse, state }) => {
        await run('#p', 'selectText', { text: 'good thing' });
        expect(await state('String(getSelection())')).toBe('good thing');
        await run('#q', 'select_text', { start: 6, end: 11 });
        expect(await state('[q.selectionStart, q.selectionEnd]')).toEqual([6, 11]);
        expect(await refuse('#q', 'selectText', 'none')).toMatchObject({ code: 'invalid_argument' });
      },
    );
  });
});

describe('focus, keys on dialogs', () => {
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

  it('goes on with Tab past what takes no focus, and from where something was', async () => {
    const html = `<button id=a>A</button><i tabindex=0 style="display:contents">i</i><button id=d onclick="this.remove()">D</button><button id=z>Z</button>`;
    await play(engine, html, async ({ run, state, page }) => {
      await run('#a', 'press', 'Tab');
      expect(await state('document.activeElement.id')).toBe('d');
      await run('#d', 'click');
      await page.json('page', 'pressKey', 'Tab');
      expect(await state('document.activeElement.id')).toBe('z');
    });
  });

  it('leaves it to a page where the focus goes from a stop of Tab', async () => {
    const html = `<dialog id=m open><button id=a>A</button><button id=b>B</button><i tabindex=0 onfocus="a.focus()">i</i></dialog><button id=z>Z</button>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#b', 'press', 'Tab');
      expect(await state('document.activeElement.id')).toBe('a');
    });
  });

  it('goes to what a host hands its focus on to', async () => {
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

  it('deletes what is selected, with Control too', async () => {
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

  it('chooses what is shown in a select, by arrows and by the beginning of a word', async () => {
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

  it
    .skipIf(!HAS_CLOSE_WATCHERS)
    .each([
      '',
      'Proxy = undefined',
      'Proxy = class { constructor() { throw 1; } }',
      'Reflect.construct = () => { throw 1; }',
    ])('asks by Escape what watches for close requests, the last one first: %s', async (does) => {
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

describe('what a press elsewhere closes', () => {
  const html = `<button id=o popovertarget=p>Menu</button><button id=e style="margin-left:300px">Else</button>
    <div id=p popover style="inset:auto;left:10px;top:100px;margin:0"><p id=t tabindex=0>Text</p><button id=i popovertarget=q>More</button></div>
    <div id=q popover style="inset:auto;left:10px;top:300px;margin:0"><button id=j>Sub</button></div>
    <div id=m popover=manual style="inset:auto;left:10px;top:400px;margin:0">Stays</div>`;

  it.each(['click', 'tap'])('closes popovers by a %s, but for those it is in', async (kind) => {
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

  it('closes a dialog that says so, by a press and by Escape, in a shadow tree too', async () => {
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

describe('scrolling', () => {
  it('scrolls a body that has the page in a box of its own', async () => {
    const html =
      '<style>html { height: 100%; overflow: hidden } body { height: 100%; margin: 0; overflow: auto }</style><button id=b>B</button><p style="height:3000px">Long</p>';
    await play(engine, html, async ({ run, page, state }) => {
      await run('#b', 'scroll', { dy: 100 });
      expect(await page.json('page', 'scroll', { direction: 'down', amount: 50 })).toMatchObject({
        ok: true,
      });
      expect(await state('document.body.scrollTop')).toBe(150);
    });
  });

  const rows = Array.from(
    { length: 60 },
    (_, i) => `<div role=option tabindex=0 id=r${i}>Row ${i}</div>`,
  ).join('');
  it('scrolls the container of an element, and says when it is at its end', async () => {
    const html = `<div id=box tabindex=0 style="height:200px;overflow:auto">${rows}</div>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#box', 'scroll', { dy: 120 })).toMatchObject({
        verified: true,
        effect: { scroll: { y: 120 } },
      });
      await run('#box', 'scroll', 'bottom');
      expect(await state('box.scrollTop + box.clientHeight === box.scrollHeight')).toBe(true);
      expect(await refuse('#box', 'scroll', 'down')).toMatchObject({ code: 'no_effect' });
      await run('#box', 'scroll', { direction: 'up', amount: 50 });
      expect(await run('#r0', 'scroll_into_view')).toMatchObject({ verified: true });
      expect(await state('box.scrollTop')).toBe(0);
      expect(await refuse('#box', 'scroll', 'sideways')).toMatchObject({
        code: 'invalid_argument',
        argument: 'direction',
      });
      expect(await run('#box', 'scroll', { text: 'row 42' })).toMatchObject({
        verified: true,
        effect: { found: { name: 'Row 42' } },
      });
    });
  });

  it('scrolls a chat that starts at its end up to its beginning', async () => {
    const html = `<div id=box tabindex=0 style="height:200px;overflow:auto;display:flex;flex-direction:column-reverse"><div>${rows}</div></div>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await refuse('#box', 'scroll', 'down')).toMatchObject({ code: 'no_effect' });
      expect(await run('#box', 'scroll', { dy: -120 })).toMatchObject({ effect: { scroll: { y: -120 } } });
      await run('#box', 'scroll', 'top');
      expect(await state('box.scrollTop - box.clientHeight === -box.scrollHeight')).toBe(true);
      expect(await refuse('#box', 'scroll', 'up')).toMatchObject({ code: 'no_effect' });
    });
  });

  it('scrolls a list that grows until a text appears', async () => {
    const html = `<div id=box tabindex=0 style="height:100px;overflow:auto"></div><script>
      let n = 0; const more = () => { for (let i = 0; i < 10; i++) box.append(Object.assign(document.createElement('p'), { textContent: 'Item ' + n++ + '.' })); };
      more(); box.onscroll = () => { if (n < 60 && box.scrollTop + 300 > box.scrollHeight) setTimeout(more, 20); };
    </script>`;
    await play(engine, html, async ({ run, refuse }) => {
      expect(await run('#box', 'scroll', { text: 'Item 45.' })).toMatchObject({ verified: true });
      expect(await refuse('#box', 'scroll', { text: 'Item 99.' })).toMatchObject({ code: 'no_effect' });
    });
  });
});

describe('files and forms', () => {
  const file = { name: 'a.txt', type: 'text/plain', base64: 'aGVsbG8=' };

  it('uploads through an input by the button that opens it', async () => {
    const html = `<div><button id=b onclick="f.click()">Choose</button><input id=f type=file hidden onchange="this.files[0].text().then((t) => window.got = this.files[0].name + t)"></div>`;
    await play(engine, html, async ({ run, refuse, until }) => {
      expect(await run('#b', 'upload', { files: [file] })).toMatchObject({
        verified: true,
        effect: { value: 'a.txt' },
      });
      // The browser reads the file in a process of its own.
      expect(await until('window.got')).toBe('a.txthello');
      expect(await refuse('#b', 'upload', { files: [file, file] })).toMatchObject({ code: 'value_rejected' });
      expect(await refuse('#b', 'upload', { files: [{ name: 'x' }] })).toMatchObject({
        code: 'invalid_argument',
      });
      expect(await refuse('#b', 'upload')).toMatchObject({ code: 'invalid_argument', argument: 'files' });
    });
  });

  it('gives files the type of their extension where the host says none', async () => {
    const html = `<input id=f type=file multiple><div id=z tabindex=0 style="height:20px">Zone</div><script>
      const typesOf = (files) => Array.from(files, (file) => file.type).join(' ');
      z.ondragover = (event) => event.preventDefault();
      z.ondrop = (event) => { event.preventDefault(); z.title = typesOf(event.dataTransfer.files); };</script>`;
    const names = 'a.png B.JPG c.d.svg e.docx f.MP3 png .csv g.constructor h.pdf,';
    const files = names.split(' ').map((name) => ({ name, text: 'x' }));
    files.push(Object.assign({ type: 'text/own' }, { name: 'i.png', text: 'x' }));
    const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const types = `image/png image/jpeg image/svg+xml ${office} audio/mpeg  text/csv   text/own`;
    await play(engine, html, async ({ run, state }) => {
      await run('#f', 'upload', { files });
      expect(await state('typesOf(f.files)')).toBe(types);
      await run('#z', 'drop', { files });
      expect(await state('z.title')).toBe(types);
    });
  });

  /** Buttons whose file input is elsewhere, or in no document. */
  const OPENERS = {
    'far away': `<main><button id=b onclick="f.click()">B</button></main><footer><input id=f type=file hidden><input type=file hidden></footer>`,
    'in a closed shadow root': `<main><button id=b onclick="f.click()">B</button></main><div id=host></div><script>
      const root = host.attachShadow({ mode: 'closed' });
      root.innerHTML = '<p><input type=file></p>';
      const f = root.querySelector('input');</script>`,
    'in no document': `<button id=b>B</button><script>const f = document.createElement('input'); f.type = 'file'; b.onclick = () => f.click();</script>`,
    'made by the press': `<button id=b>B</button><script>let f; b.onclick = () => { f = document.createElement('input'); f.type = 'file'; f.onchange = told; f.click(); };</script>`,
    'opened as a picker, later': `<button id=b>B</button><script>const f = document.createElement('input'); f.type = 'file'; b.onclick = () => setTimeout(() => f.showPicker(), 30);</script>`,
    'told of by a label around the button': `<label for=f><span id=b role=button tabindex=0>B</span></label><p><input id=f type=file hidden><input type=file hidden></p>`,
  } as const;

  it.each(Object.entries(OPENERS))('uploads by a button whose input is %s', async (_, html) => {
    const page = `<script>let chosen = ''; const told = (event) => { chosen += event.target.files[0].name; };</script><div>${html}</div><script>
      f?.addEventListener('change', told);
      const members = () => ['click', 'showPicker'].map((name) => HTMLInputElement.prototype[name] + !!Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, name)).join();
      const before = members();
    </script>`;
    await play(engine, page, async ({ run, state }) => {
      expect(await run('#b', 'upload', { files: [file] })).toMatchObject({
        verified: true,
        effect: { value: 'a.txt' },
      });
      expect(await state('chosen')).toBe('a.txt');
      expect(await state('members() === before')).toBe(true);
      // A press of its own opens the chooser again.
      expect(
        await state(`(() => {
          let prevented;
          const clicked = (event) => { prevented = event.defaultPrevented; event.preventDefault(); };
          const input = document.createElement('input');
          input.type = 'file';
          document.body.append(input);
          input.onclick = clicked;
          input.click();
          input.remove();
          return prevented;
        })()`),
      ).toBe(false);
    });
  });

  it('presses once where no file input answers, and not at all with wrong files', async () => {
    const html = `<button id=b onclick="window.n = (window.n ?? 0) + 1">B</button><select id=s><option>A</select>`;
    await play(engine, html, async ({ refuse, state }) => {
      const error = await refuse('#b', 'upload', { files: [file], timeoutMs: 1000 });
      expect(error).toMatchObject({ code: 'no_effect', message: expect.stringContaining('was pressed') });
      expect(await state('n')).toBe(1);
      expect(await refuse('#b', 'upload', { files: [{ name: 'x' }] })).toMatchObject({
        code: 'invalid_argument',
      });
      expect(await state('n')).toBe(1);
      expect(await refuse('#s', 'upload', { files: [file] })).toMatchObject({ code: 'not_editable' });
    });
  });

  it('drags by a handle that makes its row draggable when it is pressed', async () => {
    const html = `<ul id=u><li><span tabindex=0 id=one>::</span>One<li><span tabindex=0>::</span>Two<li><span tabindex=0 id=three>::</span>Three</ul><script>
      let dragged;
      for (const row of u.children) {
        row.firstChild.onmousedown = () => { row.draggable = true; };
        row.firstChild.onmouseup = () => { row.draggable = false; };
        row.ondragstart = () => { dragged = row; };
        row.ondragover = (event) => event.preventDefault();
        row.ondrop = (event) => { event.preventDefault(); if (!window.deaf) row.after(dragged); };
      }
    </script>`;
    await play(engine, html, async ({ run, ref, state }) => {
      const to = await ref('#three');
      expect(await run('#one', 'drag', { to })).toMatchObject({ verified: true });
      expect(await state('u.innerText.replace(/[^A-Z]/g, "")')).toBe('TTO');
      await state('window.deaf = true');
      expect(await run('#one', 'drag', { to })).toMatchObject({ verified: 'unknown' });
    });
  });

  it('draws on a canvas from one place of it to another', async () => {
    const html = `<canvas id=c width=300 height=200></canvas><canvas width=50 height=20></canvas><script>
      const drawn = []; let down = false; const at = (event) => drawn.push([event.offsetX, event.offsetY].map(Math.round).join());
      c.addEventListener('mousedown', (event) => { down = true; at(event); });
      c.addEventListener('mousemove', (event) => down && at(event));
      c.addEventListener('mouseup', (event) => { down = false; at(event); document.body.append('!'); });</script>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      const ref = await state("c.getAttribute('data-ref') || 'e1'");
      expect(
        await run('#c', 'drag', { from: { x: 20, y: 30 }, to: ref, position: { x: 220, y: 130 } }),
      ).toMatchObject({
        verified: true,
      });
      expect(await state("drawn[0] + ' ' + drawn[drawn.length - 1]")).toBe('20,30 220,130');
      await run('#c', 'drag', { from: { x: 5, y: 5 }, dx: 100, dy: 0 });
      expect(await state('drawn[drawn.length - 1]')).toBe('105,5');
      expect(await refuse('#c', 'drag', { from: { x: 900, y: 5 }, dx: 9 })).toMatchObject({
        code: 'not_visible',
      });
      expect(await refuse('#c', 'drag', { from: {}, dx: 9 })).toMatchObject({ code: 'invalid_argument' });
    });
  });

  it('loses no more than a hand of what is dragged from where the first move is', async () => {
    const html = `<div id=box tabindex=0 style="width: 80px; height: 40px">Box</div><script>
      let from;
      box.onpointerdown = () => { from = NaN; };
      onpointermove = ({ clientX }) => {
        if (Number.isNaN(from)) from = clientX;
        else if (from) box.style.marginLeft = clientX - from + 'px';
      };
      onpointerup = () => { from = undefined; };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0 })).toMatchObject({ verified: true });
      expect(await state('parseInt(box.style.marginLeft)')).toBe(196);
    });
  });

  it('lets go at rest what a page would else throw', async () => {
    const html = `<div id=box tabindex=0 style="width: 80px; height: 40px">Box</div><script>
      let moves;
      box.onpointerdown = () => { moves = []; };
      onpointermove = ({ clientX, timeStamp }) => moves && moves.push([clientX, timeStamp]);
      onpointerup = ({ timeStamp }) => {
        const late = moves.filter(([, at]) => timeStamp - at < 160);
        box.title = late.length < 2 ? 'rests' : 'flies at ' + (late.at(-1)[0] - late[0][0]);
        moves = undefined;
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0 })).toMatchObject({ verified: true });
      expect(await state('box.title')).toBe('rests');
    });
  });

  it.each([
    ['as long as the timer runs that the press sets', 250, {}],
    ['as long as it is told to', 600, { holdMs: 700 }],
  ])('holds what is dragged only after a while: %s', async (_, ms, more) => {
    const html = `<div id=box tabindex=0 style="width: 80px; height: 40px">Box</div><script>
      let timer;
      let moving = false;
      box.onpointerdown = () => { timer = setTimeout(() => { moving = true; }, ${ms}); };
      onpointermove = ({ clientX }) => { if (moving) box.style.marginLeft = clientX + 'px'; else clearTimeout(timer); };
      onpointerup = () => { moving = false; };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0, ...more })).toMatchObject({ verified: true });
      expect(await state('parseInt(box.style.marginLeft) >= 200')).toBe(true);
    });
  });

  it.each([
    ['makes chips of', 'box.append(chip)', { verified: 'unknown' }],
    ['drops', '', { code: 'value_rejected' }],
  ])('does not know of words that an editor %s', async (_, does, result) => {
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
    ['sends', 'list.append(box.textContent)', { verified: 'unknown' }],
    ['drops', '', { code: 'value_rejected' }],
  ])('does not know of a message that an editor %s at Enter', async (_, does, result) => {
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
  });

  it.each([
    '',
    'v.onclick = () => v.play();',
    'v.onclick = (event) => { event.preventDefault(); v.play() };',
  ])('starts and stops a film as its controls do: %s', async (does) => {
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

  it('resizes by the corner that the browser draws', async () => {
    const html = `<style>textarea, div { width: 100px; height: 60px; padding: 0; border: 0 }</style>
      <textarea id="both"></textarea>
      <div id="down" tabindex=0 style="resize: vertical; overflow: auto">x</div>
      <textarea id="fixed" style="resize: none"></textarea>`;
    await play(engine, html, async ({ run, until }) => {
      const size = (id: string) => until(`${id}.offsetWidth + '/' + ${id}.offsetHeight`);
      const corner = { from: { x: 95, y: 55 }, dx: 40, dy: 30 };
      expect(await run('#both', 'drag', corner)).toMatchObject({ verified: true });
      expect(await size('both')).toBe('140/90');
      await run('#both', 'drag', { from: { x: 40, y: 30 }, dx: 40, dy: 30 });
      expect(await size('both')).toBe('140/90');
      await run('#down', 'drag', corner);
      expect(await size('down')).toBe('100/90');
      await run('#fixed', 'drag', corner);
      expect(await size('fixed')).toBe('100/60');
    });
  });

  it('stays at the end of a drag until a page has looked where it is', async () => {
    const html = `<div id=box tabindex=0 style="width: 80px; height: 40px">Box</div><script>
      let at = 0;
      let timer;
      box.onmousedown = () => { timer = setInterval(() => { box.style.marginLeft = at + 'px'; }, 50); };
      onmousemove = ({ clientX }) => { at = clientX; };
      onmouseup = () => clearInterval(timer);
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0 })).toMatchObject({ verified: true });
      expect(await state('parseInt(box.style.marginLeft) >= 200')).toBe(true);
    });
  });

  it('says once more where a drag ends, for pages that pass over moves which come too soon', async () => {
    const html = `<div id=box style="width:60px;height:40px">Box</div><script>
      let from, last;
      box.onmousedown = (event) => { from = event.clientX; };
      onmouseup = () => { from = undefined; };
      onmousemove = (event) => {
        if (from === undefined || event.timeStamp - last < 40) return;
        last = event.timeStamp;
        box.style.translate = event.clientX - from + 'px';
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'drag', { dx: 200, dy: 0 })).toMatchObject({ verified: true });
      expect(await state('box.style.translate')).toBe('200px');
    });
  });

  it('takes no mark of the press for a drag', async () => {
    const html = `<div id=row><div id=grip tabindex=0>::</div></div><script>
      grip.onpointerdown = () => { row.className = 'pressed'; row.draggable = true; };
      row.ondragstart = (event) => event.preventDefault();
      grip.onpointerup = onpointerup = () => { row.draggable = false; };
    </script>`;
    await play(engine, html, async ({ run, atOnce, state }) => {
      for (const drag of [run, atOnce]) {
        expect(await drag('#grip', 'drag', { dx: 40, dy: 0 })).toMatchObject({ verified: 'unknown' });
        expect(await state('row.className')).toBe('pressed');
        await state("row.className = ''");
      }
    });
  });

  it('drops files on a zone, and says when there is none', async () => {
    const html = `<div id=z tabindex=0 style="height:50px" ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.textContent = event.dataTransfer.files[0].name">Drop</div><button id=b>B</button>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      expect(await run('#z', 'drop', { files: [file] })).toMatchObject({ verified: true });
      expect(await state('z.textContent')).toBe('a.txt');
      expect(await refuse('#b', 'drop', { files: [file] })).toMatchObject({ code: 'no_effect' });
      expect(await refuse('#b', 'drop', {})).toMatchObject({ code: 'invalid_argument' });
    });
  });

  it('gives dropped files an entry, by which pages tell them from folders', async () => {
    const html = `<div id=z tabindex=0 style="height:50px" ondragover="event.preventDefault()">Drop</div><script>
      z.ondrop = (event) => {
        event.preventDefault();
        for (const item of event.dataTransfer.items) {
          const entry = item.webkitGetAsEntry();
          if (entry && entry.isFile) entry.file((file) => { z.textContent = item.kind + ' ' + file.name; });
        }
      };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#z', 'drop', { files: [file] })).toMatchObject({ verified: true });
      expect(await state('z.textContent')).toBe('file a.txt');
    });
  });

  it('types a number into a part of a date, which takes the place of what it held', async () => {
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

  it('checks what has no role but says that it is checked or not', async () => {
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

  it('submits a form, or says what is wrong with it', async () => {
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

  it('submits by what is a submit button of the form', async () => {
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

  it('submits by a press on the button, where the page may do its work', async () => {
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

  it('selects what a field suggests', async () => {
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

  it('selects an option by its words where it has a picture beside them', async () => {
    const html = `<select id=s><option>\u{1F436} Dog<option>\u{1F431} Cat<option>C++<option>\u2764\uFE0F A<option>\u{1F49A} A<option>B\u266D</select>`;
    await play(engine, html, async ({ run, refuse, state }) => {
      await run('#s', 'select', 'cat');
      expect(await state('s.selectedIndex')).toBe(1);
      for (const name of ['C', 'A', 'B', '\u{1F431}'])
        expect(await refuse('#s', 'select', name)).toMatchObject({ code: 'option_not_found' });
    });
  });

  it('is no wrong choice where it leads to another page, whose select begins anew', async () => {
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

  const DATA = (source: string, over: string) => `<div id=s draggable=true tabindex=0>S</div>
    <div id=z tabindex=0 style="height:80px">Z</div><script>var log = [];
    s.ondragstart = (event) => { event.dataTransfer.setData('text/plain', 'it'); ${source} };
    s.ondragend = (event) => log.push('end ' + event.dataTransfer.dropEffect);
    z.ondragover = (event) => { window.was = event.dataTransfer.dropEffect; event.preventDefault(); ${over} };
    z.ondrop = (event) => { event.preventDefault(); log.push('drop ' + event.dataTransfer.dropEffect); };</script>`;
  it.each([
    ['as usual', '', '', ['drop copy', 'end copy'], 'copy'],
    [
      'with an effect of its own',
      '',
      "event.dataTransfer.dropEffect = 'move'",
      ['drop move', 'end move'],
      'copy',
    ],
    [
      'that the source allows',
      "event.dataTransfer.effectAllowed = 'move'",
      '',
      ['drop move', 'end move'],
      'move',
    ],
    ['not', '', "event.dataTransfer.dropEffect = 'none'", ['end none'], 'copy'],
    [
      'not, against the source',
      "event.dataTransfer.effectAllowed = 'copy'",
      "event.dataTransfer.dropEffect = 'move'",
      ['end none'],
      'copy',
    ],
  ])('takes a drop %s', async (_, source, over, log, was) => {
    await play(engine, DATA(source, over), async ({ run, refuse, ref, state }) => {
      const to = await ref('#z');
      if (log.length > 1) await run('#s', 'drag', { to });
      else expect(await refuse('#s', 'drag', { to })).toMatchObject({ code: 'no_effect' });
      expect(await state('[log, was]')).toEqual([log, was]);
    });
  });

  it('drags a link with its address', async () => {
    const html = `<a id=s href="https://page.test/there">S</a><div id=z tabindex=0 style="height:80px" ondragover="event.preventDefault()" ondrop="event.preventDefault(); window.got = event.dataTransfer.getData('text/uri-list')">Z</div>`;
    await play(engine, html, async ({ run, ref, state }) => {
      await run('#s', 'drag', { to: await ref('#z') });
      expect(await state('got')).toBe('https://page.test/there');
    });
  });

  it('presses a place in an element, with the right button, with modifiers held', async () => {
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
  ])('refuses %s with %j', async (kind, payload, argument, words) => {
    await play(engine, '<input id=f value=a><select><option>1</select>', async ({ refuse, state }) => {
      const error = await refuse(kind === 'select' ? 'select' : '#f', kind, payload);
      expect(error).toMatchObject({ code: 'invalid_argument', argument });
      expect(error.message).toContain(words);
      expect(await state('f.value + (document.activeElement === document.body)')).toBe('atrue');
    });
  });

  it('takes 0 ms, and what is undefined for not given', async () => {
    const html = '<input id=f value=a><div id=d tabindex=0>D</div>';
    await play(engine, html, async ({ page, run, state }) => {
      await run('#f', 'type', { text: 'b', delayMs: 0 });
      await run('#d', 'drag', { dx: 9, holdMs: 0 });
      await page.run(`window.ok = __agentBrowser.action('e1', 'fill', { text: 'c', value: undefined }).ok`);
      expect(await state('f.value + ok')).toBe('ctrue');
    });
  });

  it('takes numbers for texts, and says what it does not take', async () => {
    await play(engine, '<input id=a><input id=n type=number>', async ({ run, refuse, state }) => {
      await run('#a', 'fill', { value: 7 });
      await run('#a', 'type', 5);
      await run('#n', 'fill', 3.5);
      expect(await state('a.value + " " + n.value')).toBe('75 3.5');
      expect(await refuse('#a', 'fill', { text: 'x', submit: true })).toMatchObject({ argument: 'submit' });
      expect(await refuse('#a', 'fill')).toMatchObject({ code: 'invalid_argument', argument: 'text' });
    });
  });

  it('types over what is selected as far as the field is long', async () => {
    await play(engine, '<input id=a maxlength=5 value=hello>', async ({ run, state }) => {
      await state('(a.focus(), a.select())');
      expect(await run('#a', 'type', 'world')).toMatchObject({ verified: true });
      expect(await state('a.value')).toBe('world');
    });
  });

  it('answers at once where waiting makes no text field of it', async () => {
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

  it('knows keys however they are spelled', async () => {
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

  it('dispatches any event', async () => {
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
  ])('says what the engine has against the init of %s', async (type, init) => {
    await play(engine, '<button id=b>B</button>', async ({ refuse }) => {
      const error = await refuse('#b', 'dispatch', { type, init });
      expect(error).toMatchObject({ code: 'invalid_argument', argument: 'init' });
      expect(error.message).toMatch(/^init can't be read: .+/);
    });
  });
});

describe('what a host does with its own input', () => {
  it('is awaited by the job that asks for it, and by no other', async () => {
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
