// Before all others: they are set up on the built-ins that it puts in place.
import './realm.ts';

import { createState } from './agent.ts';
import { type AgentBrowser, adoptState, createApi, knowsKey } from './api.ts';
import { channelKey } from './channel/key.ts';
import { guard, leave } from './realm.ts';

declare global {
  interface Window {
    __agentBrowser?: AgentBrowser;
  }
}

declare const __VERSION__: string;

const NAME = '__agentBrowser';

/**
 * Installs `window.__agentBrowser`. A second time it takes the place of what is there: refs and revisions of an
 * earlier injection go on, anything that the page has put there does not. Throws where the page has made the name
 * impossible to take: a host must not take what is there for this script.
 */
const install = (): AgentBrowser => {
  const state = adoptState(() => window.__agentBrowser);
  const api = createApi(__VERSION__, guard, state);
  try {
    Object.defineProperty(window, NAME, { value: api, configurable: true, writable: true });
  } catch {
    // The page declared it with `var`: it can't be defined anew, only assigned.
    Reflect.set(window, NAME, api);
  }
  if (window.__agentBrowser !== api)
    throw new Error(
      'The page keeps window.__agentBrowser for itself, or a script with a channel key is there.',
    );
  return api;
};

/**
 * The same with a key: nothing can be put in its place, and nothing of it can be taken. A script with the same key
 * that is there already stays: it came before anything that the page has done since.
 */
const installSealed = (key: string): AgentBrowser => {
  const existing = window.__agentBrowser;
  if (knowsKey(existing, key)) return existing;
  const isFirst = guard.isUntouched && isBeforeContent();
  const api = createApi(__VERSION__, guard, createState(), isFirst ? key : undefined, key);
  Object.defineProperty(window, NAME, { value: api });
  return api;
};

/** No script of the page has run: there is nothing it could have come in, or only what an empty frame begins with. */
const isBeforeContent = (): boolean => {
  const root = document.documentElement as Element | null;
  if (location.href === 'about:blank') return !document.body?.firstChild;
  return document.readyState === 'loading' && !root?.firstElementChild;
};

const installed = (): AgentBrowser => {
  try {
    const key = channelKey();
    return key === undefined ? install() : installSealed(key);
  } finally {
    leave();
  }
};

export const agentBrowser: AgentBrowser = installed();
export type { AgentBrowser };
