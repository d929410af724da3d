import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Aria, ariaScript, launchOracle, openPage } from '../support/aria-oracle.ts';

/** The states of the element with id `x`, or of the only element in the body. */
type States = Record<string, unknown>;

const ROWS: [behaviour: string, html: string, states: States][] = [
  // values
  ['live value of a text box', '<input value=lamp>', { value: 'lamp' }],
  ['text of a textarea with its line breaks', '<textarea>a\nb</textarea>', { value: 'a\nb' }],
  ['nothing for an empty field', '<input>', {}],
  [
    'labels of the selected options',
    '<select id=x multiple><option selected>A<option>B<option selected>C</select>',
    { value: 'A, C', multiselectable: true },
  ],
  [
    'label of the selected option, not its value',
    '<select id=x><option value=1>One<option value=2 selected>Two</select>',
    { value: 'Two' },
  ],
  [
    'slider with its bounds',
    '<input type=range min=1 max=9 value=3>',
    { value: '3', valuemin: 1, valuemax: 9 },
  ],
  [
    'ARIA slider with aria-valuetext',
    '<div role=slider aria-valuenow=2 aria-valuetext=two aria-valuemin=0 aria-valuemax=5>',
    { value: 'two', valuemin: 0, valuemax: 5 },
  ],
  ['number field without bounds', '<input type=number value=4>', { value: '4' }],
  ['progress', '<progress value=3 max=10></progress>', { value: '3', valuemin: undefined, valuemax: 10 }],
  [
    'text in an editable text box',
    '<div role=textbox contenteditable>Dear <b>Ann</b></div>',
    { value: 'Dear Ann' },
  ],
  [
    'input type where the role does not say it',
    '<input type=date value=2024-02-03>',
    { value: '2024-02-03', type: 'date' },
  ],
  ['file button', '<input type=file>', { type: 'file' }],
  [
    'placeholder beside another name',
    '<input aria-label=Search placeholder="lamp, chair">',
    { placeholder: 'lamp, chair' },
  ],
  ['placeholder that is the name already', '<input placeholder=Search>', {}],
  // secrets
  ['password: only a length class', '<input type=password value=geheim>', { value: '••', type: 'password' }],
  ['one-time code shown as text', '<input autocomplete=one-time-code value=123456>', { value: '••' }],
  [
    'card number in a section',
    '<input autocomplete="section-a billing cc-number" value="4111 1111 1111 1111">',
    { value: '••••' },
  ],
  ['security code as number', '<input type=number autocomplete=cc-csc value=123>', { value: '•' }],
  [
    'card type in a select',
    '<select id=x autocomplete=cc-type><option>Visa<option selected>Other</select>',
    { value: '••' },
  ],
  [
    'option of such a select',
    '<select autocomplete=cc-type><option>Visa<option id=x selected>Other</select>',
    {},
  ],
  // checked, selected, pressed, expanded
  ['checked box', '<input type=checkbox checked>', { checked: true }],
  ['box that is not checked', '<input type=checkbox>', { checked: false }],
  ['native state beats ARIA', '<input type=checkbox aria-checked=true>', { checked: false }],
  ['partly checked', '<div role=checkbox aria-checked=mixed>', { checked: 'mixed' }],
  ['a radio is never mixed', '<div role=radio aria-checked=mixed>', { checked: false }],
  ['switch', '<button role=switch aria-checked=true></button>', { checked: true }],
  ['menu item with a check', '<div role=menuitemcheckbox>', { checked: false }],
  ['tab that is selected', '<div role=tab aria-selected=true>', { selected: true }],
  ['tab without aria-selected', '<div role=tab>', { selected: false }],
  ['row without states', '<div role=row>', {}],
  ['toggle button', '<button aria-pressed=false></button>', { pressed: false }],
  ['partly pressed', '<button aria-pressed=mixed></button>', { pressed: 'mixed' }],
  ['summary of closed details', '<details><summary id=x>s</summary>t</details>', { expanded: false }],
  ['summary of open details', '<details open><summary id=x>s</summary>t</details>', { expanded: true }],
  [
    'menu button',
    '<button aria-haspopup=true aria-expanded=false></button>',
    { haspopup: 'menu', expanded: false },
  ],
  [
    'button of a popover',
    '<button id=x popovertarget=p></button><div id=p popover></div>',
    { expanded: false },
  ],
  [
    'button whose command is for a popover',
    '<button id=x commandfor=p command=Toggle-Popover></button><div id=p popover></div>',
    { expanded: false },
  ],
  [
    'button whose command is for something else of it',
    '<button id=x commandfor=p command=--mine></button><div id=p popover></div>',
    {},
  ],
  [
    'button whose command opens a dialog',
    '<button id=x commandfor=d command=show-modal></button><dialog id=d></dialog>',
    {},
  ],
  [
    'listbox popup',
    '<input role=combobox aria-haspopup=listbox aria-expanded=true>',
    { haspopup: 'listbox', expanded: true },
  ],
  // disabled, read-only, required
  ['disabled', '<button disabled></button>', { disabled: true }],
  ['disabled by its fieldset', '<fieldset disabled><input id=x></fieldset>', { disabled: true }],
  [
    'in the first legend of a disabled fieldset',
    '<fieldset disabled><legend><input id=x></legend></fieldset>',
    {},
  ],
  [
    'in a second legend',
    '<fieldset disabled><legend></legend><legend><input id=x></legend></fieldset>',
    { disabled: true },
  ],
  [
    'option of a disabled group',
    '<select><optgroup disabled><option id=x>a</select>',
    { disabled: true, selected: false },
  ],
  ['aria-disabled', '<a href=/ aria-disabled=true></a>', { disabled: true, url: '/' }],
  [
    'aria-disabled from above',
    '<div role=toolbar aria-disabled=true><button id=x></button></div>',
    { disabled: true },
  ],
  [
    'aria-disabled of an ancestor, not for an element without focus',
    '<div aria-disabled=true><div id=x role=button></div></div>',
    {},
  ],
  ['read-only', '<input readonly value=a>', { readonly: true, value: 'a' }],
  ['readonly does not apply to boxes', '<input type=checkbox readonly>', { checked: false }],
  ['required, and not invalid before input', '<input required>', { required: true }],
  ['aria-required', '<div role=textbox aria-required=true>', { required: true }],
  // invalid
  [
    'invalid, with the message of the page',
    '<input aria-invalid=true aria-errormessage=e value=a id=x><p id=e>Too  short</p>',
    { invalid: true, validationMessage: 'Too short', value: 'a' },
  ],
  ['aria-invalid=false', '<input aria-invalid=false>', {}],
  [
    'invalid by its type',
    '<input type=url value=nope>',
    { invalid: true, validationMessage: 'Please enter a URL.', value: 'nope', type: 'url' },
  ],
  // the rest
  ['heading level', '<h3>t</h3>', { level: 3 }],
  ['aria-level', '<div role=heading aria-level=5>', { level: 5 }],
  [
    'depth in a tree',
    '<div role=tree><div role=treeitem>a<div role=group><div role=treeitem id=x>b</div></div></div></div>',
    { level: 2 },
  ],
  ['link within the site', '<a href="other?a=1#b"></a>', { url: '/dir/other?a=1#b' }],
  ['link to elsewhere', '<a href="https://example.org/x"></a>', { url: 'https://example.org/x' }],
  ['link with a javascript: address', '<a href=" java\nscript:alert(1)"></a>', { url: 'javascript:' }],
  ['current page', '<a href=/ aria-current=page></a>', { current: 'page', url: '/' }],
  ['aria-current with another value', '<a href=/ aria-current=yes></a>', { current: 'true', url: '/' }],
  [
    'no states from attributes with the text undefined',
    '<input aria-current=undefined aria-invalid=undefined>',
    {},
  ],
  ['modal by ARIA', '<div role=dialog aria-modal=true>', { modal: true }],
  ['multi-select list', '<div role=listbox aria-multiselectable=true>', { multiselectable: true }],
  ['busy and live', '<div aria-busy=true aria-live=polite>', { busy: true, live: 'polite' }],
  ['no live where the role implies it', '<div role=alert aria-live=assertive>', {}],
  ['sorted column', '<div role=columnheader aria-sort=descending>', { sort: 'descending' }],
  ['no states', '<p>text</p>', {}],
];

