import { z } from 'zod';
import { ServiceError, type ServiceErrorCode, STATUS_OF } from '../contract/index.ts';
import { redactText } from '../safety/redact.ts';

/** What clients get of an error. */
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

/** What is wrong with a value that may be of several kinds: of the kinds that it comes nearest to. */
const nearest = (issue: Issue): { path: string; message: string } => {
  const kinds = issue.code === 'invalid_union' ? issue.errors.flatMap((issues) => issues.slice(0, 1)) : [];
  const depth = Math.max(0, ...kinds.map(({ path }) => path.length));
  const near = kinds.filter(({ path }) => path.length === depth).map(nearest);
  return {
    path: [...issue.path, ...new Set(near.map(({ path }) => path))].filter((key) => key !== '').join('.'),
    message: near.length > 0 ? near.map(({ message }) => message).join('; or ') : issue.message,
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

/** What was thrown, as clients see it. What is nobody's fault but the service's is told without its words. */
export const errorOf = (thrown: unknown): ServiceError => {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof z.ZodError) return inputError(thrown);
  const { statusCode = 500, message = '' } = (thrown ?? {}) as HttpError;
  if (statusCode === 413)
    return new ServiceError('too_large', 'The request is too large. Split it into several.');
  if (statusCode >= 400 && statusCode < 500) return new ServiceError('bad_request', redactText(message));
  return new ServiceError('internal_error', 'The service has failed at this request; its log says why.');
};
