import { isString } from '../dom/is-string.ts';
import { attr, tagOf } from '../dom/read.ts';

/** The properties of `ElementInternals` that are read: Chromium uses them where the attribute is absent. */
const PROPERTY = {
  role: 'role',
  'aria-label': 'ariaLabel',
  'aria-disabled': 'ariaDisabled',
  'aria-checked': 'ariaChecked',
  'aria-selected': 'ariaSelected',
  'aria-expanded': 'ariaExpanded',
  'aria-pressed': 'ariaPressed',
  'aria-valuenow': 'ariaValueNow',
  'aria-valuemin': 'ariaValueMin',
  'aria-valuemax': 'ariaValueMax',
} as const satisfies Record<string, keyof ElementInternals>;

export type InternalsName = keyof typeof PROPERTY;

const prototype = typeof ElementInternals === 'function' ? ElementInternals.prototype : undefined;

/** How many own properties of an element are searched for its internals. */
const MAX_KEYS = 200;

const foundInternals = new WeakMap<Element, object>();

const isInternals = (value: unknown): value is object =>
  typeof value === 'object' && !!value && Object.getPrototypeOf(value) === prototype;

/**
 * The internals of a custom element, where it stores them in a property of its own, as most do: there is no other access
 * to them. Getters are not called.
 */
const internalsOf = (el: Element): object | undefined => {
  const found = foundInternals.get(el);
  if (found) return found;
  const keys: (string | symbol)[] = Object.getOwnPropertySymbols(el);
  for (const key of keys.concat(Object.getOwnPropertyNames(el)).slice(0, MAX_KEYS)) {
    const value: unknown = Object.getOwnPropertyDescriptor(el, key)?.value;
    if (!isInternals(value)) continue;
    foundInternals.set(el, value);
    return value;
  }
  return undefined;
};

/** A role, a label or a state from the internals of a custom element; empty where there is none. */
export const fromInternals = (el: Element, name: InternalsName): string => {
  if (!prototype || !tagOf(el).includes('-')) return '';
  try {
    const internals = internalsOf(el);
    const value: unknown = internals && Reflect.get(prototype, PROPERTY[name], internals);
    return isString(value) ? value : '';
  } catch {
    // An object that only has the prototype of internals, or a proxy that throws.
    return '';
  }
};

/** A role or state from its attribute, else from the internals. */
export const attributeOrInternals = (el: Element, name: InternalsName, written = attr(el, name)): string =>
  written ?? fromInternals(el, name);