describe('states', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchOracle();
    page = await openPage(browser, '<!doctype html><title>states</title>', await ariaScript());
  });
  afterAll(() => browser?.close());

  const statesOf = (html: string, before?: () => void): Promise<States> =>
    page.evaluate(
      ([markup, script]) => {
        const { aria } = globalThis as unknown as { aria: Aria };
        document.body.innerHTML = markup ?? '';
        const el = document.getElementById('x') ?? (document.body.firstElementChild as Element);
        if (script) new Function(script)();
        const cache = aria.createDomCache(1000);
        return aria.statesOf(el, aria.roleOf(el, cache), cache) as States;
      },
      [html, before ? `(${before})()` : ''],
    );

  it.each(ROWS)('%s: %s', async (_behaviour, html, expected) => {
    expect(await statesOf(html)).toEqual(expected);
  });

  it('reads the live state that scripts and users change, not the markup', async () => {
    const changed = await statesOf('<input id=x type=checkbox>', () => {
      (document.getElementById('x') as HTMLInputElement).indeterminate = true;
    });
    expect(changed).toEqual({ checked: 'mixed' });
  });

  it('recognizes a modal dialog', async () => {
    const shown = await statesOf('<dialog id=x>d</dialog>', () => {
      (document.getElementById('x') as HTMLDialogElement).showModal();
    });
    expect(shown).toEqual({ modal: true });
  });
});
