import type { DeadRefCause, ElementLabel, ErrorCode, ErrorInfo } from '../contract.ts';
import { oneLine, toJson } from '../render/core.ts';

/** An expected failure inside of a verb: carried up as a value, made a result at the edge. */
export interface Failure {
  error: ErrorInfo;
  /** Not to be tried again: something has been done before it was known, or it does not become another. */
  isFinal?: true;
}

type Details = Omit<ErrorInfo, 'code' | 'message'>;

export const fail = (code: ErrorCode, message: string, details: Details = {}): Failure => ({
  error: { code, message: oneLine(message), ...details },
});

/** What to do where the page is no more what was read. */
export const NEW_SNAPSHOT = 'Take a new snapshot.';

/** A failure that is not worth another attempt. */
export const final = ({ error }: Failure): Failure => ({ error, isFinal: true });

export const isFailure = (value: unknown): value is Failure =>
  // Its own: a page may put an `error` on Object.prototype. Not Object.hasOwn, which is younger than many WebViews.
  typeof value === 'object' &&
  !!value &&
  Object.keys(value).includes('error') &&
  typeof (value as { error?: unknown }).error === 'object';

/** Page text in a message: it must not look like the end of itself, like a line or like a ref. */
export const quoted = (text: string): string => toJson(oneLine(text)).replace(/\[ref=/g, '\\u005bref=');

/** How an element is called in a message. */
export const nameInWords = ({ role, name, ref }: Pick<ElementLabel, 'role' | 'name' | 'ref'>): string =>
  `${role}${name ? ` ${quoted(name)}` : ''}${ref ? ` [ref=${ref}]` : ''}`;

export const DEAD_REF_WORDS: Readonly<Record<DeadRefCause, string>> = {
  unknown: 'was never issued here',
  detached: 'is gone: its element was removed from the page',
  replaced: 'now stands for something else',
  navigated: 'belongs to a page that has been left',
};
