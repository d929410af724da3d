import { isElement } from '../dom/flat-tree.ts';
import { isString } from '../dom/is-string.ts';

/**
 * Frameworks that keep no record on each element, but a tree of all that they have rendered on their root element: from
 * there each handler is found with its element.
 */

export type Bag = Readonly<Record<PropertyKey, unknown>>;

/** Called with an element and the events that it handles. */
export type Bind = (el: Element, events: readonly string[]) => void;

/** Reads one entry of a tree; returns its child entries. */
type Step = (entry: Bag, bind: (el: unknown, events: unknown) => void) => unknown[];

export const isRecord = (value: unknown): value is Bag => typeof value === 'object' && !!value;

const inBag = (value: unknown, key: PropertyKey): unknown => (isRecord(value) ? value[key] : undefined);

/** Vue 2: a component, or a virtual node that it has rendered. Child components hang on their own elements. */
const vue2: Step = ({ _vnode, $vnode, elm, data, children }, bind) => {
  if (!isRecord(_vnode)) {
    bind(elm, inBag(data, 'on'));
    return [children];
  }
  // A component that is the root of another one, or that has native listeners, shares its element.
  bind(inBag($vnode, 'elm'), inBag(inBag($vnode, 'data'), 'on'));
  return [_vnode, _vnode.componentInstance];
};

/** The type of Lit's parts for event listeners. */
const LIT_EVENT = 5;

/** Lit: a part of a template, or the template in a part; by the property names of releases, then of development builds. */
const lit: Step = (entry, bind) => {
  const value = entry._$AH ?? entry._$committedValue;
  // A symbol stands for "no listener".
  if (entry.type === LIT_EVENT) bind(entry.element, typeof value === 'symbol' ? [] : [entry.name]);
  // Only a child part (type 2) contains templates; the values of other parts are the page's own.
  return [entry.type === 2 && value, entry._$AV ?? entry._$parts];
};

const mithril: Step = ({ dom, events, instance, children }, bind) => {
  bind(dom, events);
  return [instance, children];
};

/** Aurelia: the record on an element, a controller in it, or one of its bindings; `if` and `repeat` render views. */
const aurelia: Step = (entry, bind) => {
  // Only event bindings: the targets of others need not be nodes.
  if (entry.targetEvent) bind(entry.target, [entry.targetEvent]);
  const { viewModel } = entry;
  return [
    entry['au:resource:custom-element'],
    entry.bindings,
    entry.children,
    inBag(viewModel, 'view'),
    inBag(viewModel, 'views'),
  ];
};

/** How to read a tree, by the name of the property that contains it. */
const TREES: ReadonlyMap<string, Step> = new Map([
  ['__vue__', vue2],
  ['_$litPart$', lit],
  ['vnodes', mithril],
  ['$au', aurelia],
]);

/** How many events of an element are read. */
export const MAX_EVENTS = 100;

/** How many entries of a tree are read: more than any page renders. */
const MAX_ENTRIES = 50_000;

/** Reads the tree under a property of a node, if it is one. */
export const readTree = (name: string, value: () => unknown, bind: Bind): void => {
  const step = TREES.get(name);
  if (!step) return;
  const bindKeys = (el: unknown, events: unknown): void => {
    if (!isRecord(el) || !isElement(el as unknown as Node) || !isRecord(events)) return;
    const types = Array.isArray(events) ? events : Object.keys(events).filter((key) => events[key]);
    // Vue marks `once`, `capture` and `passive` listeners by a prefix of the event.
    bind(
      el as unknown as Element,
      types
        .slice(0, MAX_EVENTS)
        .filter((type) => isString(type))
        .map((type) => type.replace(/^[~!&]+/, '')),
    );
  };
  const seen = new Set<unknown>();
  const stack: unknown[] = [value()];
  for (let at = stack.pop(); at !== undefined || stack.length > 0; at = stack.pop()) {
    if (!isRecord(at) || seen.has(at)) continue;
    if (seen.size >= MAX_ENTRIES) return;
    seen.add(at);
    if (Array.isArray(at)) for (let i = Math.min(at.length, MAX_ENTRIES) - 1; i >= 0; i--) stack.push(at[i]);
    else stack.push(...step(at, bindKeys));
  }
};
