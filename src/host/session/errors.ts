import type { ErrorCode, ErrorInfo, ErrorResult } from '../../contract.ts';

/**
 * The page's error codes, and those of the host: `invalid_json`, the page returned no readable result; `open_failed`, the
 * driver could not open the URL; `cancelled`, the caller cancelled the call.
 */
export type HostErrorCode = ErrorCode | 'invalid_json' | 'open_failed' | 'cancelled';

export interface HostErrorInfo extends Omit<ErrorInfo, 'code'> {
  code: HostErrorCode;
}

export interface HostErrorResult extends Omit<ErrorResult, 'error'> {
  error: HostErrorInfo;
}

/** The result of a call, or its error. */
export type Outcome<Ok> = Ok | HostErrorResult;

export const isError = (result: { ok: boolean }): result is HostErrorResult => !result.ok;

/** Thrown within a call that has no result of a page. */
export class HostFailure extends Error {
  constructor(readonly error: HostErrorInfo) {
    super(error.message);
  }
}

/** An error of the host as a result. */
export const hostError = (error: HostErrorInfo, document: string | undefined): HostErrorResult => ({
  ok: false,
  type: 'page',
  meta: { url: '', title: '', ts: 0, document: document ?? '' },
  error,
});

export const LEFT: HostErrorInfo = {
  code: 'job_lost',
  message: 'The page was left while this ran, so nobody knows how it ended.',
  cause: 'navigated',
};

export const CANCELLED: HostErrorInfo = {
  code: 'cancelled',
  message:
    'The call was given up; an action that had begun may still take place. Take a new snapshot to see where you are.',
};

export const notAnswering = (ms: number): HostErrorInfo => ({
  code: 'timeout',
  message: `The page did not answer for ${ms} ms: its script is busy, it loads an address that does not answer, or a dialog of it is open. Take a new snapshot in a moment; if there is no answer then either, open the address again.`,
});

/** The error for a URL that starts a download: the page stays. */
export const DOWNLOADED: HostErrorInfo = {
  code: 'open_failed',
  message: 'The address gives no page but a file; the page that was there before stays.',
};

export const notLoaded = (ms: number): HostErrorInfo => ({
  code: 'timeout',
  message: `The address did not answer for ${ms} ms and is not waited for any more; the page that was there before stays. Try again, or another address.`,
});

export const gaveUpLoading = (ms: number): HostErrorInfo => ({
  code: 'timeout',
  message: `The page did not answer for ${ms} ms once more, until what it was loading was given up: most likely it leads to an address that does not answer. Take a new snapshot to see where you are.`,
});

export const tooLong = (ms: number): HostErrorInfo => ({
  code: 'timeout',
  message: `This took longer than ${ms} ms and goes on in the page. Take a new snapshot to see where you are.`,
});

export const unreadable = (why: string): HostErrorInfo => ({
  code: 'invalid_json',
  message: `The page gave no readable result: ${why}. Take a new snapshot; if it happens again, reload the page.`,
});

export const GONE: HostErrorInfo = unreadable('its tab was closed or has crashed');
