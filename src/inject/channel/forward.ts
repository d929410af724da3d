import type { Box, Point } from '../../contract.ts';
import { checkFrame } from '../action/checks.ts';
import type { Agent } from '../agent.ts';
import { frameOrigin, ORIGIN } from '../dom/view-box.ts';
import { normalizeRef } from '../element/refs.ts';
import { isRecord } from '../payload.ts';
import { type Failure, fail, isFailure } from '../result.ts';
import { mayPassLater, pauseAfter, timeoutOf } from '../run.ts';
import { type FrameDocument, type Frames, goneFrame, splitRef } from './frames.ts';
import type { Answer, Link, Request } from './link.ts';
import { errorHere, type Place, translated } from './map-result.ts';
import { OWN_MS, type Reach } from './read-frames.ts';
import { inStep, trying } from './step.ts';
import { watchLeft } from './watch-left.ts';

/** An action or a query for an element in a frame. */
export interface FrameRequest {
  verb: 'action' | 'query';
  ref: string;
  kind: string;
  payload: unknown;
}

/** The result of a frame in terms of this document (refs, coordinates), without its `meta`. */
export type FrameResponse = Record<string, unknown> | Failure;

/** How long a frame may settle after the last event of an action. */
const SETTLE_MS = 4000;

/** How long a query, such as the one for an element's box, may take. */
const LOCATE_MS = 1000;

const LIMIT_CHARS = 4000;

const { setTimeout } = window;

/** Kinds done with a pointer, whose point in the frame must not be covered by this document. */
const POINTER_KINDS =
  /^(?:click|dblclick|contextmenu|longpress|tap|swipe|hover|drag|(?:un|set)?checked|(?:un)?check)$/;

const isBox = (value: unknown): value is Box =>
  isRecord(value) && ['x', 'y', 'width', 'height'].every((name) => typeof value[name] === 'number');

/** The payload for the document in the frame, with a ref in `to` made one of that document. */
const payloadForFrame = (request: FrameRequest, number: number, timeoutMs: number): unknown => {
  const { payload } = request;
  if (payload !== undefined && !isRecord(payload)) return payload;
  const { document: _, to, ...rest } = payload || {};
  const ref = normalizeRef(to, '');
  const split = ref && splitRef(ref);
  if (ref && (!split || split.number !== number))
    return fail(
      'frame_inaccessible',
      `${ref} stands in another document than ${request.ref}: nothing can be dragged there.`,
    );
  const target = split ? { to: split.rest } : to === undefined ? {} : { to };
  return { ...rest, ...target, ...(request.verb === 'action' && { timeoutMs }) };
};

/** Sends actions and queries for elements in frames of other origins to the documents that they belong to. */
export class Forwarder {
  constructor(
    private readonly agent: Agent,
    private readonly frames: Frames,
    private readonly link: Link,
  ) {}

  /** `done` is called once, in a step that reads nothing of the page. */
  run(request: FrameRequest, reach: Reach, done: (response: FrameResponse) => void): void {
    const prepared = this.agent.guard.isSound() ? this.begin(request) : unsafeError(request.ref);
    if (isFailure(prepared)) {
      done(prepared);
      return;
    }
    const { guard } = this.agent;
    const { frame, rest, timeout } = prepared;
    const send = trying(done, () => this.send(request, { ...prepared, depth: reach.depth }, done));
    // The frame may take as long as the action's timeout to answer: on a slow phone it is busy for a while.
    const ms = Math.max(LOCATE_MS, timeout);
    const where: Request = { verb: 'query', args: [rest, 'box', {}], depth: reach.depth + 1, ms };
    const locate = trying(done, () => this.ask(frame, where, located));
    const located = trying(done, (answer: Answer | undefined) => {
      if (!answer || answer.document !== frame.document) {
        done(answer ? goneFrame(request.ref) : timeoutError(request.ref));
        return;
      }
      const { body } = answer;
      const box = isRecord(body) && isRecord(body.result) ? body.result.value : undefined;
      const deadline = Date.now() + timeout;
      const whenReachable = (failure: Failure | undefined): void =>
        inStep(guard, () => (failure ? done(failure) : send()));
      this.reachFor(request, frame, isBox(box) ? box : undefined, { deadline, attempt: 0 }, whenReachable);
    });
    inStep(guard, request.verb === 'query' ? send : locate);
  }

