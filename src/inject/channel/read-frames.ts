import type { OpaqueFrame } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { frameOrigin } from '../dom/view-box.ts';
import { normalizeRef } from '../element/refs.ts';
import { isRecord } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import type { AccessibilityNode } from '../snapshot/accessibility-node.ts';
import { type Reading, readPage } from '../snapshot/read-page.ts';
import { type Frames, splitRef, windowOf } from './frames.ts';
import { framePathOf, type GraftPoint, graft } from './graft.ts';
import type { Answer, Link } from './link.ts';
import { inStep, trying } from './step.ts';

/** How many frames of other origins a document is below the top, and for how many ms an answer is waited for. */
export interface Reach {
  depth: number;
  ms: number;
}

/** Most levels of nested frames of other origins. */
export const MAX_FRAME_DEPTH = 5;

/** Ms of the time limit that each document keeps for its own work. */
export const OWN_MS = 100;

type GivenOptions = Readonly<Record<string, unknown>>;

/** The options that are passed on to frames: those about how to read. */
const FORWARDED_OPTIONS =
  'interactiveOnly maxTextPerNode maxAttrValueLen viewport minElementSize includeHidden cursorInteractive frames shadow paths boxes occlusion description urls markRefs timeBudgetMs'.split(
    ' ',
  );

/** The nodes of frames that could not be entered, in document order; not where frames are disabled. */
const opaqueFrames = (root: AccessibilityNode): AccessibilityNode[] => {
  const found: AccessibilityNode[] = [];
  const stack = [root];
  for (let built = stack.pop(); built; built = stack.pop()) {
    if (built.el && built.node.frame?.access === 'opaque' && built.node.frame.reason !== 'disabled')
      found.push(built);
    for (let i = built.children.length - 1; i >= 0; i--) stack.push(built.children[i] as AccessibilityNode);
  }
  return found;
};

/** A frame with the request to it and its answer. */
interface FrameEntry {
  frame: AccessibilityNode;
  window: Window | null;
  offset: { x: number; y: number };
  path: string | undefined;
  options: Record<string, unknown>;
  answer?: Answer;
}

const setReason = ({ frame }: FrameEntry, reason: OpaqueFrame['reason']): void => {
  frame.node.frame = { ...(frame.node.frame as OpaqueFrame), reason };
};

/** Reads a page together with the frames of other origins in it. */
export class FrameReader {
  constructor(
    private readonly agent: Agent,
    private readonly frames: Frames,
    /** The link, or the reason why there is none. */
    private readonly way: Link | 'no_channel' | 'tampered',
  ) {}

  /** `done` is called once, in a step that reads nothing of the page. */
  read(given: GivenOptions, reach: Reach, done: (outcome: Reading | Failure) => void): void {
    const { guard } = this.agent;
    const begun = this.begin(given);
    if (isFailure(begun)) {
      done(begun);
      return;
    }
    const { reading, open } = begun;
    let waiting = 1;
    const conclude = trying(done, () => {
      if (--waiting === 0) done(this.compose(reading, open));
    });
    const askAll = trying(done, () => {
      for (const entry of this.toAsk(open, reach)) {
        waiting++;
        this.ask(entry, reach, conclude);
      }
      conclude();
    });
    inStep(guard, askAll);
  }

  /** The frames to send a request to. The nodes of those that are nested too deep get that as their reason. */
  private toAsk(open: readonly FrameEntry[], { depth }: Reach): FrameEntry[] {
    return open.filter((entry) => {
      if (depth >= MAX_FRAME_DEPTH) setReason(entry, 'too_deep');
      else return !!entry.window && typeof this.way !== 'string';
      return false;
    });
  }

  private ask(entry: FrameEntry, { depth, ms }: Reach, done: () => void): void {
    const { way } = this;
    const request = { verb: 'snapshot' as const, args: [entry.options], depth: depth + 1, ms };
    const asked =
      typeof way !== 'string' &&
      way.safely(() =>
        way.ask(entry.window as Window, request, (answer) => {
          if (answer) entry.answer = answer;
          done();
        }),
      );
    if (!asked) done();
  }

  /** Reads this document, and collects its frames. */
  private begin(given: GivenOptions): { reading: Reading; open: FrameEntry[] } | Failure {
    const ref = normalizeRef(given.scope, '');
    const inside = ref && splitRef(ref) ? this.frames.find(ref) : undefined;
    if (inside && isFailure(inside)) return inside;
    const reading = readPage(this.agent, given, { within: inside?.element, isWhole: true });
    if (isFailure(reading)) return reading;
    const open = opaqueFrames(reading.root).map((frame) => {
      const el = frame.el as Element;
      return this.openFrame(reading, frame, el, el === inside?.element ? { scope: inside.rest } : {});
    });
    return { reading, open };
  }

  private openFrame(
    reading: Reading,
    frame: AccessibilityNode,
    el: Element,
    own: Record<string, unknown> = {},
  ): FrameEntry {
    const { request, viewport } = reading;
    const how: Record<string, unknown> = {};
    for (const name of FORWARDED_OPTIONS) how[name] = request.options[name as keyof typeof request.options];
    // JSON can't hold `Infinity` and `undefined`.
    const all: Record<string, unknown> = { ...how, ...own };
    for (const name of Object.keys(all))
      if (all[name] === undefined || all[name] === Infinity) delete all[name];
    return {
      frame,
      window: windowOf(el),
      offset: frameOrigin(el, viewport),
      path: framePathOf(frame, reading),
      options: all,
    };
  }

  /** Grafts the reports of the frames onto the tree of this document. */
  private compose(reading: Reading, open: readonly FrameEntry[]): Reading {
    const { way } = this;
    const isSound = this.agent.guard.isSound();
    for (const entry of open) {
      const { reason } = entry.frame.node.frame as OpaqueFrame;
      if (typeof way === 'string') setReason(entry, way);
      else if (!isSound) setReason(entry, 'tampered');
      else if (reason !== 'too_deep') this.enter(reading, entry);
    }
    return reading;
  }

  private enter(reading: Reading, entry: FrameEntry): void {
    const { frame, answer, offset, path } = entry;
    const report = isRecord(answer?.body) ? answer.body.told : undefined;
    if (!answer || !isRecord(report)) {
      setReason(entry, 'no_answer');
      return;
    }
    const number = this.frames.number(frame.el as Element, entry.window as Window, answer.document);
    const { src } = frame.node.frame as OpaqueFrame;
    frame.node.frame = { ...(src !== undefined && { src }), origin: answer.origin, access: 'channel' };
    const point: GraftPoint = { frame, number, offset, path };
    graft(reading, point, report);
  }
}
