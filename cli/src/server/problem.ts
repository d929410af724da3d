import { ZodError } from 'zod';
import { reasonOf, SessionError } from '../sessions/index.ts';
import type { Problem } from './problems.ts';

/** Errors of Fastify by their status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/** Most problems of an input that are told at once. */
const MOST = 5;

const issueWords = ({ path, message }: { path: PropertyKey[]; message: string }): string =>
  path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message;

/** What is wrong with an input. */
export const inputProblem = ({ issues }: ZodError): Problem => ({
  code: 'invalid_argument',
  message: `${issues.slice(0, MOST).map(issueWords).join('; ')}.`,
});

/** Whatever was thrown, in our shape. */
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
  // Of the page: `ref_not_found` and the like.
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
