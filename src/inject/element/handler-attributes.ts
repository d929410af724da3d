import { isField } from '../dom/input-type.ts';
import { matched } from '../dom/matched.ts';
import { attr, attributeNamesOf, listAttr, tagOf } from '../dom/read.ts';

/** The kinds of events that an element handles, as far as that shows. A later kind outranks the earlier ones. */
export const KINDS = [undefined, 'hover', 'drop', 'drag', 'click'] as const;
export type Handled = (typeof KINDS)[number];
export type Rank = 0 | 1 | 2 | 3 | 4;

const HOVERED: Rank = 1;
export const DROPPED: Rank = 2;
export const DRAGGED: Rank = 3;
export const CLICKED: Rank = 4;

export const maxRank = (ranks: readonly Rank[]): Rank => Math.max(0, ...ranks) as Rank;

/** Events that a click or tap dispatches. */
const CLICK_EVENT =
  /^(?:on)?(?:click|dblclick|doubleclick|contextmenu|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|tap)/i;

/** Events of a drop target. */
const DROP_EVENT = /^(?:on)?(?:drop|dragover)/i;

export const isClickEvent = (type: string): boolean => CLICK_EVENT.test(type);

export const rankOf = (type: string): Rank =>
  CLICK_EVENT.test(type) ? CLICKED : DROP_EVENT.test(type) ? DROPPED : 0;

/** The first letters of all attributes that are checked below: most others fail this one test. */
const MAY_BIND = /^(?:on|x-|@|v-|q-|wi|ng|\(|bi|ph|hx|_|js|data-(?:on|ng|hx|ac|bi|sc|em|bs|to|di|sl))/;

/**
 * Attribute names that contain an event: of HTML, Alpine and petite-vue, Vue templates, Svelte and Qwik 1, Qwik 2, Polymer,
 * Livewire, AngularJS, Angular templates, Phoenix LiveView, Datastar, htmx. The event is the first group.
 */
const NAMED_EVENT =
  /^(?:on|x-on:|@|v-on:|on[:-]|q-e:|wire:|(?:data-)?ng-|\(|bind:?|phx-|data-on[:-]|(?:data-)?hx-on::?-?)([a-z]+)(.*)$/;

/** Modifiers of a binding to events outside of the element. */
const ELSEWHERE = /[.:_-](?:outside|away|window|document)\b/;

const HOVER_EVENT = /^(?:mouse|pointer)(?:enter|over)$/;

const rankOfEvent = (event: string): Rank => rankOf(event) || (HOVER_EVENT.test(event) ? HOVERED : 0);

/** The event of a binding that names none, in htmx and Stimulus. */
const defaultEvent = (el: Element): string => {
  if (tagOf(el) === 'form') return 'submit';
  return isField(el) ? 'change' : 'click';
};

const htmxEvents = (_: string, el: Element): string[] => {
  const triggers = attr(el, 'hx-trigger') ?? attr(el, 'data-hx-trigger');
  if (triggers === null) return [defaultEvent(el)];
  return triggers.split(',').map((trigger) => (/\bfrom:/.test(trigger) ? '' : matched(/\w+/, trigger)));
};

/** `click->menu#open keydown.esc->menu#close`, or a word that a handler on an ancestor looks for. */
const actionEvents = (actions: string, el: Element): string[] =>
  (actions.match(/\S+/g) || []).map((action) => {
    const [, event = defaultEvent(el), elsewhere] = /^([\w.:-]+)(@\w+)?->/.exec(action) || [];
    return elsewhere ? '' : event;
  });

/** `click:ns.open;mouseover:ns.show`; an action without an event is for click. */
const jsactionEvents = (actions: string): string[] =>
  actions.split(';').flatMap((entry) => {
    const [first = '', ...action] = entry.trim().split(':');
    return first === '' ? [] : [action.length > 0 ? first : 'click'];
  });

/** Attributes whose value contains the events, and how to read them. */
const WITH_EVENTS: readonly (readonly [name: RegExp, events: (value: string, el: Element) => string[]])[] = [
  [/^(?:data-)?hx-(?:get|post|put|patch|delete)$/, htmxEvents],
  [/^data-action$/, actionEvents], // Stimulus
  [/^jsaction$/, jsactionEvents], // Closure, Angular's hydration
  [/^data-bind$/, (value) => Array.from(value.matchAll(/\b([a-z]+)\s*:/g), ([, key = '']) => key)], // Knockout
  [
    /^(?:_|data-script)$/, // hyperscript
    (value) =>
      Array.from(
        value.matchAll(
          /\bon\s+(?:every\s+|first\s+)?([a-z]+)(?!\s*(?:\[[^\]]{0,200}\]\s*)?(?:from|elsewhere)\b)/g,
        ),
        ([, on = '']) => on,
      ),
  ],
  // Bootstrap: https://getbootstrap.com/docs/5.3/getting-started/javascript/#data-attributes
  [
    /^data-(?:bs-)?toggle$/,
    (value) =>
      /^(?:buttons?|collapse|dropdown|list|modal|offcanvas|pill|popover|tab)$/.test(value) ? ['click'] : [],
  ],
  [/^data-(?:ember-action|(?:bs-)?(?:dismiss|slide|slide-to))$/, () => ['click']], // Ember up to 3, Bootstrap
];

/** The highest rank of the events that attributes bind on an element. */
export const boundByAttributes = (el: Element): Rank => {
  const names = attributeNamesOf(el);
  let found: Rank = 0;
  for (let i = 0; i < names.length && found < CLICKED; i++) {
    const name = names[i] as string;
    if (!MAY_BIND.test(name)) continue;
    const [, event, rest = ''] = NAMED_EVENT.exec(name) || [];
    if (event !== undefined && !ELSEWHERE.test(rest)) found = maxRank([found, rankOfEvent(event)]);
    for (const [pattern, events] of WITH_EVENTS) {
      if (pattern.test(name)) found = maxRank([found, ...events(listAttr(el, name), el).map(rankOfEvent)]);
    }
  }
  return found;
};
