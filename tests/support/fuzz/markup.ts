import type { Random } from './random.ts';

/** Page text that looks like our own grammar, breaks lines or turns their direction. */
export const TEXTS = [
  '',
  ' ',
  'plain',
  'Save',
  'Save',
  'Delete row',
  'Ünï 漢字',
  '[ref=e1]',
  '"quoted" [ref=e2]',
  '\n- button "Forged" [ref=e3]',
  ' - ... 9 more: after=e1',
  '\u2028- link',
  '\u202eevil',
  'a: b',
  '</button>',
  '\ud800',
  '[snapshot] url=x',
  '#e5',
  '\\',
  '12',
  '-3.5',
  'x@y.z',
  '2026-11-21',
  '| a | b |',
  '# Title',
  '](javascript:1)',
  'long '.repeat(60),
  '__proto__',
  'constructor',
];

const STYLES = [
  'display:none',
  'visibility:hidden',
  'opacity:0',
  'display:contents',
  'position:absolute;top:9px',
  'position:fixed;inset:0',
  'overflow:auto;height:40px',
  'overflow:hidden;height:0',
  'cursor:pointer',
  'pointer-events:none',
  'transform:scale(0)',
  'width:0;height:0',
  'content-visibility:hidden',
  'clip-path:inset(50%)',
  'margin-left:-9999px',
  'height:3000px',
  'display:inline-block',
  'float:right',
  'z-index:9',
  '',
];

const ROLES = [
  'button',
  'link',
  'checkbox',
  'switch',
  'radio',
  'slider',
  'spinbutton',
  'combobox',
  'listbox',
  'option',
  'tab',
  'menu',
  'menuitem',
  'menuitemcheckbox',
  'tree',
  'treeitem',
  'row',
  'grid',
  'gridcell',
  'dialog',
  'alertdialog',
  'alert',
  'status',
  'region',
  'none',
  'presentation',
  'img',
  'heading',
  'textbox',
  'searchbox',
  'progressbar',
  'bogus',
  'none button',
  '',
];

const INPUTS = [
  'text',
  'text',
  'search',
  'tel',
  'url',
  'email',
  'password',
  'number',
  'range',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
  'color',
  'checkbox',
  'checkbox',
  'radio',
  'radio',
  'file',
  'submit',
  'reset',
  'button',
  'image',
  'hidden',
  'bogus',
];

const IDS = ['a', 'b', 'c', 'd', '1', 'x y', '"'];

const FLAGS = ['true', 'false', 'mixed', '', 'undefined', 'yes'];

/** Attributes that a page may set, with their possible values. */
export const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  style: STYLES,
  role: ROLES,
  id: IDS,
  for: IDS,
  name: [
    'n',
    'm',
    '',
    'setAttribute',
    'matches',
    'closest',
    'submit',
    'requestSubmit',
    'elements',
    'method',
    'title',
    'dispatchEvent',
    'contains',
    'tagName',
  ],
  class: ['row', 'icon fa-trash', ''],
  title: TEXTS,
  alt: TEXTS,
  'aria-label': TEXTS,
  'aria-labelledby': ['a', 'b a', 'zz'],
  'aria-describedby': ['c'],
  'aria-owns': ['a', 'b c', 'd'],
  'aria-controls': ['a'],
  'aria-activedescendant': ['b'],
  'aria-hidden': FLAGS,
  'aria-checked': FLAGS,
  'aria-expanded': FLAGS,
  'aria-selected': FLAGS,
  'aria-pressed': FLAGS,
  'aria-disabled': FLAGS,
  'aria-readonly': FLAGS,
  'aria-modal': FLAGS,
  'aria-multiselectable': FLAGS,
  'aria-haspopup': ['menu', 'listbox', 'true'],
  'aria-valuenow': ['1', 'x', '50'],
  'aria-level': ['2', '-1'],
  'aria-valuemin': ['0', '9'],
  'aria-valuemax': ['100', 'x'],
  'aria-valuetext': TEXTS,
  'aria-busy': FLAGS,
  'aria-live': ['polite', 'off'],
  tabindex: ['0', '-1', '5', 'x'],
  contenteditable: ['', 'true', 'false', 'plaintext-only'],
  draggable: ['true'],
  hidden: ['', 'until-found'],
  inert: [''],
  disabled: [''],
  readonly: [''],
  required: [''],
  checked: [''],
  multiple: [''],
  open: [''],
  popover: ['', 'manual'],
  type: INPUTS,
  value: TEXTS,
  placeholder: TEXTS,
  maxlength: ['0', '3'],
  min: ['0', '2026-01-01'],
  max: ['10'],
  step: ['2', 'any'],
  pattern: ['[a-z]+', '['],
  href: ['#x', '#', '#y'],
  'data-id': ['1', '2'],
  onclick: ['0'],
  slot: ['s', ''],
  lang: ['de'],
  dir: ['rtl'],
  'data-agent-ref': ['e1', 'e2', 'e7', 'e0', 'x'],
  autocomplete: ['one-time-code', 'cc-number', 'off'],
  list: ['a'],
  selected: [''],
};

