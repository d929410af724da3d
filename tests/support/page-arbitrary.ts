import fc from 'fast-check';

/** Generated pages for which it is known by construction what can be acted on. */

export interface Piece {
  /** What it is: see `BUILD`. */
  kind: string;
  /** Page text around its unique word; empty for pieces without a name. */
  words: string;
  children: Piece[];
}

/** Containers that do not change what can be acted on. */
const BOXES = [
  'div',
  'section',
  'ul',
  'p',
  'fieldset',
  'table',
  'details',
  'form',
  'nav',
  'pointer',
  'shadow',
  'contents',
  'region',
  'dialog',
  'tree',
];
/** Containers whose content can't be seen. */
const HIDING = ['none', 'invisible', 'aria-hidden', 'closed', 'inert'];
/** Controls that can be acted on. */
export const CONTROLS = [
  'button',
  'link',
  'textbox',
  'area',
  'select',
  'checkbox',
  'labelled',
  'onclick',
  'listitem',
  'paragraph',
  'role',
  'tabindex',
  'editable',
  'iconic',
];

/** Page text that looks like our own grammar, or breaks lines. */
const NASTY = [
  '',
  'plain',
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
];

const words = fc.array(fc.constantFrom(...NASTY), { maxLength: 2 }).map((some) => some.join(' '));

export const page = fc.letrec<{ piece: Piece }>((tie) => ({
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constantFrom(...CONTROLS), words, children: fc.constant<Piece[]>([]) }),
    fc.record({ kind: fc.constant('text'), words, children: fc.constant<Piece[]>([]) }),
    fc.record({
      kind: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...BOXES) }, fc.constantFrom(...HIDING)),
      words,
      children: fc.array(tie('piece'), { maxLength: 4 }),
    }),
  ),
})).piece;

export const pages = fc.array(page, { minLength: 1, maxLength: 6 });

/**
 * `window.build(pieces)` fills the body and returns the unique words of all controls that can be acted on and seen.
 * Each element of a control has its word in `data-word`.
 */
export const BUILD = `
  window.build = (pieces) => {
    document.body.textContent = '';
    const seen = [];
    let last = 0;
    const make = (tag, attrs, ...children) => {
      const el = document.createElement(tag);
      for (const name of Object.keys(attrs)) el.setAttribute(name, attrs[name]);
      el.append(...children);
      return el;
    };
    const controls = {
      button: (text) => make('button', {}, text),
      link: (text) => make('a', { href: '/x' }, text),
      textbox: (text) => make('input', { 'aria-label': text }),
      area: (text) => make('textarea', { 'aria-label': text }, 'value'),
      select: (text) => make('select', { 'aria-label': text }, make('option', {}, 'a'), make('option', {}, 'b')),
      checkbox: (text) => make('input', { type: 'checkbox', title: text }),
      onclick: (text) => make('div', { onclick: '1' }, text),
      listitem: (text) => make('li', { onclick: '1' }, text),
      paragraph: (text) => make('p', { onclick: '1' }, make('b', {}, text)),
      role: (text) => make('span', { role: 'button', tabindex: '0' }, text),
      tabindex: (text) => make('div', { tabindex: '0' }, text),
      editable: (text) => make('div', { contenteditable: '', 'aria-label': text }, 'content'),
      iconic: (text) => make('button', { 'aria-label': text }, make('i', { class: 'fa fa-trash' })),
    };
    const boxes = {
      div: () => make('div', {}), section: () => make('section', {}), ul: () => make('ul', {}), p: () => make('div', { role: 'paragraph' }),
      fieldset: () => make('fieldset', {}), form: () => make('form', {}), nav: () => make('nav', {}), details: () => make('details', { open: '' }),
      pointer: () => make('div', { style: 'cursor:pointer' }), contents: () => make('div', { style: 'display:contents' }),
      region: () => make('div', { role: 'region', 'aria-label': 'Region' }), dialog: () => make('div', { role: 'dialog', 'aria-label': 'Dialog' }),
      tree: () => make('div', { role: 'list' }), none: () => make('div', { style: 'display:none' }), invisible: () => make('div', { style: 'visibility:hidden' }),
      'aria-hidden': () => make('div', { 'aria-hidden': 'true' }), closed: () => make('dialog', {}), inert: () => make('div', { inert: '' }),
    };
    const add = (parent, piece, hidden) => {
      const { kind, words, children } = piece;
      if (kind === 'text') return void parent.append(words);
      const word = 'W' + ++last + 'W';
      const text = words + ' ' + word;
      if (kind === 'labelled') {
        const field = make('input', { 'data-word': word });
        parent.append(make('label', {}, text, field));
        if (!hidden) seen.push(word);
      } else if (controls[kind]) {
        const el = controls[kind](text);
        el.setAttribute('data-word', word);
        parent.append(el);
        if (!hidden) seen.push(word);
      } else if (kind === 'table') {
        const row = make('tr', {});
        parent.append(make('table', {}, make('tbody', {}, row)));
        for (const child of children) add(row.appendChild(make('td', {})), child, hidden);
      } else if (kind === 'shadow') {
        const host = parent.appendChild(make('x-host', {}));
        const root = host.attachShadow({ mode: 'open' });
        const box = root.appendChild(make('div', {}));
        for (const child of children) add(box, child, hidden);
      } else {
        const box = parent.appendChild(boxes[kind]());
        const unseen = hidden || ['none', 'invisible', 'aria-hidden', 'closed', 'inert'].includes(kind);
        for (const child of children) add(box, child, unseen);
      }
    };
    for (const piece of pieces) add(document.body, piece, false);
    return seen;
  };
  window.allElements = () => {
    const all = [];
    const visit = (root) => { for (const el of root.querySelectorAll('*')) { all.push(el); if (el.shadowRoot) visit(el.shadowRoot); } };
    visit(document);
    return all;
  };`;
