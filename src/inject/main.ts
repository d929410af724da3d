import { type AgentBrowser, adoptState, createApi } from './api.ts';
import { captureNatives } from './dom/natives.ts';

declare global {
  interface Window {
    __agentBrowser?: AgentBrowser;
  }
}

declare const __VERSION__: string;

/**
 * Installs `window.__agentBrowser`. A second time it takes the place of what is there: refs and revisions of an
 * earlier injection go on, anything that the page has put there does not.
 */
const install = (): AgentBrowser => {
  const api = createApi(
    __VERSION__,
    captureNatives(window),
    adoptState(() => window.__agentBrowser),
  );
  try {
    Object.defineProperty(window, '__agentBrowser', { value: api, configurable: true, writable: true });
  } catch {
    // The page declared it with `var`: it can't be defined anew, only assigned.
    window.__agentBrowser = api;
  }
  return api;
};

export const agentBrowser: AgentBrowser = install();
export type { AgentBrowser };
