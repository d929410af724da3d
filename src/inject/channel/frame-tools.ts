import type { PageTool, PageToolSource } from '../../contract.ts';
import { toJson } from '../../render/core.ts';
import type { Agent } from '../agent.ts';
import { findEverywhere } from '../dom/all-elements.ts';
import { cut } from '../dom/cut.ts';
import { frameDocument } from '../dom/flat-tree.ts';
import { ORIGIN } from '../dom/view-box.ts';
import { annotationsOf } from '../model-context/own-context.ts';
import { isRecord } from '../payload.ts';
import { type Failure, fail, isFailure, quoted } from '../result.ts';
import { type Frames, goneFrame, windowOf } from './frames.ts';
import type { Answer, Link } from './link.ts';
import { errorHere, type Place, translated } from './map-result.ts';
import { MAX_FRAME_DEPTH, OWN_MS, type Reach } from './read-frames.ts';
import { refHere } from './read-node.ts';
import { inStep, trying } from './step.ts';
import { nameHere, namesHere, splitToolName } from './tool-names.ts';
import { watchLeft } from './watch-left.ts';

/** Most frames that are asked for their tools, and most rounds for each. */
const MAX_FRAMES = 50;
const MAX_LISTS = 10;

/** How many tools of a frame are asked for in one round. */
const MAX_TOOLS = 50;

/** Most characters of what a frame reports of a tool. */
const TITLE_CHARS = 100;
const DESCRIPTION_CHARS = 4000;
const SCHEMA_CHARS = 20_000;
const ORIGIN_CHARS = 200;

/** The default time limit of a tool, and the time for the changes that follow it. */
const TOOL_MS = 30_000;
const SETTLE_MS = 4000;

const SOURCES: readonly unknown[] = ['browser', 'form', 'registered'];

type Wire = Readonly<Record<string, unknown>>;

/** The result of a call in a frame, with known fields of the right types only: a frame may send anything. */
const toCallResult = (given: Wire, name: string, place: Place): object => {
  const { output, submit, annotations } = given;
  const counts = ['totalChars', 'after'].filter((key) => typeof given[key] === 'number');
  const flags = ['isError', 'navigates', 'waits'].filter((key) => given[key] === true);
  return {
    name,
    output: typeof output === 'string' ? output.slice(0, place.limit) : '',
    ...Object.fromEntries(counts.concat(flags).map((key) => [key, given[key]])),
    ...(isRecord(submit) && { submit: translated(submit, place) }),
    ...annotationsOf(annotations),
  };
};

/** A tool of document N, with known fields of the right types only. The browser tells its origin; that of a frame in it is only claimed. */
const toolHere = (given: unknown, number: number, { origin }: Answer): PageTool | undefined => {
  if (!isRecord(given)) return undefined;
  const { title, description, inputSchema, schemaChars, annotations, ref } = given;
  const name = nameHere(given.name, number);
  if (!name) return undefined;
  const isDeeper = !!splitToolName(given.name);
  const text = (value: unknown, chars: number): string => cut(typeof value === 'string' ? value : '', chars);
  const chars = isRecord(inputSchema) ? toJson(inputSchema).length : schemaChars;
  const here = refHere(ref, number);
  return {
    name,
    ...(title !== undefined && { title: text(title, TITLE_CHARS) }),
    description: text(description, DESCRIPTION_CHARS),
    ...(isRecord(inputSchema) && (chars as number) <= SCHEMA_CHARS
      ? { inputSchema }
      : typeof chars === 'number' && { schemaChars: chars }),
    ...annotationsOf(annotations),
    origin: isDeeper ? text(given.origin, ORIGIN_CHARS) : origin,
    source: SOURCES.includes(given.source) ? (given.source as PageToolSource) : 'registered',
    ...(here !== undefined && { ref: here }),
    ...(given.waits === true && { waits: true as const }),
  };
};

/** A frame that is asked for its tools, and those it has listed so far. */
interface ToolFrame {
  readonly el: Element;
  readonly window: Window;
  readonly tools: PageTool[];
}

/** Lists and calls the tools of frames of other origins. */
export class FrameTools {
  constructor(
    private readonly agent: Agent,
    private readonly frames: Frames,
    private readonly link: Link,
  ) {}

  /** Lists the tools of all frames. `done` is called once, in a step that reads nothing of the page. */
  list({ depth, ms }: Reach, done: (tools: PageTool[] | Failure) => void): void {
    const { guard } = this.agent;
    const open: ToolFrame[] = [];
    if (depth < MAX_FRAME_DEPTH)
      for (const el of findEverywhere('iframe,frame')) {
        const window = frameDocument(el) ? null : windowOf(el);
        if (window && open.length < MAX_FRAMES) open.push({ el, window, tools: [] });
      }
    let waiting = 1;
    const conclude = trying(done, () => {
      if (--waiting === 0) done(guard.isSound() ? open.flatMap(({ tools }) => tools) : []);
    });
    const until = Date.now() + ms;
    const askAll = trying(done, () => {
      for (const frame of open) {
        waiting++;
        this.gather(frame, depth, until, 1, conclude);
      }
      conclude();
    });
    inStep(guard, askAll);
  }

