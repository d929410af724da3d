import { shadowRootOf } from '../dom/flat-tree.ts';
import { isString } from '../dom/is-string.ts';
import { matched } from '../dom/matched.ts';
import {
  attr,
  contains,
  documentOf,
  findAll,
  isHtml,
  matches,
  parentNodeOf,
  prop,
  reader,
  tagOf,
  typeOfNode,
  viewOf,
} from '../dom/read.ts';
import {
  boundByAttributes,
  CLICKED,
  DRAGGED,
  DROPPED,
  type Handled,
  isClickEvent,
  KINDS,
  maxRank,
  type Rank,
  rankOf,
} from './handler-attributes.ts';
import { type Bag, type Bind, isRecord, MAX_EVENTS, readTree } from './handler-trees.ts';

/**
 * Handlers that a script can see: in attributes, in properties and in the records that frameworks leave on elements. A
 * listener added with addEventListener leaves no trace; only the document-start hook sees it.
 */

const CLICK_PROPERTIES =
  'onclick onmousedown onpointerdown onmouseup onpointerup ontouchstart ontouchend ondblclick oncontextmenu'.split(
    ' ',
  );

/** Readers of such properties for HTML elements, by their common class. Touch handlers exist only on devices with touch. */
const readersOf = (names: readonly string[]): ((el: Element) => unknown)[] =>
  names.filter((name) => name in HTMLElement.prototype).map((name) => reader(HTMLElement.prototype, name));
const CLICK_READERS = readersOf(CLICK_PROPERTIES);
const DROP_READERS = readersOf(['ondrop', 'ondragover']);

/** The rank of an event by D3: its drag behaviour listens for pointer events under the name `drag`. */
const rankOfD3 = (type: string, name: string | undefined): Rank =>
  name === 'drag' && rankOf(type) === CLICKED ? DRAGGED : rankOf(type);

/**
 * Whether handlers only watch if the focus leaves what is in a box: they hear the whole press to know what it goes to.
 */
const watchesFocus = ({ onBlur, onMouseUp, onClick }: Bag): unknown => onBlur && onMouseUp && !onClick;

const rankOfKeys = (value: unknown): Rank =>
  isRecord(value) && !watchesFocus(value)
    ? maxRank(
        Object.keys(value)
          .filter((key) => value[key])
          .map(rankOf),
      )
    : 0;

/**
 * The records of frameworks on an element: a pattern for the property's name (or its symbol's description), and how to
 * rank the value.
 */
const RECORDS: readonly (readonly [name: RegExp, rank: (value: unknown, key: string) => Rank])[] = [
  // React 16 to 19: the element's props. Vue 3: event invokers. Preact: `clickfalse`, from 11 on `onClick`. Inferno, Elm,
  // Svelte 5 (a symbol) and Hyperapp.
  [/^(?:__react(?:Props|EventHandlers)\$.*|_vei|l|__e|_listeners|\$EV|elmFs|events)$/, rankOfKeys],
  // GWT: bits of click, dblclick, mousedown, mouseup
  [/^__eventBits$/, (bits) => (Number(bits) & 0b1111 ? CLICKED : 0)],
  [/^_blazorEvents_/, (value) => rankOfKeys((value as Bag).handlers)], // Blazor
  // Svelte 5, Solid (from 2 on `_$$click`), Marko 6, Vue Vapor (`$evtclick`)
  [/^(?:__|_?\$\$?)[a-z]+$/, (value, key) => (value ? rankOf(key.replace(/^[\W_]+(?:evt)?/, '')) : 0)],
  [
    /^__zone_symbol__/,
    (value, key) => (Array.isArray(value) && value.length > 0 ? rankOf(key.slice(15)) : 0),
  ], // Angular
  [
    /^__on/,
    (value, key) =>
      Array.isArray(value)
        ? maxRank(
            value
              .slice(0, MAX_EVENTS)
              .map((on: { type?: string; name?: string }) => rankOfD3(on?.type || '', on?.name)),
          )
        : rankOfD3(key.slice(2), matched(/\.(.+)/, key, 1)),
  ], // D3
];

const JQUERY = /^jQuery\d/;

interface OldJQuery {
  jQuery?: { _data?: (node: Node, key: string) => unknown };
}

