import type { PageNavigation } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { cut } from '../dom/cut.ts';
import { type Failure, fail, isFailure } from '../result.ts';
import { checked } from './checked.ts';
import type { Answer } from './page.ts';

type Outcome = Answer<PageNavigation> | Failure;

/** An http or https URL, or `about:blank`; other schemes (`javascript:`, `file:`, `data:`) are blocked. */
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

/** The function of a kind that takes a URL. */
const toAddress = (kind: string, go: (agent: Agent, to: URL) => Outcome) =>
  checked(kind, { url: 'string!' }, (agent, { url }: { url: string }): Outcome => {
    const to = resolve(url);
    return isFailure(to) ? to : go(agent, to);
  });

/** Runs `go` in a later task, so that the result is returned before the page unloads. */
const inLaterTask = (agent: Agent, go: () => void): void => {
  setTimeout(() => agent.guard.page(go), 0);
};

/** Navigates the page to a URL. */
export const navigate = toAddress('navigate', (agent, to) => {
  inLaterTask(agent, () => location.assign(to.href));
  return { to: to.href };
});

interface Traversal {
  canGoForward?: boolean;
}

const traverse = (kind: string, steps: 1 | -1) =>
  checked(kind, {}, (agent): Outcome => {
    const known = (window as { navigation?: Traversal }).navigation;
    // The Navigation API knows entries of this origin only. `canGoBack` is not used: the previous page is often of another one.
    const isLast = steps > 0 && known?.canGoForward === false;
    if (isLast || history.length < 2) return fail('no_effect', `There is no page to go ${kind} to.`);
    inLaterTask(agent, () => history.go(steps));
    return {};
  });

export const back = traverse('back', -1);
export const forward = traverse('forward', 1);

export const reload = checked('reload', {}, (agent): Outcome => {
  inLaterTask(agent, () => location.reload());
  return { to: location.href };
});

/** Changes the URL without loading, and notifies the page's router by `popstate`, as the back button does. */
export const pushState = toAddress('pushState', (agent, to) => {
  if (to.origin !== location.origin) {
    const words = `pushState stays within ${location.origin}. Use navigate to leave it.`;
    return fail('navigation_blocked', words);
  }
  agent.guard.page(() => {
    history.pushState(null, '', to.href);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  return { to: location.href };
});