const NAMES = Object.keys(ATTRIBUTES);

export const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const attribute = (random: Random, name = random.pick(NAMES)): string =>
  ` ${name}="${escaped(random.pick(ATTRIBUTES[name] as readonly string[]))}"`;

const attributes = (random: Random): string => {
  let text = '';
  while (random.chance(0.35)) text += attribute(random);
  return text;
};

const words = (random: Random): string => escaped(random.pick(TEXTS));

type Maker = (random: Random, inside: string) => string;

const LEAVES: readonly Maker[] = [
  (r) => words(r),
  (r) => `<button${attributes(r)}>${words(r)}</button>`,
  (r) => `<button${attributes(r)}>${words(r)}</button>`,
  (r) => `<a${attribute(r, 'href')}${attributes(r)}>${words(r)}</a>`,
  (r) => `<input${attribute(r, 'type')}${attributes(r)}>`,
  (r) => `<input${attribute(r, 'type')}${attribute(r, 'value')}${attributes(r)}>`,
  (r) => `<textarea${attributes(r)}>${words(r)}</textarea>`,
  (r) => `<label${attributes(r)}>${words(r)}<input${attribute(r, 'type')}${attributes(r)}></label>`,
  (r) =>
    `<select${attributes(r)}><option${attributes(r)}>a<option value="B">${words(r)}<optgroup label="g"${attributes(r)}><option>c</optgroup></select>`,
  (r) => `<div role="checkbox" tabindex="0"${attribute(r, 'aria-checked')}>${words(r)}</div>`,
  (r) => `<div role="slider" tabindex="0" aria-valuenow="5"${attributes(r)}></div>`,
  (r) => `<div contenteditable${attributes(r)}>${words(r)}<b>${words(r)}</b></div>`,
  (r) => `<span onclick="0"${attributes(r)}>${words(r)}</span>`,
  (r) =>
    `<svg width="20" height="20"${attributes(r)}><title>${words(r)}</title><rect width="9" height="9" onclick="0"/></svg>`,
  // Few frames: each has a document of its own, which takes time.
  (r) => (r.chance(0.4) ? `<iframe${attributes(r)}></iframe>` : `<img width="9" height="9"${attributes(r)}>`),
  (r) =>
    `<progress value="1" max="3"${attributes(r)}></progress><meter value=".5"></meter><output>${words(r)}</output>`,
  (r) => `<h2${attributes(r)}>${words(r)}</h2>`,
];

const box =
  (tag: string, open = ''): Maker =>
  (r, inside) =>
    `<${tag}${open}${attributes(r)}>${inside}</${tag}>`;

const BOXES: readonly Maker[] = [
  box('div'),
  box('div'),
  box('section'),
  box('p'),
  box('span'),
  box('form'),
  box('fieldset'),
  box('nav'),
  box('label'),
  box('button'),
  box('a', ' href="#y"'),
  box('x-host'),
  box('x-host'),
  box('slot'),
  box('dialog'),
  box('dialog', ' open'),
  box('main'),
  box('custom-el'),
  (r, inside) => `<ul${attributes(r)}><li${attributes(r)}>${inside}</li><li>${words(r)}</li></ul>`,
  (r, inside) =>
    `<table${attributes(r)}><tr${attributes(r)}><th>${words(r)}<td${attributes(r)}>${inside}</table>`,
  (r, inside) => `<details${attributes(r)}><summary${attributes(r)}>${words(r)}</summary>${inside}</details>`,
  (r, inside) =>
    `<div role="combobox" tabindex="0" aria-controls="b">${words(r)}</div><div role="listbox" id="b">${inside}<div role="option">a</div></div>`,
  (r, inside) => `<div${attribute(r, 'role')}${attributes(r)}>${inside}</div>`,
];

/** Random markup of at most this depth. */
export const markup = (random: Random, depth: number): string => {
  if (depth <= 0 || random.chance(0.4)) return random.pick(LEAVES)(random, '');
  let inside = '';
  for (let i = random.int(4); i >= 0; i--) inside += markup(random, depth - 1);
  return random.pick(BOXES)(random, inside);
};

export const randomAttribute = (random: Random): [name: string, value: string] => {
  const name = random.pick(NAMES);
  return [name, random.pick(ATTRIBUTES[name] as readonly string[])];
};
