/** Codes of errors of a session or its browser. What fails in a page has the codes of the core. */
export type SessionErrorCode =
  /** There is no browser on this machine that could be started. */
  | 'browser_missing'
  /** A browser is there, and did not start or could not be reached. */
  | 'browser_failed'
  /** The browser ended during the call. The next call starts the session again. */
  | 'browser_lost'
  /** The page crashed during the call. It is loaded again. */
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

/**
 * The first line of an error's message that is not empty, at most 500 characters: Playwright appends a log of the call,
 * and puts the name of the method in front.
 */
export const reasonOf = (thrown: unknown): string => {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return (text.split('\n').find((line) => line.trim() !== '') ?? text)
    .trim()
    .replace(/^\w+\.\w+: /, '')
    .slice(0, 500);
};
