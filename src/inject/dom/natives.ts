/**
 * The page's built-ins, as they were at injection. Pages replace and break them; while our own synchronous code
 * runs, the captured ones are put back in place ({@link Guard.run}), and while the page's handlers run, the page
 * has its own again ({@link Guard.page}). So the rest of the code is written as usual.
 *
 * What was already replaced at injection is taken from a fresh same-origin frame. Until then nothing can be relied
 * on: this file calls no method of arrays, strings or regular expressions.
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

/**
 * The names of built-ins that the script uses, each with bits as below: scripts/build/natives.mjs finds them in the
 * minified text.
 */
declare const __NATIVES__: Record<PropertyKey, number>;

/** Bit: the name of a method or getter, of any class. */
const MEMBER = 1;
/** Bit: a global whose own functions are used (`Object`). */
const STATIC = 2;
/** Bit: a class whose prototype's methods and getters are used. */
const PROTOTYPE = 4;
/** Bit: a global that is used itself. */
const GLOBAL = 8;
/** Bit: a class of the language, not of the DOM: most have no `Symbol.toStringTag` on their prototype. */
const LANGUAGE = 16;

// As properties of the window: the build replaces bare names by the captures of scripts/build/globals.js, which need this file.
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

/** A captured built-in: a property of a global or of a prototype. */
interface Native {
  /**
   * A name for the holder, the same in every realm: `Object.` for the class, `Object#` for its prototype, empty for the
   * window.
   */
  path: string;
  holder: object;
  key: PropertyKey;
  /** Undefined: the page has added the property, and no engine has it. */
  descriptor: PropertyDescriptor | undefined;
}

export interface Guard {
  /** Runs `work` on the captured built-ins. Nests. */
  run<T>(work: () => T): T;
  /** Inside of `run`: runs `work` (the page's handlers) on whatever the page has. */
  page<T>(work: () => T): T;
  /** Like `run`, until the returned function is called. */
  enter(): () => void;
  /** No captured built-in had been replaced at injection. */
  readonly isUntouched: boolean;
  /**
   * Inside of `run`: whether all built-ins are in place. False where the page has made one non-configurable, or
   * replaced one while its code ran within `run` (a getter that was read).
   */
  isSound(): boolean;
}

/** Removes the prototype of an object, to which a page may have added a `get`, or a setter for an index. */
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

/** The prototypes whose `constructor` the engine reads to create results (`Symbol.species`). */
const SPECIES = { __proto__: null, 'Array#': 1, 'RegExp#': 1, 'Promise#': 1 } as unknown as Record<string, 1>;

function* noSteps(): Generator<never, void> {}

/**
 * The prototypes that have no global name, by a path of their own: those of iterators and generators, and of all typed
 * arrays.
 */
const iteratorsOf = (realm: Realm): Record<string, object> => {
  const found: Record<string, object> = { __proto__: null as never };
  found['steps@'] = getPrototypeOf(getPrototypeOf(noSteps()));
  // The methods of typed arrays are on their common prototype, %TypedArray%.prototype.
  const bytes = realm.Uint8Array?.prototype;
  if (bytes) found['Bytes@'] = getPrototypeOf(bytes);
  const add = (name: string, key: PropertyKey, sample: () => object): void => {
    const prototype = realm[name]?.prototype;
    const method = prototype && getOwnPropertyDescriptor(prototype, key)?.value;
    try {
      const iterator = apply(method, sample(), []);
      if (typeof iterator === 'object') found[`${name}@`] = getPrototypeOf(iterator);
    } catch {
      // The page has replaced the method: the prototype is taken from a fresh frame.
    }
  };
  add('Array', 'values', () => []);
  add('String', symbols?.iterator, () => ObjectClass(''));
  add('Map', 'entries', () => new MapClass());
  add('Set', 'values', () => new SetClass());
  // %IteratorPrototype%, whose `Symbol.iterator` lets `for...of` take each of these.
  if (found['Array@']) found['all@'] = getPrototypeOf(found['Array@']);
  return found;
};

/**
 * A primitive as an object of this realm: for a primitive, a `getPrototypeOf` of a fresh frame would return that
 * frame's prototype.
 */
const boxed = (value: string | number): unknown =>
  isNativeFunction(ObjectClass, 'Object') ? ObjectClass(value) : value;

/** The prototypes that literals of this realm have, whatever the page has assigned to `Array` or `Object`. */
export const INTRINSICS = {
  __proto__: null,
  Array: getPrototypeOf([]),
  // Not of `getPrototypeOf`, which may be that of a fresh frame.
  Function: getPrototypeOf(functionOf),
  Number: getPrototypeOf(boxed(0)),
  Object: getPrototypeOf({}),
  RegExp: getPrototypeOf(/./),
  String: getPrototypeOf(boxed('')),
} as unknown as Readonly<Record<string, object | undefined>>;

/** Whether a path is one of the prototypes that nearly every value inherits from: all their members are captured. */
const isRoot = (path: string): boolean => path === 'Object#' || path === 'Array#';

