import {
  attr,
  contains,
  documentOf,
  fromDocument,
  isHtml,
  matches,
  prop,
  reader,
  tagOf,
  typeOfNode,
} from '../dom/read.ts';

/**
 * Handlers that a page shows by itself: in attributes, in properties and in the records that frameworks leave on
 * elements. A listener added with addEventListener leaves no trace; only the document-start hook sees it.
 */

/** Events that a press with a pointer sets off. */
const PRESS =
  /^(?:on)?(?:click|dblclick|doubleclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|tap)/i;

/** Attributes by which frameworks bind a press: Alpine, Vue templates, htmx, Stimulus, Closure, AngularJS, Livewire, Qwik, Knockout, Ember. */
const PRESS_ATTRIBUTE =
  /^(?:on(?:click|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|dblclick)|(?:x-on:|@|v-on:|on:|wire:|ng-|data-ng-|\(|bind:?)?(?:click|mousedown|tap)\b.*|hx-(?:get|post|put|patch|delete)|data-hx-(?:get|post|put|patch|delete)|data-action|jsaction|data-ember-action)$/;

/** Most attributes, told at a glance. */
const PLAIN_ATTRIBUTE = /^(?:class|style|id|href|src|alt|title|role|tabindex|aria-.*)$/;

const PRESS_PROPERTIES =
  'onclick onmousedown onpointerdown onmouseup onpointerup ontouchstart ontouchend ondblclick'.split(' ');

/** The same of elements of HTML, asked of their common class. */
const PRESS_READERS = PRESS_PROPERTIES.map((name) => reader<unknown>(HTMLElement.prototype, name));

type Bag = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Bag => typeof value === 'object' && value !== null;

const hasPressKey = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value).some((key) => PRESS.test(key) && value[key]);

/**
 * What frameworks keep on an element, by the start of the property's name (or its symbol's description), and how
 * to tell whether a press is among it.
 */
const RECORDS: readonly (readonly [name: RegExp, isPress: (value: unknown, key: string) => boolean])[] = [
  [/^__react(?:Props|EventHandlers)\$/, hasPressKey], // React 16 to 19: the element's props
  [/^_vei$/, hasPressKey], // Vue 3: event invokers
  [/^l$|^__e$|^_listeners$/, hasPressKey], // Preact: `clickfalse`, from 11 on `onClick`
  [/^events$/, hasPressKey], // Svelte 5 (symbol)
  [/^(?:__|\$\$)(?:click|dblclick|mousedown|pointerdown|mouseup|pointerup|touchstart|touchend)$/, Boolean], // Svelte 5, Solid
  [/^__zone_symbol__/, (value, key) => PRESS.test(key.slice(15)) && Array.isArray(value) && value.length > 0], // Angular
  [
    /^__on/,
    (value, key) =>
      Array.isArray(value)
        ? value.some((on: { type?: string }) => PRESS.test(on?.type ?? ''))
        : PRESS.test(key.slice(2)),
  ], // D3
];

const JQUERY = /^jQuery\d/;

interface OldJQuery {
  jQuery?: { _data?: (node: Node, key: string) => unknown };
}

/** jQuery's event store: `{click: [{selector?}, ...]}`. Up to 2.1 the node has only a number and jQuery the rest. */
const jqueryEvents = (node: Node, key: string): Bag | undefined => {
  const store = Reflect.get(node, key) as unknown;
  const view = (typeOfNode(node) === 9 ? node : documentOf(node)) as Document;
  const events = isRecord(store)
    ? store.events
    : (fromDocument(view, 'defaultView') as OldJQuery | null)?.jQuery?._data?.(node, 'events');
  return isRecord(events) ? events : undefined;
};

/** Handlers that an ancestor holds for the descendants that match a selector. */
export interface Delegate {
  root: Node;
  selector: string;
}

