import type { AgentBrowser } from './agent-browser.ts';

declare global {
  interface Window {
    /** There once the script is in the page. */
    __agentBrowser?: AgentBrowser;
  }
}
