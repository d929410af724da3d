// Before all others: they are set up on the built-ins that it puts in place.
import './realm.ts';

export type { AgentBrowser } from './agent-browser.ts';
/** `agent-browser.js`. It holds everything until hosts load `agent-browser.full.js` for hooks and frames of other origins. */
export { agentBrowser } from './parts/full.ts';
