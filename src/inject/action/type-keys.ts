import type { Agent } from '../agent.ts';
import { roleOf } from '../aria/role.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { hasAttr } from '../dom/read.ts';
import { isVisible } from '../element/element-state.ts';
import { handlesClick } from '../element/handlers.ts';
import { isLive } from '../element/refs.ts';
import { isFailure } from '../result.ts';
import { click } from './click.ts';
import { watch } from './effects.ts';
import { moveFocus } from './focus.ts';
import { sendKeystroke } from './keyboard.ts';
import { keyForChar } from './keys.ts';
import { asObserved, type Outcome } from './outcome.ts';
import { NEXT_TASK, type Pause, type Script, SEEN, SETTLED } from './script.ts';
import { takesKeys } from './text-target.ts';

/** Roles that may handle keys by themselves. To what is clicked or chosen letters are shortcuts. */
const READS_KEYS =
  /^(?:generic|application|document|group|region|log|image|table|grid|(?:grid)?cell|textbox|searchbox)$/;

/**
 * Whether an element that is no field handles keys: a terminal, a game, a cell or its table that is edited when it is
 * typed on.
 */
export const readsKeys = (el: Element): boolean =>
  (hasAttr(el, 'tabindex') || hasInvisibleField(el) || isCellInFocus(el)) &&
  READS_KEYS.test(roleOf(el, createDomCache()));

const isCell = (el: Element): boolean => /cell$/.test(roleOf(el, createDomCache()));

/**
 * Whether an element is a cell in the focused table: a click on a cell focuses the whole table, which knows its
 * current cell.
 */
const isCellInFocus = (el: Element): boolean => {
  const active = deepActiveElement();
  return !!active && hasAttr(active, 'tabindex') && flatContains(active, el) && isCell(el);
};

/** Whether a click on an element has given the focus to a field that is not visible, as that of a terminal. */
const hasInvisibleField = (el: Element): boolean => {
  const active = deepActiveElement();
  return !!active && takesKeys(active) && handlesClick(el) && !isVisible(active, createDomCache());
};

/** Presses a key for each character: only the page knows what becomes of them. */
export function* typeKeys(agent: Agent, el: Element, text: string, delayMs: number): Script<Outcome> {
  const effectNow = watch(agent, el);
  // A terminal moves the focus to a field of its own that is not visible.
  if (!flatContains(el, deepActiveElement()) && !hasInvisibleField(el)) {
    // A table may know its current cell by the click alone.
    if (isCell(el)) {
      const pressed = yield* click(agent, el);
      if (isFailure(pressed)) return pressed;
    } else moveFocus(agent, el);
    yield NEXT_TASK;
  }
  // The first key may open an editor, which takes the focus a moment later.
  let pause: Pause = SETTLED;
  for (const char of Array.from(text)) {
    if (!isLive(el)) break;
    const key = keyForChar(char);
    if (key) yield* sendKeystroke(agent, el, key, []);
    yield delayMs || pause;
    pause = NEXT_TASK;
  }
  yield SEEN;
  return asObserved(effectNow());
}
