import { adoptState } from './adopt-state.ts';
import { type AgentBrowser, createApi, exposeState } from './api.ts';
import type { Composition } from './composition.ts';
import { guard, leave } from './realm.ts';

declare const __VERSION__: string;

export const VERSION = __VERSION__;

const NAME = '__agentBrowser';

const replace = (parts: Composition): AgentBrowser => {
  const state = adoptState(() => window.__agentBrowser);
  const api = exposeState(createApi(VERSION, guard, state, parts), state);
  try {
    Object.defineProperty(window, NAME, { value: api, configurable: true, writable: true });
  } catch {
    // The page has declared it with `var`: it can't be redefined, only assigned.
    Reflect.set(window, NAME, api);
  }
  if (window.__agentBrowser !== api)
    throw new Error(
      'The page keeps window.__agentBrowser for itself, or a script with a channel key is there.',
    );
  return api;
};

/** Runs the last step of an injection, then gives the page its own built-ins back. */
export const installing = (step: () => AgentBrowser): AgentBrowser => {
  try {
    return step();
  } finally {
    leave();
  }
};

/**
 * Installs `window.__agentBrowser`. Replaces what is there: the refs and revisions of an earlier injection are kept,
 * anything that the page has put there is not. Throws where the page prevents that: a host must not mistake what is
 * there for this script.
 */
export const install = (parts: Composition): AgentBrowser => installing(() => replace(parts));
