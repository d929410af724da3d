import type { PageWait, WaitPayload, WaitState } from '../../contract.ts';
import type { Script } from '../action/script.ts';
import type { Agent } from '../agent.ts';
import { allRoots } from '../dom/all-elements.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { observeAll } from '../dom/mutations.ts';
import { fromDocument } from '../dom/read.ts';
import { checkedState, isEditable, isEnabled, isVisible } from '../element/element-state.ts';
import { labelWithRef, lookUp } from '../element/lookup.ts';
import { readPayload, wrongArgument } from '../payload.ts';
import { type Failure, fail, isFailure } from '../result.ts';
import { elementsReading } from '../snapshot/page-text.ts';
import { elementsBy } from './find.ts';
import type { Answer } from './page.ts';

const STATES: Readonly<Record<WaitState, (el: Element, cache: DomCache) => boolean>> = {
  visible: isVisible,
  hidden: (el, cache) => !isVisible(el, cache),
  enabled: isEnabled,
  disabled: (el, cache) => !isEnabled(el, cache),
  checked: (el, cache) => checkedState(el, cache) === true,
  unchecked: (el, cache) => checkedState(el, cache) === false,
  editable: isEditable,
  readonly: (el, cache) => !isEditable(el, cache),
  attached: () => true,
  detached: () => false,
};

/** States that hold for an element that is no longer in the document. */
const HOLDS_WHEN_GONE = /^(?:hidden|detached)$/;

const PAYLOAD = {
  selector: 'string',
  text: 'string',
  url: 'string',
  ref: 'string',
  state: Object.keys(STATES).join('|'),
  quiet: 'boolean or number',
  load: 'boolean',
  absent: 'boolean',
};

const CONDITIONS = ['selector', 'text', 'url', 'ref', 'quiet', 'load'] as const;

const TIMEOUT_MS = 5000;
const QUIET_MS = 500;

/** Pauses between two checks, in ms; the last one repeats. */
const CHECK_PAUSES_MS = [0, 20, 50, 100];

type Wanted = WaitPayload;

/** The element that meets a condition; true: the condition holds without an element; false: it does not hold. */
type Found = Element | boolean | Failure;

/** States that only need a search for the element: `hidden` and `detached` hold where none is found. */
const PRESENCE = /^(?:visible|hidden|attached|detached)$/;

const bySelector = (selector: string, state: WaitState, cache: DomCache): Found => {
  const found = elementsBy('css', selector, undefined, cache);
  if (isFailure(found)) return found;
  const holds = (el: Element): boolean =>
    /tached$/.test(state) || (isVisible(el, cache) && (PRESENCE.test(state) || STATES[state](el, cache)));
  return found.find(holds) || false;
};

const byText = (text: string, state: WaitState, cache: DomCache): Found =>
  elementsReading(text, false, cache).find((el) => PRESENCE.test(state) || STATES[state](el, cache)) || false;

const byRef = (agent: Agent, ref: string, state: WaitState, isAbsent: boolean, cache: DomCache): Found => {
  const found = lookUp(agent, ref);
  const holdsWhenGone = HOLDS_WHEN_GONE.test(state);
  if (isFailure(found)) return (found.error.cause === 'detached' && (isAbsent || holdsWhenGone)) || found;
  return STATES[state](found.element, cache) !== (isAbsent && !holdsWhenGone) && found.element;
};

/** Whether all conditions but `quiet` hold now. */
const checkConditions = (agent: Agent, wanted: Wanted, cache: DomCache): Found => {
  const { selector, text, url, ref, state = 'visible', load } = wanted;
  // With a ref, `state` is about its element only.
  const own = ref === undefined ? state : 'visible';
  const absent = wanted.absent || HOLDS_WHEN_GONE.test(own);
  const checks: Found[] = [];
  if (selector !== undefined) checks.push(bySelector(selector, own, cache));
  if (text !== undefined) checks.push(byText(text, own, cache));
  if (url !== undefined) checks.push(location.href.includes(url));
  let shown: Found = true;
  for (const found of checks) {
    if (isFailure(found)) return found;
    if (absent === (found !== false)) return false;
    if (found) shown = found;
  }
  if (ref !== undefined) shown = byRef(agent, ref, state, absent && checks.length === 0, cache);
  return load && fromDocument(document, 'readyState') !== 'complete' ? false : shown;
};

