import type { Random } from './random.ts';

/** By the prototype: a form's control of this name would shadow the form's own method. */
const setAttribute = (el: Element, name: string, value: string): void =>
  Element.prototype.setAttribute.call(el, name, value);

/** Records elements that are copies: marks in `made` are not ours. */
export const forge = (forged: WeakSet<Element>, made: Element): void => {
  for (const el of [made, ...Array.from(made.querySelectorAll('*'))]) forged.add(el);
};

type Reaction = (el: Element, event: Event, forged: WeakSet<Element>) => void;

/** What a page's handlers do on an event. Each gets the element that it was added to. */
const REACTIONS: Readonly<Record<string, Reaction>> = {
  rename: (el) => setAttribute(el, 'aria-label', `at ${el.getAttributeNames().length}`),
  write: (el) => {
    if (el.childElementCount === 0 && !/^(?:input|textarea|select)$/.test(el.localName))
      el.textContent = 'written';
  },
  remove: (el) => el.remove(),
  removeParent: (el) => {
    if (el.parentElement && el.parentElement.localName !== 'body') el.parentElement.remove();
  },
  replace: (el, _, forged) => {
    const copy = el.cloneNode(true) as Element;
    forge(forged, copy);
    el.replaceWith(copy);
  },
  throw: () => {
    throw new Error('of the page');
  },
  prevent: (_, event) => event.preventDefault(),
  stop: (_, event) => event.stopImmediatePropagation(),
  check: (el) => setAttribute(el, 'aria-checked', String(el.getAttribute('aria-checked') !== 'true')),
  expand: (el) => setAttribute(el, 'aria-expanded', String(el.getAttribute('aria-expanded') !== 'true')),
  revert: (el) => {
    if ('value' in el && (el as HTMLInputElement).type !== 'file')
      (el as HTMLInputElement).value = 'reverted';
  },
  upper: (el) => {
    const field = el as HTMLInputElement;
    if (typeof field.value === 'string' && field.type === 'text') field.value = field.value.toUpperCase();
  },
  uncheck: (el) => {
    if ('checked' in el) (el as HTMLInputElement).checked = false;
  },
  disable: (el) => setAttribute(el, 'disabled', ''),
  hide: (el) => (el as HTMLElement).style?.setProperty('display', 'none'),
  blur: (el) => (el as HTMLElement).blur?.(),
  focusOther: (el) => el.ownerDocument.querySelector<HTMLElement>('button, input')?.focus(),
  rerender: (el, _, forged) => {
    const parent = el.parentElement;
    if (!parent || parent.localName === 'body' || parent.childElementCount >= 6) return;
    parent.innerHTML = parent.outerHTML.length < 4000 ? parent.innerHTML : '';
    for (const child of Array.from(parent.children)) forge(forged, child);
  },
  append: (el) => {
    if (el.ownerDocument.querySelectorAll('*').length < 200)
      el.after(el.ownerDocument.createElement('button'));
  },
  dialog: (el) => {
    const dialog = el.ownerDocument.querySelector('dialog');
    if (dialog && !dialog.open && !dialog.hasAttribute('popover')) dialog.showModal?.();
  },
  moveAway: (el) => el.ownerDocument.body.appendChild(el),
};

const KINDS = Object.keys(REACTIONS);

const EVENTS = [
  'click',
  'click',
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'mouseover',
  'focus',
  'focusin',
  'blur',
  'input',
  'input',
  'change',
  'beforeinput',
  'keydown',
  'keyup',
  'submit',
  'toggle',
  'dblclick',
  'contextmenu',
  'touchstart',
  'dragstart',
  'drop',
  'scroll',
  'invalid',
  'select',
  'paste',
];

/** How often a handler reacts at most, so that it can't keep the page busy for ever. */
const MAX_REACTIONS = 5;

/** Attaches a random handler and returns its description. */
export const attachHandler = (random: Random, el: Element, forged: WeakSet<Element>): string => {
  const type = random.pick(EVENTS);
  const kind = random.pick(KINDS);
  let answers = 0;
  const listen = (event: Event): void => {
    if (answers++ < MAX_REACTIONS) REACTIONS[kind]?.(el, event, forged);
  };
  if (random.chance(0.2)) Reflect.set(el, `on${type}`, listen);
  else el.addEventListener(type, listen, random.chance(0.2));
  return `${type} -> ${kind}`;
};
