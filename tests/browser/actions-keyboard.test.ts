import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStages, type TabStage as Stage, type Stages } from '../support/acting.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
});
afterAll(() => stages.close());

const KEYS = 'keydown keypress keyup beforeinput input change click submit focus blur focusin focusout'.split(
  ' ',
);

const FORM = `<form id=form onsubmit="event.preventDefault()"><input id=name><input id=mail type=email>
  <input id=box type=checkbox><button id=go>Go</button></form>`;

const RADIOS =
  '<input type=radio name=r id=a checked><input type=radio name=r id=b hidden><input type=radio name=r id=c><input type=radio name=r id=d>';

interface Case {
  what: string;
  html: string;
  at: string;
  ours: (stage: Stage) => Promise<unknown>;
  trusted: (tab: Page) => Promise<unknown>;
}

const press = (what: string, html: string, at: string, ...keys: string[]): Case => ({
  what,
  html,
  at,
  ours: async (stage) => {
    for (const key of keys) await stage.run(at, 'press', { key });
  },
  trusted: async (tab) => {
    for (const key of keys) await tab.keyboard.press(key);
  },
});

const COUNTRIES = `<select id=s><option selected disabled hidden>Choose<option>Alpha<option hidden>Malta
  <option style="display:none">Monaco<option>United Arab Emirates<option>United Kingdom<option>United States
  <optgroup hidden><option>Mauritius</optgroup><option disabled>Utah<option>Zug</select>`;

