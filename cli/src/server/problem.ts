import { ZodError } from 'zod';
import { reasonOf, SessionError } from '../sessions/index.ts';
import type { Problem } from './problems.ts';

/** Problem codes of Fastify's errors, by HTTP status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/** How many issues of an input a message lists. */
const MAX_ISSUES = 5;

const issueWords = ({ path, message }: { path: PropertyKey[]; message: string }): string =>
  path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message;

/** The problem of an input that does not match its schema. */
export const inputProblem = ({ issues }: ZodError): Problem => ({
  code: 'invalid_argument',
  message: `${issues.slice(0, MAX_ISSUES).map(issueWords).join('; ')}.`,
});

/** The {@link Problem} for whatever was thrown. */
export const problemOf = (thrown: unknown): Problem => {
  if (thrown instanceof SessionError) return { code: thrown.code, message: thrown.message };
  if (thrown instanceof ZodError) return inputProblem(thrown);
  const { statusCode, code, message } = (thrown ?? {}) as {
    statusCode?: number;
    code?: string;
    message?: string;
  };
  if (code?.startsWith('FST_') && statusCode !== undefined)
    return { code: CODES[statusCode] ?? 'internal_error', message: message ?? 'The request is no good.' };
  // Errors of the page have a code of ours already: `ref_not_found`.
  if (typeof code === 'string' && /^[a-z]+(?:_[a-z]+)+$/.test(code))
    return { code, message: message ?? code };
  if (
    /Target page, context or browser has been closed|Target crashed|browser has disconnected/i.test(
      String(message),
    )
  )
    return { code: 'browser_lost', message: 'The tab or the browser ended while this ran. Try again.' };
  return {
    code: 'internal_error',
    message: `${reasonOf(thrown)}. Try again; if it stays so: inpage doctor.`,
  };
};
