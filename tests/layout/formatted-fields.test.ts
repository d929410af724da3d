import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** A field whose page makes `value` of what it holds. */
const field = (value: string, attributes = ''): string =>
  `<input id=f aria-label=F ${attributes}><script>f.addEventListener('input', () => { const v = f.value, d = v.replace(/[^0-9]/g, ''); f.value = ${value}; })</script>`;

/** A mask that is shown: it takes digits at the first free place, wherever the caret is. */
const shown = (script = ''): string =>
  `<input id=f aria-label=F maxlength=5 value="__/__"><script>
    let d = '';
    f.addEventListener('beforeinput', (event) => {
      event.preventDefault();
      const more = (event.data ?? '').replace(/[^0-9]/g, '');
      d = (event.data === null || f.selectionEnd - f.selectionStart === 5 ? more : d + more).slice(0, 4);
      const all = (d + '____').slice(0, 4);
      f.value = all.slice(0, 2) + '/' + all.slice(2);
    });
    ${script}
  </script>`;

type Case = readonly [what: string, html: string, text: string, holds: string];

/** The page has written the text in a form of its own. */
const FORMATTED: readonly Case[] = [
  ['in groups', field("d.replace(/(.{4})(?=.)/g, '$1 ')"), '4242424242424242', '4242 4242 4242 4242'],
  ['in capitals', field('v.toUpperCase()'), 'ab c', 'AB C'],
  ['with marks around', field("'(' + v.replace(/[()]/g, '') + ')'"), 'new text', '(new text)'],
  ['with a country code', field("'+1 (' + d.slice(-5, -2) + ') ' + d.slice(-2)"), '23456', '+1 (234) 56'],
  ['with other marks', field("d.slice(0, 2) + '.' + d.slice(2, 4)"), '01/02', '01.02'],
  ['as an amount', field("'$' + Number(v.replace(/[^0-9.]/g, '')).toFixed(2)"), '12.5', '$12.50'],
  ['as a date in words', field('new Date(v + " 00:00").toDateString()'), '2026-03-05', 'Thu Mar 05 2026'],
  ['as a date with its day first', field("v.split('-').reverse().join('.')"), '2026-03-05', '05.03.2026'],
  [
    'with the rest of what it suggests behind it, selected',
    field("v + 'le', f.setSelectionRange(v.length, v.length + 2)"),
    'Ade',
    'Adele',
  ],
  ['in digits of Persian', field("v.replace(/\\d/g, (n) => '۰۱۲۳۴۵۶۷۸۹'[n])"), '2026-03-05', '۲۰۲۶-۰۳-۰۵'],
  ['in digits of Hindi', field("v.replace(/\\d/g, (n) => '०१२३४५६७८९'[n])"), '907', '९०७'],
  [
    'of full width',
    field('v.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))'),
    'AB-12',
    'ＡＢ－１２',
  ],
  ['of half width', field("v.normalize('NFKC')"), '０３－１２３４', '03-1234'],
  ['with a unit', field("parseFloat(v) + ' kg'"), '50', '50 kg'],
  [
    'as a secret',
    field("d.replace(/(.{4})(?=.)/g, '$1 ')", 'autocomplete=cc-number'),
    '42424242',
    '4242 4242',
  ],
];

/** The page has made something else of it. */
const CHANGED: readonly Case[] = [
  ['in other digits, and another number', field('"۱۳"'), '12', '۱۳'],
  ['cut at its end', field('d.slice(0, 3)'), '1234', '123'],
  ['cut in the middle', field("v.replace('e', '')"), 'new', 'nw'],
  ['with a digit before', field('"0" + v'), '5', '05'],
  ['with a digit between', field('v.replace("1", "10")'), '15', '105'],
  ['without its decimal point', field('d'), '1.5', '15'],
  ['without its sign', field('d'), '-5', '5'],
  ['with a sign', field("'-' + v"), '5', '-5'],
  ['in thousands', field("v + ',000'"), '5', '5,000'],
  ['completed', field("v + ' Smith'"), 'Ann', 'Ann Smith'],
  ['as another date', field("'01.03.2026'"), '2026-03-05', '01.03.2026'],
  ['as another date in words', field("'Sun Mar 01 2026'"), '2026-03-05', 'Sun Mar 01 2026'],
  ['without its signs', field("v.replace(/[^a-z ]/g, '')"), 'hi 👍 you!', 'hi  you'],
];

