/**
 * The page's built-ins, as they were when the script came in. Pages replace and break them; while our own
 * synchronous code runs, the captured ones are put back in place ({@link Guard.run}), and while the page's
 * handlers run, the page has its own again ({@link Guard.page}). So the rest of the code is written as usual.
 *
 * What was already tampered with at injection is taken from a fresh same-origin frame. Until then nothing is to be
 * relied on: this file calls no method of a list, a text or a pattern.
 */

/** What the script relies on: all functions of these, */
const STATICS = 'Array Date JSON Math Number Object Promise Reflect RegExp String Symbol';

/** all methods and getters of these, */
const PROTOTYPES =
  'Array Attr CSSStyleDeclaration CharacterData DOMRect DOMRectReadOnly DataTransfer Document DocumentFragment Element Event EventTarget FileList Function HTMLAnchorElement HTMLButtonElement HTMLCollection HTMLDetailsElement HTMLElement HTMLFormElement HTMLIFrameElement HTMLImageElement HTMLInputElement HTMLLabelElement HTMLMeterElement HTMLOptionElement HTMLOptionsCollection HTMLProgressElement HTMLSelectElement HTMLSlotElement HTMLTableElement HTMLTextAreaElement Map MessageEvent MessagePort MutationObserver MutationRecord Node NodeList Number Object Performance Promise Range RegExp Selection Set ShadowRoot String Symbol Text TreeWalker URL ValidityState WeakMap WeakRef WeakSet';

/** and the names themselves, with those that are only called or constructed. */
const GLOBALS = `${STATICS} ${PROTOTYPES} ClipboardEvent CustomEvent DragEvent File FocusEvent InputEvent KeyboardEvent MessageChannel MouseEvent PointerEvent Touch TouchEvent Uint8Array WheelEvent clearTimeout crypto frameElement getComputedStyle getSelection innerHeight innerWidth parseFloat parseInt performance requestAnimationFrame setTimeout`;

// By way of the window: the build captures the names that other files use, with what is put in place here.
const {
  Document: DocumentClass,
  Map: MapClass,
  Object: ObjectClass,
  Set: SetClass,
  Symbol: symbols,
} = window;
const { getOwnPropertyDescriptor, getPrototypeOf } = ObjectClass;
const { apply, defineProperty, deleteProperty, ownKeys, setPrototypeOf } = window.Reflect;
const sourceOf = Function.prototype.toString;

interface Native {
  /** Whose it is, the same in every realm. */
  path: string;
  holder: object;
  key: PropertyKey;
  descriptor: PropertyDescriptor;
}

export interface Guard {
  /** Runs `work` on the captured built-ins. Nests. */
  run<T>(work: () => T): T;
  /** Inside of `run`: runs `work` (the page's handlers) on whatever the page has. */
  page<T>(work: () => T): T;
  /** Like `run`, until the function that it gives is called. */
  enter(): () => void;
  /** Nothing that is relied on had been replaced when the script came in. */
  readonly isUntouched: boolean;
  /**
   * Inside of `run`: all built-ins are in place. Not where a page has put something there that can't be changed back,
   * or that came while its own code ran within `run` (a getter that was read).
   */
  isSound(): boolean;
}

/** Past what a page may have put on the prototype: a `get`, or a setter for an index. */
const bare = <T extends object>(own: T): T => {
  setPrototypeOf(own, null);
  return own;
};

/** Whether a page had added to all objects what descriptors lack: a data property has no `get`. */
const everyObject = getPrototypeOf({}) as object;
const isDescribedFalsely = 'get' in everyObject || 'set' in everyObject || 'value' in everyObject;

const descriptorOf = (holder: object, key: PropertyKey): PropertyDescriptor | undefined => {
  const descriptor = getOwnPropertyDescriptor(holder, key);
  // Only where it is needed: the engine is slow with objects that are made bare, and there are 1,300.
  return descriptor && isDescribedFalsely ? bare(descriptor) : descriptor;
};

type Realm = Readonly<Record<string, { prototype?: object } | undefined>>;

