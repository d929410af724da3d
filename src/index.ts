/** The renderer, the wire types and the key of the channel: everything that runs outside of the page. */

export type * from './contract.ts';
export type { AgentBrowser } from './inject/agent-browser.ts';
export { channelProof, withChannelKey } from './inject/channel/key.ts';
export * from './render/index.ts';
