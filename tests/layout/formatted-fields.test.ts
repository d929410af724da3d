import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/**
 * A field whose page replaces each input by the expression `value`, with `v` for its value and `d` for the digits in
 * it.
 */
const field = (value: string, attributes = ''): string =>
  `<input id=f aria-label=F ${attributes}><script>f.addEventListener('input', () => { const v = f.value, d = v.replace(/[^0-9]/g, ''); f.value = ${value}; })</script>`;

/** A visible mask: it puts digits into the first free place, wherever the caret is. */
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

/** The page writes the same text in another form. */
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

/** The page writes another text. */
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

describe('a text that the page rewrites', () => {
  it.each(FORMATTED)('in the same meaning is reported as "unknown": %s', async (_, html, text, holds) => {
    await play(engine, html, async ({ run, state }) => {
      const { verified, effect } = await run('#f', 'fill', text);
      const value = html.includes('cc-number') ? '•••' : holds;
      expect([verified, effect.value, await state('f.value')]).toEqual(['unknown', value, holds]);
    });
  });

  it.each(CHANGED)('in another meaning is rejected: %s', async (_, html, text, holds) => {
    await play(engine, html, async ({ refuse }) => {
      expect(await refuse('#f', 'fill', { text })).toMatchObject({ code: 'value_rejected', observed: holds });
    });
  });

  it('is kept in a field that reads it on blur and resets itself after a change event', async () => {
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

  it('is typed by keys when the field ignores a text that is set at once', async () => {
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

  it('is typed by keys also when the page renders something anew on each input', async () => {
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

  it('is not typed again when the page has made an item of it', async () => {
    const html =
      '<input id=f aria-label=F><ul id=l></ul><script>f.oninput = () => { if (f.value) { l.append(f.value); f.value = ""; } }</script>';
    await play(engine, html, async ({ run, state }) => {
      const accepted = { verified: 'unknown', effect: { value: '' } };
      expect(await run('#f', 'fill', { text: 'red' })).toMatchObject(accepted);
      expect(await state('l.textContent')).toBe('red');
    });
  });

  it('is rejected in a password field', async () => {
    await play(engine, field('v.toUpperCase()', 'type=password'), async ({ refuse }) => {
      expect((await refuse('#f', 'fill', { text: 'geheim' })).code).toBe('value_rejected');
    });
  });

  it.each([
    ['', 'a mask that is shown'],
    ['f.addEventListener("focus", () => f.setSelectionRange(0, 0))', 'one that moves the caret'],
  ])('%s%s accepts typed digits, and remains when the field is cleared', async (script) => {
    await play(engine, shown(script), async ({ run, state }) => {
      expect(await run('#f', 'type', '1225')).toMatchObject({
        verified: 'unknown',
        effect: { value: '12/25' },
      });
      expect(await run('#f', 'clear')).toMatchObject({ verified: 'unknown', effect: { value: '__/__' } });
      expect(await state('f.value')).toBe('__/__');
    });
  });

  it('may replace the zero of an amount field', async () => {
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

  it('can not be cleared when the page puts a 0 in its place', async () => {
    await play(engine, field("v || '0'", 'value=5'), async ({ refuse }) => {
      expect(await refuse('#f', 'clear')).toMatchObject({ code: 'value_rejected', observed: '0' });
    });
  });
});

describe('an editor that its change event closes', () => {
  const cell = (commits: string): string =>
    `<table><tr><td id=c><input id=f aria-label=F value=old></table><script>f.addEventListener('${commits}', () => { window.saved = f.value; c.textContent = saved; })</script>`;
  it('is filled first, and closes on Enter', async () => {
    await play(engine, cell('change'), async ({ run, state }) => {
      expect(await run('#f', 'fill', 'new')).toMatchObject({ verified: true });
      expect(await run('#f', 'press', 'Enter')).toMatchObject({ effect: { detached: true } });
      expect(await state('[saved, c.textContent]')).toEqual(['new', 'new']);
    });
  });

  it('rejects a text that its input event replaces', async () => {
    const html = cell('change').replace('value=old>', 'value=old oninput="this.value = \'other\'">');
    await play(engine, html, async ({ refuse }) => {
      expect(await refuse('#f', 'fill', { text: 'new' })).toMatchObject({ code: 'value_rejected' });
    });
  });
});

it('sends keyup after fill and clear, for a page that searches then', async () => {
  const html =
    '<input id=f aria-label=F value=old><p id=p></p><script>f.addEventListener("keyup", () => { p.textContent = "Found " + f.value; })</script>';
  await play(engine, html, async ({ run, state }) => {
    await run('#f', 'fill', 'lamp');
    expect(await state('p.textContent')).toBe('Found lamp');
    await run('#f', 'clear');
    expect(await state('p.textContent')).toBe('Found ');
  });
});

it('sends no change event on fill to a combobox that empties its field on change', async () => {
  const html =
    '<input id=f role=combobox aria-label=F aria-expanded=false><input id=g><script>window.told = []; f.onchange = () => { told.push(f.value); f.value = ""; };</script>';
  await play(engine, html, async ({ run, state }) => {
    expect((await run('#f', 'fill', 'Par')).verified).toBe(true);
    expect(await state('[f.value, told.length]')).toEqual(['Par', 0]);
    await run('#g', 'focus');
    expect(await state('told.join()')).toBe('Par');
  });
});

describe('fields for one character that move the focus on', () => {
  const boxes = (attributes: string, script = '', after = ''): string =>
    `${[1, 2, 3, 4].map((n) => `<input id=b${n} aria-label=B${n} ${attributes}>`).join('')}${after}<script>
      const all = [...document.querySelectorAll('input')];
      window.pressed = 0;
      all.forEach((box, i) => box.addEventListener('input', () => {
        box.value = box.value.slice(-1);
        ${script || "(all[i + 1] ?? document.getElementById('go'))?.focus();"}
      }));
    </script>`;
  const allValues = "all.map((box) => box.value).join('')";

  it.each([
    ['', '1'],
    ['maxlength=1', '1'],
    ['maxlength=1 autocomplete=one-time-code', '•'],
    ['maxlength=1 value=9 onfocus="this.select()"', '1'],
  ])('[%s] receive typed text one after the other', async (attributes, value) => {
    await play(engine, boxes(attributes), async ({ run, state }) => {
      const result = await run('#b1', 'type', '1234');
      expect(result).toMatchObject({ verified: true, effect: { value, focus: { name: 'B4' } } });
      expect(await state(allValues)).toBe('1234');
    });
  });

  it('may do so in the next frame', async () => {
    await play(
      engine,
      boxes('', 'requestAnimationFrame(() => all[i + 1]?.focus());'),
      async ({ run, state }) => {
        expect(await run('#b1', 'type', '1234')).toMatchObject({ verified: true });
        expect(await state(allValues)).toBe('1234');
      },
    );
  });

  it('report the text that the page has changed, but mask that of password fields', async () => {
    const script = "if (i === 1) box.value = '7'; all[i + 1]?.focus();";
    await play(engine, boxes('', script), async ({ refuse }) => {
      expect(await refuse('#b1', 'type', { text: '1234' })).toMatchObject({ observed: '1734' });
    });
    await play(engine, boxes('type=password', script), async ({ refuse }) => {
      const error = await refuse('#b1', 'type', { text: '1234' });
      expect([error.code, error.observed, /7/.test(error.message)]).toEqual(['value_rejected', '•', false]);
    });
  });

  it('get no more characters than they hold, and the button behind them gets no key', async () => {
    const button = '<button id=go onkeydown="pressed++">Go</button>';
    await play(engine, boxes('maxlength=1', '', button), async ({ refuse, state }) => {
      expect((await refuse('#b1', 'type', { text: '1234 6' })).message).toMatch(/after 4 characters/);
      expect(await state(`[${allValues}, pressed]`)).toEqual(['1234', 0]);
    });
  });

  it('are not filled: the error suggests type', async () => {
    await play(engine, boxes('maxlength=1'), async ({ refuse, state }) => {
      expect((await refuse('#b1', 'fill', { text: '1234' })).message).toMatch(
        /at most 1 characters.+use type/,
      );
      expect(await state(allValues)).toBe('');
    });
  });

  it('reject a longer text when they keep the focus', async () => {
    await play(engine, boxes('maxlength=1', 'void 0'), async ({ refuse }) => {
      expect(await refuse('#b1', 'type', { text: '1234' })).toMatchObject({ code: 'value_rejected' });
    });
  });
});

it('has tried all forms', () => {
  expect([FORMATTED.length, CHANGED.length]).toEqual([15, 13]);
});
