/**
 * The functions by which {@link captureNatives} reads and restores the built-ins (`Reflect.apply` and the like). Where
 * the page has replaced them before this script ran, they come from a fresh frame that no script of the page has touched.
 *
 * So this file relies on no global name and calls no method of arrays, strings or regular expressions.
 */

export type Realm = Readonly<Record<string, { prototype?: object } | undefined>>;

/** Function and object literals give the built-ins of this realm without a global name, which the page may have replaced. */
const nothing = (): void => {};
const { apply: applyHere, toString: sourceHere } = nothing;
const { __lookupGetter__: lookupGetter } = {} as unknown as { __lookupGetter__: (key: string) => unknown };

let sourceOf = (fn: (...all: never[]) => unknown): string =>
  // As a method: whether `call` and `apply` are the engine's is not known yet.
  fn.toString === sourceHere ? fn.toString() : '';

/** Whether a source text is that of a native function of this name, as Chromium or as Firefox and Safari print it. */
const isWrittenSo = (source: string, name: string): boolean =>
  source === `function ${name}() { [native code] }` ||
  source === `function ${name}() {\n    [native code]\n}`;

/**
 * Whether the engine implements a function: a replaced one shows its source, a bound one or a proxy has no name in its
 * source. `name`: the expected name, for a quick comparison.
 */
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
  // "function push() { [native code] }"; WebKit gives proxies a name.
  return (
    body === '{[nativecode]}' &&
    source[8] === ' ' &&
    source[9] !== '(' &&
    source[9] !== ' ' &&
    !isWrittenSo(source, 'ProxyObject')
  );
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

/**
 * The reflection functions of the page's realm; undefined where the page has replaced one of them, or added a property
 * to `Object.prototype` that every descriptor would inherit.
 */
const reflectionOfPage = (): Reflection | undefined => {
  // A native method has no `prototype`: a `toString` that has one is the page's, which may print itself as native.
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

/** Adds a frame without an address to the end of the document. Undefined where the page has replaced the methods for that. */
const openFrame = (doc: Document): { realm: Realm; close(): void } | undefined => {
  const run = <T>(method: unknown, self: object, ...args: unknown[]): T | undefined => {
    if (!isNativeFunction(method)) return undefined;
    if (trusted) return trusted.apply(method as typeof nothing, self, args) as T;
    const { apply } = method as typeof nothing;
    return apply === applyHere && isNativeFunction(apply)
      ? ((method as typeof nothing).apply(self as never, args as never) as T)
      : undefined;
  };
  // Methods of the prototype: a form named `createElement` shadows the document's. The global `Document` is MooTools'
  // own class there.
  const prototype = trusted
    ? (trusted.getPrototypeOf(trusted.getPrototypeOf(doc)) as Document)
    : (window.Document as typeof Document | undefined)?.prototype || doc;
  const getter = trusted
    ? trusted.getOwnPropertyDescriptor(prototype, 'documentElement')?.get
    : run(lookupGetter, prototype, 'documentElement');
  const parent = run<Element>(getter, doc);
  const frame = run<HTMLIFrameElement>(prototype.createElement, doc, 'iframe');
  if (!parent || !frame || !run(parent.appendChild, parent, frame)) return undefined;
  // The last indexed window: a page can't replace `window[n]`, only add numbers to `Object.prototype`.
  let last = 0;
  while (!(last + 1 in {}) && window[last + 1]) last++;
  // Elements whose id is a number follow the frames.
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

/**
 * The window of a fresh frame, which no script of the page has touched; opened at the first call, until
 * {@link closeFreshRealm}.
 */
export const freshRealm = (): Realm | undefined => {
  opened ||= openFrame(document);
  return opened?.realm;
};

export const closeFreshRealm = (): void => {
  opened?.close();
  opened = undefined;
};

/** The engine's own functions to read and write properties. */
export const reflection = trusted || reflectionOf(freshRealm() || (window as never));

/** Whether source texts can be trusted: otherwise neither realm gave a native `Function.prototype.toString`. */
const isSourceTrusted = !!trusted || !!opened;

const { toString: nativeToString } =
  (opened?.realm.Function as typeof Function | undefined)?.prototype || nothing;
sourceOf = (fn) => reflection.apply(nativeToString, fn, []);

/** The source text of a function from the engine, not from a `toString` of the page. */
export const sourceText = (fn: () => unknown): string => sourceOf(fn);

/** Whether a function is native and has this name; false where source texts can't be trusted. */
export const isNativeNamed = (fn: () => unknown, name: string): boolean =>
  isSourceTrusted && isWrittenSo(sourceOf(fn), name);
