import type { OpaqueFrame } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { frameOrigin } from '../dom/view-box.ts';
import { normalizeRef } from '../element/refs.ts';
import { isRecord } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import type { AccessibilityNode } from '../snapshot/accessibility-node.ts';
import { type Reading, readPage } from '../snapshot/read-page.ts';
import { type Frames, splitRef, windowOf } from './frames.ts';
import { type Asked, graft, pathAbove } from './graft.ts';
import type { Answer, Link } from './link.ts';
import { inStep, trying } from './step.ts';

/** How deep a document stands below the top, and how long (ms) an answer is waited for. */
export interface Reach {
  depth: number;
  ms: number;
}

/** Frames of other origins within each other. */
export const MOST_DEPTH = 5;

/** Kept back for this document's own part of the way. */
export const OWN_MS = 100;

type Given = Readonly<Record<string, unknown>>;

/** What a frame gets of the options: all that says how to read. */
const HOW_TO_READ =
  'interactiveOnly maxTextPerNode maxAttrValueLen viewport minElementSize includeHidden cursorInteractive frames shadow paths boxes occlusion description urls markRefs timeBudgetMs'.split(
    ' ',
  );

/** The frames that could not be entered, in document order. */
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

/** A frame with what is asked of it and what it answers. */
interface Open {
  frame: AccessibilityNode;
  window: Window | null;
  offset: { x: number; y: number };
  path: string | undefined;
  options: Record<string, unknown>;
  answer?: Answer;
}

const say = ({ frame }: Open, reason: OpaqueFrame['reason']): void => {
  frame.node.frame = { ...(frame.node.frame as OpaqueFrame), reason };
};

/** Reads a page with the frames of other origins in it. */
export class FrameReader {
  constructor(
    private readonly agent: Agent,
    private readonly frames: Frames,
    /** Or why there is none. */
    private readonly way: Link | 'no_channel' | 'tampered',
  ) {}

  /** `done` is called once, in a step that reads nothing of the page. */
  read(given: Given, reach: Reach, done: (outcome: Reading | Failure) => void): void {
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
      for (const one of this.toAsk(open, reach)) {
        waiting++;
        this.ask(one, reach, conclude);
      }
      conclude();
    });
    inStep(guard, askAll);
  }

  /** The frames that are asked; the others say why not. */
  private toAsk(open: readonly Open[], { depth }: Reach): Open[] {
    return open.filter((one) => {
      if (depth >= MOST_DEPTH) say(one, 'too_deep');
      else return !!one.window && typeof this.way !== 'string';
      return false;
    });
  }

  private ask(one: Open, { depth, ms }: Reach, done: () => void): void {
    const { way } = this;
    const request = { verb: 'snapshot' as const, args: [one.options], depth: depth + 1, ms };
    const asked =
      typeof way !== 'string' &&
      way.safely(() =>
        way.ask(one.window as Window, request, (answer) => {
          if (answer) one.answer = answer;
          done();
        }),
      );
    if (!asked) done();
  }

  /** All that is read of the page itself. */
  private begin(given: Given): { reading: Reading; open: Open[] } | Failure {
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
  ): Open {
    const { request, viewport } = reading;
    const how: Record<string, unknown> = {};
    for (const name of HOW_TO_READ) how[name] = request.options[name as keyof typeof request.options];
    // What is infinite or not set has no place in JSON.
    const all: Record<string, unknown> = { ...how, ...own };
    for (const name of Object.keys(all))
      if (all[name] === undefined || all[name] === Infinity) delete all[name];
    return {
      frame,
      window: windowOf(el),
      offset: frameOrigin(el, viewport),
      path: pathAbove(frame, reading),
      options: all,
    };
  }

  /** Puts together what was read and what the frames have reported. */
  private compose(reading: Reading, open: readonly Open[]): Reading {
    const { way } = this;
    const isSound = this.agent.guard.isSound();
    for (const one of open) {
      const { reason } = one.frame.node.frame as OpaqueFrame;
      if (typeof way === 'string') say(one, way);
      else if (!isSound) say(one, 'tampered');
      else if (reason !== 'too_deep') this.enter(reading, one);
    }
    return reading;
  }

  private enter(reading: Reading, one: Open): void {
    const { frame, answer, offset, path } = one;
    const report = isRecord(answer?.body) ? answer.body.told : undefined;
    if (!answer || !isRecord(report)) {
      say(one, 'no_answer');
      return;
    }
    const number = this.frames.number(frame.el as Element, one.window as Window, answer.document);
    const { src } = frame.node.frame as OpaqueFrame;
    frame.node.frame = { ...(src !== undefined && { src }), origin: answer.origin, access: 'channel' };
    const asked: Asked = { frame, number, offset, path };
    graft(reading, asked, report);
  }
}
