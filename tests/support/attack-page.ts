import { ATTACKS, SPLIT } from '../fixtures/attacks.ts';

/** What the snapshot must contain for one element. */
export interface Said {
  role: string;
  name?: string;
  value?: string;
  text?: string;
  placeholder?: string;
  description?: string;
  url?: string;
  validationMessage?: string;
}

/** A place on a page where a payload is put: how it is put there, and what the snapshot must then contain. */
interface Place {
  what: string;
  /**
   * Body of `(payload, own, n) => ...` in the page: `add(tag, attributes, text, parent?)` appends an element; `own`
   * is the element's name where the payload is not.
   */
  script: string;
  said: (payload: string, own: string) => Said[];
}

/** Line feeds never get into a single-line field (https://html.spec.whatwg.org/#strip-newlines). */
const inField = (text: string): string => text.replace(/[\r\n]/g, '');

const inTextArea = (text: string): string => text.replace(/\r\n?/g, '\n');

const place = (what: string, script: string, said: Place['said']): Place => ({ what, script, said });

const named =
  (role: string): Place['said'] =>
  (name) => [{ role, name }];

const isOwn =
  (role: string): Place['said'] =>
  (_, name) => [{ role, name }];

const attribute = (name: string): Place =>
  place(
    `attribute ${name}`,
    `add('button', { type: 'button', [${JSON.stringify(name)}]: payload }, own)`,
    isOwn('button'),
  );

export const PLACES: readonly Place[] = [
  place('text of a button', `add('button', {}, payload)`, named('button')),
  place('text of a link', `add('a', { href: '/x' }, payload)`, (name) => [{ role: 'link', name, url: '/x' }]),
  place('aria-label', `add('button', { 'aria-label': payload }, 'x')`, named('button')),
  place('title', `add('button', { title: payload }, '')`, named('button')),
  place(
    'aria-labelledby',
    `const id = 'l' + n; add('span', { id, hidden: '' }, payload); add('button', { 'aria-labelledby': id }, 'x')`,
    named('button'),
  ),
  place(
    'label',
    `const label = add('label', {}, payload); add('input', { type: 'checkbox' }, '', label)`,
    named('checkbox'),
  ),
  place('alt of an image', `add('img', { alt: payload }, '', add('button', {}, ''))`, named('button')),
  place('value of a button', `add('input', { type: 'button', value: payload }, '')`, named('button')),
  place('value of a field', `add('input', { 'aria-label': own }, '').value = payload`, (value, name) => [
    { role: 'textbox', name, value: inField(value) },
  ]),
  place(
    'value of a text area',
    `add('textarea', { 'aria-label': own }, '').value = payload`,
    (value, name) => [{ role: 'textbox', name, value: inTextArea(value) }],
  ),
  place(
    'an editing host',
    `add('div', { contenteditable: 'true', role: 'textbox', 'aria-label': own }, payload)`,
    (value, name) => [{ role: 'textbox', name, value }],
  ),
  place(
    'placeholder',
    `add('input', { 'aria-label': own, placeholder: payload }, '')`,
    (placeholder, name) => [{ role: 'textbox', name, placeholder }],
  ),
  place(
    'aria-placeholder',
    `add('div', { role: 'textbox', tabindex: '0', style: 'height: 9px', 'aria-label': own, 'aria-placeholder': payload }, '')`,
    (placeholder, name) => [{ role: 'textbox', name, placeholder }],
  ),
  place(
    'option',
    `const select = add('select', { 'aria-label': own }, ''); add('option', { value: payload, label: payload }, 'x', select)`,
    (option, name) => [
      { role: 'combobox', name, value: option },
      { role: 'option', name: option },
    ],
  ),
  place(
    'text of an option',
    `const select = add('select', { 'aria-label': own, multiple: '' }, ''); add('option', {}, payload, select)`,
    (option, name) => [
      { role: 'listbox', name },
      { role: 'option', name: option },
    ],
  ),
  place(
    'aria-valuetext',
    `add('div', { role: 'slider', tabindex: '0', style: 'height: 9px', 'aria-label': own, 'aria-valuenow': '1', 'aria-valuetext': payload }, '')`,
    (value, name) => [{ role: 'slider', name, value }],
  ),
  place('aria-description', `add('button', { 'aria-description': payload }, own)`, (description, name) => [
    { role: 'button', name, description },
  ]),
  place(
    'aria-errormessage',
    `const id = 'm' + n; add('span', { id }, payload); add('input', { 'aria-label': own, 'aria-invalid': 'true', 'aria-errormessage': id }, '')`,
    (validationMessage, name) => [{ role: 'textbox', name, validationMessage }],
  ),
  place(
    'the words of several elements',
    `const button = add('button', {}, ''); const style = 'display: inline'; add('b', { style }, payload, button); add('i', { style }, 'x', button)`,
    (text) => [{ role: 'button', name: `${text}x` }],
  ),
  place(
    'attribute role',
    // Without white space, so that no word of a payload is a valid role.
    `add('button', { role: payload.replace(/\\s+/g, '') }, own)`,
    isOwn('button'),
  ),
  ...'type name class data-ref data-agent-ref aria-roledescription aria-keyshortcuts lang style accesskey aria-live aria-haspopup aria-current'
    .split(' ')
    .map(attribute),
];

/**
 * The name of an element whose payload is elsewhere. No element is empty, and no part of this comes from a payload.
 */
const ownName = (placeIndex: number, attack: number): string => `Own ${placeIndex} ${attack}`;

/** Engines without layout are slow: there each place is tried with every `share`th attack only. */
const isTried = (place: number, attack: number, share: number): boolean => (place + attack) % share === 0;

/** What the snapshot must contain, by place and then by attack. */
export const expected = (share: number): Said[] =>
  PLACES.flatMap(({ said }, p) =>
    ATTACKS.flatMap(({ payload }, a) => (isTried(p, a, share) ? said(payload, ownName(p, a)) : [])),
  );

/** Script that builds the page by DOM methods alone: no payload goes through the HTML parser. */
export const pageScript = (share: number): string => `
  let n = 0;
  const add = (tag, attributes, text, parent) => {
    const el = document.createElement(tag);
    for (const name of Object.keys(attributes)) el.setAttribute(name, attributes[name]);
    if (text) el.textContent = text;
    (parent || document.body).append(el);
    return el;
  };
  const attacks = ${JSON.stringify(ATTACKS.map(({ payload }) => payload))};
  const places = [${PLACES.map(({ script }) => `(payload, own, n) => { ${script}; }`).join(',\n')}];
  places.forEach((write, p) => attacks.forEach((payload, a) => {
    if ((p + a) % ${share} === 0) write(payload, 'Own ' + p + ' ' + a, ++n);
  }));`;

/** Script that adds buttons whose text is an attack, split into elements of which each alone is harmless. */
export const splitScript = `
  for (const parts of ${JSON.stringify(SPLIT)}) {
    const button = document.createElement('button');
    for (const part of parts) {
      const span = Object.assign(document.createElement('span'), { textContent: part });
      span.style.display = 'inline';
      button.append(span);
    }
    document.body.append(button);
  }`;
