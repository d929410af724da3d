import type { Effect } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { roleOf } from '../aria/role.ts';
import { statesBeyondRole, statesOf } from '../aria/states.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { flatContains, shadowHostOf } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { controlOf } from '../dom/labels.ts';
import { observeAll } from '../dom/mutations.ts';
import { attr, documentOf, isConnected, nextSiblingOf, parentNodeOf, rootOf, viewOf } from '../dom/read.ts';
import { openDialogs } from '../element/dialogs.ts';
import { labelWithRef } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { watchFields } from './changed-fields.ts';
import { isHoverMark } from './hover-style.ts';
import { hear } from './send.ts';

/** What is compared before and after. */
interface Observed {
  value: string | undefined;
  checked: Effect['checked'];
  expanded: boolean | undefined;
  active: Element | null;
  url: string;
  dialogs: Element[];
}

const observe = (el: Element): Observed => {
  const cache = createDomCache();
  const { value, checked, expanded } = isLive(el)
    ? { ...statesBeyondRole(el), ...statesOf(el, roleOf(el, cache), cache) }
    : {};
  return {
    value,
    checked,
    expanded,
    active: deepActiveElement(),
    url: location.href,
    dialogs: openDialogs(cache),
  };
};

/** Everything that mutations are heard in: the page, the element's frame, the shadow roots around it. */
export const rootsAround = (el: Element): Node[] => {
  const roots: Node[] = [document];
  for (let at: Element | null = el; at; ) {
    const root: Node = rootOf(at);
    if (!roots.includes(root)) roots.push(root);
    at = shadowHostOf(at);
  }
  return roots;
};

/** Taking back a class or a style leaves the attribute empty, or written in the engine's own way. */
const bare = (list: string | null | undefined): string => (list || '').replace(/[\s;]/g, '');

/**
 * Counts what has changed. Frameworks write texts and attributes that are right already, and take some away for a
 * moment (React an input's name): that is no change.
 */
const mutationCount = (
  isMark: (record: MutationRecord) => boolean,
): { count: (records: MutationRecord[]) => number; remains: () => boolean } => {
  const originals = new Map<Node, Record<string, string | null>>();
  /** What was taken out or moved, and where it stood; `null` for what was not there. */
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
      return /^(?:class|style)$/.test(name) ? bare(now) !== bare(was) : now !== was;
    });
  };
  const remains = (): boolean =>
    Array.from(places.keys()).some(isMoved) || Array.from(originals.keys()).some(isRewritten);
  const count = (records: MutationRecord[]): number => {
    for (const record of records) {
      const { target, type, attributeName, attributeNamespace, oldValue } = record;
      if (isHoverMark(record)) continue;
      if (type !== 'childList' && !attributeNamespace) {
        const name = attributeName || '#text';
        const known = getOrInsertComputed(originals, target, (): Record<string, string | null> => ({}));
        if (known[name] === undefined) known[name] = oldValue;
        const now = attributeName ? attr(target as Element, attributeName) : (target as Text).data;
        if (known[name] === now) continue;
      }
      if (isMark(record)) continue;
      if (type === 'childList') notePlaces(record);
      mutations++;
    }
    return mutations;
  };
  return { count, remains };
};

/** Tells what has changed, and ends the watch. */
export interface Watch {
  (): Effect;
  /** Counts what has been done until now. */
  hear(): void;
  /** Whether something of what was changed is not as it was before. */
  remains(): boolean;
}

/**
 * Watches an element and its page from now on.
 *
 * @param isMark what says that something was heard, and is no change
 */
export const watch = (
  agent: Agent,
  target: Element,
  isMark: (record: MutationRecord) => boolean = () => false,
): Watch => {
  const el = controlOf(target);
  const before = observe(el);
  const roots = rootsAround(el);
  const counted = mutationCount(isMark);
  const count = (records: MutationRecord[]): number => {
    agent.action?.note(records);
    return counted.count(records);
  };
  const { action, watched } = agent;
  const withoutRestless = (records: MutationRecord[]): MutationRecord[] =>
    records.filter(({ target: at }) => !watched.restless.has(at));
  /** It is counted at the end: until then it may show that it changes all the time. */
  const doubtful: MutationRecord[] = [];
  /** What goes on without the action is not its doing: where that is known. */
  const countOurs = (records: MutationRecord[]): void => {
    const doer = action && watched.causes.doer(action.cause);
    if (doer === 'other') return;
    if (!action || doer === 'action') {
      if (action) action.isSure = true;
      count(records);
      return;
    }
    const perhaps = withoutRestless(records);
    if (doer === 'unknown') action.note(perhaps);
    doubtful.push(...perhaps);
    action.doubt(perhaps, doer === 'loop' ? watched.causes.loopMs : undefined);
  };
  const observer = observeAll(roots, countOurs);
  const view = viewOf(documentOf(el));
  let leaving = false;
  // Where the page has asked, the answer is no if anything comes after it.
  const leave = (event: Event): void => {
    leaving = !event.defaultPrevented;
  };
  // A form that its page sends by itself may show nothing of it.
  let sent = 0;
  const submit = (event: Event): void => {
    if (event.defaultPrevented) sent = 1;
  };
  const stops = view && [hear(agent, view, 'beforeunload', leave), hear(agent, view, 'submit', submit)];
  const fields = view && watchFields(agent, view, roots, el);
  const effectNow = (): Effect => {
    for (const stop of stops || []) stop();
    fields?.stop();
    counted.count(withoutRestless(doubtful));
    const mutations = count(observer.takeRecords()) + (fields?.count() || 0) + sent;
    observer.disconnect();
    const after = observe(el);
    const cache = createDomCache();
    const effect: Effect = { mutations };
    if (!isLive(el)) effect.detached = true;
    else {
      if (after.value !== before.value) effect.value = after.value || '';
      if (after.checked !== before.checked && after.checked !== undefined) effect.checked = after.checked;
      if (after.expanded !== before.expanded && after.expanded !== undefined)
        effect.expanded = after.expanded;
    }
    const { active } = after;
    if (active && active !== before.active) {
      effect.focus = labelWithRef(agent, active, cache);
      // A press gives it to what is pressed, or to what that is in: elsewhere the page has put it, perhaps into a tree of its own.
      if (!flatContains(active, el) && !flatContains(el, active)) effect.mutations++;
    }
    if (after.url !== before.url) effect.url = after.url;
    if (leaving) effect.leaving = true;
    if (action?.cause.unanswered) effect.awaiting = action.cause.unanswered;
    const opened = after.dialogs.find((dialog) => !before.dialogs.includes(dialog));
    if (opened) effect.dialog = labelWithRef(agent, opened, cache);
    return effect;
  };
  return Object.assign(effectNow, {
    hear: () => void count(observer.takeRecords()),
    remains: () => counted.remains() || !!fields?.count(),
  });
};

/** They say that something was heard, not that anything has changed. */
const NOT_A_CHANGE = /^(?:mutations|focus|leaving|awaiting|defaultPrevented)$/;

/** Whether anything but the focus has changed. */
export const isObservable = (effect: Effect): boolean =>
  effect.mutations > 0 || Object.keys(effect).some((field) => !NOT_A_CHANGE.test(field));
