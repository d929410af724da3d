import { isString } from '../dom/is-string.ts';
import { attr, tagOf } from '../dom/read.ts';

/** What of `ElementInternals` is read: Chromium takes it for the element's own where no attribute says anything. */
const PROPERTY = {
  role: 'role',
  'aria-disabled': 'ariaDisabled',
  'aria-checked': 'ariaChecked',
  'aria-selected': 'ariaSelected',
  'aria-expanded': 'ariaExpanded',
  'aria-pressed': 'ariaPressed',
  'aria-valuenow': 'ariaValueNow',
  'aria-valuemin': 'ariaValueMin',
  'aria-valuemax': 'ariaValueMax',
} as const satisfies Record<string, keyof ElementInternals>;

export type SaidWithin = keyof typeof PROPERTY;

const prototype = typeof ElementInternals === 'function' ? ElementInternals.prototype : undefined;

/** An element with more properties of its own is not looked through. */
const MOST_KEYS = 200;

const known = new WeakMap<Element, object>();

const isInternals = (value: unknown): value is object =>
  typeof value === 'object' && !!value && Object.getPrototypeOf(value) === prototype;

/**
 * The internals of a custom element, where it has put them into a property of its own, as most do: nothing else gives
 * them away. Getters are not called.
 */
const internalsOf = (el: Element): object | undefined => {
  const found = known.get(el);
  if (found) return found;
  const keys: (string | symbol)[] = Object.getOwnPropertySymbols(el);
  for (const key of keys.concat(Object.getOwnPropertyNames(el)).slice(0, MOST_KEYS)) {
    const value: unknown = Object.getOwnPropertyDescriptor(el, key)?.value;
    if (!isInternals(value)) continue;
    known.set(el, value);
    return value;
  }
  return undefined;
};

/** A role or state that a custom element says by its internals, in lower case; empty where it says nothing. */
export const saidWithin = (el: Element, name: SaidWithin): string => {
  if (!prototype || !tagOf(el).includes('-')) return '';
  try {
    const internals = internalsOf(el);
    const said: unknown = internals && Reflect.get(prototype, PROPERTY[name], internals);
    return isString(said) ? said.toLowerCase() : '';
  } catch {
    // Something else in the place of internals, or a proxy that fails.
    return '';
  }
};

/** A role or state that an attribute says, else the internals. */
export const saidOf = (el: Element, name: SaidWithin, written = attr(el, name)): string =>
  written ?? saidWithin(el, name);
