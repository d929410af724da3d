import { isElement } from '../dom/flat-tree.ts';
import { isString } from '../dom/is-string.ts';

/**
 * Frameworks that keep no record on the element itself, but a tree of what they have drawn on the element that they
 * draw into: from there each handler is found with its element.
 */

export type Bag = Readonly<Record<PropertyKey, unknown>>;

/** Says that `el` answers to these events. */
export type Bind = (el: Element, events: readonly string[]) => void;

/** Reads one entry of a tree, and names those it leads to. */
type Step = (entry: Bag, bind: (el: unknown, events: unknown) => void) => unknown[];

export const isRecord = (value: unknown): value is Bag => typeof value === 'object' && !!value;

const inBag = (value: unknown, key: PropertyKey): unknown => (isRecord(value) ? value[key] : undefined);

/** A component, else a node that it has drawn. What components below have drawn hangs on their own elements. */
const vue2: Step = ({ _vnode, $vnode, elm, data, children }, bind) => {
  if (!isRecord(_vnode)) {
    bind(elm, inBag(data, 'on'));
    return [children];
  }
  // A component that is all there is in another one, or to which native listeners were given, shares its element.
  bind(inBag($vnode, 'elm'), inBag(inBag($vnode, 'data'), 'on'));
  return [_vnode, _vnode.componentInstance];
};

const LIT_EVENT = 5;

/** A part of a template, else the template in it; under the names of releases, then of development builds. */
const lit: Step = (entry, bind) => {
  const held = entry._$AH ?? entry._$committedValue;
  if (entry.type === LIT_EVENT) bind(entry.element, typeof held === 'symbol' ? [] : [entry.name]);
  // What other parts hold is the page's own.
  return [entry.type === 2 && held, entry._$AV ?? entry._$parts];
};

const mithril: Step = ({ dom, events, instance, children }, bind) => {
  bind(dom, events);
  return [instance, children];
};

/** What hangs on an element, a controller in it, or one of its bindings; what `if` and `repeat` draw are views. */
const aurelia: Step = (entry, bind) => {
  // What other bindings are for need not be a node.
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

/** By the name of the property that the tree hangs on. */
const TREES: ReadonlyMap<string, Step> = new Map([
  ['__vue__', vue2],
  ['_$litPart$', lit],
  ['vnodes', mithril],
  ['$au', aurelia],
]);

/** So many kinds of events are looked at for an element. */
export const MOST_EVENTS = 100;

/** More than any page draws; a page may also lead in circles. */
const MOST_ENTRIES = 50_000;

/** Reads the tree under a property of a node, if it is one. */
export const readTree = (name: string, value: () => unknown, bind: Bind): void => {
  const step = TREES.get(name);
  if (!step) return;
  const bindKeys = (el: unknown, events: unknown): void => {
    if (!isRecord(el) || !isElement(el as unknown as Node) || !isRecord(events)) return;
    const types = Array.isArray(events) ? events : Object.keys(events).filter((key) => events[key]);
    // Vue marks what is for one time, for the capture phase, or passive.
    bind(
      el as unknown as Element,
      types
        .slice(0, MOST_EVENTS)
        .filter((type) => isString(type))
        .map((type) => type.replace(/^[~!&]+/, '')),
    );
  };
  const seen = new Set<unknown>();
  const stack: unknown[] = [value()];
  for (let at = stack.pop(); at !== undefined || stack.length > 0; at = stack.pop()) {
    if (!isRecord(at) || seen.has(at)) continue;
    if (seen.size >= MOST_ENTRIES) return;
    seen.add(at);
    if (Array.isArray(at)) for (let i = Math.min(at.length, MOST_ENTRIES) - 1; i >= 0; i--) stack.push(at[i]);
    else stack.push(...step(at, bindKeys));
  }
};
