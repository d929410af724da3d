/**
 * The page's built-ins, as they were when the script came in. Pages replace and break them; while our own
 * synchronous code runs, the captured ones are put back in place ({@link Guard.run}), and while the page's
 * handlers run, the page has its own again ({@link Guard.page}). So the rest of the code is written as usual.
 *
 * What was already tampered with at injection is taken from a fresh same-origin frame.
 */

/** What the script relies on: all functions of these, */
const STATICS = 'Array Date Math Number Object Reflect String';

/** all methods and getters of these. */
const PROTOTYPES =
  'Array CSSStyleDeclaration CharacterData Document DocumentFragment Element EventTarget Function HTMLElement HTMLFormElement HTMLIFrameElement HTMLInputElement HTMLOptionElement HTMLSelectElement HTMLSlotElement HTMLTableElement HTMLTextAreaElement Map Node Number Object Performance RegExp Set ShadowRoot String WeakMap WeakRef WeakSet';

/** Event handlers are for the page to set; the others are not what we call, and look odd in some engines. */
const NOT_RELIED_ON = /^(?:on|(?:constructor|arguments|caller)$)/;

const { defineProperty, getOwnPropertyDescriptor } = Object;
const { deleteProperty, ownKeys } = Reflect;

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
}

type Realm = Readonly<Record<string, { prototype?: object } | undefined>>;

const functionOf = ({ get, value }: PropertyDescriptor): unknown => get ?? value;

const capture = (realm: Realm): Native[] => {
  const natives: Native[] = [];
  const add = (path: string, holder: object | undefined): void => {
    for (const key of holder ? ownKeys(holder) : []) {
      const descriptor = getOwnPropertyDescriptor(holder, key) as PropertyDescriptor;
      if (typeof functionOf(descriptor) !== 'function' || NOT_RELIED_ON.test(String(key))) continue;
      // The page may have a `push` of its own.
      natives[natives.length] = { path: path + String(key), holder: holder as object, key, descriptor };
    }
  };
  for (const name of STATICS.split(' ')) add(`${name}.`, realm[name]);
  for (const name of PROTOTYPES.split(' ')) add(`${name}#`, realm[name]?.prototype);
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

/** Puts the captured members in and gives back what has to be put back afterwards. */
const putIn = (natives: Native[]): (() => void)[] => {
  const undo: (() => void)[] = [];
  const set = (holder: object, key: PropertyKey, to: PropertyDescriptor | undefined): void => {
    if (to) defineProperty(holder, key, to);
    else deleteProperty(holder, key);
  };
  const swap = (holder: object, key: PropertyKey, to?: PropertyDescriptor): void => {
    const before = getOwnPropertyDescriptor(holder, key);
    if (before && !before.configurable) return;
    set(holder, key, to && { ...to, configurable: true });
    undo[undo.length] = () => set(holder, key, before);
  };
  for (const native of natives) if (!isIn(native)) swap(native.holder, native.key, native.descriptor);
  // What a page adds to these would show up as a field of every plain object.
  for (const holder of [Object.prototype, Array.prototype]) {
    for (const key of Object.keys(holder)) swap(holder, key);
  }
  return undo;
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
    const steps = undo;
    undo = undefined;
    if (steps) for (let i = steps.length - 1; i >= 0; i--) steps[i]?.();
  };
  const enter = (): void => {
    undo = putIn(natives);
  };
  return {
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