/**
 * jQuery's event store: `{click: [{selector?}, ...]}`. Up to 2.1 the node has only a number, and the store is inside of
 * jQuery.
 */
const jqueryEvents = (node: Node, key: string): Bag | undefined => {
  const store = Reflect.get(node, key) as unknown;
  const view = (typeOfNode(node) === 9 ? node : documentOf(node)) as Document;
  const events = isRecord(store)
    ? store.events
    : (viewOf(view) as OldJQuery | null)?.jQuery?._data?.(node, 'events');
  return isRecord(events) ? events : undefined;
};

/** Namespaces of mouse handlers that begin a drag gesture of jQuery UI: a click alone does nothing there. */
const GESTURE = /^(?:draggable|resizable|selectable|sortable)\b/;

/** The classes of jQuery UI on elements with such a gesture: drop targets have no handler at all. */
const GESTURES: readonly (readonly [name: RegExp, rank: Rank])[] = [
  [/(?:^|\s)ui-selectee(?:\s|$)/, CLICKED],
  [/(?:^|\s)ui-(?:draggable|sortable-handle)(?:\s|$)/, DRAGGED],
  [/(?:^|\s)ui-droppable(?:\s|$)/, DROPPED],
];

const jqueryGesture = (node: Node): Rank => {
  const name = typeOfNode(node) === 1 ? attr(node as Element, 'class') || '' : '';
  return GESTURES.find(([pattern]) => pattern.test(name))?.[1] || 0;
};

/** A delegated handler: an ancestor handles events for the descendants that match a selector. */
interface Delegate {
  root: Node;
  selector: string;
}

/** Limits, as each delegate is matched against each element below its root. Engines cache some hundred parsed selectors. */
const MAX_DELEGATES = 2000;
const MAX_SELECTORS = 250;

/** What records of ancestors tell about the elements below: one for each pass. */
export interface Delegated {
  selectors: Delegate[];
  /** The different selectors among them. */
  different: Set<string>;
  elements: Map<Element, Rank>;
}

export const createDelegated = (): Delegated => ({
  selectors: [],
  different: new Set(),
  elements: new Map(),
});

const delegate = (root: Node, selector: string, { selectors, different }: Delegated): void => {
  if (selectors.length >= MAX_DELEGATES) return;
  if (!different.has(selector) && different.size >= MAX_SELECTORS) return;
  different.add(selector);
  selectors.push({ root, selector });
};

/** Whether jQuery's store of `el` has a click handler of its own; adds those for its descendants to `delegated`. */
const jqueryClick = (el: Node, events: Bag, delegated: Delegated): boolean => {
  let hasOwn = false;
  for (const type of Object.keys(events)) {
    const list = events[type];
    if (!isClickEvent(type) || !Array.isArray(list)) continue;
    for (const entry of (list as { selector?: unknown; namespace?: string }[]).slice(0, MAX_DELEGATES)) {
      if (isString(entry?.selector)) delegate(el, entry.selector, delegated);
      else if (!GESTURE.test(entry?.namespace || '')) hasOwn = true;
    }
  }
  return hasOwn;
};

/** The types of click listeners that the document-start hook has seen, by node. */
let listeners = new WeakMap<object, ReadonlySet<string>>();

/** Takes over the listeners that the hook has recorded, perhaps before this injection. */
export const useListeners = (known: WeakMap<object, ReadonlySet<string>>): void => {
  listeners = known;
};

/** A node that listens for this many types of click events delegates them to descendants (React's root does). */
const MIN_TYPES_OF_DELEGATE = 6;

/** Containers: a listener on them is for the elements inside. */
const CONTAINER = /^(?:dl|ul|ol|table|tbody|thead|form|main|nav|header|footer|fieldset|dialog|body|html)$/;

const listens = (el: Element): boolean => {
  const count = listeners.get(el)?.size || 0;
  // The listeners of jQuery are read from its own store.
  const isOwn = count > 0 && count < MIN_TYPES_OF_DELEGATE && !CONTAINER.test(tagOf(el));
  return isOwn && !Object.keys(el).some((key) => JQUERY.test(key));
};

const describe = (key: PropertyKey): string =>
  typeof key === 'symbol' ? key.description || '' : String(key);

const SORTABLE = /^Sortable\d/;

