import type { Agent } from '../agent.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { elementAt } from '../dom/hit-test.ts';
import { CHECKED_INPUTS, call, isMedia, keyword, matches, prop, tagOf } from '../dom/read.ts';
import { isAt } from '../dom/view-box.ts';
import { inWords } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { isOnOtherControl } from '../element/stand-in.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, fail, final, isFailure } from '../result.ts';
import { type Aim, checkStillSame } from './checks.ts';
import { chooseOption } from './choose-option.ts';
import { isDrawnOn, isTouched } from './finger.ts';
import { gesture } from './gesture.ts';
import { flagsOf } from './keyboard.ts';
import { type Key, MODIFIERS, modifierOf } from './keys.ts';
import { isElsewhere, movedAway } from './moved-away.ts';
import { checkReady, type Outcome } from './outcome.ts';
import { moveTo, place, press, sendPress } from './pointer.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { tap, touchOnly } from './touch.ts';

/** Two clicks within one millisecond are no double click to some pages; the tasks of a press come to more, a little. */
const BETWEEN_MS = 8;

const isPaused = (media: HTMLMediaElement): boolean => prop(media, 'paused');

/** What the browser does on a press that is trusted, where the page has not done it. */
const playOrPause = async (media: HTMLMediaElement): Promise<void> => {
  try {
    await call(media, isPaused(media) ? 'play' : 'pause');
  } catch {
    // Refused: sound may need a press that is trusted.
  }
};

export const CLICK_PAYLOAD = { position: 'object', modifiers: 'string or array' };

/** What a press is given. */
interface Press {
  /** Px from the top left corner of the element. */
  position?: unknown;
  button?: string;
  modifiers?: unknown;
}

/** The modifiers that are held, as events have them. */
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

/** Presses in a row: how many, and with which button. */
function* presses(
  agent: Agent,
  el: Element,
  times: number,
  button: number,
  { position, modifiers }: Press,
): Script<Outcome> {
  const flags = heldFlags(modifiers);
  if (isFailure(flags)) return flags;
  let isMissed = false;
  const perform = function* ({ target, point, moves, surface = target }: Aim): Script<boolean | Failure> {
    const aimed = point && elementAt(point);
    moveTo(agent, target, point, flags);
    yield NEXT_TASK;
    const wasPaused = isMedia(target) && isPaused(target);
    const isUnder = !point || moves;
    let slipped = false;
    let replaced: Failure | undefined;
    const isOn = (hit: Element): boolean =>
      flatContains(target, hit) || (flatContains(surface, hit) && !isOnOtherControl(hit, surface));
    const under = (): Element | null => {
      if (!point || (isUnder && isLive(target))) return target;
      const hit = elementAt(point);
      slipped = !!hit && hit !== aimed && isLive(target) && !isOn(hit);
      replaced = slipped ? replaced || checkStillSame(agent, el) : undefined;
      return hit;
    };
    /** A list that renders late after scrolling moves its rows on, and uses them for others. `done`: what was by then. */
    const slippedAway = (done: string, gone = replaced): Failure | undefined => {
      if (!gone) return undefined;
      const { code, message, ...details } = gone.error;
      return fail(code, `${message} ${done}`, details);
    };
    const met = under();
    const gone = slippedAway(
      'The pointer had come to it by then; it was not pressed.',
      // Or the page draws itself anew where the pointer comes.
      isLive(el) ? replaced : checkStillSame(agent, el),
    );
    if (gone) return gone;
    // Its own styles take it away as soon as it is hovered, or show something over it: that would be pressed. Or it stood
    // where it did because the pointer was over something else: once more.
    if (slipped && met && !(flatContains(met, target) && isAt(target, point))) {
      return movedAway(agent, el, met);
    }
    let prevented = false;
    // Over it there may be another icon of its own by now.
    let at = isLive(target) && (slipped || !met || met === aimed) ? target : met;
    for (let detail = 1; at && detail <= times; detail++) {
      if (detail > 1) {
        yield BETWEEN_MS;
        at = isLive(at) ? under() || at : under();
      }
      if (at) prevented = yield* press(agent, at, point, under, { button, detail, flags });
      const lost = slippedAway('The press had begun by then.');
      if (lost) return final(lost);
      isMissed = slipped && isElsewhere(target, surface, point);
    }
    if (times === 1 && button === 0 && at && !prevented && isMedia(at) && isPaused(at) === wasPaused)
      agent.guard.page(() => void playOrPause(at));
    if (times === 2 && at && isLive(at))
      prevented = !sendPress(agent, at, 'dblclick', { ...place(at, point), ...flags, detail: 2 });
    return prevented;
  };
  const outcome = yield* gesture(agent, el, checkReady, perform, position);
  // The page moved it while it was pressed: the press has ended elsewhere, as a person's would have.
  if (isMissed && !isFailure(outcome)) outcome.verified = 'unknown';
  return outcome;
}

/** Many sites hide a native checkbox and show its label: that is pressed then. */
export function* orByLabel(el: Element, pressed: (at: Element) => Script<Outcome>): Script<Outcome> {
  let outcome = yield* pressed(el);
  if (!isFailure(outcome) || !/^(?:not_visible|element_blocked)$/.test(outcome.error.code)) return outcome;
  const labels = matches(el, CHECKED_INPUTS) ? Array.from(prop(el as HTMLInputElement, 'labels') || []) : [];
  for (const label of labels) {
    const byLabel = yield* pressed(label);
    if (!isFailure(byLabel)) return byLabel;
    // Nobody sees the box itself: what lies over its label is in the way.
    if (outcome.error.code === 'not_visible' && byLabel.error.code === 'element_blocked') outcome = byLabel;
  }
  return outcome;
}

/** Presses an element as a mouse does; an option of a native select is chosen. */
export function* click(agent: Agent, el: Element, given: Press = {}): Script<Outcome> {
  if (given.button === 'right') return yield* presses(agent, el, 1, 2, given);
  return yield* orByLabel(el, (at) => clickItself(agent, at, given));
}

function* clickItself(agent: Agent, el: Element, given: Press): Script<Outcome> {
  if (tagOf(el) === 'option') return yield* chooseOption(agent, el as HTMLOptionElement);
  if (tagOf(el) === 'input' && keyword(el, 'type') === 'file') {
    return fail(
      'needs_trusted_input',
      `A script can't open the file chooser of ${inWords(agent, el)}. Give it the file by another way than a click.`,
    );
  }
  const outcome = yield* presses(agent, el, 1, 0, given);
  if (isFailure(outcome) || outcome.verified !== 'unknown' || outcome.effect.leaving) return outcome;
  if (!agent.action || agent.action.cause.requests || !isTouched() || !isLive(el) || isDrawnOn(el))
    return outcome;
  // Pages for phones may hear a finger alone, or take a click only after one.
  const again = outcome.effect.defaultPrevented ? tap : touchOnly;
  const touched = yield* again(agent, el, given.position);
  return isFailure(touched) || touched.verified !== true ? outcome : touched;
}

export const dblclick = (agent: Agent, el: Element, given: Press): Script<Outcome> =>
  presses(agent, el, 2, 0, given);

/** The right button. */
export const contextmenu = (agent: Agent, el: Element, given: Press): Script<Outcome> =>
  presses(agent, el, 1, 2, given);
