import type { Agent } from '../../agent.ts';
import { readable } from '../../aria/white-space.ts';
import { flatContains } from '../../dom/flat-tree.ts';
import { deepActiveElement } from '../../dom/hit-test.ts';
import { attr, keyword, textOf } from '../../dom/read.ts';
import { hasNumber, plainDigits, unicodePattern } from '../../dom/unicode-pattern.ts';
import { inWords, labelWithRef } from '../../element/lookup.ts';
import { isLive } from '../../element/refs.ts';
import { type Failure, fail, nameInWords, quoted } from '../../result.ts';
import { isSplitter, sliderValue } from '../aria-slider.ts';
import { watch } from '../effects.ts';
import { moveFocus } from '../focus.ts';
import { focusableAt } from '../focusable.ts';
import { sendKeystroke } from '../keyboard.ts';
import { type Key, keyOf } from '../keys.ts';
import { checkReady, type Outcome } from '../outcome.ts';
import { NEXT_TASK, type Script, SETTLED } from '../script.ts';

import { slideByPointer } from './slide-by-hand.ts';

/** How many keys are pressed, and for how long (ms), whatever the page makes of them. */
const MAX_PRESSES = 2000;
const MAX_MS = 10_000;

/** How often, and with which pause (ms), it is checked whether the focus or a new value has come. */
const MAX_POLLS = 30;
const POLL_MS = 10;

/** From so many steps on keys that move the value further are tried. */
const MANY_STEPS = 20;

/**
 * Pairs of arrow keys in the order in which they are tried: Left is more from right to left. A spinbutton is moved by
 * the first pair only: Left and Right move the focus away from it.
 */
const ARROWS: readonly (readonly [more: string, less: string])[] = [
  ['ArrowUp', 'ArrowDown'],
  ['ArrowRight', 'ArrowLeft'],
  ['ArrowLeft', 'ArrowRight'],
];

const lowest = (el: Element): number => Number(attr(el, 'aria-valuemin') ?? -Infinity);
const highest = (el: Element): number => Number(attr(el, 'aria-valuemax') ?? Infinity);

const isSpinner = (el: Element): boolean => keyword(el, 'role') === 'spinbutton';

/** The texts that a spinbutton shows, in lower case; empty for a slider. */
const shownTextOf = (el: Element): string =>
  isSpinner(el) ? `${attr(el, 'aria-valuetext') || ''} ${textOf(el)}`.toLowerCase() : '';

/**
 * Whether a spinbutton shows only words. A part of a date that is not set yet has the value of today, which the first
 * key sets.
 */
const isUnset = (el: Element): boolean => /\S/.test(shownTextOf(el)) && !hasNumber(shownTextOf(el));

/** The value of a slider, as a message gives it; its text if it is not set and has no number. */
const valueNow = (el: Element): string => String(sliderValue(el) || attr(el, 'aria-valuetext') || 0);

/** Whether a spinbutton shows a word, such as `PM` or `March`. */
const showsWord = (el: Element, text: string): boolean =>
  shownTextOf(el)
    .split(/[\s,]+/)
    .includes(text.trim().toLowerCase());

const LETTERS = unicodePattern('^[\\p{L}]+$');

const checkSettable = (agent: Agent, el: Element, text: string): Failure | undefined => {
  const refusal = checkReady(agent, el);
  if (refusal) return refusal;
  const to = text.trim() ? Number(text) : Number.NaN;
  if (Number.isNaN(to) && isUnset(el) && LETTERS(text).test(text.trim())) return undefined;
  if (to >= lowest(el) && to <= highest(el)) return undefined;
  return fail(
    'value_rejected',
    `${inWords(agent, el)} takes a number from ${lowest(el)} to ${highest(el)}.`,
    {
      observed: valueNow(el),
    },
  );
};

/** Waits until an element has the focus: some pass it to a part of theirs in a later task. */
function* hasFocus(el: Element): Script<boolean> {
  const focusTarget = focusableAt(el);
  for (let i = 0; ; i++) {
    const active = deepActiveElement();
    if (active && (active === focusTarget || flatContains(el, active))) return true;
    if (i === MAX_POLLS) return false;
    yield POLL_MS;
  }
}

/** Presses a key and returns how far that has moved the value. Pages show it in a later task or frame. */
function* movedBy(agent: Agent, el: Element, key: string): Script<number> {
  const was = sliderValue(el);
  const shownText = shownTextOf(el);
  yield* sendKeystroke(agent, el, keyOf(key) as Key, []);
  const isStill = (): boolean => isLive(el) && sliderValue(el) === was && shownTextOf(el) === shownText;
  for (let i = 0; i < MAX_POLLS && isStill(); i++) yield POLL_MS;
  // On a slow phone few frames come in that time.
  if (isStill()) yield SETTLED;
  return sliderValue(el) - was;
}

/** What has been found out about the keys of a slider. */
interface Keys {
  /** The index in `ARROWS` of the pair that is used. */
  arrows: number;
  works: boolean;
  /** The smallest move that was seen. */
  step: number;
  /** How far PageUp and PageDown go: not at all where they have been tried in vain. */
  page?: number;
  /** Whether Home and End were tried. */
  ends?: true;
  /** The first key was pressed on an element that was not set. */
  isSet?: true;
}