const functionOf = ({ get, value }: PropertyDescriptor): unknown => get ?? value;

const append = <T>(list: T[], value: T): void => {
  list[list.length] = value;
};

const wordsOf = (text: string): string[] => {
  const words = bare<string[]>([]);
  let word = '';
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && text[i] !== ' ') word += text[i];
    else {
      append(words, word);
      word = '';
    }
  }
  return words;
};

/** `onclick` and kin are for the page to set; the others are not what we call, and look odd in some engines. */
const isReliedOn = (path: string, key: PropertyKey): boolean => {
  if (key === 'constructor') return path === 'Array#' || path === 'RegExp#' || path === 'Promise#';
  return typeof key === 'symbol' || !(`${key as string}`[0] === 'o' && `${key as string}`[1] === 'n');
};

function* noSteps(): Generator<never, void> {}

/** Whose methods no name leads to: what steps through lists, texts, tables and generators. */
const iteratorsOf = (realm: Realm): Record<string, object> => {
  const found: Record<string, object> = { __proto__: null as never };
  found['steps@'] = getPrototypeOf(getPrototypeOf(noSteps()));
  // All that is written into a list of bytes goes by the prototype that such lists share.
  const bytes = realm.Uint8Array?.prototype;
  if (bytes) found['Bytes@'] = getPrototypeOf(bytes);
  const add = (name: string, key: PropertyKey, sample: () => object): void => {
    const prototype = realm[name]?.prototype;
    const method = prototype && descriptorOf(prototype, key)?.value;
    try {
      const iterator = apply(method, sample(), []);
      if (typeof iterator === 'object') found[`${name}@`] = getPrototypeOf(iterator);
    } catch {
      // The page has something else there: the one of a fresh frame does.
    }
  };
  add('Array', 'values', () => []);
  add('String', symbols?.iterator, () => ObjectClass(''));
  add('Map', 'entries', () => new MapClass());
  add('Set', 'values', () => new SetClass());
  return found;
};

/** What all lists, texts and the like of this realm are made of, whatever the names stand for. */
const INTRINSICS = {
  __proto__: null,
  Array: getPrototypeOf([]),
  Function: getPrototypeOf(getPrototypeOf),
  Number: getPrototypeOf(0),
  Object: getPrototypeOf({}),
  RegExp: getPrototypeOf(/./),
  String: getPrototypeOf(''),
} as unknown as Readonly<Record<string, object | undefined>>;

const capture = (realm: Realm, intrinsics?: typeof INTRINSICS): Native[] => {
  const natives = bare<Native[]>([]);
  const addAll = (path: string, holder: object | undefined): void => {
    const keys = holder ? ownKeys(holder) : [];
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as PropertyKey;
      const descriptor = descriptorOf(holder as object, key) as PropertyDescriptor;
      if (typeof functionOf(descriptor) === 'function' && isReliedOn(path, key))
        append(natives, { path, holder: holder as object, key, descriptor });
    }
  };
  const statics = wordsOf(STATICS);
  const prototypes = wordsOf(PROTOTYPES);
  const globals = wordsOf(GLOBALS);
  for (let i = 0; i < statics.length; i++) addAll(`${statics[i]}.`, realm[statics[i] as string]);
  for (let i = 0; i < prototypes.length; i++) {
    const name = prototypes[i] as string;
    addAll(`${name}#`, intrinsics?.[name] ?? realm[name]?.prototype);
  }
  const iterators = iteratorsOf(realm);
  for (const path in iterators) addAll(path, iterators[path]);
  for (let i = 0; i < globals.length; i++) {
    const key = globals[i] as string;
    const descriptor = descriptorOf(realm, key);
    if (descriptor) append(natives, { path: '', holder: realm, key, descriptor });
  }
  return natives;
};

