/** Sessions by name on a browser of this machine. */
export { endpointOf, isOfThisMachine } from './browser-launch.ts';
export { findBrowser, installCommand, stateFolder } from './browser-location.ts';
export { BrowserSession, type SessionInfo } from './browser-session.ts';
export { pageFile } from './page-files.ts';
export { reasonOf, SessionError, type SessionErrorCode } from './session-error.ts';
export type { SessionEvent } from './session-events.ts';
export { SessionManager, type SessionManagerOptions } from './session-manager.ts';
export type { SavedState, SessionLimits, SessionSettings, Size } from './session-settings.ts';
export type { TabInfo } from './session-tabs.ts';
