import { type Agent, fail, isFailure } from '../agent.ts';
import { documentOf } from '../dom/read.ts';
import { readPayload } from '../payload.ts';
import { checkVisible } from './checks.ts';
import { selectAllIn, selectionOf } from './edit-text.ts';
import { watch } from './effects.ts';
import { moveFocus } from './focus.ts';
import { controlOf, inWords, newPass, type Outcome } from './outcome.ts';
import { type Script, SETTLED } from './script.ts';
import { isTextField } from './text-target.ts';

/** The range of `length` characters from `start` in the text below an element. */
const rangeIn = (el: Element, start: number, end: number): Range => {
  const range = documentOf(el).createRange();
  range.selectNodeContents(el);
  const walker = documentOf(el).createTreeWalker(el, 4 /* text */);
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

/** Selects all text of an element or field, a piece of it by its words, or from one character to another. */
export function* selectText(agent: Agent, el: Element, payload: unknown): Script<Outcome> {
  const given = readPayload('selectText', payload, { text: 'string', start: 'number', end: 'number' });
  if (isFailure(given)) return given;
  const target = controlOf(el);
  const refusal = checkVisible(agent, target, newPass());
  if (refusal) return refusal;
  const field = isTextField(target) ? target : undefined;
  const whole = field ? field.value : (target.textContent ?? '');
  const text = given.text as string | undefined;
  const start = text === undefined ? ((given.start as number) ?? 0) : whole.indexOf(text);
  const end = text === undefined ? ((given.end as number) ?? whole.length) : start + text.length;
  if (start < 0 || end < start || end > whole.length) {
    return fail(
      'invalid_argument',
      `${inWords(agent, target)} has no such text; it holds ${whole.length} characters.`,
      {
        argument: text === undefined ? 'start' : 'text',
      },
    );
  }
  const all = start === 0 && end === whole.length;
  if (field && !all && field.selectionEnd === null) {
    return fail('not_editable', `Only the whole text of ${inWords(agent, field)} can be selected.`);
  }
  const effectNow = watch(agent, target);
  if (field) {
    moveFocus(agent, field);
    if (all) selectAllIn(agent, field);
    else field.setSelectionRange(start, end);
  } else {
    const selection = selectionOf(target);
    selection?.removeAllRanges();
    selection?.addRange(rangeIn(target, start, end));
  }
  yield SETTLED;
  const selected = field
    ? field.selectionEnd === null || (field.selectionStart === start && field.selectionEnd === end)
    : selectionOf(target)?.isCollapsed === (start === end);
  return { effect: effectNow(), verified: selected };
}
