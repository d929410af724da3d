import { beforeAll, describe, expect, it } from 'vitest';
import { actOn } from '../support/act.ts';
import { bundleSupport } from '../support/bundle-support.ts';
import { type Engine, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const overlay = '<div id=o style="position:fixed;inset:0;background:#0008">Wait</div>';
const fruit = '<option>Apple<option disabled>Pear<optgroup label=Old disabled><option>Plum</optgroup>';

type Refusal = readonly [
  what: string,
  kind: string,
  payload: unknown,
  html: string,
  code: string,
  /** A change of the page between the snapshot and the action. */
  change?: string,
];

/** Actions on "Go" that must be refused, although sending the events or setting the value would seem to work. */
const REFUSALS: readonly Refusal[] = [
  ['a tap on what is disabled', 'tap', null, '<button disabled>Go</button>', 'not_enabled'],
  ['a tap through an overlay', 'tap', null, `<button>Go</button>${overlay}`, 'element_blocked'],
  [
    'a long press through an overlay',
    'longpress',
    { ms: 1 },
    `<button>Go</button>${overlay}`,
    'element_blocked',
  ],
  ['a swipe through an overlay', 'swipe', 'left', `<button>Go</button>${overlay}`, 'element_blocked'],
  ['a swipe without a way', 'swipe', {}, '<button>Go</button>', 'invalid_argument'],
  ['a swipe in no direction', 'swipe', 'north', '<button>Go</button>', 'invalid_argument'],
  [
    'a double click on what is inert',
    'dblclick',
    null,
    '<div inert><button>Go</button></div>',
    'not_enabled',
  ],
  [
    'a right click on what is not there any more',
    'contextmenu',
    null,
    '<button id=b>Go</button>',
    'ref_not_found',
    'b.remove()',
  ],
  ['a hover under an overlay', 'hover', null, `<button>Go</button>${overlay}`, 'element_blocked'],
  [
    'a hover over what is hidden',
    'hover',
    null,
    '<button id=b>Go</button>',
    'not_visible',
    'b.hidden = true',
  ],
  ['a focus of a disabled field', 'focus', null, '<input aria-label=Go disabled>', 'not_enabled'],
  ['a focus of what takes none', 'focus', null, '<p id=p onclick="">Go</p>', 'no_effect'],
  [
    'a focus of what is hidden',
    'focus',
    null,
    '<input id=i aria-label=Go>',
    'not_visible',
    'i.style.visibility = "hidden"',
  ],
  ['a check of a disabled box', 'check', null, '<input type=checkbox aria-label=Go disabled>', 'not_enabled'],
  [
    'a check of a box in a disabled fieldset',
    'check',
    null,
    '<fieldset disabled><input type=checkbox aria-label=Go></fieldset>',
    'not_enabled',
  ],
  [
    'a check of a read-only ARIA box',
    'check',
    null,
    '<div role=checkbox tabindex=0 aria-checked=false aria-readonly=true>Go</div>',
    'not_checkable',
  ],
  [
    'a check of a box under an overlay',
    'check',
    null,
    `<input type=checkbox aria-label=Go>${overlay}`,
    'element_blocked',
  ],
  ['a check of a button', 'check', null, '<button>Go</button>', 'not_checkable'],
  [
    'an uncheck of a radio button',
    'uncheck',
    null,
    '<input type=radio checked aria-label=Go>',
    'not_checkable',
  ],
  [
    'a choice that is not there',
    'select',
    'Cherry',
    `<select aria-label=Go>${fruit}</select>`,
    'option_not_found',
  ],
  [
    'a choice by an index that is not there',
    'select',
    { index: 9 },
    `<select aria-label=Go>${fruit}</select>`,
    'option_not_found',
  ],
  [
    'a key called as a member of every object',
    'press',
    '__proto__',
    '<button>Go</button>',
    'invalid_argument',
  ],
  [
    'a choice from a list that can not be opened',
    'select',
    'Pear',
    `<div role=combobox tabindex=0 aria-label=Go>Fig</div>${overlay}`,
    'element_blocked',
  ],
  ['a disabled choice', 'select', 'Pear', `<select aria-label=Go>${fruit}</select>`, 'option_disabled'],
  [
    'a choice of a disabled group',
    'select',
    'Plum',
    `<select aria-label=Go>${fruit}</select>`,
    'option_disabled',
  ],
  [
    'a choice of a disabled list',
    'select',
    'Apple',
    `<select aria-label=Go disabled>${fruit}</select>`,
    'not_enabled',
  ],
  [
    'two choices of a list of one',
    'select',
    ['Apple', 'Fig'],
    '<select aria-label=Go><option>-<option>Apple<option>Fig</select>',
    'invalid_argument',
  ],
  ['typing into a read-only field', 'type', 'x', '<input aria-label=Go readonly value=old>', 'not_editable'],
  ['typing more than fits', 'type', 'xyz', '<input aria-label=Go maxlength=5 value=1234>', 'value_rejected'],
  [
    'clearing a read-only area',
    'clear',
    null,
    '<textarea aria-label=Go readonly>old</textarea>',
    'not_editable',
  ],
  ['clearing a box', 'clear', null, '<input type=checkbox aria-label=Go checked>', 'not_editable'],
  ['clearing a disabled field', 'clear', null, '<input aria-label=Go disabled value=old>', 'not_enabled'],
  ['a key for a disabled button', 'press', 'Enter', '<button disabled>Go</button>', 'not_enabled'],
  ['a key that does not exist', 'press', 'Entr', '<button>Go</button>', 'invalid_argument'],
  [
    'a key behind a modal dialog',
    'press',
    'a',
    '<input aria-label=Go><dialog id=d>Sure?</dialog>',
    'element_blocked',
    'd.showModal()',
  ],
  [
    'two files for one',
    'upload',
    {
      files: [
        { name: 'a', text: 'a' },
        { name: 'b', text: 'b' },
      ],
    },
    '<input type=file aria-label=Go>',
    'value_rejected',
  ],
  [
    'a file for a disabled input',
    'upload',
    { files: [{ name: 'a', text: 'a' }] },
    '<input type=file disabled aria-label=Go>',
    'not_enabled',
  ],
  [
    'a file for a checkbox',
    'upload',
    { files: [{ name: 'a', text: 'a' }] },
    '<div role=checkbox tabindex=0 aria-checked=false>Go</div>',
    'not_editable',
  ],
  [
    'a form with an empty required field',
    'submit',
    null,
    '<form onsubmit="return false"><input required aria-label=Go></form>',
    'value_rejected',
  ],
  ['a submit of no form', 'submit', null, '<button>Go</button>', 'not_editable'],
  [
    'a drag of what lies under an overlay',
    'drag',
    { dx: 10 },
    `<div role=slider tabindex=0>Go</div>${overlay}`,
    'element_blocked',
  ],
  ['a drag out of the window', 'drag', { dx: 9000 }, '<div role=slider tabindex=0>Go</div>', 'not_visible'],
  ['a drag to what is gone', 'drag', { to: 'e99' }, '<div role=slider tabindex=0>Go</div>', 'ref_not_found'],
  [
    'a scroll where there is nothing more',
    'scroll',
    'down',
    '<div tabindex=0 role=region aria-label=Go style="height:50px;overflow:auto">short</div>',
    'no_effect',
  ],
  ['a text that is not there', 'selectText', 'none', '<input aria-label=Go value=some>', 'invalid_argument'],
];

describe('an action that a person could not do is refused and leaves no trace', () => {
  it.each(REFUSALS.map((row) => ({ row, what: row[0] })))('$what', async ({ row }) => {
    const [, kind, payload, html, code, change] = row;
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const { result, before, after } = await actOn(page, 'Go', kind, payload ?? undefined, change);
      expect(result, JSON.stringify(result)).toMatchObject({ ok: false, error: { code } });
      expect(after).toEqual({ ...before, heard: [] });
    });
  });

  it('leaves no timer and no observer in the page', async () => {
    const html = '<!doctype html><div role=listbox tabindex=0 aria-label=Go><div role=option>a</div></div>';
    const before = await bundleSupport('count-work.ts');
    await withPage(
      engine,
      html,
      async (page) => {
        // One evaluation: the driver of WebKit sets a timer for each.
        const left = await page.evaluate(`(() => {
          const before = workLeft();
          __agentBrowser.snapshot();
          const { ok } = __agentBrowser.action('e1', 'select', { value: 'b' });
          return [ok, ...workLeft().filter((work) => !before.includes(work))];
        })()`);
        expect(left).toEqual([false]);
      },
      before,
    );
  });
});
