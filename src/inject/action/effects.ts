import type { Effect } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { roleOf } from '../aria/role.ts';
import { statesBeyondRole, statesOf } from '../aria/states.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { ancestors, flatContains } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { controlOf } from '../dom/labels.ts';
import { observeAll } from '../dom/mutations.ts';
import { attr, isConnected, nextSiblingOf, parentNodeOf, rootOf, windowOf } from '../dom/read.ts';
import { openDialogs } from '../element/dialogs.ts';
import { labelWithRef } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { watchFields } from './changed-fields.ts';
import { isOwnMark } from './hover-style.ts';
import { hear } from './send.ts';

/** What is compared before and after an action. */
interface Observed {
  value?: string;
  checked?: Effect['checked'];
  expanded?: boolean;
  active: Element | null;
  url: string;
  dialogs: Element[];
}

const observe = (el: Element): Observed => {
  const cache = createDomCache();
  return {
    ...(isLive(el) && { ...statesBeyondRole(el), ...statesOf(el, roleOf(el, cache), cache) }),
    active: deepActiveElement(),
    url: location.href,
    dialogs: openDialogs(cache),
  };
};

/** The roots in which mutations are observed: the document, and those of the element and of all that it is shown in. */
const rootsAround = (el: Element): Node[] =>
  Array.from(new Set<Node>([document, ...ancestors(el).map(rootOf)]));

/**
 * A class or style list as it is compared: removing an entry leaves the attribute empty, or serialized by the engine.
 */
const comparable = (list: string | null | undefined): string => (list || '').replace(/[\s;]/g, '');

/**
 * Counts the mutations that change something. Frameworks write texts and attributes with the value that they have,
 * and remove some for a moment (React the name of an input): those do not count.
 */
const mutationCount = (
  isFeedback: (record: MutationRecord) => boolean,
): { count: (records: MutationRecord[]) => number; remains: () => boolean } => {
  const originals = new Map<Node, Record<string, string | null>>();
  /** Where each removed or moved node was before; `null` for an added node. */
  const places = new Map<Node, readonly [parent: Node, next: Node | null] | null>();
  let mutations = 0;
  const notePlaces = ({ target, addedNodes, removedNodes, nextSibling }: MutationRecord): void => {
    for (const node of Array.from(removedNodes))
      if (!places.has(node)) places.set(node, [target, nextSibling]);
    for (const node of Array.from(addedNodes)) if (!places.has(node)) places.set(node, null);
  };
  const isMoved = (node: Node): boolean => {
    const place = places.get(node);
    const parent = parentNodeOf(node);
    return place ? parent !== place[0] || nextSiblingOf(node) !== place[1] : isConnected(node);
  };
  const isRewritten = (node: Node): boolean => {
    const known = originals.get(node) as Record<string, string | null>;
    return Object.keys(known).some((name) => {
      const now = name === '#text' ? (node as Text).data : attr(node as Element, name);
      const was = known[name];
      return /^(?:class|style)$/.test(name) ? comparable(now) !== comparable(was) : now !== was;
    });
  };
  const remains = (): boolean =>
    Array.from(places.keys()).some(isMoved) || Array.from(originals.keys()).some(isRewritten);
  const count = (records: MutationRecord[]): number => {
    for (const record of records) {
      const { target, type, attributeName, attributeNamespace, oldValue } = record;
      if (isOwnMark(record)) continue;
      if (type !== 'childList' && !attributeNamespace) {
        const name = attributeName || '#text';
        const known = getOrInsertComputed(originals, target, (): Record<string, string | null> => ({}));
        if (known[name] === undefined) known[name] = oldValue;
        const now = attributeName ? attr(target as Element, attributeName) : (target as Text).data;
        if (known[name] === now) continue;
      }
      if (isFeedback(record)) continue;
      if (type === 'childList') notePlaces(record);
      mutations++;
    }
    return mutations;
  };
  return { count, remains };
};

/** Ends the watch and returns what has changed. */
export interface Watch {
  (): Effect;
  /** Counts the mutations until now. */
  hear(): void;
  /** Whether a node, text, attribute or field that was changed still differs from what it was before. */
  remains(): boolean;
}

/**
 * Watches an element and its page from now on.
 *
 * @param isFeedback mutations that only show that the input has arrived (a pressed look) and are no effect
 */
