import type { Agent } from '../agent.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { isTextField } from '../dom/input-type.ts';
import { controlOf } from '../dom/labels.ts';
import { contentsOf, prop, textOf, walkerOver } from '../dom/read.ts';
import { unspaced } from '../dom/text-lines.ts';
import { middleOf, viewBoxOf } from '../dom/view-box.ts';
import { inWords } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { wrongArgument } from '../payload.ts';
import { fail, final } from '../result.ts';
import { checkVisible } from './checks.ts';
import { selectAllIn, selectionOf, selectRange } from './edit-text.ts';
import { SELECTION_SETTLE_MS } from './editor.ts';
import { watch } from './effects.ts';
import { exposesSelection, selectionIn } from './field-caret.ts';
import { moveFocus } from './focus.ts';
import type { Given, Outcome } from './outcome.ts';
import { place, sendBoth } from './pointer.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { editingHost } from './text-target.ts';

/** The range from one character to another of the text of an element. */
const rangeIn = (el: Element, start: number, end: number): Range => {
  const range = contentsOf(el);
  const walker = walkerOver(el, 4 /* text */);
  let at = 0;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const past = at + node.data.length;
    if (start >= at && start <= past) range.setStart(node, start - at);
    if (end >= at && end <= past) {
      range.setEnd(node, end - at);
      break;
    }
    at = past;
  }
  return range;
};

const isSelected = (el: Element, text: string): boolean =>
  unspaced(selectionOf(el)?.toString() || '') === unspaced(text);

/** Selects all text of an element or field, a piece of it by its words, or from one character to another. */
export function* selectText(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const target = controlOf(el);
  const refusal = checkVisible(agent, target, createDomCache());
  if (refusal) return refusal;
  if (drawingSurface(target)) {
    const why = `${inWords(agent, target)} draws its text by script. Press Mod+A to select all, or fill it.`;
    return final(fail('not_editable', why));
  }
  const field = isTextField(target) ? target : undefined;
  const whole = field ? prop(field, 'value') : textOf(target);
  const text = given.text as string | undefined;
  const start = text === undefined ? (given.start as number) || 0 : whole.indexOf(text);
  const end = text === undefined ? ((given.end as number) ?? whole.length) : start + text.length;
  if (start < 0 || end < start || end > whole.length) {
    return wrongArgument(
      text === undefined ? 'start' : 'text',
      `${inWords(agent, target)} has no such text; it holds ${whole.length} characters.`,
    );
  }
  const all = start === 0 && end === whole.length;
  if (field && !all && !exposesSelection(field))
    return fail('not_editable', `Only the whole text of ${inWords(agent, target)} can be selected.`);
  const effectNow = watch(agent, target);
  const box = viewBoxOf(target);
  const at = { ...place(target, box && middleOf(box)), detail: 1 };
  const dispatchPress = (type: string, buttons: number): void => {
    if (isLive(target)) sendBoth(agent, target, type, { ...at, buttons });
  };
  // Mouse events around the selection: at mouseup toolbars come, and React reads the selection.
  dispatchPress('down', 1);
  yield NEXT_TASK;
  if (field) {
    moveFocus(agent, field);
    if (all) selectAllIn(agent, field);
    else field.setSelectionRange(start, end);
  } else {
    const host = editingHost(target);
    if (host && !flatContains(host, deepActiveElement())) {
      // An editor restores its own caret when it gets the focus.
      moveFocus(agent, host);
      yield SELECTION_SETTLE_MS;
    }
    selectRange(agent, target, rangeIn(target, start, end));
  }
  yield NEXT_TASK;
  dispatchPress('up', 0);
  yield SETTLED;
  const isDone = (): boolean =>
    field
      ? !exposesSelection(field) || selectionIn(field).join() === `${start},${end}`
      : isSelected(target, whole.slice(start, end));
  if (!field && !isDone()) {
    // In a busy page an editor restores its own caret as late as this.
    selectRange(agent, target, rangeIn(target, start, end));
    yield SETTLED;
  }
  return { effect: effectNow(), verified: isDone() };
}