const SAME: Case[] = [
  {
    what: 'typing',
    html: FORM,
    at: '#name',
    ours: (stage) => stage.run('#name', 'type', { text: 'aB 9?' }),
    trusted: (tab) => tab.keyboard.type('aB 9?'),
  },
  {
    what: 'typing into a textarea with a line feed',
    html: '<textarea id=note></textarea>',
    at: '#note',
    ours: (stage) => stage.run('#note', 'type', { text: 'a\nb' }),
    trusted: (tab) => tab.keyboard.type('a\nb'),
  },
  ...['Tab', 'Enter'].map((key) => ({
    what: `typing and ${key}`,
    html: FORM,
    at: '#name',
    ours: async (stage: Stage) => {
      await stage.run('#name', 'type', { text: 'a' });
      await stage.run('#name', 'press', { key });
    },
    trusted: async (tab: Page) => {
      await tab.keyboard.type('a');
      await tab.keyboard.press(key);
    },
  })),
  press('Enter in a field of a form', FORM, '#name', 'Enter'),
  press(
    'Enter in the only field',
    '<form id=form onsubmit="event.preventDefault()"><input id=q></form>',
    '#q',
    'Enter',
  ),
  press(
    'Enter in one of two fields without a button',
    '<form id=form><input id=q><input></form>',
    '#q',
    'Enter',
  ),
  press('Enter on a button', FORM, '#go', 'Enter'),
  press('Enter on a link', '<a id=link href="#x">Link</a>', '#link', 'Enter'),
  press('Space on a button', FORM, '#go', 'Space'),
  press('Space on a checkbox', FORM, '#box', 'Space'),
  press('Tab', FORM, '#name', 'Tab'),
  press('Shift+Tab', FORM, '#mail', 'Shift+Tab'),
  press('Control+a', '<input id=q value=old>', '#q', 'Control+a'),
  press('Shift+A', '<input id=q>', '#q', 'Shift+A'),
  press('Backspace', '<input id=q value=old>', '#q', 'Backspace'),
  ...['Backspace', 'Delete'].map((key) =>
    press(
      `Control+${key} where all is selected`,
      '<input id=q value="hello world foo">',
      '#q',
      'Control+a',
      `Control+${key}`,
    ),
  ),
  press(
    'Control+Backspace where a part is selected',
    '<input id=q value="hello world foo">',
    '#q',
    'Shift+ArrowLeft',
    'Control+Backspace',
  ),
  press(
    'Control+Backspace in a selected address',
    '<input id=q type=email value=a@b.example>',
    '#q',
    'Control+a',
    'Control+Backspace',
  ),
  press('Escape', '<input id=q value=old>', '#q', 'Escape'),
  press('a function key', '<input id=q>', '#q', 'F6'),
  press('ArrowDown in a select', '<select id=s><option>a<option>b</select>', '#s', 'ArrowDown'),
  press(
    'keys that step through a select',
    COUNTRIES,
    '#s',
    'ArrowUp',
    'ArrowDown',
    'ArrowDown',
    'PageDown',
    'Home',
  ),
  press('a letter again and again in a select', COUNTRIES, '#s', 'u', 'u', 'u', 'u'),
  ...['united s', 'zu', 'uu', 'ux', 'united k'].map((text) => ({
    what: `a select where one types ${text}`,
    html: COUNTRIES,
    at: '#s',
    ours: ({ page }: Stage) => page.json('page', 'char', text),
    trusted: (tab: Page) => tab.keyboard.type(text),
  })),
  press(
    'ArrowDown in a radio group',
    '<input type=radio name=r id=a checked><input type=radio name=r id=b>',
    '#a',
    'ArrowDown',
  ),
  press('ArrowRight in a range', '<input type=range id=r value=5>', '#r', 'ArrowRight'),
  press('ArrowUp in a number field', '<input type=number id=n value=5>', '#n', 'ArrowUp'),
  press(
    'ArrowLeft in a range of any step',
    '<input type=range id=r min=1 max=4 step=any value=2.2>',
    '#r',
    'ArrowLeft',
  ),
  press(
    'PageDown in a range of any step',
    '<input type=range id=r min=1 max=4 step=any value=2.2>',
    '#r',
    'PageDown',
  ),
  press(
    'ArrowDown in a number field of any step',
    '<input type=number id=n step=any value=5.25>',
    '#n',
    'ArrowDown',
  ),
  press('ArrowUp in a full number field', '<input type=number id=n max=5 value=5>', '#n', 'ArrowUp'),
  press('ArrowUp in a read-only number field', '<input type=number id=n value=5 readonly>', '#n', 'ArrowUp'),
  press('PageUp in a short range', '<input type=range id=r max=10>', '#r', 'PageUp'),
  press('PageUp in a long range', '<input type=range id=r max=1000>', '#r', 'PageUp'),
  press('PageDown in a range of uneven steps', '<input type=range id=r step=7>', '#r', 'PageDown'),
  press('ArrowLeft in a range from right to left', '<input type=range id=r dir=rtl>', '#r', 'ArrowLeft'),
  press(
    'ArrowDown in a vertical range',
    '<input type=range id=r style="writing-mode:vertical-lr">',
    '#r',
    'ArrowDown',
  ),
  press('ArrowDown where a radio button is hidden', RADIOS, '#a', 'ArrowDown'),
  press('ArrowLeft in a radio group from right to left', `<div dir=rtl>${RADIOS}</div>`, '#a', 'ArrowLeft'),
  press('Control+ArrowDown in a radio group', RADIOS, '#a', 'Control+ArrowDown'),
  press('Enter on a checkbox without a button', '<form><input type=checkbox id=c></form>', '#c', 'Enter'),
  press('Enter in a date without a button', '<form><input type=date id=d></form>', '#d', 'Enter'),
  press('Enter on a checkbox', FORM, '#box', 'Enter'),
  press('Control+Enter in a textarea', '<textarea id=t>x</textarea>', '#t', 'Control+Enter'),
  press('Control+Enter in a field of a form', FORM, '#name', 'Control+Enter'),
  press('Control+Enter on a button', FORM, '#go', 'Control+Enter'),
  press('Control+Space on a button', FORM, '#go', 'Control+Space'),
  press('Shift+Enter on a button', FORM, '#go', 'Shift+Enter'),
];

const focusAt = (stage: Stage, at: string) =>
  stage.state(
    `(() => { const el = document.querySelector('${at}'); el.focus(); el.value && el.type != 'number' && el.setSelectionRange && /text|search/.test(el.type) && el.setSelectionRange(el.value.length, el.value.length); })()`,
  );