/** SortableJS: its instance is on the list; draggable are the items of the list, or handles inside of them. */
const readSortable = (list: Element, sortable: unknown, { elements }: Delegated): void => {
  const options = isRecord(sortable) ? sortable.options : undefined;
  if (!isRecord(options) || options.disabled === true) return;
  const { handle, draggable } = options;
  const inList = isString(handle) && handle ? handle : String(draggable).replace(/^>/, '');
  for (const at of Array.from(handle ? findAll(list, inList) : prop(list, 'children'))) {
    if (handle || matches(at, inList)) elements.set(at, maxRank([elements.get(at) || 0, DRAGGED]));
  }
};

/** The own keys of a node; empty where it is a proxy (a framework's simulated form) that throws. */
const ownKeysOf = (node: Node): PropertyKey[] => {
  try {
    return Reflect.ownKeys(node);
  } catch {
    return [];
  }
};

/**
 * Reads the properties that scripts have put on a node: returns its own rank, adds what they tell about descendants to
 * `delegated`.
 */
export const readRecords = (node: Node, delegated: Delegated): Rank => {
  const keys = ownKeysOf(node);
  let found: Rank = 0;
  const bind: Bind = (el, events) => {
    const { elements } = delegated;
    elements.set(el, maxRank([elements.get(el) || 0, ...events.map(rankOf)]));
  };
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as PropertyKey;
    const name = describe(key);
    try {
      const isJQuery = JQUERY.test(name);
      const events = isJQuery ? jqueryEvents(node, name) : undefined;
      if (SORTABLE.test(name)) readSortable(node as Element, Reflect.get(node, key), delegated);
      if (isJQuery) found = maxRank([found, jqueryGesture(node)]);
      readTree(name, () => Reflect.get(node, key), bind);
      if (events) found = jqueryClick(node, events, delegated) ? CLICKED : found;
      else if (found < CLICKED) {
        for (const [pattern, rank] of RECORDS) {
          if (pattern.test(name)) found = maxRank([found, rank(Reflect.get(node, key), name)]);
        }
      }
    } catch {
      // A getter or a proxy of the page threw.
    }
  }
  return found;
};

/** Adds the records of all ancestors of an element to `delegated`, for a pass that starts below them. */
export const readAncestorRecords = (el: Element, delegated: Delegated): void => {
  for (let at: Node | null = el; at; at = parentNodeOf(at) || (at as Partial<ShadowRoot>).host || null) {
    if (at !== el) readRecords(at, delegated);
  }
};

const isDelegated = (el: Element, { selectors }: Delegated): boolean => {
  for (const { root, selector } of selectors) {
    try {
      if (root !== el && contains(root, el) && matches(el, selector)) return true;
    } catch {
      // jQuery has selectors that the engine does not support.
    }
  }
  return false;
};

/**
 * Whether a handler is a function with a body. React sets empty ones against a bug of Safari: on its root, on the containers
 * of portals, and on elements with an `onClick`, which its own record tells too.
 */
const doesSomething = (handler: unknown): boolean =>
  typeof handler === 'function' && !/\{\s*\}$/.test(Function.prototype.toString.call(handler).slice(-20));

const hasProperty = (el: Element, readers: typeof CLICK_READERS, names: readonly string[] = []): boolean => {
  try {
    return isHtml(el)
      ? readers.some((read) => doesSomething(read(el)))
      : names.some((name) => doesSomething(prop(el, name as keyof Element)));
  } catch {
    // The page has put a getter there that throws.
    return false;
  }
};

/** The highest kind of event that `el` handles, as far as that shows. */
export const handledOn = (el: Element, delegated: Delegated): Handled => {
  const shadow = shadowRootOf(el);
  if (shadow) readRecords(shadow, delegated);
  const bound = boundByAttributes(el);
  const recorded = readRecords(el, delegated);
  if (bound === CLICKED || hasProperty(el, CLICK_READERS, CLICK_PROPERTIES)) return 'click';
  if (listens(el) || isDelegated(el, delegated)) return 'click';
  const dropped = hasProperty(el, DROP_READERS) ? DROPPED : 0;
  return KINDS[Math.max(bound, recorded, dropped, delegated.elements.get(el) || 0)];
};

/** Whether `el` itself shows a click handler; handlers that ancestors delegate to it are not read. */
export const handlesClick = (el: Element): boolean => handledOn(el, createDelegated()) === 'click';
