/**
 * The page's built-ins, as they were when the script came in. Pages replace and break them; while our own
 * synchronous code runs, the captured ones are put back in place ({@link Guard.run}), and while the page's
 * handlers run, the page has its own again ({@link Guard.page}). So the rest of the code is written as usual.
 *
 * What was already tampered with at injection is taken from a fresh same-origin frame.
 */

/** What the script relies on: all functions of these, */
const STATICS = 'Array Date JSON Math Number Object Reflect String';

/** all methods and getters of these. */
const PROTOTYPES =
  'Array CSSStyleDeclaration CharacterData Document DocumentFragment Element Event EventTarget Function HTMLElement HTMLFormElement HTMLIFrameElement HTMLInputElement HTMLOptionElement HTMLSelectElement HTMLSlotElement HTMLTableElement HTMLTextAreaElement Map MessageEvent MessagePort Node Number Object Performance RegExp Set ShadowRoot String WeakMap WeakRef WeakSet';

/** Event handlers are for the page to set; the others are not what we call, and look odd in some engines. */
const NOT_RELIED_ON = /^(?:on|(?:constructor|arguments|caller)$)/;

const { defineProperty, getOwnPropertyDescriptor } = Object;
const { deleteProperty, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;

interface Native {
  /** The same in every realm. */
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
  /** Nothing that is relied on had been replaced when the script came in. */
  readonly isUntouched: boolean;
  /**
   * Inside of `run`: all built-ins are in place. Not where a page has put something there that can't be changed back,
   * or that came while its own code ran within `run` (a getter that was read).
   */
  isSound(): boolean;
}

type Realm = Readonly<Record<string, { prototype?: object } | undefined>>;

/** What has no name of its own, and sees all that is iterated over or written into a typed array. */
const namelessOf = (realm: Realm): Readonly<Record<string, object | null | undefined>> => {
  const iterating = (name: string, things: unknown): object | null | undefined => {
    const prototype = realm[name]?.prototype as { [Symbol.iterator](): object };
    try {
      return getPrototypeOf(prototype[Symbol.iterator].call(things));
    } catch {
      // Something of the page's own.
      return undefined;
    }
  };
  const bytes = realm.Uint8Array?.prototype;
  return {
    '[]': iterating('Array', []),
    '""': iterating('String', ''),
    'Map{}': iterating('Map', new Map()),
    'Set{}': iterating('Set', new Set()),
    'Bytes#': bytes && getPrototypeOf(bytes),
    'function*': getPrototypeOf(function* () {}.prototype as object),
  };
};

const functionOf = ({ get, value }: PropertyDescriptor): unknown => get ?? value;

const capture = (realm: Realm): Native[] => {
  const natives: Native[] = [];
  const add = (path: string, holder: object | null | undefined): void => {
    for (const key of holder ? ownKeys(holder) : []) {
      const descriptor = getOwnPropertyDescriptor(holder, key) as PropertyDescriptor;
      if (typeof functionOf(descriptor) !== 'function' || NOT_RELIED_ON.test(String(key))) continue;
      // The page may have a `push` of its own.
      natives[natives.length] = { path: path + String(key), holder: holder as object, key, descriptor };
    }
  };
  for (const name of STATICS.split(' ')) add(`${name}.`, realm[name]);
  for (const name of PROTOTYPES.split(' ')) add(`${name}#`, realm[name]?.prototype);
  const nameless = namelessOf(realm);
  for (const name of ownKeys(nameless) as string[]) add(name, nameless[name]);
  return natives;
};

/** A replaced function shows its source, a bound one or a proxy shows no name. */
const looksNative = ({ descriptor }: Native): boolean =>
  /^function [^\s(][^{]*\{\s*\[native code\]\s*\}$/.test(
    Function.prototype.toString.call(functionOf(descriptor)),
  );

/** Takes the same members from a frame that no script of the page has touched. */
const mendFromFreshFrame = (doc: Document, tampered: Native[]): void => {
  const parent = doc.documentElement;
  if (!parent) return;
  const frame = doc.createElement('iframe');
  parent.appendChild(frame);
  const fresh: Record<string, PropertyDescriptor> = {};
  for (const { path, descriptor } of capture((frame.contentWindow ?? {}) as Realm)) fresh[path] = descriptor;
  for (const native of tampered) native.descriptor = fresh[native.path] ?? native.descriptor;
  frame.remove();
};

const isIn = ({ holder, key, descriptor }: Native): boolean => {
  const now = getOwnPropertyDescriptor(holder, key);
  return now !== undefined && now.value === descriptor.value && now.get === descriptor.get;
};

interface Inherited {
  holder: object;
  /** That belong there. */
  keys: readonly PropertyKey[];
}

/** What every plain object and every list inherits from. */
const INHERITED: readonly Inherited[] = [
  { holder: Object.prototype, keys: ownKeys(Object.prototype) },
  { holder: Array.prototype, keys: ownKeys(Array.prototype) },
];

/** What a page adds to them shows up as a field of every plain object, or hears what is written to an index. */
const isForeign = ({ holder, keys }: Inherited, key: PropertyKey): boolean => {
  if (getOwnPropertyDescriptor(holder, key)?.enumerable) return true;
  for (let i = 0; i < keys.length; i++) if (keys[i] === key) return false;
  return true;
};

/** Puts the captured members in and gives back what has to be put back afterwards. */
const putIn = (natives: Native[]): (() => void)[] => {
  const undo: (() => void)[] = [];
  const later = (step: () => void): void => {
    defineProperty(undo, undo.length, { value: step, configurable: true, enumerable: true, writable: true });
  };
  const set = (holder: object, key: PropertyKey, to: PropertyDescriptor | undefined): void => {
    if (to) defineProperty(holder, key, to);
    else deleteProperty(holder, key);
  };
  const swap = (holder: object, key: PropertyKey, to?: PropertyDescriptor): void => {
    const before = getOwnPropertyDescriptor(holder, key);
    if (before && !before.configurable) return;
    set(holder, key, to && { ...to, configurable: true });
    later(() => set(holder, key, before));
  };
  // By index: what iterates is among what is put in.
  for (let i = 0; i < natives.length; i++) {
    const native = natives[i] as Native;
    if (!isIn(native)) swap(native.holder, native.key, native.descriptor);
  }
  const above = getPrototypeOf(Array.prototype);
  if (above !== Object.prototype && setPrototypeOf(Array.prototype, Object.prototype))
    later(() => setPrototypeOf(Array.prototype, above));
  for (const from of INHERITED)
    for (const key of ownKeys(from.holder)) if (isForeign(from, key)) swap(from.holder, key);
  return undo;
};

/** Calls no method of anything: whoever asks does not know yet whether it can. */
const areIn = (natives: readonly Native[]): boolean => {
  for (let i = 0; i < natives.length; i++) if (!isIn(natives[i] as Native)) return false;
  for (let i = 0; i < INHERITED.length; i++) {
    const from = INHERITED[i] as Inherited;
    const keys = ownKeys(from.holder);
    for (let k = 0; k < keys.length; k++) if (isForeign(from, keys[k] as PropertyKey)) return false;
  }
  return getPrototypeOf(Array.prototype) === Object.prototype;
};

/** Captures the built-ins of `window`. Called once, at injection. */
export const captureNatives = (window: Window): Guard => {
  const natives = capture(window as unknown as Realm);
  const tampered = natives.filter((native) => !looksNative(native));
  // jsdom and happy-dom implement the DOM in JavaScript: all of it looks tampered with, and none of it is.
  const engineIsNative = natives.length > tampered.length * 2;
  if (tampered.length > 0 && engineIsNative) mendFromFreshFrame(window.document, tampered);
  let undo: (() => void)[] | undefined;
  const leave = (): void => {
    // `RegExp.input` and its kin show the last text that matched, whoever asked.
    /(?:)/.test('');
    const steps = undo;
    undo = undefined;
    if (steps) for (let i = steps.length - 1; i >= 0; i--) steps[i]?.();
  };
  const enter = (): void => {
    undo = putIn(natives);
  };
  return {
    isUntouched: tampered.length === 0,
    isSound: () => areIn(natives),
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
