import type { ActionResult, SnapshotTree } from '../../src/contract.ts';
import type { TestPage } from './engine.ts';

/** Every event that an action may dispatch. */
const ACTION_EVENTS =
  'pointerover pointerenter pointermove pointerdown pointerup pointerout pointerleave mouseover mouseenter mousemove mousedown mouseup mouseout mouseleave click dblclick contextmenu auxclick ' +
  'focus blur focusin focusout keydown keypress keyup beforeinput input change select submit invalid scroll';

/** Records `type@target` of each event but `scroll` in `window.heard`; scrolling shows in {@link STATE}. */
const LISTEN = `
  window.heard = [];
  const say = (at) => at === window ? 'window' : at === document ? 'document' : at.id || at.localName;
  for (const type of ${JSON.stringify(ACTION_EVENTS.split(' '))}) {
    if (type !== 'scroll') document.addEventListener(type, (event) => window.heard.push(type + '@' + say(event.composedPath()[0])), true);
  }`;

/** State of the page that a refused action must not change. */
const STATE = `({
  html: document.documentElement.outerHTML,
  focus: document.activeElement && (document.activeElement.id || document.activeElement.localName),
  scrolled: [...document.querySelectorAll('*')].filter((el) => el.scrollTop || el.scrollLeft).map((el) => [el.localName, el.scrollLeft, el.scrollTop]),
  values: [...document.querySelectorAll('input, textarea, select')].map((el) => [el.value, el.checked]),
  heard: window.heard,
})`;

export interface State {
  html: string;
  focus: string;
  scrolled: unknown[];
  values: unknown[];
  heard: string[];
}

export const listen = (page: TestPage): Promise<void> => page.run(LISTEN);

export const stateOf = (page: TestPage): Promise<State> => page.evaluate<State>(STATE);

/**
 * The ref of the only element named `name` in a snapshot; hidden elements count only where no visible one has the
 * name.
 */
export const refNamed = async (page: TestPage, name: string): Promise<string> => {
  for (const includeHidden of [false, true]) {
    const { refs } = await page.json<SnapshotTree>('snapshot', { includeHidden });
    // The name of a file field is its label, a colon and the names of its files.
    const found = Object.values(refs).filter((entry) => entry.name?.split(':')[0] === name);
    if (found.length > 1) throw new Error(`${found.length} elements are called "${name}"`);
    if (found[0]) return found[0].ref;
  }
  throw new Error(`Nothing is called "${name}"`);
};

/**
 * Looks up the element named `name`, runs `change` in the page, then acts on the element. Events are recorded from
 * after the change.
 */
export const actOn = async (
  page: TestPage,
  name: string,
  kind: string,
  payload?: unknown,
  change = '',
): Promise<{ result: ActionResult; before: State; after: State }> => {
  const ref = await refNamed(page, name);
  await page.run(change);
  await listen(page);
  const before = await stateOf(page);
  const result = await page.json<ActionResult>('action', ref, kind, payload);
  return { result, before, after: await stateOf(page) };
};