/** A replaced function shows its source, a bound one or a proxy shows no name. `name`: what it is called, most likely. */
export const isNativeFunction = (value: unknown, name = ''): boolean => {
  if (typeof value !== 'function') return false;
  const source: string = apply(sourceOf, value, []);
  // As Chromium writes it; others break the line.
  if (source === `function ${name}() { [native code] }`) return name !== '';
  let body = '';
  for (let i = 0; i < source.length && body.length < 20; i++) {
    const char = source[i] as string;
    if ((body || char === '{') && char !== ' ' && char !== '\n' && char !== '\r' && char !== '\t')
      body += char;
  }
  // "function push() { [native code] }"
  return body === '{[nativecode]}' && source[8] === ' ' && source[9] !== '(' && source[9] !== ' ';
};

/** Of the language, not of the platform: most have no name on their prototype. */
const LANGUAGE = bare(wordsOf(`${STATICS} Function Map Set Uint8Array WeakMap WeakRef WeakSet`));

const isOfLanguage = (key: PropertyKey): boolean => {
  for (let i = 0; i < LANGUAGE.length; i++) if (LANGUAGE[i] === key) return true;
  return false;
};

/**
 * A class of the platform has its name on its prototype. zone.js puts classes of its own in their place, and makes
 * `toString` call them native.
 */
const isStandInClass = ({ path, key, descriptor: { value } }: Native): boolean => {
  if (path !== '' || typeof value !== 'function' || isOfLanguage(key)) return false;
  const prototype: unknown = descriptorOf(value, 'prototype')?.value;
  if (typeof prototype !== 'object' || prototype === null || !symbols?.toStringTag) return false;
  return descriptorOf(prototype, symbols.toStringTag)?.value !== key;
};

const looksNative = (native: Native): boolean => {
  const { key, descriptor } = native;
  const { value } = descriptor;
  if (isStandInClass(native)) return false;
  if (key === 'Math') return isNativeFunction(value?.max);
  if (key === 'JSON') return isNativeFunction(value?.parse);
  if (key === 'Reflect') return isNativeFunction(value?.get);
  const name = typeof key === 'string' ? (descriptor.get ? `get ${key}` : key) : '';
  return isNativeFunction(functionOf(descriptor), name);
};

/** Takes the same members from a frame that no script of the page has touched. */
const mendFromFreshFrame = (doc: Document, tampered: Native[]): void => {
  const parent = doc.documentElement;
  if (!parent) return;
  const frame = apply(DocumentClass.prototype.createElement, doc, ['iframe']) as HTMLIFrameElement;
  parent.appendChild(frame);
  const fresh = { __proto__: null } as never as Record<string, Record<PropertyKey, PropertyDescriptor>>;
  const natives = capture((frame.contentWindow ?? {}) as Realm);
  for (let i = 0; i < natives.length; i++) {
    const { path, key, descriptor } = natives[i] as Native;
    fresh[path] ??= { __proto__: null } as never;
    (fresh[path] as Record<PropertyKey, PropertyDescriptor>)[key] = descriptor;
  }
  for (let i = 0; i < tampered.length; i++) {
    const native = tampered[i] as Native;
    native.descriptor = fresh[native.path]?.[native.key] ?? native.descriptor;
  }
  frame.remove();
};

const isIn = ({ holder, key, descriptor }: Native): boolean => {
  const now = getOwnPropertyDescriptor(holder, key);
  return now !== undefined && now.value === descriptor.value && now.get === descriptor.get;
};

/** What a page adds to these would show up in every object and list: `then`, `toJSON`, a setter called `0`. */
const ROOTS = [INTRINSICS.Object, INTRINSICS.Array] as readonly object[];

/** The keys of each root that are not the page's. */
const ownKeysOfRoots = (natives: Native[], engineIsNative: boolean): Record<PropertyKey, unknown>[] => {
  const known: Record<PropertyKey, unknown>[] = [];
  for (let r = 0; r < ROOTS.length; r++) {
    const root = ROOTS[r] as object;
    const keys: Record<PropertyKey, unknown> = { __proto__: null, constructor: 1, length: 1 } as never;
    keys[symbols?.unscopables] = 1;
    if (engineIsNative) {
      for (let i = 0; i < natives.length; i++) {
        const native = natives[i] as Native;
        if (native.holder === root && looksNative(native)) keys[native.key] = 1;
      }
    } else {
      const all = ownKeys(root);
      for (let i = 0; i < all.length; i++) {
        const key = all[i] as PropertyKey;
        if (!descriptorOf(root, key)?.enumerable) keys[key] = 1;
      }
    }
    known[r] = keys;
  }
  return known;
};

