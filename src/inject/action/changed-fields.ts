import type { Agent } from '../agent.ts';
import { elementsIn, props } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { afterMicrotasks, nextTask } from '../timing/tasks.ts';
import { hear } from './send.ts';

/** Events on which the buttons and shortcuts of a page act. */
const ACTING_EVENTS = ['mousedown', 'click', 'keydown'];

/** The value and the checked state of a field. */
const stateOf = (field: Element): string => {
  const { value, checked } = props(field as HTMLInputElement, 'value', 'checked');
  return `${checked} ${value}`;
};

/**
 * Counts the fields other than `el` that a click or a key changes: a button that counts up, or empties a form,
 * changes no node. Fields are compared between such an event and the end of its task and microtasks, because a field
 * that changes by itself, as a clock does, does so in tasks of its own. After a trusted event the next task is waited
 * for: its microtasks run between its listeners, and the focus moves after the last one.
 */
export const watchFields = (agent: Agent, view: Window, roots: readonly Node[], el: Element) => {
  /** The original states of the changed fields. */
  const originals = new Map<Element, string>();
  /** The states of all fields, from such an event until they are compared. */
  let before: (readonly [field: Element, state: string])[] = [];
  const compare = (): void => {
    for (const [field, state] of before)
      if (!originals.has(field) && stateOf(field) !== state) originals.set(field, state);
    before = [];
  };
  const start = ({ isTrusted }: Event): void => {
    compare();
    before = roots
      .flatMap((root) => elementsIn(root as Document, 'input, textarea, select'))
      .filter((field) => field !== el)
      .map((field) => [field, stateOf(field)] as const);
    (isTrusted ? nextTask : afterMicrotasks)(() => agent.guard.run(compare));
  };
  const ends = ACTING_EVENTS.map((type) => hear(agent, view, type, start, { capture: true }));
  return {
    stop(): void {
      for (const end of ends) end();
    },
    /** How many fields differ from their original states now. */
    count(): number {
      compare();
      return Array.from(originals).filter(([field, state]) => isLive(field) && stateOf(field) !== state)
        .length;
    },
  };
};
