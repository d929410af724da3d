import type { PageWait, WaitPayload, WaitState } from '../../contract.ts';
import type { Script } from '../action/script.ts';
import { type Agent, type Failure, fail, isFailure } from '../agent.ts';
import { allRoots } from '../dom/all-elements.ts';
import { createPass, type Pass } from '../dom/pass.ts';
import { fromDocument } from '../dom/read.ts';
import { readPayload, wrongArgument } from '../payload.ts';
import { checkedState, isEditable, isEnabled, isVisible } from '../snapshot/element-state.ts';
import { labelWithRef, lookUp } from '../snapshot/lookup.ts';
import { elementsBy } from './find.ts';
import { patternOf } from './matcher.ts';
import type { Answer } from './page.ts';
import { pageText } from './page-text.ts';
import { hitsIn } from './search.ts';

const STATES: Readonly<Record<WaitState, (el: Element, pass: Pass) => boolean>> = {
  visible: isVisible,
  hidden: (el, pass) => !isVisible(el, pass),
  enabled: isEnabled,
  disabled: (el, pass) => !isEnabled(el, pass),
  checked: (el, pass) => checkedState(el, pass) === true,
  unchecked: (el, pass) => checkedState(el, pass) === false,
  editable: isEditable,
  readonly: (el, pass) => !isEditable(el, pass),
  attached: () => true,
  detached: () => false,
};

/** These hold for an element that is gone. */
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

/** Ms between two looks; the last repeats. */
const LOOK_AGAIN = [0, 20, 50, 100];

type Wanted = WaitPayload;

/** The first visible element of a condition; true: it holds of no element; false: it does not hold. */
type Found = Element | boolean | Failure;

const bySelector = (selector: string, pass: Pass): Found => {
  const found = elementsBy('css', selector, undefined, pass);
  return isFailure(found) ? found : (found.find((el) => isVisible(el, pass)) ?? false);
};

const byText = (text: string, pass: Pass): Found => {
  const pattern = patternOf(text);
  return isFailure(pattern) ? pattern : (hitsIn(pageText(pass), pattern)[0]?.el ?? false);
};

const byRef = (agent: Agent, { ref, state = 'visible' }: Wanted, pass: Pass): Found => {
  const found = lookUp(agent, ref);
  if (isFailure(found)) {
    const isGone = found.error.cause === 'detached' && HOLDS_WHEN_GONE.test(state);
    return isGone || found;
  }
  return STATES[state](found.element, pass) && found.element;
};

/** Whether all that is wanted holds now, `quiet` left aside. */
const look = (agent: Agent, wanted: Wanted, pass: Pass): Found => {
  const { selector, text, url, ref, load, absent = false } = wanted;
  const checks: Found[] = [];
  if (selector !== undefined) checks.push(bySelector(selector, pass));
  if (text !== undefined) checks.push(byText(text, pass));
  if (url !== undefined) checks.push(location.href.includes(url));
  let shown: Found = true;
  for (const found of checks) {
    if (isFailure(found)) return found;
    if (absent === (found !== false)) return false;
    if (found) shown = found;
  }
  if (ref !== undefined) shown = byRef(agent, wanted, pass);
  return load && fromDocument(document, 'readyState') !== 'complete' ? false : shown;
};

/** How long nothing has changed; stops with `end`. */
const watchQuiet = (): { quietFor: () => number; end: () => void } => {
  let last = Date.now();
  const observer = new MutationObserver(() => {
    last = Date.now();
  });
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  for (const root of allRoots(document)) observer.observe(root, everything);
  return { quietFor: () => Date.now() - last, end: () => observer.disconnect() };
};

const inWords = (wanted: Wanted): string =>
  CONDITIONS.filter((name) => wanted[name] !== undefined)
    .map((name) => `${name} ${wanted[name]}${name === 'ref' ? ` ${wanted.state ?? 'visible'}` : ''}`)
    .join(', ') + (wanted.absent ? ' (absent)' : '');

const check = (given: unknown, inTime: boolean): Wanted | Failure => {
  const wanted = readPayload<WaitPayload>('wait', given, PAYLOAD);
  if (isFailure(wanted)) return wanted;
  if (!CONDITIONS.some((name) => wanted[name] !== undefined)) {
    const words = `wait needs something to wait for: ${CONDITIONS.join(', ')}. Functions are not evaluated in the page.`;
    return wrongArgument('selector', words, CONDITIONS);
  }
  if (wanted.quiet && !inTime)
    return wrongArgument('quiet', 'Quiet takes time: call wait through run or start.');
  return wanted;
};

/** Tells at once whether conditions hold; with time, waits until they do. */
export function* wait(agent: Agent, given: unknown, inTime: boolean): Script<Answer<PageWait> | Failure> {
  const wanted = check(given, inTime);
  if (isFailure(wanted)) return wanted;
  const { timeoutMs = TIMEOUT_MS, quiet } = wanted;
  const quietMs = quiet === true ? QUIET_MS : Number(quiet || 0);
  const deadline = Date.now() + timeoutMs;
  const silence = quietMs > 0 ? watchQuiet() : undefined;
  try {
    for (let i = 0; ; i++) {
      const pass = createPass(document, 200);
      const found = look(agent, wanted, pass);
      if (isFailure(found)) return found;
      const holds = found !== false && (!silence || silence.quietFor() >= quietMs);
      if (holds && found !== true) return { holds, element: labelWithRef(agent, found, pass) };
      if (holds || !inTime) return { holds };
      if (Date.now() >= deadline) {
        const words = `Not so after ${timeoutMs} ms: ${inWords(wanted)}. Take a snapshot to see what is there, or wait longer (timeoutMs).`;
        return fail('timeout', words);
      }
      yield LOOK_AGAIN[Math.min(i, LOOK_AGAIN.length - 1)] as number;
    }
  } finally {
    silence?.end();
  }
}
