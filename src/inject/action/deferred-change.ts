import { type Agent, keepUndo } from '../agent.ts';
import { isTextField } from '../dom/input-type.ts';
import { call, documentOf } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { takeBack } from '../state.ts';
import { hear, outermostTarget, sendChange } from './send.ts';
import { valueIn } from './text-target.ts';

/**
 * The `change` of a text field that was typed into comes when a person's would: when the field is left, and at Enter.
 * Engines dispatch it when the focus goes, if the page has the system's focus and the edit was theirs; else it is dispatched here.
 */

/** Fields that were edited and have dispatched no change yet. */
export interface Edits {
  /** Their values before the first edit. */
  readonly before: WeakMap<Element, string>;
  /** Fields whose value a script has set: the engine does not know of the edit, and dispatches no change. */
  readonly unknown: WeakSet<Element>;
  /** Functions that remove the listeners for their change. */
  readonly waiting: Set<() => void>;
}

export const createEdits = (): Edits => ({
  before: new WeakMap(),
  unknown: new WeakSet(),
  waiting: new Set(),
});

/** How many fields are listened to for their change; beyond that the oldest listeners are removed. */
const MAX_WAITING = 20;

/** Calls `then` at the next change event of a field, unless the script is released before. */
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
    if (waiting.size <= MAX_WAITING) break;
    oldest();
    waiting.delete(oldest);
  }
};

/** Remembers the value of a field before an edit, until its change is dispatched. */
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

/** Dispatches the change of a field now, if it is due. */
export const commitChange = (agent: Agent, el: Element): void => {
  const before = agent.edits.before.get(el);
  agent.edits.before.delete(el);
  const value = isTextField(el) ? valueIn(el) : undefined;
  if (before === undefined || before === value) return;
  sendChange(agent, el);
  // The engine does not know that it was dispatched, and would dispatch it again when the field loses the focus.
  const stopSecond = (event: Event): void => {
    if (event.isTrusted && event.target === el && isTextField(el) && valueIn(el) === value)
      event.stopImmediatePropagation();
  };
  const stop = hear(agent, outermostTarget(el), 'change', stopSecond, { capture: true });
  // One field at a time (`keepUndo` ends the one before): only the focused field can be due, and a field that is
  // removed gets no blur event.
  const stopBlur = hear(agent, el, 'blur', () => takeBack(agent.state, 'change'), { once: true });
  keepUndo(agent, 'change', () => {
    stop();
    stopBlur();
  });
};

/** Dispatches the change of a field that is about to lose the focus, if the engine would not. */
export const changeBeforeLeaving = (agent: Agent, el: Element): void => {
  if (agent.edits.unknown.has(el) || !call(documentOf(el), 'hasFocus')) commitChange(agent, el);
};

/** Dispatches the change of a field that has lost the focus, if the engine has not. */
export const changeAfterLeaving = (agent: Agent, el: Element): void => {
  if (isLive(el)) commitChange(agent, el);
  agent.edits.before.delete(el);
};
