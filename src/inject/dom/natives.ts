/**
 * The page's built-ins, as they were when the script came in. Pages replace and break them; while our own
 * synchronous code runs, the captured ones are put back in place ({@link Guard.run}), and while the page's
 * handlers run, the page has its own again ({@link Guard.page}). So the rest of the code is written as usual.
 *
 * What was already tampered with at injection is taken from a fresh same-origin frame. Until then nothing is to be
 * relied on: this file calls no method of a list, a text or a pattern.
 */

import {
  closeFreshRealm,
  freshRealm,
  isNativeFunction,
  isNativeNamed,
  type Realm,
  reflection,
} from './fresh-realm.ts';

export { isNativeFunction } from './fresh-realm.ts';

/** What of the page's built-ins the script can reach: scripts/build/natives.mjs finds it in the minified text. */
declare const __NATIVES__: Record<PropertyKey, number>;

/** What a name is, as a sum: a member of any holder, */
const MEMBER = 1;
/** a holder whose own functions are relied on, */
const STATIC = 2;
/** the methods and getters of its prototype, */
const PROTOTYPE = 4;
/** itself. */
const GLOBAL = 8;
/** A class of the language: most have no name on their prototype. */
const LANGUAGE = 16;

// By way of the window: the build captures the names that other files use, with what is put in place here.
const { Map: MapClass, Object: ObjectClass, Set: SetClass, Symbol: symbols } = window;
const {
  apply,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
  setPrototypeOf,
} = reflection;

interface Native {
  /** Whose it is, the same in every realm: a name, and how it is reached from there. */
  path: string;
  holder: object;
  key: PropertyKey;
  /** None: the page has put something there, where no engine has anything. */
  descriptor: PropertyDescriptor | undefined;
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

const functionOf = ({ get, value }: PropertyDescriptor): unknown => get || value;

const append = <T>(list: T[], value: T): void => {
  list[list.length] = value;
};

const NAMES = bare(__NATIVES__);

const isNamed = (name: PropertyKey, as: number): boolean => ((NAMES[name] || 0) & as) !== 0;

/** `constructor` where lists, patterns and promises look up what to make. */
const SPECIES = { __proto__: null, 'Array#': 1, 'RegExp#': 1, 'Promise#': 1 } as unknown as Record<string, 1>;

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
    const method = prototype && getOwnPropertyDescriptor(prototype, key)?.value;
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
  // What makes each of these something that `for...of` takes.
  if (found['Array@']) found['all@'] = getPrototypeOf(found['Array@']);
  return found;
};

/** As an object of this realm: a function of a fresh frame would take a text or a number for one of its own. */
const boxed = (value: string | number): unknown =>
  isNativeFunction(ObjectClass, 'Object') ? ObjectClass(value) : value;

/** What all lists, texts and the like of this realm are made of, whatever the names stand for. */
export const INTRINSICS = {
  __proto__: null,
  Array: getPrototypeOf([]),
  Function: getPrototypeOf(getPrototypeOf),
  Number: getPrototypeOf(boxed(0)),
  Object: getPrototypeOf({}),
  RegExp: getPrototypeOf(/./),
  String: getPrototypeOf(boxed('')),
} as unknown as Readonly<Record<string, object | undefined>>;

/** What a page adds to these is in everything: all that belongs there has to be known. */
const isRoot = (path: string): boolean => path === 'Object#' || path === 'Array#';

/** Nothing, as what the page has made of a class. */
const GONE: PropertyDescriptor = { __proto__: null, value: undefined, writable: true } as never;

