/**
 * The functions that the captured built-ins are read and put in place with ({@link captureNatives}). A page that came
 * first may have replaced them: then they come from a frame that no script of the page has touched, before anything of
 * the page's is called.
 *
 * No name is relied on here, and no method of a list, a text or a pattern.
 */

export type Realm = Readonly<Record<string, { prototype?: object } | undefined>>;

/** Of the syntax, not of a name that the page may have taken. */
const nothing = (): void => {};
const { apply: applyHere, toString: sourceHere } = nothing;
const { __lookupGetter__: lookupGetter } = {} as unknown as { __lookupGetter__: (key: string) => unknown };

let sourceOf = (fn: (...all: never[]) => unknown): string =>
  // As a method: what would call it with another `this` is not known to be the engine's yet.
  fn.toString === sourceHere ? fn.toString() : '';

/** As Chromium writes a function of the engine, and as others do. */
const isWrittenSo = (source: string, name: string): boolean =>
  source === `function ${name}() { [native code] }` ||
  source === `function ${name}() {\n    [native code]\n}`;

/** A replaced function shows its source, a bound one or a proxy shows no name. `name`: what it is called, most likely. */
export const isNativeFunction = (value: unknown, name = ''): boolean => {
  if (typeof value !== 'function') return false;
  const source = sourceOf(value as () => unknown);
  if (name !== '' && (isWrittenSo(source, name) || isWrittenSo(source, `get ${name}`))) return true;
  let body = '';
  for (let i = 0; i < source.length && body.length < 20; i++) {
    const char = source[i] as string;
    if ((body || char === '{') && char !== ' ' && char !== '\n' && char !== '\r' && char !== '\t')
      body += char;
  }
  // "function push() { [native code] }"
  return body === '{[nativecode]}' && source[8] === ' ' && source[9] !== '(' && source[9] !== ' ';
};

type Reflection = Pick<
  typeof Reflect,
  'apply' | 'defineProperty' | 'deleteProperty' | 'ownKeys' | 'setPrototypeOf'
> &
  Pick<ObjectConstructor, 'getOwnPropertyDescriptor' | 'getPrototypeOf'>;

const reflectionOf = (realm: Realm): Reflection => {
  const { apply, defineProperty, deleteProperty, ownKeys, setPrototypeOf } =
    realm.Reflect as unknown as typeof Reflect;
  const { getOwnPropertyDescriptor, getPrototypeOf } = realm.Object as unknown as ObjectConstructor;
  return {
    apply,
    defineProperty,
    deleteProperty,
    ownKeys,
    setPrototypeOf,
    getOwnPropertyDescriptor,
    getPrototypeOf,
  };
};

/** None where the page has replaced one of them, or put on all objects what descriptors lack. */
const reflectionOfPage = (): Reflection | undefined => {
  // Only functions that classes are made of, or classes, have one of these: a stand-in that calls itself native.
  if ('prototype' in sourceHere || !isNativeFunction(sourceHere, 'toString')) return undefined;
  const everyObject = {};
  if ('get' in everyObject || 'set' in everyObject || 'value' in everyObject) return undefined;
  try {
    const found = reflectionOf(window as never);
    for (const name in found) if (!isNativeFunction(found[name as keyof Reflection], name)) return undefined;
    return found;
  } catch {
    return undefined;
  }
};

const trusted = reflectionOfPage();

/** A frame without an address, at the end of the document. None where the page has replaced what makes one. */
const openFrame = (doc: Document): { realm: Realm; close(): void } | undefined => {
  const run = <T>(method: unknown, self: object, ...args: unknown[]): T | undefined => {
    if (!isNativeFunction(method)) return undefined;
    if (trusted) return trusted.apply(method as typeof nothing, self, args) as T;
    const { apply } = method as typeof nothing;
    return apply === applyHere && isNativeFunction(apply)
      ? ((method as typeof nothing).apply(self as never, args as never) as T)
      : undefined;
  };
  // The prototype: a form may be called `createElement`. Not by the name of its class, where MooTools puts one of its own.
  const of = trusted
    ? (trusted.getPrototypeOf(trusted.getPrototypeOf(doc)) as Document)
    : (window.Document as typeof Document | undefined)?.prototype || doc;
  const getter = trusted
    ? trusted.getOwnPropertyDescriptor(of, 'documentElement')?.get
    : run(lookupGetter, of, 'documentElement');
  const parent = run<Element>(getter, doc);
  const frame = run<HTMLIFrameElement>(of.createElement, doc, 'iframe');
  if (!parent || !frame || !run(parent.appendChild, parent, frame)) return undefined;
  // By number: no page can replace that, only put numbers on all objects.
  let last = 0;
  while (!(last + 1 in {}) && window[last + 1]) last++;
  // Behind the frames come elements that have a number for an id.
  while (last > 0 && 'nodeType' in (window[last] as object)) last--;
  const realm = window[last] as unknown as Realm & typeof window;
  if (realm?.frameElement !== frame) {
    run(parent.removeChild, parent, frame);
    return undefined;
  }
  const { removeChild } = realm.Node.prototype;
  return { realm, close: () => void reflection.apply(removeChild, parent, [frame]) };
};

let opened: ReturnType<typeof openFrame>;

/** What no script of the page has touched, while this is called for the first time by {@link captureNatives}. */
export const freshRealm = (): Realm | undefined => {
  opened ||= openFrame(document);
  return opened?.realm;
};

export const closeFreshRealm = (): void => {
  opened?.close();
  opened = undefined;
};

/** The reading and writing of properties, as the engine does it. */
export const reflection = trusted || reflectionOf(freshRealm() || (window as never));

/** Where neither the page's nor a fresh frame's could be had, what tells sources is the page's to choose. */
const isToldByEngine = !!trusted || !!opened;

const { toString: source } = (opened?.realm.Function as typeof Function | undefined)?.prototype || nothing;
sourceOf = (fn) => reflection.apply(source, fn, []);

/** The source of a function as the engine has it, whatever the page says. */
export const sourceText = (fn: () => unknown): string => sourceOf(fn);

/** A function of the engine that is called so, as all engines write it; only those whose source is not the page's to tell. */
export const isNativeNamed = (fn: () => unknown, name: string): boolean =>
  isToldByEngine && isWrittenSo(sourceOf(fn), name);
