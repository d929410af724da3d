/**
 * The page's built-ins, as they were when the script came in. Pages replace and break them; while our own
 * synchronous code runs, the captured ones are put back in place ({@link Guard.run}), and while the page's
 * handlers run, the page has its own again ({@link Guard.page}). So the rest of the code is written as usual.
 *
 * What was already tampered with at injection is taken from a fresh same-origin frame.
 */

/** `holder: the members that the script relies on`; `@@` marks a well-known symbol. */
const RELIED_ON: Readonly<Record<string, string>> = {
  Object: 'keys create assign defineProperty getOwnPropertyNames getOwnPropertyDescriptor getPrototypeOf',
  'Object.prototype': 'hasOwnProperty toString',
  'Function.prototype': 'call apply toString',
  Array: 'isArray from',
  'Array.prototype':
    'push pop shift slice splice join indexOf concat map filter some every find forEach includes sort reverse @@iterator',
  'String.prototype':
    'charCodeAt codePointAt slice indexOf lastIndexOf split replace toLowerCase toUpperCase trim startsWith endsWith includes repeat',
  String: 'fromCharCode fromCodePoint',
  'Number.prototype': 'toString',
  Number: 'isFinite',
  Math: 'min max round floor ceil abs random',
  'RegExp.prototype': 'exec test',
  'Map.prototype': 'get set has delete clear forEach @@iterator',
  'Set.prototype': 'add has delete forEach @@iterator',
  'WeakMap.prototype': 'get set has delete',
  'WeakSet.prototype': 'add has',
  'WeakRef.prototype': 'deref',
  Date: 'now',
  'Performance.prototype': 'now',
  'EventTarget.prototype': 'dispatchEvent addEventListener removeEventListener',
  'Node.prototype':
    'nodeType nodeName nodeValue firstChild lastChild nextSibling parentNode parentElement childNodes ownerDocument isConnected textContent contains compareDocumentPosition getRootNode',
  'CharacterData.prototype': 'data',
  'Element.prototype':
    'id className tagName localName namespaceURI shadowRoot assignedSlot children getAttribute hasAttribute setAttribute removeAttribute getAttributeNames matches closest querySelector querySelectorAll getElementsByTagName getBoundingClientRect getClientRects checkVisibility scrollIntoView clientWidth clientHeight scrollWidth scrollHeight scrollLeft scrollTop outerHTML',
  'HTMLElement.prototype': 'focus blur click isContentEditable innerText',
  'HTMLInputElement.prototype':
    'value checked indeterminate type disabled labels select list validity willValidate validationMessage files readOnly required multiple',
  'HTMLTextAreaElement.prototype': 'value select',
  'HTMLSelectElement.prototype': 'value options selectedOptions selectedIndex multiple size',
  'HTMLOptionElement.prototype': 'selected text label disabled',
  'HTMLFormElement.prototype': 'elements requestSubmit',
  'HTMLTableElement.prototype': 'rows caption tHead tFoot',
  'HTMLSlotElement.prototype': 'assignedNodes',
  'HTMLIFrameElement.prototype': 'contentDocument contentWindow',
  'DocumentFragment.prototype': 'getElementById querySelectorAll',
  'ShadowRoot.prototype': 'host',
  'Document.prototype':
    'getElementById querySelectorAll createElement createTreeWalker body documentElement activeElement title defaultView elementFromPoint elementsFromPoint execCommand createRange hasFocus readyState',
  'CSSStyleDeclaration.prototype': 'getPropertyValue',
};

