import { z } from 'zod';
import { ServiceError, type ServiceErrorCode, STATUS_OF } from '../contract/index.ts';
import { redactText } from '../safety/redact.ts';

/** Body of an error answer. */
export interface Failure {
  success: false;
  error: string;
  code: string;
  details?: unknown;
}

export const failureOf = ({ message, code, details }: ServiceError): Failure => ({
  success: false,
  error: message,
  code,
  ...(details !== undefined && { details }),
});

export const isCode = (code: string | undefined): code is ServiceErrorCode =>
  code !== undefined && Object.hasOwn(STATUS_OF, code);

type Issue = z.core.$ZodIssue;

/**
 * Path and message of an issue. For a value that matches no member of a union: those of the members that it comes
 * nearest to, which are those whose issue lies deepest in the value.
 */
const nearest = (issue: Issue): { path: string; message: string } => {
  const memberIssues =
    issue.code === 'invalid_union' ? issue.errors.flatMap((issues) => issues.slice(0, 1)) : [];
  const depth = Math.max(0, ...memberIssues.map(({ path }) => path.length));
  const deepest = memberIssues.filter(({ path }) => path.length === depth).map(nearest);
  return {
    path: [...issue.path, ...new Set(deepest.map(({ path }) => path))].filter((key) => key !== '').join('.'),
    message: deepest.length > 0 ? deepest.map(({ message }) => message).join('; or ') : issue.message,
  };
};

const inputError = (error: z.ZodError): ServiceError => {
  const issues = error.issues.slice(0, 10).map(nearest);
  const text = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  return new ServiceError('bad_request', `The request is not valid: ${text}`, issues);
};

interface HttpError {
  statusCode?: number;
  code?: string;
  message?: string;
}

/** What was thrown, as clients see it. The message of an internal error is replaced, because it may hold secrets. */
export const errorOf = (thrown: unknown): ServiceError => {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof z.ZodError) return inputError(thrown);
  const { statusCode = 500, message = '' } = (thrown ?? {}) as HttpError;
  if (statusCode === 413)
    return new ServiceError('too_large', 'The request is too large. Split it into several.');
  if (statusCode >= 400 && statusCode < 500) return new ServiceError('bad_request', redactText(message));
  return new ServiceError('internal_error', 'The service has failed at this request; its log says why.');
};
