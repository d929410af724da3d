import type { DeadRefCause, ElementLabel, ErrorCode, ErrorInfo } from '../contract.ts';
import { oneLine, toJson } from '../render/core.ts';

/** An expected failure inside of a verb: returned as a value, and made an {@link ErrorResult} by the API. */
export interface Failure {
  error: ErrorInfo;
  /** Do not retry: something was done before it failed, or another attempt would fail alike. */
  isFinal?: true;
}

type Details = Omit<ErrorInfo, 'code' | 'message'>;

export const fail = (code: ErrorCode, message: string, details: Details = {}): Failure => ({
  error: { code, message: oneLine(message), ...details },
});

/** The advice where the page has changed since it was read. */
export const NEW_SNAPSHOT = 'Take a new snapshot.';

/** The same failure, marked as not to be retried. */
export const final = ({ error }: Failure): Failure => ({ error, isFinal: true });

export const isFailure = (value: unknown): value is Failure =>
  // An own property: a page may put an `error` on Object.prototype. Not Object.hasOwn, which many WebViews lack.
  typeof value === 'object' &&
  !!value &&
  Object.keys(value).includes('error') &&
  typeof (value as { error?: unknown }).error === 'object';

/** Page text in quotes for a message, escaped so that it can't look like the end of the quote, a line or a ref. */
export const quoted = (text: string): string => toJson(oneLine(text)).replace(/\[ref=/g, '\\u005bref=');

/** An element in a message: `button "Save" [ref=kd5]`. One without a role is an `element`: `generic` tells nothing. */
export const nameInWords = ({ role, name, ref }: Pick<ElementLabel, 'role' | 'name' | 'ref'>): string =>
  [role === 'generic' ? 'element' : role, name && quoted(name), ref && `[ref=${ref}]`]
    .filter(Boolean)
    .join(' ');

export const DEAD_REF_WORDS: Readonly<Record<DeadRefCause, string>> = {
  unknown: 'was never issued here',
  detached: 'is gone: its element was removed from the page',
  replaced: 'now stands for something else',
  navigated: 'belongs to a page that has been left',
};
