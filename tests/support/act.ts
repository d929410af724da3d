import type { ActionResult, SnapshotTree } from '../../src/contract.ts';
import type { TestPage } from './engine.ts';

/** Every event that an action may set off, in the order in which the page hears it. */
const HEARD =
  'pointerover pointerenter pointermove pointerdown pointerup pointerout pointerleave mouseover mouseenter mousemove mousedown mouseup mouseout mouseleave click dblclick contextmenu auxclick ' +
  'focus blur focusin focusout keydown keypress keyup beforeinput input change select submit invalid scroll';

/** Records `type@target` of each event into `window.heard`; scrolls only count if something stays scrolled. */
const LISTEN = `
  window.heard = [];
  const say = (at) => at === window ? 'window' : at === document ? 'document' : at.id || at.localName;
  for (const type of ${JSON.stringify(HEARD.split(' '))}) {
    if (type !== 'scroll') document.addEventListener(type, (event) => window.heard.push(type + '@' + say(event.composedPath()[0])), true);
  }`;

/** What a refusal must leave as it was. */
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

/** The ref of the element that a snapshot calls `name`; hidden ones count if nothing else is called so. */
export const refNamed = async (page: TestPage, name: string): Promise<string> => {
  for (const includeHidden of [false, true]) {
    const { refs } = await page.json<SnapshotTree>('snapshot', { includeHidden });
    // A file field is called after its label and what it holds.
    const found = Object.values(refs).filter((entry) => entry.name?.split(':')[0] === name);
    if (found.length > 1) throw new Error(`${found.length} elements are called "${name}"`);
    if (found[0]) return found[0].ref;
  }
  throw new Error(`Nothing is called "${name}"`);
};

/** Acts on what is called `name` after `change` has happened to the page; events are recorded from then on. */
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