/** Most ms between two checks that count as quiet: a page whose scripts block for longer does not change the DOM either. */
const MAX_QUIET_STEP_MS = 100;

/** Watches for how many ms the DOM has not changed; with `afterChange`, counted from the first change on. Stops with `end`. */
const createQuietWatch = (afterChange: boolean): { quietFor: () => number; end: () => void } => {
  let quietMsSoFar = afterChange ? Number.NEGATIVE_INFINITY : 0;
  let last = Date.now();
  const observer = observeAll(allRoots(document), () => {
    quietMsSoFar = 0;
    last = Date.now();
  });
  const quietFor = (): number => {
    const now = Date.now();
    quietMsSoFar += Math.min(now - last, MAX_QUIET_STEP_MS);
    last = now;
    return quietMsSoFar;
  };
  return { quietFor, end: () => observer.disconnect() };
};

const describeConditions = (wanted: Wanted): string =>
  CONDITIONS.filter((name) => wanted[name] !== undefined)
    .map((name) => {
      const state = name === 'ref' ? wanted.state || 'visible' : !wanted.ref && wanted.state;
      return `${name} ${wanted[name]}${state ? ` ${state}` : ''}`;
    })
    .join(', ') + (wanted.absent ? ' (absent)' : '');

const hasNoCondition = (wanted: Wanted): boolean => !CONDITIONS.some((name) => wanted[name] !== undefined);

const check = (given: unknown, inTime: boolean): Wanted | Failure => {
  const wanted = readPayload<WaitPayload>('wait', given, PAYLOAD);
  if (isFailure(wanted)) return wanted;
  if (hasNoCondition(wanted) && !inTime) {
    const words = `wait needs something to wait for: ${CONDITIONS.join(', ')}.`;
    return wrongArgument('selector', words, CONDITIONS);
  }
  if (wanted.state && wanted.ref === undefined && wanted.selector === undefined && wanted.text === undefined)
    return wrongArgument('state', 'A state is that of a ref, a selector or a text.', CONDITIONS);
  if (wanted.quiet && !inTime)
    return wrongArgument('quiet', 'Quiet takes time: call wait through run or start.');
  return wanted;
};

/** Returns at once whether the conditions hold; with `inTime`, waits until they do. Without any, waits until the next change of the DOM is followed by quiet. */
export function* wait(agent: Agent, given: unknown, inTime: boolean): Script<Answer<PageWait> | Failure> {
  const wanted = check(given, inTime);
  if (isFailure(wanted)) return wanted;
  const { timeoutMs = TIMEOUT_MS, quiet } = wanted;
  const isAny = hasNoCondition(wanted);
  const quietMs = isAny || quiet === true ? QUIET_MS : Number(quiet || 0);
  const deadline = Date.now() + timeoutMs;
  const quietWatch = quietMs > 0 ? createQuietWatch(isAny) : undefined;
  try {
    for (let i = 0; ; i++) {
      const cache = createDomCache();
      const found = checkConditions(agent, wanted, cache);
      if (isFailure(found)) return found;
      const holds = found !== false && (!quietWatch || quietWatch.quietFor() >= quietMs);
      if (holds && found !== true) return { holds, element: labelWithRef(agent, found, cache) };
      if (holds || !inTime) return { holds };
      if (Date.now() >= deadline || agent.awaits?.isCancelled) {
        if (isAny) return { holds };
        const words = `Not so after ${timeoutMs} ms: ${describeConditions(wanted)}. Take a snapshot, or wait longer (timeoutMs).`;
        return fail('timeout', words);
      }
      yield CHECK_PAUSES_MS[Math.min(i, CHECK_PAUSES_MS.length - 1)] as number;
    }
  } finally {
    quietWatch?.end();
  }
}
