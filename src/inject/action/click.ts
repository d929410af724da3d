import type { Agent } from '../agent.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { elementAt } from '../dom/hit-test.ts';
import { isFileInput } from '../dom/input-type.ts';
import { CHECKED_INPUTS, call, isMedia, matches, prop, tagOf } from '../dom/read.ts';
import { isAt } from '../dom/view-box.ts';
import { inWords } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { isOnOtherControl } from '../element/stand-in.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, fail, final, isFailure } from '../result.ts';
import { type Aim, checkStillSame } from './checks.ts';
import { chooseOption } from './choose-option.ts';
import { mayRetryByTouch } from './finger.ts';
import { gesture } from './gesture.ts';
import { flagsOf } from './keyboard.ts';
import { type Key, MODIFIERS, modifierOf } from './keys.ts';
import { isElsewhere, movedAway } from './moved-away.ts';
import { checkReady, type Outcome } from './outcome.ts';
import { moveTo, place, press, sendPress } from './pointer.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { tap, touchOnly } from './touch.ts';

/** Pause between the clicks of a double click (ms): to some pages two clicks within one millisecond are none. */
const BETWEEN_CLICKS_MS = 8;

const isPaused = (media: HTMLMediaElement): boolean => prop(media, 'paused');

/** Plays or pauses media, as browsers do on a trusted click that the page does not handle. */
const playOrPause = async (media: HTMLMediaElement): Promise<void> => {
  try {
    await call(media, isPaused(media) ? 'play' : 'pause');
  } catch {
    // Refused: sound may need a trusted click.
  }
};

export const CLICK_PAYLOAD = { position: 'object', modifiers: 'string or array' };

/** The payload of a click. */
interface ClickPayload {
  /** Px from the top left corner of the element. */
  position?: unknown;
  button?: string;
  modifiers?: unknown;
}

/** The event properties (`ctrlKey`) of the modifiers that are held. */
const heldFlags = (modifiers: unknown = []): Record<string, boolean> | Failure => {
  const held: Key[] = [];
  for (const word of ([] as unknown[]).concat(modifiers)) {
    const key = modifierOf(String(word));
    if (!key) {
      const valid = Object.keys(MODIFIERS);
      return wrongArgument('modifiers', `modifiers are ${valid.join(', ')}.`, valid);
    }
    held.push(key);
  }
  return flagsOf(held);
};

/** Clicks one or more times in a row. */
function* clickTimes(
  agent: Agent,
  el: Element,
  times: number,
  button: number,
  { position, modifiers }: ClickPayload,
): Script<Outcome> {
  const flags = heldFlags(modifiers);
  if (isFailure(flags)) return flags;
  let isMissed = false;
  const perform = function* ({ target, point, moves, surface = target }: Aim): Script<boolean | Failure> {
    const aimedHit = point && elementAt(point);
    moveTo(agent, target, point, flags);
    yield NEXT_TASK;
    const wasPaused = isMedia(target) && isPaused(target);
    const followsTarget = !point || moves;
    let isOffTarget = false;
    let replaced: Failure | undefined;
    const isOn = (hit: Element): boolean =>
      flatContains(target, hit) || (flatContains(surface, hit) && !isOnOtherControl(hit, surface));
    const elementUnder = (): Element | null => {
      if (!point || (followsTarget && isLive(target))) return target;
      const hit = elementAt(point);
      isOffTarget = !!hit && hit !== aimedHit && isLive(target) && !isOn(hit);
      replaced = isOffTarget ? replaced || checkStillSame(agent, el) : undefined;
      return hit;
    };
    /**
     * The error of an element that was reused for something else, as a list does that renders late after scrolling.
     * `done`: what the action had done by then, for the message.
     */
    const replacedFailure = (done: string, gone = replaced): Failure | undefined => {
      if (!gone) return undefined;
      const { code, message, ...details } = gone.error;
      return fail(code, `${message} ${done}`, details);
    };
    const hovered = elementUnder();
    const gone = replacedFailure(
      'The pointer had come to it by then; it was not pressed.',
      // The page may also draw itself anew when the pointer comes.
      isLive(el) ? replaced : checkStillSame(agent, el),
    );
    if (gone) return gone;
    // Hovering the element hides it or shows something over it, which would get the click. Or the element was only
    // there while the pointer was elsewhere: then a retry succeeds.
    if (isOffTarget && hovered && !(flatContains(hovered, target) && isAt(target, point))) {
      return movedAway(agent, el, hovered);
    }
    let prevented = false;
    // `hovered` may be another icon of the element, which it shows while the pointer is over it.
    let at = isLive(target) && (isOffTarget || !hovered || hovered === aimedHit) ? target : hovered;
    for (let detail = 1; at && detail <= times; detail++) {
      if (detail > 1) {
        yield BETWEEN_CLICKS_MS;
        at = isLive(at) ? elementUnder() || at : elementUnder();
      }
      if (at) prevented = yield* press(agent, at, point, elementUnder, { button, detail, flags });
      const failure = replacedFailure('The press had begun by then.');
      if (failure) return final(failure);
      isMissed = isOffTarget && isElsewhere(target, surface, point);
    }
    if (times === 1 && button === 0 && at && !prevented && isMedia(at) && isPaused(at) === wasPaused)
      agent.guard.page(() => void playOrPause(at));
    if (times === 2 && at && isLive(at))
      prevented = !sendPress(agent, at, 'dblclick', { ...place(at, point), ...flags, detail: 2 });
    return prevented;
  };
  const outcome = yield* gesture(agent, el, checkReady, perform, position);
  // The page moved the element during the click, which ended elsewhere, as that of a person would have.
  if (isMissed && !isFailure(outcome)) outcome.verified = 'unknown';
  return outcome;
}

