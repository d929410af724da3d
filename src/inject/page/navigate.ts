import type { PageNavigation } from '../../contract.ts';
import { type Agent, type Failure, fail, isFailure } from '../agent.ts';
import { cut } from '../dom/cut.ts';
import { readPayload } from '../payload.ts';
import type { Answer } from './page.ts';

type Outcome = Answer<PageNavigation> | Failure;

/** `about:blank`, or an address of the web; code, files and data are no places to send a page to. */
const resolve = (url: string): URL | Failure => {
  const blocked = (why: string): Failure =>
    fail('navigation_blocked', `${why} Use an http or https address.`);
  try {
    const to = new URL(url, location.href);
    const isAllowed = /^https?:$/.test(to.protocol) || /^about:blank(?:[?#]|$)/.test(to.href);
    return isAllowed ? to : blocked(`A page is not sent to ${cut(to.protocol, 20)} addresses.`);
  } catch {
    return blocked(`"${cut(url, 80)}" is no address.`);
  }
};

const addressIn = (verb: string, given: unknown): URL | Failure => {
  const payload = readPayload<{ url: string }>(verb, given, { url: 'string!' });
  return isFailure(payload) ? payload : resolve(payload.url);
};

/** After the answer is out: the page may be gone before it could be given. */
const soon = (agent: Agent, go: () => void): void => {
  setTimeout(() => agent.guard.page(go), 0);
};

/** Sends the page elsewhere. */
export const navigate = (agent: Agent, given: unknown): Outcome => {
  const to = addressIn('navigate', given);
  if (isFailure(to)) return to;
  soon(agent, () => location.assign(to.href));
  return { to: to.href };
};

interface Traversal {
  canGoForward?: boolean;
}

const traverse =
  (steps: 1 | -1) =>
  (agent: Agent, given: unknown): Outcome => {
    const payload = readPayload(steps < 0 ? 'back' : 'forward', given, {});
    if (isFailure(payload)) return payload;
    const known = (window as { navigation?: Traversal }).navigation;
    // It knows pages of this origin only: where one has come from is often another, `canGoBack` is no use.
    const isLast = steps > 0 && known?.canGoForward === false;
    if (isLast || history.length < 2)
      return fail('no_effect', `There is no page to go ${steps < 0 ? 'back' : 'forward'} to.`);
    soon(agent, () => history.go(steps));
    return {};
  };

export const back = traverse(-1);
export const forward = traverse(1);

export const reload = (agent: Agent, given: unknown): Outcome => {
  const payload = readPayload('reload', given, {});
  if (isFailure(payload)) return payload;
  soon(agent, () => location.reload());
  return { to: location.href };
};

/** Changes the address without loading, and tells the page's router as the back button would. */
export const pushState = (agent: Agent, given: unknown): Outcome => {
  const to = addressIn('pushState', given);
  if (isFailure(to)) return to;
  if (to.origin !== location.origin) {
    const words = `pushState stays within ${location.origin}. Use navigate to leave it.`;
    return fail('navigation_blocked', words);
  }
  agent.guard.page(() => {
    history.pushState(null, '', to.href);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  return { to: location.href };
};
