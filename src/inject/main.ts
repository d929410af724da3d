// Before all others: they are set up on the built-ins that it puts in place.
import './realm.ts';

import { type AgentBrowser, adoptState, createApi } from './api.ts';
import { guard, leave } from './realm.ts';

declare global {
  interface Window {
    __agentBrowser?: AgentBrowser;
  }
}

declare const __VERSION__: string;

/**
 * Installs `window.__agentBrowser`. A second time it takes the place of what is there: refs and revisions of an
 * earlier injection go on, anything that the page has put there does not. Throws where the page has made the name
 * impossible to take: a host must not take what is there for this script.
 */
const install = (): AgentBrowser => {
  const state = adoptState(() => window.__agentBrowser);
  const api = createApi(__VERSION__, guard, state);
  try {
    Object.defineProperty(window, '__agentBrowser', { value: api, configurable: true, writable: true });
  } catch {
    // The page declared it with `var`: it can't be defined anew, only assigned.
    Reflect.set(window, '__agentBrowser', api);
  }
  if (window.__agentBrowser !== api) throw new Error('The page keeps window.__agentBrowser for itself.');
  return api;
};

const installed = (): AgentBrowser => {
  try {
    return install();
  } finally {
    leave();
  }
};

export const agentBrowser: AgentBrowser = installed();
export type { AgentBrowser };