/**
 * Clicks an element or, if a native checkbox or radio cannot be reached, one of its labels: many sites hide the
 * control and style the label.
 */
export function* withLabelFallback(el: Element, clickOn: (at: Element) => Script<Outcome>): Script<Outcome> {
  let outcome = yield* clickOn(el);
  if (!isFailure(outcome) || !/^(?:not_visible|element_blocked)$/.test(outcome.error.code)) return outcome;
  const labels = matches(el, CHECKED_INPUTS) ? Array.from(prop(el as HTMLInputElement, 'labels') || []) : [];
  for (const label of labels) {
    const byLabel = yield* clickOn(label);
    if (!isFailure(byLabel)) return byLabel;
    // The control is hidden: what covers its label is the blocker to report.
    if (outcome.error.code === 'not_visible' && byLabel.error.code === 'element_blocked') outcome = byLabel;
  }
  return outcome;
}

/** Clicks an element with the mouse; an option of a native select is chosen. */
export function* click(agent: Agent, el: Element, given: ClickPayload = {}): Script<Outcome> {
  if (given.button === 'right') return yield* clickTimes(agent, el, 1, 2, given);
  return yield* withLabelFallback(el, (at) => clickItself(agent, at, given));
}

function* clickItself(agent: Agent, el: Element, given: ClickPayload): Script<Outcome> {
  if (tagOf(el) === 'option') return yield* chooseOption(agent, el as HTMLOptionElement);
  if (isFileInput(el)) {
    return fail(
      'needs_trusted_input',
      `A script can't open the file chooser of ${inWords(agent, el)}. Use upload.`,
    );
  }
  const outcome = yield* clickTimes(agent, el, 1, 0, given);
  if (isFailure(outcome) || outcome.verified !== 'unknown' || outcome.effect.leaving) return outcome;
  if (!mayRetryByTouch(agent, el)) return outcome;
  // A page may accept a click only after a touch.
  const again = outcome.effect.defaultPrevented ? tap : touchOnly;
  const touched = yield* again(agent, el, given.position);
  return isFailure(touched) || touched.verified !== true ? outcome : touched;
}

export const dblclick = (agent: Agent, el: Element, given: ClickPayload): Script<Outcome> =>
  clickTimes(agent, el, 2, 0, given);

/** A click with the right button. */
export const contextmenu = (agent: Agent, el: Element, given: ClickPayload): Script<Outcome> =>
  clickTimes(agent, el, 1, 2, given);