interface Native {
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

type Scope = Record<string, unknown>;

const resolve = (scope: Scope, path: string): Scope | undefined => {
  const [first = '', second] = path.split('.');
  const holder = scope[first] as Scope | undefined;
  return second === undefined ? holder : (holder?.[second] as Scope | undefined);
};

const keyOf = (name: string): PropertyKey => (name === '@@iterator' ? Symbol.iterator : name);

/** A replaced function shows its source, a bound one or a proxy shows no name. */
const looksNative = (descriptor: PropertyDescriptor, name: string): boolean => {
  const member = descriptor.get ?? descriptor.value;
  if (typeof member !== 'function') return true;
  const source = Function.prototype.toString.call(member);
  return (
    source.indexOf('[native code]') > 0 &&
    (name.startsWith('@@') || source.slice(0, source.indexOf('(')).endsWith(name))
  );
};

const capture = (scope: Scope): { natives: Native[]; tampered: [path: string, native: Native][] } => {
  const natives: Native[] = [];
  const tampered: [string, Native][] = [];
  for (const path of Object.keys(RELIED_ON)) {
    const holder = resolve(scope, path);
    if (!holder) continue;
    for (const name of (RELIED_ON[path] as string).split(' ')) {
      const descriptor = Object.getOwnPropertyDescriptor(holder, keyOf(name));
      if (!descriptor) continue;
      const native = { holder, key: keyOf(name), descriptor };
      natives.push(native);
      // An iterator is the same function under another name (`values`, `entries`), so only "native" is asked of it.
      if (!looksNative(descriptor, name)) tampered.push([path, native]);
    }
  }
  return { natives, tampered };
};

/** The same members in a frame that no script of the page has touched. */
const mendFromFreshFrame = (scope: Scope, tampered: [string, Native][]): void => {
  const doc = scope.document as Document;
  const parent = doc.documentElement;
  if (!parent) return;
  const frame = doc.createElement('iframe');
  parent.appendChild(frame);
  const fresh = frame.contentWindow as unknown as Scope | null;
  for (const [path, native] of tampered) {
    const holder = fresh && resolve(fresh, path);
    const descriptor = holder && Object.getOwnPropertyDescriptor(holder, native.key);
    if (descriptor) native.descriptor = descriptor;
  }
  frame.remove();
};

const isIn = (native: Native): boolean => {
  const now = Object.getOwnPropertyDescriptor(native.holder, native.key);
  return now !== undefined && now.value === native.descriptor.value && now.get === native.descriptor.get;
};

/** Puts the captured members in and gives back what has to be put back afterwards. */
const putIn = (natives: Native[], plain: object[]): (() => void)[] => {
  const undo: (() => void)[] = [];
  const swap = (holder: object, key: PropertyKey, to: PropertyDescriptor | undefined): void => {
    const before = Object.getOwnPropertyDescriptor(holder, key);
    if (before && !before.configurable) return;
    if (to) Object.defineProperty(holder, key, { ...to, configurable: true });
    else Reflect.deleteProperty(holder, key);
    undo.push(() => {
      if (before) Object.defineProperty(holder, key, before);
      else Reflect.deleteProperty(holder, key);
    });
  };
  for (const native of natives) if (!isIn(native)) swap(native.holder, native.key, native.descriptor);
  // What a page adds to Object.prototype would show up as a field of every plain object.
  for (const holder of plain) {
    for (const key of Object.keys(holder)) swap(holder, key, undefined);
  }
  return undo;
};

/** Captures the built-ins of `window`. Called once, at injection. */
export const captureNatives = (window: Window): Guard => {
  const scope = window as unknown as Scope;
  const { natives, tampered } = capture(scope);
  // jsdom and happy-dom implement the DOM in JavaScript: all of it looks tampered with, and none of it is.
  const engineIsNative = natives.length > tampered.length * 2;
  if (tampered.length > 0 && engineIsNative) mendFromFreshFrame(scope, tampered);
  const plain = [Object.prototype, Array.prototype];
  let undo: (() => void)[] | undefined;
  const leave = (): void => {
    const steps = undo;
    undo = undefined;
    if (steps) for (let i = steps.length - 1; i >= 0; i--) steps[i]?.();
  };
  const enter = (): void => {
    undo = putIn(natives, plain);
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
