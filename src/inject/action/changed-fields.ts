import type { Agent } from '../agent.ts';
import { elementsIn, props } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { afterMicrotasks, nextTask } from '../timing/tasks.ts';
import { hear } from './send.ts';

/** What a page's buttons and keys act by. */
const ACTED_BY = ['mousedown', 'click', 'keydown'];

/** What a field holds, and whether it is checked. */
const heldIn = (field: Element): string => {
  const { value, checked } = props(field as HTMLInputElement, 'value', 'checked');
  return `${checked} ${value}`;
};

/**
 * Counts the fields but `el` in which presses and keys put something else: a button that counts up, or empties a form, changes
 * no node. Only what they hold when such an event comes and when its task and microtasks are over is compared: a field that
 * goes on by itself, as a clock does, changes in tasks of its own. The
 * microtasks of a listener to the browser's own event come before the next listener, and the focus goes after the last.
 */
export const watchFields = (agent: Agent, view: Window, roots: readonly Node[], el: Element) => {
  /** What those held that were changed. */
  const originals = new Map<Element, string>();
  /** What all hold, from such an event until its microtasks are over. */
  let before: (readonly [field: Element, held: string])[] = [];
  const compare = (): void => {
    for (const [field, held] of before)
      if (!originals.has(field) && heldIn(field) !== held) originals.set(field, held);
    before = [];
  };
  const start = ({ isTrusted }: Event): void => {
    compare();
    before = roots
      .flatMap((root) => elementsIn(root as Document, 'input, textarea, select'))
      .filter((field) => field !== el)
      .map((field) => [field, heldIn(field)] as const);
    (isTrusted ? nextTask : afterMicrotasks)(() => agent.guard.run(compare));
  };
  const ends = ACTED_BY.map((type) => hear(agent, view, type, start, { capture: true }));
  return {
    stop(): void {
      for (const end of ends) end();
    },
    /** Those that hold something else now. */
    count(): number {
      compare();
      return Array.from(originals).filter(([field, held]) => isLive(field) && heldIn(field) !== held).length;
    },
  };
};