/** A field that is clicked, and keys that are pressed after that. */
const CARETS: readonly (readonly [what: string, field: string, keys?: string])[] = [
  ['a field', '<input id=a value=abc>'],
  ['a text area', '<textarea id=a>abc</textarea>'],
  ['an address', '<input id=a type=email value=abc>'],
  ['a number', '<input id=a type=number value=12>', '34'],
  ['the middle of a long text', '<input id=a value=abcdef style="width:40px;font:14px monospace">'],
  ['an editor', '<div id=a contenteditable><p>abc</p><p>def</p></div>'],
  ['a field that selects its text with the focus', '<input id=a value=abc onfocus="this.select()">'],
  ['a number that does', '<input id=a type=number value=12 onfocus="this.select()">', '34'],
  [
    'a field that puts its caret at the press',
    '<input id=a value=abc onclick="this.setSelectionRange(1, 1)">',
  ],
];

describe('the caret after a click', () => {
  it.each(CARETS.map(([what, html, keys = 'xy']) => ({ what, html, keys })))(
    "is where a person's click puts it: $what",
    async ({ html, keys }) => {
      const play = (act: (stage: Stage) => Promise<unknown>) =>
        stages.play(html, async (stage) => {
          await act(stage);
          return stage.state('a.value ?? a.innerHTML');
        });
      const real = await play(async ({ tab }) => {
        await tab.click('#a');
        await tab.keyboard.type(keys);
      });
      const ours = await play(async ({ run }) => {
        await run('#a', 'click');
        await run('#a', 'type', keys);
      });
      expect(ours).toBe(real);
    },
  );

  // WebKit closes the dialog itself.
  it('is in a search field that Escape empties before it closes the dialog', async () => {
    const html = '<dialog id=d><input id=s type=search value=x></dialog>';
    await stages.play(html, async ({ run, state }) => {
      await state('d.showModal()');
      await run('#s', 'press', 'Escape');
      expect(await state('d.open + s.value')).toBe('true');
      await run('#s', 'press', 'Escape');
      expect(await state('d.open')).toBe(false);
    });
  });

  it.each(['b', 'i', 'u'])('Control+%s formats in an editor', async (key) => {
    await stages.play('<div id=a contenteditable>abc</div>', async ({ run, state }) => {
      await run('#a', 'press', 'Control+a');
      await run('#a', 'press', `Control+${key}`);
      expect(await state('a.innerHTML')).toBe(`<${key}>abc</${key}>`);
    });
  });
});

describe('keys dispatch the events of trusted input', () => {
  it.each(SAME)('$what', async ({ html, at, ours, trusted }) => {
    const play = (act: (stage: Stage) => Promise<unknown>) =>
      stages.play(
        html,
        async (stage) => {
          await focusAt(stage, at);
          await stage.events();
          await act(stage);
          const values =
            'Array.from(document.querySelectorAll("input, textarea, select"), (el) => [el.value, el.checked, el.selectionStart, el.selectionEnd].join())';
          return {
            events: await stage.events(),
            values: await stage.state(values),
            active: await stage.state('document.activeElement.id'),
          };
        },
        KEYS,
      );
    const real = await play((stage) => trusted(stage.tab));
    expect(await play(ours)).toEqual(real);
  });
});

const BUTTONS = '<button id=x>x</button>';
const scroller = (inner: string, attributes = '') =>
  `${BUTTONS}<div id=s ${attributes} style="overflow:auto;height:50px"><p style="height:500px">${inner}</p></div><button id=y>y</button>`;
const host = (inner: string, attributes = '') =>
  `${BUTTONS}<div id=h ${attributes}><button id=l>l</button></div><button id=y>y</button><script>h.attachShadow({ mode: 'open' }).innerHTML = '${inner}'</script>`;
const popover = '<div id=p popover><button id=c popovertarget=p>c</button><button id=i>i</button></div>';
const opener = '<button id=b popovertarget=p>b</button>';
const deleting = (how: string) =>
  `<input id=x><button id=a>a</button><ul><li><button id=d onclick="${how}">d</button></ul><button id=n>n</button>`;