  private begin(
    request: FrameRequest,
  ): { frame: FrameDocument; rest: string; timeout: number; payload: unknown } | Failure {
    const found = this.frames.find(request.ref);
    if (isFailure(found)) return found;
    const timeout = timeoutOf(request.payload);
    if (typeof timeout !== 'number') return timeout;
    const payload = payloadForFrame(request, found.frame.number, timeout);
    return isFailure(payload) ? payload : { frame: found.frame, rest: found.rest, timeout, payload };
  }

  private ask(
    frame: FrameDocument,
    request: Request,
    done: (answer: Answer | undefined) => void,
  ): (() => void) | undefined {
    const stop = this.link.safely(() => this.link.ask(frame.window, request, done, frame.document));
    if (!stop) inStep(this.agent.guard, () => done(undefined));
    return stop;
  }

  /** Scrolls the element's box into view and waits until nothing of this document covers it. */
  private reachFor(
    request: FrameRequest,
    frame: FrameDocument,
    box: Box | undefined,
    { deadline, attempt }: { deadline: number; attempt: number },
    done: (failure: Failure | undefined) => void,
  ): void {
    const { agent } = this;
    const el = frame.element.deref();
    const failure = el
      ? checkFrame(agent, el, box, POINTER_KINDS.test(request.kind))
      : goneFrame(request.ref);
    const pause = pauseAfter(attempt);
    const again = trying(done, () =>
      this.reachFor(request, frame, box, { deadline, attempt: attempt + 1 }, done),
    );
    if (!failure || !mayPassLater(failure) || Date.now() + pause >= deadline) done(failure);
    else setTimeout(() => agent.guard.run(again), pause);
  }

  private send(
    request: FrameRequest,
    at: { frame: FrameDocument; rest: string; timeout: number; payload: unknown; depth: number },
    done: (response: FrameResponse) => void,
  ): void {
    const { frame, rest, timeout, payload, depth } = at;
    const { guard } = this.agent;
    const { verb, ref, kind } = request;
    const ms = verb === 'query' ? LOCATE_MS : timeout + SETTLE_MS + OWN_MS;
    const el = frame.element.deref();
    let isLeft = false;
    const whenLeft = trying(done, () => {
      isLeft = true;
      stop?.();
    });
    const stopWatching = watchLeft(this.agent, this.link, frame, depth, whenLeft);
    const stop = this.ask(
      frame,
      { verb, args: [rest, kind, payload], depth: depth + 1, ms },
      trying(done, (answer) => {
        stopWatching();
        // Read before the step below: reading the page may run its code, and the step must read nothing of it.
        const offset = el ? frameOrigin(el) : ORIGIN;
        const finish = trying(done, () => {
          const place = { number: frame.number, offset, limit: limitOf(payload) };
          if (!guard.isSound()) done(unsafeError(ref));
          else if (answer && answer.document !== frame.document) done(goneFrame(ref));
          else if (!answer?.body) done(isLeft ? leftFrameError(ref) : timeoutError(ref));
          else done(toResponse(answer, { ...place, origin: answer.origin }));
        });
        inStep(guard, finish);
      }),
    );
  }
}

const limitOf = (payload: unknown): number => {
  const limit = isRecord(payload) ? payload.limitChars : undefined;
  return typeof limit === 'number' ? limit : LIMIT_CHARS;
};

const toResponse = ({ body }: Answer, place: Place): FrameResponse => {
  if (!isRecord(body) || !isRecord(body.result))
    return { error: errorHere(isRecord(body) && body.error, place) };
  const result = translated(body.result, place) as Record<string, unknown>;
  if (isBox(result.value) && result.kind === 'box') result.value = movedBox(result.value, place.offset);
  const { meta: _, snapshot: __, ...rest } = result;
  return rest;
};

const movedBox = (box: Box, offset: Point): Box => ({ ...box, x: box.x + offset.x, y: box.y + offset.y });

const unsafeError = (ref: string): Failure =>
  fail(
    'frame_inaccessible',
    `${ref} stands in a frame of another origin, and this page keeps the way there from being safe.`,
  );

const leftFrameError = (ref: string): Failure =>
  fail('job_lost', `The frame of ${ref} went to another document while this ran. Take a new snapshot.`, {
    cause: 'navigated',
  });

const timeoutError = (ref: string): Failure =>
  fail('timeout', `The frame of ${ref} did not answer in time. Take a new snapshot to see where you are.`);