/** Whether the value is the wanted one, but for rounding errors: additions of 0.1 do not come to whole numbers. */
const isAt = (el: Element, to: number, { step }: Keys): boolean =>
  Math.abs(sliderValue(el) - to) <= (step / 100 || 1e-13 * Math.max(1, Math.abs(to)));

/** A key that moves the value further than many arrows, if there may be one. */
const farKey = (el: Element, to: number, { step, page, ends }: Keys): string | undefined => {
  const from = sliderValue(el);
  const far = Math.abs(to - from);
  if (!step || far < step * MANY_STEPS) return undefined;
  if (!ends && to === lowest(el)) return 'Home';
  if (!ends && to === highest(el)) return 'End';
  // A page key may go beyond the value if fewer arrows lead back from there.
  if (far < (page ?? 0) / 2 || page === 0) return undefined;
  return to > from ? 'PageUp' : 'PageDown';
};

/** Presses one key towards a value; false if there is none that comes nearer. */
function* goNearer(agent: Agent, el: Element, to: number, keys: Keys): Script<boolean> {
  const way = to - sliderValue(el);
  const far = farKey(el, to, keys);
  if (far) {
    const moved = yield* movedBy(agent, el, far);
    if (/^Page/.test(far))
      keys.page = moved * way > 0 && Math.abs(moved - way) < Math.abs(way) ? Math.abs(moved) : 0;
    else keys.ends = true;
    return true;
  }
  const pair = ARROWS[keys.arrows];
  if (!pair) return false;
  const shownText = isUnset(el) && !keys.isSet ? shownTextOf(el) : undefined;
  const moved = yield* movedBy(agent, el, way > 0 ? pair[0] : pair[1]);
  if (shownText !== undefined) {
    keys.isSet = true;
    return shownTextOf(el) !== shownText || moved !== 0;
  }
  if (moved * way > 0) {
    keys.works = true;
    keys.step = Math.min(keys.step || Infinity, Math.abs(moved));
    return Math.abs(moved - way) < Math.abs(way);
  }
  // Without pauses a framework has not rendered yet what the key has done.
  if (keys.works || isSpinner(el) || !agent.action) return false;
  keys.arrows++;
  return true;
}

/** How many values a spinbutton has at most that shows words: the days of a month. */
const MAX_WORDS = 31;

/** Presses keys until a spinbutton shows a word. */
function* spinTo(agent: Agent, el: Element, text: string): Script<Outcome> {
  const effectNow = watch(agent, el);
  moveFocus(agent, focusableAt(el));
  yield NEXT_TASK;
  const first = shownTextOf(el);
  for (const key of ['ArrowUp', 'ArrowDown']) {
    for (let i = 0; i < MAX_WORDS && isLive(el) && !showsWord(el, text) && (yield* hasFocus(el)); i++) {
      const was = shownTextOf(el);
      yield* movedBy(agent, el, key);
      if (shownTextOf(el) === was || shownTextOf(el) === first) break;
    }
  }
  yield SETTLED;
  const effect = effectNow();
  if (showsWord(el, text)) return { effect, verified: true };
  const shownText = readable(textOf(el)) || attr(el, 'aria-valuetext') || '';
  return fail(
    'value_rejected',
    `${inWords(agent, el)} says ${quoted(shownText)}, and no key makes it ${quoted(text)}.`,
    { observed: shownText },
  );
}

/**
 * Presses keys until the value is the wanted one, or comes no nearer. Then the slider is moved by pointer, which
 * reaches values between the steps of the keys.
 */
export function* fillSlider(agent: Agent, el: Element, given: string): Script<Outcome> {
  const text = plainDigits(given);
  const refusal = checkSettable(agent, el, text);
  if (refusal) return refusal;
  const to = Number(text);
  if (Number.isNaN(to)) return yield* spinTo(agent, el, text);
  const before = valueNow(el);
  const effectNow = watch(agent, el);
  const keys: Keys = { arrows: 0, works: false, step: 0 };
  const deadline = Date.now() + MAX_MS;
  moveFocus(agent, focusableAt(el));
  yield NEXT_TASK;
  let focused = true;
  const isDone = (): boolean => isAt(el, to, keys) && (keys.isSet || !isUnset(el));
  for (let i = 0; i < MAX_PRESSES && Date.now() < deadline && isLive(el) && !isDone(); i++) {
    focused = yield* hasFocus(el);
    if (!focused || !(yield* goNearer(agent, el, to, keys))) break;
  }
  const isForPointer = agent.action && !isSplitter(el) && !isSpinner(el) && !isAt(el, to, keys);
  const isNear =
    isForPointer && (yield* slideByPointer(agent, el, to, { min: lowest(el), max: highest(el) }));
  yield SETTLED;
  const effect = effectNow();
  if (isAt(el, to, keys)) return { effect, verified: true };
  if (isNear || (focused && !agent.action)) return { effect, verified: 'unknown' };
  const active = deepActiveElement();
  const why = focused
    ? `came to ${valueNow(el)} and no nearer to ${to}`
    : `is at ${valueNow(el)} and does not have the focus${active ? `: that is on ${nameInWords(labelWithRef(agent, active))}` : ''}`;
  const moved = valueNow(el) === before ? 'It was not moved.' : `It was moved from ${before}.`;
  return fail('value_rejected', `${inWords(agent, el)} ${why}. ${moved}`, { observed: valueNow(el) });
}
