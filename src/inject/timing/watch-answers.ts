import type { Causes } from './causes.ts';
import { addEventListener, type Make, type Put } from './page-functions.ts';
import { apply, then } from './tasks.ts';

/** How long a request is awaited, ms: slower servers and streams that stay open are not. */
export const MAX_REQUEST_MS = 2000;

/** How long the answer to a message, or the next piece of a stream, is awaited, ms: there may be none. */
const MAX_MESSAGE_MS = 500;

/** The classes of a window; engines lack some of them. */
type Classes = Record<string, { readonly prototype: object } | undefined>;

/**
 * Replaces the functions that send requests and messages, and read what comes, by others that do the same, and tell
 * {@link Causes} which code has called them and what to expect.
 */
export const watchAnswers = (causes: Causes, view: Window, put: Put): void => {
  /**
   * Expects the answer to a request that begins now; returns the function to call at the answer.
   *
   * @param ms how long it is awaited
   * @param isSure only if the cause is sure: the page may ask for it all the time
   * @param counts how many unanswered requests it is, 1 or 0
   */
  const expectAnswer = (ms = MAX_REQUEST_MS, isSure = false, counts = 1): (() => void) => {
    const origin = causes.origin();
    if (!origin || (isSure && origin.isGuess)) return () => {};
    const { cause } = origin;
    cause.requests++;
    cause.unanswered += counts;
    const came = causes.expect(origin, ms);
    let counted = counts;
    return () => {
      cause.unanswered -= counted;
      counted = 0;
      came();
      causes.enter(origin);
      causes.leave();
    };
  };
  /** For functions that return the promise of an answer: `fetch`, and the methods that read a body or the next piece of it. */
  const promised =
    (ms?: number, isSure?: boolean): Make =>
    (own) =>
      function (this: unknown, ...given) {
        const answer = apply(own, this, given);
        const done = expectAnswer(ms, isSure);
        try {
          apply(then, answer, [done, done]);
        } catch {
          // Not a promise.
          done();
        }
        return answer;
      };
  /** For methods whose answer is an event: `XMLHttpRequest.send`, and messages to a worker or over a socket. */
  const answered =
    (type: string, ...expected: Parameters<typeof expectAnswer>): Make =>
    (own) =>
      function (this: unknown, ...given) {
        const done = expectAnswer(...expected);
        try {
          apply(addEventListener, this, [type, done, { once: true }]);
        } catch {
          // The page has put a class of its own in the place of the engine's: it does not tell when a request ends.
          if (type === 'loadend') done();
        }
        try {
          return apply(own, this, given);
        } catch (error) {
          done();
          throw error;
        }
      };
  const messaging = answered('message', MAX_MESSAGE_MS, true, 0);
  /** For `MessagePort.postMessage`, by which schedulers give themselves a new task. */
  const posting: Make = (own) =>
    function (this: unknown, ...given) {
      const answer = apply(own, this, given);
      causes.post();
      return answer;
    };
  const inClass = (name: string, key: string, make: Make): void =>
    put((view as unknown as Classes)[name]?.prototype, key, make);
  const answering = promised();
  put(view, 'fetch', answering);
  inClass('MessagePort', 'postMessage', posting);
  inClass('Worker', 'postMessage', messaging);
  inClass('XMLHttpRequest', 'send', answered('loadend'));
  inClass('WebSocket', 'send', messaging);
  inClass('Response', 'arrayBuffer', answering);
  inClass('Response', 'blob', answering);
  inClass('Response', 'json', answering);
  inClass('Response', 'text', answering);
  inClass('ReadableStreamDefaultReader', 'read', promised(MAX_MESSAGE_MS, true));
};
