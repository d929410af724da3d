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
import { focusableAt, moveFocus } from '../focus.ts';
import { strike } from '../keyboard.ts';
import { type Key, keyOf } from '../keys.ts';
import { checkReady, type Outcome } from '../outcome.ts';
import { NEXT_TASK, type Script, SETTLED } from '../script.ts';

import { slideByHand } from './slide-by-hand.ts';

/** Whatever the page makes of the keys, they end. */
const MOST_PRESSES = 2000;
const MOST_MS = 10_000;

/** So often and so long (ms) it is waited for the focus to come, or for a value to be shown. */
const MOST_POLLS = 30;
const POLL_MS = 10;

/** From so many steps on it is tried whether there is a key for many. */
const MANY = 20;

/** The keys for more and for less: Left is more from right to left, and in a spinbutton both lead away from it. */
const ARROWS: readonly (readonly [more: string, less: string])[] = [
  ['ArrowUp', 'ArrowDown'],
  ['ArrowRight', 'ArrowLeft'],
  ['ArrowLeft', 'ArrowRight'],
];

const lowest = (el: Element): number => Number(attr(el, 'aria-valuemin') ?? -Infinity);
const highest = (el: Element): number => Number(attr(el, 'aria-valuemax') ?? Infinity);

const isSpinner = (el: Element): boolean => keyword(el, 'role') === 'spinbutton';

/** What a spinbutton says to people. */
const nonBlankAttr = (el: Element): string =>
  isSpinner(el) ? `${attr(el, 'aria-valuetext') || ''} ${textOf(el)}`.toLowerCase() : '';

/** A part of a date that nobody has entered yet gives today's for its value: the first key puts that in. */
const isUnset = (el: Element): boolean => /\S/.test(nonBlankAttr(el)) && !hasNumber(nonBlankAttr(el));

/** What is not set has no number. */
const valueNow = (el: Element): string => String(sliderValue(el) || attr(el, 'aria-valuetext') || 0);

/** `PM`, `March`: what a spinbutton says in words is asked for by them. */
const isSaid = (el: Element, text: string): boolean =>
  nonBlankAttr(el)
    .split(/[\s,]+/)
    .includes(text.trim().toLowerCase());

const LETTERS = unicodePattern('^[\\p{L}]+$');

const refuse = (agent: Agent, el: Element, text: string): Failure | undefined => {
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

/** Waits for the focus, which some elements hand on to a part of theirs in a later task. */
function* hasFocus(el: Element): Script<boolean> {
  const taker = focusableAt(el);
  for (let i = 0; ; i++) {
    const active = deepActiveElement();
    if (active && (active === taker || flatContains(el, active))) return true;
    if (i === MOST_POLLS) return false;
    yield POLL_MS;
  }
}

/** How far a key has moved the value: pages show it in a later task or frame. */
function* movedBy(agent: Agent, el: Element, key: string): Script<number> {
  const was = sliderValue(el);
  const said = nonBlankAttr(el);
  yield* strike(agent, el, keyOf(key) as Key, []);
  const isStill = (): boolean => isLive(el) && sliderValue(el) === was && nonBlankAttr(el) === said;
  for (let i = 0; i < MOST_POLLS && isStill(); i++) yield POLL_MS;
  // On a slow phone few frames come in that time.
  if (isStill()) yield SETTLED;
  return sliderValue(el) - was;
}

/** What is still to be found out about a slider, and what is known. */
interface Keys {
  /** The pair of arrows that is used. */
  arrows: number;
  works: boolean;
  /** The smallest move that was seen. */
  step: number;
  /** How far PageUp and PageDown go: not at all where they have been tried in vain. */
  page?: number;
  /** Whether Home and End were tried. */
  ends?: true;
  /** What was not set was given a first key. */
  isSet?: true;
}

/** Additions of 0.1 do not come to whole numbers. */
const isAt = (el: Element, to: number, { step }: Keys): boolean =>
  Math.abs(sliderValue(el) - to) <= (step / 100 || 1e-13 * Math.max(1, Math.abs(to)));

/** A key that saves many others, if there may be one. */
const farKey = (el: Element, to: number, { step, page, ends }: Keys): string | undefined => {
  const from = sliderValue(el);
  const far = Math.abs(to - from);
  if (!step || far < step * MANY) return undefined;
  if (!ends && to === lowest(el)) return 'Home';
  if (!ends && to === highest(el)) return 'End';
  // Beyond the value, where fewer arrows lead back than are left.
  if (far < (page ?? 0) / 2 || page === 0) return undefined;
  return to > from ? 'PageUp' : 'PageDown';
};

/** One key towards a value; false if there is none that comes nearer. */
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
  const said = isUnset(el) && !keys.isSet ? nonBlankAttr(el) : undefined;
  const moved = yield* movedBy(agent, el, way > 0 ? pair[0] : pair[1]);
  if (said !== undefined) {
    keys.isSet = true;
    return nonBlankAttr(el) !== said || moved !== 0;
  }
  if (moved * way > 0) {
    keys.works = true;
    keys.step = Math.min(keys.step || Infinity, Math.abs(moved));
    return Math.abs(moved - way) < Math.abs(way);
  }
  // In one task a framework has not shown yet what the key has done.
  if (keys.works || isSpinner(el) || !agent.action) return false;
  keys.arrows++;
  return true;
}