/** Puts the captured members in, and into `undo` what puts back what was there. */
const putIn = (natives: Native[], known: Record<PropertyKey, unknown>[], undo: (() => void)[]): void => {
  const set = (holder: object, key: PropertyKey, to: PropertyDescriptor | undefined): boolean =>
    to ? defineProperty(holder, key, to) : deleteProperty(holder, key);
  const swap = (holder: object, key: PropertyKey, to?: PropertyDescriptor): void => {
    const now = getOwnPropertyDescriptor(holder, key);
    const before = now && bare(now);
    // What the page has made to stay for good stays.
    if (set(holder, key, to && ({ __proto__: null, ...to, configurable: true } as PropertyDescriptor)))
      append(undo, () => void set(holder, key, before));
  };
  // First: what is swapped below is described by objects, too.
  for (let r = 0; r < ROOTS.length; r++) {
    const keys = ownKeys(ROOTS[r] as object);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as PropertyKey;
      if (!(known[r] as Record<PropertyKey, unknown>)[key]) swap(ROOTS[r] as object, key);
    }
  }
  for (let i = 0; i < natives.length; i++) {
    const native = natives[i] as Native;
    if (!isIn(native)) swap(native.holder, native.key, native.descriptor);
  }
  const [top, list] = ROOTS as readonly [object, object];
  const above = getPrototypeOf(list);
  if (above !== top && setPrototypeOf(list, top)) append(undo, () => void setPrototypeOf(list, above));
};

/** Whether all captured members are in. Calls no method of anything. */
const areIn = (natives: Native[], known: Record<PropertyKey, unknown>[]): boolean => {
  for (let i = 0; i < natives.length; i++) if (!isIn(natives[i] as Native)) return false;
  for (let r = 0; r < ROOTS.length; r++) {
    const keys = ownKeys(ROOTS[r] as object);
    for (let i = 0; i < keys.length; i++)
      if (!(known[r] as Record<PropertyKey, unknown>)[keys[i] as PropertyKey]) return false;
  }
  return getPrototypeOf(ROOTS[1] as object) === ROOTS[0];
};

/** Captures the built-ins of `window`. Called once, at injection. */
export const captureNatives = (window: Window): Guard => {
  const natives = capture(window as unknown as Realm, INTRINSICS);
  const tampered = bare<Native[]>([]);
  for (let i = 0; i < natives.length; i++)
    if (!looksNative(natives[i] as Native)) append(tampered, natives[i] as Native);
  // jsdom and happy-dom implement the DOM in JavaScript: all of it looks tampered with, and none of it is.
  const engineIsNative = natives.length > tampered.length * 2;
  const known = ownKeysOfRoots(natives, engineIsNative);
  if (tampered.length > 0 && engineIsNative) mendFromFreshFrame(window.document, tampered);
  let undo: (() => void)[] | undefined;
  const leave = (): void => {
    // `RegExp.input` and its kin show the last text that matched, whoever asked.
    /(?:)/.test('');
    const steps = undo;
    undo = undefined;
    for (let i = (steps ? steps.length : 0) - 1; i >= 0; i--) {
      const step = (steps as (() => void)[])[i] as () => void;
      step();
    }
  };
  const enter = (): void => {
    undo = bare<(() => void)[]>([]);
    putIn(natives, known, undo);
  };
  return {
    isUntouched: tampered.length === 0,
    isSound: () => areIn(natives, known),
    enter() {
      enter();
      return leave;
    },
    run(work) {
      if (undo) return work();
      enter();
      try {
        return work();
      } finally {
        leave();
      }
    },
    page(work) {
      if (!undo) return work();
      leave();
      try {
        return work();
      } finally {
        enter();
      }
    },
  };
};