describe('what a page writes in a form of its own', () => {
  it.each(FORMATTED)('%s is filled in', async (_, html, text, holds) => {
    await play(engine, html, async ({ run, state }) => {
      const { verified, effect } = await run('#f', 'fill', text);
      const value = html.includes('cc-number') ? '•••' : holds;
      expect([verified, effect.value, await state('f.value')]).toEqual(['unknown', value, holds]);
    });
  });

  it.each(CHANGED)('%s is something else', async (_, html, text, holds) => {
    await play(engine, html, async ({ refuse }) => {
      expect(await refuse('#f', 'fill', { text })).toMatchObject({ code: 'value_rejected', observed: holds });
    });
  });

  it('is left where its page takes a text only then, and answers a change with what it had', async () => {
    const html = `<input id=f aria-label=F value=18><script>
        let amount = 18;
        f.addEventListener('blur', () => { amount = Number(f.value); });
        f.addEventListener('change', () => requestAnimationFrame(() => { f.value = amount; }));
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#f', 'fill', '33')).toMatchObject({ verified: true });
      await run('#f', 'blur');
      expect(await state('[amount, f.value]')).toEqual([33, '33']);
    });
  });

  it('is written of the keys that its page hears, where it takes no text at once', async () => {
    const html = `<input id=f aria-label=F><script>
      let last = '', all = '';
      f.addEventListener('keypress', (event) => {
        event.preventDefault();
        all = f.selectionEnd > f.selectionStart ? event.key : all + event.key;
        f.value = last = '$' + all;
      });
      f.addEventListener('input', () => { f.value = last; });
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      for (const text of ['12.50', '7.25']) {
        const { verified, effect } = await run('#f', 'fill', text);
        const now = await state('f.value');
        expect([verified, effect.value, now]).toEqual(['unknown', `$${text}`, `$${text}`]);
      }
    });
  });

  it('is written of keys also where the page draws something anew at each change', async () => {
    const html = `<input id=a aria-label=A><p id=p></p><button id=b><i></i></button><input id=f aria-label=F><script>
      a.onblur = () => { p.textContent = 'Saved'; };
      let last = '';
      f.onkeypress = (event) => { event.preventDefault(); f.value = last = last + event.key; };
      f.oninput = () => { f.value = last; b.replaceChildren(document.createElement('i')); };
    </script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#a', 'fill', '1');
      await run('#f', 'fill', '12');
      expect(await state('[f.value, p.textContent]')).toEqual(['12', 'Saved']);
    });
  });

  it('is not written a second time where something was made of it', async () => {
    const html =
      '<input id=f aria-label=F><ul id=l></ul><script>f.oninput = () => { if (f.value) { l.append(f.value); f.value = ""; } }</script>';
    await play(engine, html, async ({ run, state }) => {
      const accepted = { verified: 'unknown', effect: { value: '' } };
      expect(await run('#f', 'fill', { text: 'red' })).toMatchObject(accepted);
      expect(await state('l.textContent')).toBe('red');
    });
  });

  it('is no password', async () => {
    await play(engine, field('v.toUpperCase()', 'type=password'), async ({ refuse }) => {
      expect((await refuse('#f', 'fill', { text: 'geheim' })).code).toBe('value_rejected');
    });
  });

  it.each([
    ['', 'a mask that is shown'],
    ['f.addEventListener("focus", () => f.setSelectionRange(0, 0))', 'one that moves the caret'],
  ])('%s%s takes what is typed, and is what is left of it', async (script) => {
    await play(engine, shown(script), async ({ run, state }) => {
      expect(await run('#f', 'type', '1225')).toMatchObject({
        verified: 'unknown',
        effect: { value: '12/25' },
      });
      expect(await run('#f', 'clear')).toMatchObject({ verified: 'unknown', effect: { value: '__/__' } });
      expect(await state('f.value')).toBe('__/__');
    });
  });

  it('is a zero that gives way to what is typed', async () => {
    const html = field(
      "'$ ' + Number(d).toFixed(2)",
      'value="$ 0.00" onfocus="f.value = f.value.slice(0, -3)"',
    );
    await play(
      engine,
      html.replace('Number(d)', "Number(v.replace(/[^0-9]|[.]00/g, ''))"),
      async ({ run }) => {
        expect(await run('#f', 'type', '7')).toMatchObject({
          verified: 'unknown',
          effect: { value: '$ 7.00' },
        });
      },
    );
  });

  it('is not cleared where something is left', async () => {
    await play(engine, field("v || '0'", 'value=5'), async ({ refuse }) => {
      expect(await refuse('#f', 'clear')).toMatchObject({ code: 'value_rejected', observed: '0' });
    });
  });
});

describe('an editor that is closed by a change', () => {
  const cell = (commits: string): string =>
    `<table><tr><td id=c><input id=f aria-label=F value=old></table><script>f.addEventListener('${commits}', () => { window.saved = f.value; c.textContent = saved; })</script>`;
  it('was filled', async () => {
    await play(engine, cell('change'), async ({ run, state }) => {
      expect(await run('#f', 'fill', 'new')).toMatchObject({ verified: true });
      expect(await run('#f', 'press', 'Enter')).toMatchObject({ effect: { detached: true } });
      expect(await state('[saved, c.textContent]')).toEqual(['new', 'new']);
    });
  });

  it('was not if it held something else', async () => {
    const html = cell('change').replace('value=old>', 'value=old oninput="this.value = \'other\'">');
    await play(engine, html, async ({ refuse }) => {
      expect(await refuse('#f', 'fill', { text: 'new' })).toMatchObject({ code: 'value_rejected' });
    });
  });
});

it('fills a field whose page looks for what it holds when a key comes up', async () => {
  const html =
    '<input id=f aria-label=F value=old><p id=p></p><script>f.addEventListener("keyup", () => { p.textContent = "Found " + f.value; })</script>';
  await play(engine, html, async ({ run, state }) => {
    await run('#f', 'fill', 'lamp');
    expect(await state('p.textContent')).toBe('Found lamp');
    await run('#f', 'clear');
    expect(await state('p.textContent')).toBe('Found ');
  });
});

it('leaves the text that is looked for in a list that empties its field when it is told of a change', async () => {
  const html =
    '<input id=f role=combobox aria-label=F aria-expanded=false><input id=g><script>window.told = []; f.onchange = () => { told.push(f.value); f.value = ""; };</script>';
  await play(engine, html, async ({ run, state }) => {
    expect((await run('#f', 'fill', 'Par')).verified).toBe(true);
    expect(await state('[f.value, told.length]')).toEqual(['Par', 0]);
    await run('#g', 'focus');
    expect(await state('told.join()')).toBe('Par');
  });
});

describe('boxes that hand the focus on', () => {
  const boxes = (attributes: string, script = '', after = ''): string =>
    `${[1, 2, 3, 4].map((n) => `<input id=b${n} aria-label=B${n} ${attributes}>`).join('')}${after}<script>
      const all = [...document.querySelectorAll('input')];
      window.pressed = 0;
      all.forEach((box, i) => box.addEventListener('input', () => {
        box.value = box.value.slice(-1);
        ${script || "(all[i + 1] ?? document.getElementById('go'))?.focus();"}
      }));
    </script>`;
  const held = "all.map((box) => box.value).join('')";

  it.each([
    ['', '1'],
    ['maxlength=1', '1'],
    ['maxlength=1 autocomplete=one-time-code', '•'],
    ['maxlength=1 value=9 onfocus="this.select()"', '1'],
  ])('[%s] are typed into', async (attributes, value) => {
    await play(engine, boxes(attributes), async ({ run, state }) => {
      const result = await run('#b1', 'type', '1234');
      expect(result).toMatchObject({ verified: true, effect: { value, focus: { name: 'B4' } } });
      expect(await state(held)).toBe('1234');
    });
  });

  it('with the next frame', async () => {
    await play(
      engine,
      boxes('', 'requestAnimationFrame(() => all[i + 1]?.focus());'),
      async ({ run, state }) => {
        expect(await run('#b1', 'type', '1234')).toMatchObject({ verified: true });
        expect(await state(held)).toBe('1234');
      },
    );
  });

  it('are said to hold something else, and secrets are not shown', async () => {
    const script = "if (i === 1) box.value = '7'; all[i + 1]?.focus();";
    await play(engine, boxes('', script), async ({ refuse }) => {
      expect(await refuse('#b1', 'type', { text: '1234' })).toMatchObject({ observed: '1734' });
    });
    await play(engine, boxes('type=password', script), async ({ refuse }) => {
      const error = await refuse('#b1', 'type', { text: '1234' });
      expect([error.code, error.observed, /7/.test(error.message)]).toEqual(['value_rejected', '•', false]);
    });
  });

  it('get no more than they hold: no key goes to a button behind them', async () => {
    const button = '<button id=go onkeydown="pressed++">Go</button>';
    await play(engine, boxes('maxlength=1', '', button), async ({ refuse, state }) => {
      expect((await refuse('#b1', 'type', { text: '1234 6' })).message).toMatch(/after 4 characters/);
      expect(await state(`[${held}, pressed]`)).toEqual(['1234', 0]);
    });
  });

  it('are not filled one by one: fill says what to do', async () => {
    await play(engine, boxes('maxlength=1'), async ({ refuse, state }) => {
      expect((await refuse('#b1', 'fill', { text: '1234' })).message).toMatch(
        /at most 1 characters.+use type/,
      );
      expect(await state(held)).toBe('');
    });
  });

  it('that do not hand it on hold no more than one', async () => {
    await play(engine, boxes('maxlength=1', 'void 0'), async ({ refuse }) => {
      expect(await refuse('#b1', 'type', { text: '1234' })).toMatchObject({ code: 'value_rejected' });
    });
  });
});

it('has tried so many forms', () => {
  expect([FORMATTED.length, CHANGED.length]).toEqual([15, 13]);
});