/** The clicked element, how often Tab is pressed from there, and how often Shift+Tab back. */
const TABS: readonly (readonly [what: string, html: string, at: string, forward: number, back: number])[] = [
  [
    'what has no box',
    `${BUTTONS}<i id=c tabindex=0 style="display:contents">c</i><button id=y>y</button>`,
    '#x',
    1,
    1,
  ],
  [
    'editors in editors',
    `${BUTTONS}<div id=e contenteditable>e<p id=f contenteditable=true>f</p></div><button id=y>y</button>`,
    '#x',
    2,
    2,
  ],
  [
    'a second summary',
    `${BUTTONS}<details open><summary id=s>s</summary><summary id=t>t</summary></details><button id=y>y</button>`,
    '#x',
    2,
    2,
  ],
  [
    'a press on a text',
    `${BUTTONS}<button id=a>a</button><p id=t onclick=";">t</p><button id=y>y</button>`,
    '#t',
    1,
    2,
  ],
  [
    'a press on a text, back',
    `${BUTTONS}<button id=a>a</button><p id=t onclick=";">t</p><button id=y>y</button>`,
    '#t',
    0,
    2,
  ],
  ...['this.remove()', 'this.parentNode.remove()', 'this.disabled = true', 'this.hidden = true'].flatMap(
    (how) =>
      [
        [`after ${how}`, deleting(how), '#d', 1, 1],
        [`after ${how}, back`, deleting(how), '#d', 0, 2],
      ] as const,
  ),
  ['a host', host('<button id=i>i</button><slot></slot>'), '#x', 3, 3],
  ['a host that is left out', host('<button id=i>i</button><slot></slot>', 'tabindex=-1'), '#x', 1, 1],
  ['in a host that is left out', host('<i id=i tabindex=0>i</i><slot></slot>', 'tabindex=-1'), '#l', 1, 1],
  ['the order in a host', host('<button id=i>i</button><button id=j tabindex=1>j</button>'), '#x', 3, 3],
  ['a scroller', scroller('text'), '#x', 2, 2],
  ['a scroller that holds a button', scroller('<button id=i>i</button>'), '#x', 2, 2],
  ['a scroller that holds what is left out', scroller('<i id=i tabindex=-1>i</i>'), '#x', 2, 2],
  ['a scroller that is left out', scroller('text', 'tabindex=-1'), '#x', 1, 1],
  ['a popover', `${opener}<button id=y>y</button>${popover}<button id=z>z</button>`, '#b', 4, 4],
  [
    'a popover before its button',
    `<button id=y>y</button>${popover}${opener}<button id=z>z</button>`,
    '#b',
    3,
    4,
  ],
  [
    'groups',
    `${BUTTONS}<input type=radio name=a id=a><input type=radio name=a id=b><input type=radio name=c id=c><input type=radio name=c id=d checked><input type=radio id=e><input type=radio id=f><form><input type=radio name=a id=g></form>`,
    '#x',
    5,
    5,
  ],
];

describe('Tab moves the focus as for a person', () => {
  it.each(TABS.map(([what, html, at, forward, back]) => ({ what, html, at, forward, back })))(
    '$what',
    async ({ html, at, forward, back }) => {
      const keys = [...Array(forward).fill('Tab'), ...Array(back).fill('Shift+Tab')] as string[];
      const play = (
        click: (stage: Stage) => Promise<unknown>,
        key: (stage: Stage, key: string) => Promise<unknown>,
      ) =>
        stages.play(html, async (stage) => {
          await click(stage);
          const way = [];
          for (const name of keys) {
            await key(stage, name);
            way.push(await stage.state('(window.h?.shadowRoot?.activeElement ?? document.activeElement).id'));
          }
          return way;
        });
      const real = await play(
        ({ tab }) => tab.click(at),
        ({ tab }, key) => tab.keyboard.press(key),
      );
      const ours = await play(
        ({ run }) => run(at, 'click'),
        ({ page }, key) => page.json('page', 'pressKey', key),
      );
      expect(real).not.toContain('');
      expect(ours).toEqual(real);
    },
  );
});