const capture = (realm: Realm, intrinsics?: typeof INTRINSICS): Native[] => {
  const natives = bare<Native[]>([]);
  const addAll = (path: string, holder: object | undefined): void => {
    const keys = holder ? ownKeys(holder) : [];
    const takesAll = isRoot(path);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as PropertyKey;
      if (!takesAll && typeof key === 'string' && !isNamed(key, MEMBER)) continue;
      if (key === 'constructor' && !SPECIES[path]) continue;
      const descriptor = getOwnPropertyDescriptor(holder as object, key) as PropertyDescriptor;
      if (typeof functionOf(descriptor) === 'function')
        append(natives, { path, holder: holder as object, key, descriptor });
    }
  };
  for (const name in NAMES) if (isNamed(name, STATIC)) addAll(`${name}.`, realm[name]);
  for (const name in NAMES)
    if (isNamed(name, PROTOTYPE)) addAll(`${name}#`, intrinsics?.[name] || realm[name]?.prototype);
  const iterators = iteratorsOf(realm);
  for (const path in iterators) addAll(path, iterators[path]);
  for (const key in NAMES) {
    if (!isNamed(key, GLOBAL)) continue;
    const descriptor = getOwnPropertyDescriptor(realm, key);
    // Every engine has the classes of the language: the page has deleted it. WeakRef is younger than some.
    const isGone = !descriptor && isNamed(key, LANGUAGE) && key !== 'WeakRef';
    if (descriptor || isGone)
      append(natives, { path: '', holder: realm, key, descriptor: descriptor || GONE });
  }
  return natives;
};

/**
 * A class of the platform has its name on its prototype. zone.js puts classes of its own in their place, and makes
 * `toString` call them native.
 */
const isStandInClass = ({ path, key, descriptor }: Native): boolean => {
  const value: unknown = descriptor?.value;
  if (path !== '' || typeof value !== 'function' || isNamed(key, LANGUAGE)) return false;
  // Its prototype is only made by the engine when somebody looks at it.
  if (isNativeNamed(value as () => unknown, key as string)) return false;
  const prototype: unknown = getOwnPropertyDescriptor(value, 'prototype')?.value;
  if (typeof prototype !== 'object' || !prototype || !symbols?.toStringTag) return false;
  return getOwnPropertyDescriptor(prototype, symbols.toStringTag)?.value !== key;
};

const looksNative = (native: Native): boolean => {
  const { key, descriptor } = native;
  if (!descriptor) return false;
  const { value } = descriptor;
  if (isStandInClass(native)) return false;
  if (key === 'Math') return isNativeFunction(value?.max);
  if (key === 'JSON') return isNativeFunction(value?.parse);
  if (key === 'Reflect') return isNativeFunction(value?.get);
  return isNativeFunction(functionOf(descriptor), typeof key === 'string' ? key : '');
};

/** Takes the same members from a frame that no script of the page has touched. */
const mendFromFreshFrame = (tampered: Native[]): void => {
  const realm = freshRealm();
  if (!realm) return;
  const fresh = { __proto__: null } as never as Record<string, Record<PropertyKey, Native['descriptor']>>;
  const natives = capture(realm);
  for (let i = 0; i < natives.length; i++) {
    const native = natives[i] as Native;
    const { path, key, descriptor } = native;
    // A script that a host adds to every frame has been there before: what it has left there ends with the frame.
    if (!looksNative(native)) continue;
    fresh[path] ||= { __proto__: null } as never;
    (fresh[path] as Record<PropertyKey, Native['descriptor']>)[key] = descriptor;
  }
  for (let i = 0; i < tampered.length; i++) {
    const native = tampered[i] as Native;
    native.descriptor =
      fresh[native.path]?.[native.key] || (isRoot(native.path) ? undefined : native.descriptor);
  }
};

const isIn = ({ holder, key, descriptor }: Native): boolean => {
  const now = getOwnPropertyDescriptor(holder, key);
  if (!now || !descriptor) return now === descriptor;
  return now.value === descriptor.value && now.get === descriptor.get;
};

/** What a page adds to these would show up in every object and list: `then`, `toJSON`, a setter called `0`. */
const ROOTS = [INTRINSICS.Object, INTRINSICS.Array] as readonly object[];

/** The keys of each root that are not the page's. */
const ownKeysOfRoots = (natives: Native[], engineIsNative: boolean): Record<PropertyKey, unknown>[] => {
  const known = bare<Record<PropertyKey, unknown>[]>([]);
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
        if (!getOwnPropertyDescriptor(root, key)?.enumerable) keys[key] = 1;
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
  if (tampered.length > 0 && engineIsNative) mendFromFreshFrame(tampered);
  closeFreshRealm();
  /** The first time all others have just been found in place. */
  let doubtful = tampered;
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
    putIn(doubtful, known, undo);
    doubtful = natives;
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