/** A descriptor in the place of a class that the page has deleted. */
const GONE: PropertyDescriptor = { __proto__: null, value: undefined, writable: true } as never;

/** The used built-ins of a realm as they are now. */
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
    // Every engine has the classes of the language, so the page has deleted it. Older engines have no WeakRef.
    const isGone = !descriptor && isNamed(key, LANGUAGE) && key !== 'WeakRef';
    if (descriptor || isGone)
      append(natives, { path: '', holder: realm, key, descriptor: descriptor || GONE });
  }
  return natives;
};

/**
 * Whether a class of the DOM was replaced: the prototype of a real one has its name as `Symbol.toStringTag`. zone.js
 * puts its own classes in their place, and makes `toString` print them as native.
 */
const isStandInClass = ({ path, key, descriptor }: Native): boolean => {
  const value: unknown = descriptor?.value;
  if (path !== '' || typeof value !== 'function' || isNamed(key, LANGUAGE)) return false;
  // First, for speed: the engine creates the prototype of a DOM class when it is first read.
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

/** Replaces the descriptors of tampered built-ins by those of a frame that no script of the page has touched. */
const restoreFromFreshFrame = (tampered: Native[]): void => {
  const realm = freshRealm();
  if (!realm) return;
  const fresh = { __proto__: null } as never as Record<string, Record<PropertyKey, Native['descriptor']>>;
  const natives = capture(realm);
  for (let i = 0; i < natives.length; i++) {
    const native = natives[i] as Native;
    const { path, key, descriptor } = native;
    // A script that the host adds to every frame may have replaced it, with a function that ends with the frame.
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

const isInPlace = ({ holder, key, descriptor }: Native): boolean => {
  const now = getOwnPropertyDescriptor(holder, key);
  if (!now || !descriptor) return now === descriptor;
  return now.value === descriptor.value && now.get === descriptor.get;
};

/** Every object and array inherits what a page adds to these: `then`, `toJSON`, a setter named `0`. */
const ROOTS = [INTRINSICS.Object, INTRINSICS.Array] as readonly object[];

/** The keys of each of the {@link ROOTS} that belong to the engine, not to the page. */
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

/**
 * Puts the captured built-ins in place, and adds to `undo` the steps that restore the page's. `doc`: also takes away
 * what the page has defined on the document, which hides the members of its class.
 */
const putInPlace = (
  natives: Native[],
  known: Record<PropertyKey, unknown>[],
  undo: (() => void)[],
  doc: Document | false,
): void => {
  const set = (holder: object, key: PropertyKey, to: PropertyDescriptor | undefined): boolean =>
    to ? defineProperty(holder, key, to) : deleteProperty(holder, key);
  const swap = (holder: object, key: PropertyKey, to?: PropertyDescriptor): void => {
    const now = getOwnPropertyDescriptor(holder, key);
    const before = now && bare(now);
    // False where the page's property is not configurable: it stays.
    if (set(holder, key, to && ({ __proto__: null, ...to, configurable: true } as PropertyDescriptor)))
      append(undo, () => void set(holder, key, before));
  };
  const takeAway = (holder: object, kept?: Record<PropertyKey, unknown>): void => {
    const keys = ownKeys(holder);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as PropertyKey;
      if (kept ? !kept[key] : isNamed(key, MEMBER)) swap(holder, key);
    }
  };
  // First: the property descriptors used below inherit from `Object.prototype` too.
  for (let r = 0; r < ROOTS.length; r++) takeAway(ROOTS[r] as object, known[r]);
  for (let i = 0; i < natives.length; i++) {
    const native = natives[i] as Native;
    if (!isInPlace(native)) swap(native.holder, native.key, native.descriptor);
  }
  if (doc) takeAway(doc);
  const [top, list] = ROOTS as readonly [object, object];
  const above = getPrototypeOf(list);
  if (above !== top && setPrototypeOf(list, top)) append(undo, () => void setPrototypeOf(list, above));
};

/** Whether all captured built-ins are in place. Calls no method. */
const areInPlace = (natives: Native[], known: Record<PropertyKey, unknown>[]): boolean => {
  for (let i = 0; i < natives.length; i++) if (!isInPlace(natives[i] as Native)) return false;
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
  // jsdom and happy-dom implement the DOM in JavaScript: nothing looks native, and nothing was tampered with.
  const engineIsNative = natives.length > tampered.length * 2;
  const known = ownKeysOfRoots(natives, engineIsNative);
  if (tampered.length > 0 && engineIsNative) restoreFromFreshFrame(tampered);
  closeFreshRealm();
  /** At the first `enter` only the tampered ones need replacing: the others were captured just now. */
  let toCheck = tampered;
  let undo: (() => void)[] | undefined;
  const leave = (): void => {
    // An empty match clears `RegExp.input` and the like, which would show our last matched text to the page.
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
    putInPlace(toCheck, known, undo, engineIsNative && window.document);
    toCheck = natives;
  };
  return {
    isUntouched: tampered.length === 0,
    isSound: () => areInPlace(natives, known),
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
