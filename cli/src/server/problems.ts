/** Why something could not be done: `message` says what is wrong and what to do next. */
export interface Problem {
  code: string;
  message: string;
}

/**
 * Exit codes of the command: 0 done; 1 could not be done, or is false; 2 wrong arguments; 3 no browser, or it did not
 * start; 4 the session or its browser is gone; 5 not allowed; 6 took too long; 7 the session server can't be reached.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

type Row = readonly [status: number, exit: ExitCode, ...codes: string[]];

/** HTTP status and exit code, by problem code. */
const ROWS: readonly Row[] = [
  [400, 2, 'invalid_argument', 'unsupported_kind', 'bad_request'],
  [415, 2, 'unsupported_media_type'],
  [401, 5, 'unauthorized'],
  [403, 5, 'address_blocked', 'navigation_blocked', 'not_allowed'],
  [404, 1, 'ref_not_found', 'option_not_found', 'tab_not_found', 'not_found'],
  [404, 4, 'session_not_found'],
  [409, 1, 'session_exists', 'ambiguous'],
  [413, 1, 'too_large'],
  [429, 4, 'too_many_sessions'],
  [502, 1, 'open_failed', 'invalid_json', 'job_lost'],
  [503, 3, 'browser_missing', 'browser_failed'],
  [503, 4, 'browser_lost', 'page_crashed', 'closing'],
  [503, 7, 'server_unreachable'],
  [504, 6, 'timeout'],
  [500, 1, 'internal_error'],
];

/** All other codes: the page refused the action. */
const REFUSED: Row = [422, 1];

const rowOf = (code: string): Row => ROWS.find(([, , ...codes]) => codes.includes(code)) ?? REFUSED;

/** The HTTP status of a problem. */
export const statusOf = (code: string): number => rowOf(code)[0];

/** The exit code of a command that ends with a problem. */
export const exitCodeOf = (code: string): ExitCode => rowOf(code)[1];
