import { adoptState } from './adopt-state.ts';
import { type AgentBrowser, createApi, showState } from './api.ts';
import type { Composition } from './composition.ts';
import { guard, leave } from './realm.ts';

declare const __VERSION__: string;

export const VERSION = __VERSION__;

const NAME = '__agentBrowser';

const replace = (parts: Composition): AgentBrowser => {
  const state = adoptState(() => window.__agentBrowser);
  const api = showState(createApi(VERSION, guard, state, parts), state);
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

/** Runs the last step of an injection; then the page has its own built-ins again. */
export const installing = (step: () => AgentBrowser): AgentBrowser => {
  try {
    return step();
  } finally {
    leave();
  }
};

/**
 * Installs `window.__agentBrowser`. A second time it takes the place of what is there: refs and revisions of an
 * earlier injection go on, anything that the page has put there does not. Throws where the page has made the name
 * impossible to take: a host must not take what is there for this script.
 */
export const install = (parts: Composition): AgentBrowser => installing(() => replace(parts));