/** Press handlers in jQuery's store of `el`: its own, and into `delegates` those for its descendants. */
const jqueryPress = (el: Node, events: Bag, delegates: Delegate[]): boolean => {
  let own = false;
  for (const type of Object.keys(events)) {
    const list = events[type];
    if (!PRESS.test(type) || !Array.isArray(list)) continue;
    for (const entry of list as { selector?: unknown }[]) {
      if (typeof entry?.selector === 'string') delegates.push({ root: el, selector: entry.selector });
      else own = true;
    }
  }
  return own;
};

/** Press listeners that the document-start hook has seen, by node. */
let listeners = new WeakMap<object, ReadonlySet<string>>();

/** The hook's memory, which may be older than this injection. */
export const useListeners = (known: WeakMap<object, ReadonlySet<string>>): void => {
  listeners = known;
};

export const isPressEvent = (type: string): boolean => PRESS.test(type);

/** Who listens to so many kinds of presses listens for others (React's root does). */
const DELEGATES_FROM = 6;

/** They hold what can be pressed; a listener on them is for what is inside. */
const HOLDS_OTHERS = /^(?:ul|ol|dl|table|tbody|thead|form|main|nav|header|footer|fieldset|dialog|body|html)$/;

const listens = (el: Element): boolean => {
  const count = listeners.get(el)?.size ?? 0;
  // What jQuery listens for stands in its own store.
  const isOwn = count > 0 && count < DELEGATES_FROM && !HOLDS_OTHERS.test(tagOf(el));
  return isOwn && !Object.keys(el).some((key) => JQUERY.test(key));
};

const describe = (key: PropertyKey): string =>
  typeof key === 'symbol' ? (key.description ?? '') : String(key);

/** Looks through the properties that scripts have put on a node. */
export const readRecords = (node: Node, delegates: Delegate[]): boolean => {
  const keys = Reflect.ownKeys(node);
  let found = false;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as PropertyKey;
    const name = describe(key);
    try {
      const events = JQUERY.test(name) ? jqueryEvents(node, name) : undefined;
      if (events) found = jqueryPress(node, events, delegates) || found;
      else if (!found) {
        for (const [pattern, isPress] of RECORDS) {
          if (pattern.test(name) && isPress(Reflect.get(node, key), name)) found = true;
        }
      }
    } catch {
      // A getter or a proxy of the page threw: it says nothing.
    }
  }
  return found;
};

const isDelegated = (el: Element, delegates: readonly Delegate[]): boolean => {
  for (const { root, selector } of delegates) {
    try {
      if (root !== el && contains(root, el) && matches(el, selector)) return true;
    } catch {
      // jQuery knows selectors that the engine does not.
    }
  }
  return false;
};

/**
 * A handler with an empty body is there for a bug of Safari's, which React works round so: on its root, on what its
 * portals hang in, and on elements with an `onClick`, which its own record tells of.
 */
const doesSomething = (handler: unknown): boolean =>
  typeof handler === 'function' && !/\{\s*\}$/.test(Function.prototype.toString.call(handler).slice(-20));

const hasPressProperty = (el: Element): boolean => {
  try {
    if (isHtml(el)) return PRESS_READERS.some((read) => doesSomething(read(el)));
    for (const name of PRESS_PROPERTIES) if (doesSomething(prop(el, name as keyof Element))) return true;
  } catch {
    // The page has put a getter there that throws.
  }
  return false;
};

/** Whether the page shows that it handles a press on `el`. */
export const handlesPress = (el: Element, delegates: Delegate[]): boolean => {
  const names = Element.prototype.getAttributeNames.call(el);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    if (PLAIN_ATTRIBUTE.test(name)) continue;
    if (PRESS_ATTRIBUTE.test(name)) return true;
    if (name === 'data-bind' && /\bclick\s*:/.test(attr(el, name) ?? '')) return true;
  }
  return (
    hasPressProperty(el) ||
    readRecords(el, delegates) ||
    listens(el) ||
    (delegates.length > 0 && isDelegated(el, delegates))
  );
};