export const watch = (
  agent: Agent,
  target: Element,
  isFeedback: (record: MutationRecord) => boolean = () => false,
): Watch => {
  const el = controlOf(target);
  const before = observe(el);
  const roots = rootsAround(el);
  const counted = mutationCount(isFeedback);
  const count = (records: MutationRecord[]): number => {
    agent.action?.note(records);
    return counted.count(records);
  };
  const { action, watched } = agent;
  const withoutRestless = (records: MutationRecord[]): MutationRecord[] =>
    records.filter(({ target: at }) => !watched.restless.has(at));
  /** Mutations of unknown cause. They are counted at the end, because their targets may turn out to be restless. */
  const doubtful: MutationRecord[] = [];
  /** Counts mutations unless they are known to have another cause than the action. */
  const countOurs = (records: MutationRecord[]): void => {
    const doer = action && watched.causes.doer(action.cause);
    if (doer === 'other') return;
    if (!action || doer === 'action') {
      if (count(records) > 0 && action) action.isSure = true;
      return;
    }
    const unsure = withoutRestless(records);
    if (doer === 'unknown') action.note(unsure);
    doubtful.push(...unsure);
    action.doubt(unsure, doer === 'loop' ? watched.causes.loopMs : undefined);
  };
  const observer = observeAll(roots, countOurs);
  const view = windowOf(el);
  let leaving = false;
  // A prevented `beforeunload` asks the user. If the script goes on after it, the answer was to stay.
  const leave = (event: Event): void => {
    leaving = !event.defaultPrevented;
  };
  // What may change nothing in the DOM: a form that the page submits by script (it prevents `submit`), a popover.
  let withoutMutation = 0;
  const note = ({ type, defaultPrevented }: Event): void => {
    const doer = action && watched.causes.doer(action.cause);
    if (type === 'submit' ? defaultPrevented : !doer || doer === 'action') withoutMutation = 1;
  };
  const stops = [
    hear(agent, window, 'beforeunload', leave),
    hear(agent, view, 'submit', note),
    hear(agent, view, 'beforetoggle', note, { capture: true }),
  ];
  const fields = watchFields(agent, view, roots, el);
  const effectWith = (mutations: number): Effect => {
    const after = observe(el);
    const cache = createDomCache();
    const effect: Effect = { mutations };
    if (!isLive(el)) effect.detached = true;
    else {
      if (after.value !== before.value) effect.value = after.value || '';
      for (const state of ['checked', 'expanded'] as const)
        if (after[state] !== before[state] && after[state] !== undefined)
          Object.assign(effect, { [state]: after[state] });
    }
    const { active } = after;
    if (active && active !== before.active) {
      effect.focus = labelWithRef(agent, active, cache);
      // A click focuses what is clicked, or what that is in. Any other focus was moved by the page: a change, even if
      // its DOM changes are in a root that is not observed.
      if (!flatContains(active, el) && !flatContains(el, active)) effect.mutations++;
    }
    if (after.url !== before.url) effect.url = after.url;
    if (leaving) effect.leaving = true;
    if (action?.cause.unanswered) effect.awaiting = action.cause.unanswered;
    const opened = after.dialogs.find((dialog) => !before.dialogs.includes(dialog));
    if (opened) effect.dialog = labelWithRef(agent, opened, cache);
    return effect;
  };
  if (action) action.isShown = () => isObservable(effectWith(0));
  const effectNow = (): Effect => {
    for (const stop of stops) stop();
    fields.stop();
    counted.count(withoutRestless(doubtful));
    const mutations = count(observer.takeRecords()) + fields.count() + withoutMutation;
    observer.disconnect();
    return effectWith(mutations);
  };
  return Object.assign(effectNow, {
    hear: () => void count(observer.takeRecords()),
    remains: () => counted.remains() || fields.count() > 0,
  });
};

/** Fields of an effect that do not show a change by themselves. */
const NOT_A_CHANGE = /^(?:mutations|focus|leaving|awaiting|defaultPrevented)$/;

/** Whether anything but the focus has changed. */
export const isObservable = (effect: Effect): boolean =>
  effect.mutations > 0 || Object.keys(effect).some((field) => !NOT_A_CHANGE.test(field));