  /** Asks one frame for its tools, round by round; `until` is the deadline of all rounds. */
  private gather(frame: ToolFrame, depth: number, until: number, round: number, done: () => void): void {
    const ms = until - Date.now();
    const payload = { limit: MAX_TOOLS, after: frame.tools.length, timeoutMs: ms - OWN_MS };
    const answered = trying(done, (answer: Answer | undefined) => {
      const list = resultOf(answer);
      if (answer && list) {
        const number = this.frames.number(frame.el, frame.window, answer.document);
        const tools = Array.isArray(list.tools) ? list.tools : [];
        for (const tool of tools) {
          const here = toolHere(tool, number, answer);
          if (here) frame.tools.push(here);
        }
        if (tools.length > 0 && list.after === frame.tools.length && round < MAX_LISTS) {
          this.gather(frame, depth, until, round + 1, done);
          return;
        }
      }
      done();
    });
    const request = { verb: 'page' as const, args: ['tools', payload], depth: depth + 1, ms };
    const { link } = this;
    if (!link.safely(() => link.ask(frame.window, request, answered))) done();
  }

  /** Lists or calls one tool of a frame. `done` is called in a step that reads nothing of the page. */
  ask(kind: string, payload: Wire, { depth }: Reach, done: (outcome: object) => void): void {
    const { agent, link } = this;
    const name = String(payload.name);
    const split = splitToolName(name);
    const found = agent.guard.isSound() ? this.frames.find(name, split) : unsafeError(name);
    if (isFailure(found)) {
      done(found.error.code === 'ref_not_found' ? noTool(name) : found);
      return;
    }
    const { frame } = found;
    const { timeoutMs = TOOL_MS } = payload;
    const ms = (typeof timeoutMs === 'number' ? timeoutMs : TOOL_MS) + SETTLE_MS;
    const args = [kind, { ...payload, name: found.rest }];
    let isLeft = false;
    let stop: (() => void) | undefined;
    const whenLeft = (): void => {
      isLeft = true;
      stop?.();
    };
    const stopWatching = watchLeft(agent, link, frame, depth, whenLeft);
    const answered = trying(done, (answer: Answer | undefined) => {
      stopWatching();
      if (!answer?.body) done(isLeft ? leftFrameError(name) : timeoutError(name));
      else if (answer.document !== frame.document) done(goneFrame(name));
      else done(this.broughtFrom(kind, answer, frame.number, payload));
    });
    const request = { verb: 'page' as const, args, depth: depth + 1, ms };
    const go = trying(done, () => {
      stop = link.safely(() => link.ask(frame.window, request, answered, frame.document));
      if (!stop) done(unsafeError(name));
    });
    inStep(agent.guard, go);
  }

  private broughtFrom(
    kind: string,
    answer: Answer,
    number: number,
    { name, limitChars = 4000 }: Wire,
  ): object {
    const place = { number, origin: answer.origin, offset: ORIGIN, limit: Number(limitChars) };
    const result = resultOf(answer);
    if (!this.agent.guard.isSound()) return unsafeError(String(name));
    if (!result) return toFailure(answer, place, String(name));
    if (kind === 'callTool') return toCallResult(result, String(name), place);
    if (!Array.isArray(result.tools)) return { tools: [], total: 0 };
    const tools = result.tools.map((tool) => toolHere(tool, number, answer)).filter(Boolean);
    return { tools, total: tools.length };
  }
}

const resultOf = (answer: Answer | undefined): Wire | undefined =>
  isRecord(answer?.body) && isRecord(answer.body.result) ? answer.body.result : undefined;

/** The error of a frame, with names of tools as they are in this document. */
const toFailure = ({ body }: Answer, place: Place, name: string): Failure => {
  const error = isRecord(body) ? body.error : undefined;
  if (!isRecord(error) || error.code !== 'tool_not_found') return { error: errorHere(error, place) };
  const valid = namesHere(error.valid, place.number);
  const words = `The frame of ${place.origin} has no tool ${quoted(cut(name, 130))}, but: ${valid.join(', ')}.`;
  return fail('tool_not_found', words, { valid });
};

const leftFrameError = (name: string): Failure =>
  fail(
    'job_lost',
    `The frame of ${cut(name, 130)} went to another document while this ran. Take a new snapshot.`,
    { cause: 'navigated' },
  );

const noTool = (name: string): Failure =>
  fail('tool_not_found', `The frame of ${cut(name, 130)} is gone. List the tools again.`);

const unsafeError = (name: string): Failure =>
  fail(
    'frame_inaccessible',
    `${cut(name, 130)} is a tool of a frame of another origin, and this page keeps the way there from being safe.`,
  );

const timeoutError = (name: string): Failure =>
  fail(
    'timeout',
    `The frame of ${cut(name, 130)} did not answer in time. Take a new snapshot to see where you are.`,
  );
