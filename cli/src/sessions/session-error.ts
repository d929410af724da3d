/** What can go wrong with a session itself, beside what a page answers. */
export type SessionErrorCode =
  /** There is no browser on this machine that could be started. */
  | 'browser_missing'
  /** A browser is there, and did not start or could not be reached. */
  | 'browser_failed'
  /** The browser ended while this ran. The session starts again with the next call. */
  | 'browser_lost'
  /** The page crashed while this ran. It is loaded again. */
  | 'page_crashed'
  | 'session_not_found'
  | 'session_exists'
  /** As many sessions as the limits allow are open. */
  | 'too_many_sessions'
  | 'tab_not_found'
  | 'invalid_argument'
  /** The address may not be opened here. */
  | 'address_blocked'
  /** The address could not be loaded. */
  | 'open_failed'
  /** This server does not allow it. */
  | 'not_allowed'
  | 'too_large'
  | 'timeout';

/** `message` is one or two sentences: what is wrong, and what to do next. */
export class SessionError extends Error {
  override readonly name = 'SessionError';

  constructor(
    readonly code: SessionErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** The first line of what was thrown, without the marks that Playwright draws around it. */
export const reasonOf = (thrown: unknown): string => {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return (text.split('\n').find((line) => line.trim() !== '') ?? text).trim().slice(0, 500);
};
