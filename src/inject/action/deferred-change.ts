import { type Agent, keepUndo } from '../agent.ts';
import { isTextField } from '../dom/input-type.ts';
import { call, documentOf } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { takeBack } from '../state.ts';
import { edgeOf, hear, sendChange } from './send.ts';
import { valueIn } from './text-target.ts';

/**
 * The `change` of a text field that was typed into comes when a person's would: when the field is left, and at Enter.
 * Engines dispatch it when the focus goes, if the page has the system's focus and the edit was theirs; else it is dispatched here.
 */

/** Fields that were edited and have dispatched no change yet. */
export interface Edits {
  /** What they held before. */
  readonly before: WeakMap<Element, string>;
  /** Those that no engine knows of: a script has set what they hold. */
  readonly unknown: WeakSet<Element>;
  /** How to stop hearing their change. */
  readonly waiting: Set<() => void>;
}

export const createEdits = (): Edits => ({
  before: new WeakMap(),
  unknown: new WeakSet(),
  waiting: new Set(),
});

/** Fields that wait for their change event are no more than so many: those of before are not waited for any more. */
const MOST_WAITING = 20;

/** Hears of the change of a field once, unless the script is released before. */
const hearChange = (agent: Agent, el: Element, then: () => void): void => {
  const { waiting } = agent.edits;
  if (waiting.size === 0)
    keepUndo(agent, 'edits', () => {
      for (const stop of waiting) stop();
      waiting.clear();
    });
  const stop = hear(
    agent,
    el,
    'change',
    () => {
      waiting.delete(stop);
      then();
    },
    { once: true },
  );
  waiting.add(stop);
  for (const oldest of waiting) {
    if (waiting.size <= MOST_WAITING) break;
    oldest();
    waiting.delete(oldest);
  }
};

/** Remembers what a field held before it was edited, until its change is dispatched. */
export const markEdited = (agent: Agent, el: Element, before: string, byScript = false): void => {
  const { edits } = agent;
  if (byScript) edits.unknown.add(el);
  if (edits.before.has(el)) return;
  edits.before.set(el, before);
  hearChange(agent, el, () => {
    edits.before.delete(el);
    edits.unknown.delete(el);
  });
};

/** Tells the change of a field now, if it is due. */
export const commitChange = (agent: Agent, el: Element): void => {
  const before = agent.edits.before.get(el);
  agent.edits.before.delete(el);
  const value = isTextField(el) ? valueIn(el) : undefined;
  if (before === undefined || before === value) return;
  sendChange(agent, el);
  // The engine does not know that it was dispatched, and would dispatch it again when the field loses the focus.
  const again = (event: Event): void => {
    if (event.isTrusted && event.target === el && isTextField(el) && valueIn(el) === value)
      event.stopImmediatePropagation();
  };
  const stop = hear(agent, edgeOf(el), 'change', again, { capture: true });
  // One at a time: only the field that has the focus is due to dispatch its change. One that is removed hears no blur.
  const unhear = hear(agent, el, 'blur', () => takeBack(agent.state, 'change'), { once: true });
  keepUndo(agent, 'change', () => {
    stop();
    unhear();
  });
};

/** Before a field loses the focus: its change, where the engine would not tell it. */
export const changeBeforeLeaving = (agent: Agent, el: Element): void => {
  if (agent.edits.unknown.has(el) || !call(documentOf(el), 'hasFocus')) commitChange(agent, el);
};

/** After a field has lost the focus: its change, where the engine has not dispatched it all the same. */
export const changeAfterLeaving = (agent: Agent, el: Element): void => {
  if (isLive(el)) commitChange(agent, el);
  agent.edits.before.delete(el);
};