/** So many words there are at most: the days of a month in words. */
const MOST_WORDS = 31;

/** Presses keys until a spinbutton says a word. */
function* spinTo(agent: Agent, el: Element, text: string): Script<Outcome> {
  const effectNow = watch(agent, el);
  moveFocus(agent, focusableAt(el));
  yield NEXT_TASK;
  const first = nonBlankAttr(el);
  for (const key of ['ArrowUp', 'ArrowDown']) {
    for (let i = 0; i < MOST_WORDS && isLive(el) && !isSaid(el, text) && (yield* hasFocus(el)); i++) {
      const was = nonBlankAttr(el);
      yield* movedBy(agent, el, key);
      if (nonBlankAttr(el) === was || nonBlankAttr(el) === first) break;
    }
  }
  yield SETTLED;
  const effect = effectNow();
  if (isSaid(el, text)) return { effect, verified: true };
  const said = readable(textOf(el)) || attr(el, 'aria-valuetext') || '';
  return fail(
    'value_rejected',
    `${inWords(agent, el)} says ${quoted(said)}, and no key makes it ${quoted(text)}.`,
    { observed: said },
  );
}

/** Presses keys until the value is there, or does not come nearer any more; a hand goes between their steps. */
export function* fillSlider(agent: Agent, el: Element, given: string): Script<Outcome> {
  const text = plainDigits(given);
  const refusal = refuse(agent, el, text);
  if (refusal) return refusal;
  const to = Number(text);
  if (Number.isNaN(to)) return yield* spinTo(agent, el, text);
  const before = valueNow(el);
  const effectNow = watch(agent, el);
  const keys: Keys = { arrows: 0, works: false, step: 0 };
  const deadline = Date.now() + MOST_MS;
  moveFocus(agent, focusableAt(el));
  yield NEXT_TASK;
  let focused = true;
  const isDone = (): boolean => isAt(el, to, keys) && (keys.isSet || !isUnset(el));
  for (let i = 0; i < MOST_PRESSES && Date.now() < deadline && isLive(el) && !isDone(); i++) {
    focused = yield* hasFocus(el);
    if (!focused || !(yield* goNearer(agent, el, to, keys))) break;
  }
  const byHand = agent.action && !isSplitter(el) && !isSpinner(el) && !isAt(el, to, keys);
  const isNear = byHand && (yield* slideByHand(agent, el, to, { min: lowest(el), max: highest(el) }));
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
