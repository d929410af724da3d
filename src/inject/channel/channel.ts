import type { JobStarted, JobState, PageTool } from '../../contract.ts';
import type { Script } from '../action/script.ts';
import { type Agent, metaOf } from '../agent.ts';
import { normalizeRef } from '../element/refs.ts';
import { fitTools } from '../fit-tools.ts';
import { jobState, startJob } from '../jobs.ts';
import { createNonces } from '../nonce.ts';
import { isRecord, placeOf, wrongArgument } from '../payload.ts';
import { query } from '../query/query.ts';
import { type Failure, fail, isFailure } from '../result.ts';
import { actWhenReady, playInTasks } from '../run.ts';
import type { Revision } from '../snapshot/delta.ts';
import type { Reading } from '../snapshot/read-page.ts';
import { type SnapshotSuccess, toResult } from '../snapshot/snapshot.ts';
import type { Awaits, Job } from '../state.ts';
import { Forwarder, type FrameRequest, type FrameResponse } from './forward.ts';
import { FrameTools } from './frame-tools.ts';
import { Frames, splitRef } from './frames.ts';
import { toFrameResponse } from './graft.ts';
import { channelProof, signer } from './key.ts';
import { Link, type Request } from './link.ts';
import { VERBS } from './proof.ts';
import { FrameReader, MAX_FRAME_DEPTH, OWN_MS, type Reach } from './read-frames.ts';
import { crashed, inStep, trying } from './step.ts';
import { splitToolName } from './tool-names.ts';

/** How long a snapshot waits for all frames together. */
const FRAMES_MS = 1000;

/** Most jobs that are kept: the oldest ones are dropped. */
const MAX_JOBS = 50;

/** How many tools of this document are read in one round. */
const MAX_TOOLS = 50;

/** Most rounds. */
const MAX_LISTS = 50;

type Done = (outcome: object | Failure) => unknown;

const TOP: Reach = { depth: 0, ms: FRAMES_MS };

/** The parts by which a call reaches frames of other origins; without `forwarder` it does not reach them. */
interface Ways {
  reader: FrameReader;
  forwarder?: Forwarder;
  tools?: FrameTools;
}

/** Serves the calls of the host in a document whose script has a key, and the requests of documents above it. */
export class Channel {
  /** Nonces of its own: those of the agent are also made while built-ins are tampered with. */
  private readonly nonce = createNonces();
  private lastProof = 0;
  private readonly frames = new Frames();
  /**
   * Jobs of the host with their results, and its snapshots. Used only while all built-ins are in place: a page that
   * observes a call of a method of these collections gets hold of their content.
   */
  private readonly jobs = new Map<string, Job>();
  private readonly history: Revision[] = [];
  private readonly open: Ways;
  private readonly barred: Ways;

  /**
   * @param key absent where the script has none, or where code of the page ran before it: calls with a proof are then as
   *   calls without, and frames report `no_channel`
   */
  constructor(
    private readonly agent: Agent,
    private readonly key: string | undefined,
    private readonly finished: (verb: string, outcome: object | Failure) => object,
  ) {
    const { frames } = this;
    this.barred = { reader: new FrameReader(agent, frames, key === undefined ? 'no_channel' : 'tampered') };
    this.open = this.barred;
    if (key === undefined) return;
    const link = new Link(agent, signer(key), this.nonce, (request, reply) => this.serve(request, reply));
    this.open = {
      reader: new FrameReader(agent, frames, link),
      forwarder: new Forwarder(agent, frames, link),
      tools: new FrameTools(agent, frames, link),
    };
  }

  /** Begins a call of the host. The result is never given by a promise, since a page can observe promises. */
  start(verb: string, args: readonly unknown[], proof: unknown): JobStarted {
    const { agent, key } = this;
    // A proof that can't be checked safely is ignored for the whole call, even if the page restores its built-ins meanwhile.
    if (key === undefined || !agent.guard.isSound())
      return startJob(agent, (done, awaits) =>
        this.begin(this.barred, verb, args, (outcome) => done(this.finished(verb, outcome)), awaits),
      );
    const isRight = this.accepts(key, proof);
    const job = `${agent.state.document}.${this.nonce()}`;
    for (const old of this.jobs.keys()) if (this.jobs.size >= MAX_JOBS) this.jobs.delete(old);
    const entry: Job & { awaits: Awaits } = { awaits: {}, result: undefined };
    this.jobs.set(job, entry);
    const done = (outcome: object | Failure): void => {
      entry.result = this.finished(verb, outcome);
    };
    // A call for a document that was left gets the error for that: its proof was made for that document.
    const isRefused = !isRight && !(verb !== 'snapshot' && this.isForOther(args[2]));
    this.begin(this.open, isRefused ? '' : verb, args, done, entry.awaits);
    return { ok: true, type: 'start', meta: metaOf(agent), job };
  }

  /** The state of a job; undefined where there is none of that name, or it can't be answered safely. */
  poll(job: unknown, sent: unknown): JobState | undefined {
    const { agent, jobs } = this;
    if (!agent.guard.isSound() || typeof job !== 'string') return undefined;
    const entry = jobs.get(job);
    if (entry?.result !== undefined) jobs.delete(job);
    return entry && jobState(agent, job, entry, sent);
  }

  private begin(ways: Ways, verb: string, args: readonly unknown[], done: Done, awaits: Awaits): void {
    const step = trying(done, () => {
      if (verb === '') done(wrongProof());
      else if (verb === 'snapshot') this.snapshot(ways, args[0], done);
      else if (verb === 'page') this.pageOfHost(ways, args, done);
      else this.forward(ways, verb as FrameRequest['verb'], args, done, awaits);
    });
    inStep(this.agent.guard, step);
  }

  private finish(reading: Reading): SnapshotSuccess | Failure {
    return toResult(this.agent, reading, this.agent.guard.isSound() ? this.history : undefined);
  }

  private accepts(key: string, proof: unknown): boolean {
    const match = typeof proof === 'string' ? /^([1-9]\d{0,15})\.[0-9a-f]{64}$/.exec(proof) : null;
    const count = Number(match?.[1]);
    // Only the top document has a host; in a frame, a proof could only be a stolen one.
    const isTop = window.top === window;
    if (!match || !isTop || count <= this.lastProof) return false;
    if (proof !== channelProof(key, this.agent.state.document, count)) return false;
    this.lastProof = count;
    return true;
  }

  private snapshot({ reader }: Ways, options: unknown, done: Done): void {
    reader.read(isRecord(options) ? options : {}, TOP, (reading) =>
      done(isFailure(reading) ? reading : this.finish(reading)),
    );
  }

  private isForOther(payload: unknown): boolean {
    const documentOfRef = isRecord(payload) ? payload.document : undefined;
    return documentOfRef !== undefined && documentOfRef !== this.agent.state.document;
  }

  /** An action (the result has the changes since the last snapshot), or a query. */
  private forward(
    ways: Ways,
    verb: FrameRequest['verb'],
    [ref, kind, payload]: readonly unknown[],
    done: Done,
    awaits: Awaits,
  ): void {
    if (this.isForOther(payload)) done(fail('ref_not_found', otherPage(ref), { cause: 'navigated' }));
    else
      this.perform(
        ways,
        verb,
        [ref, kind, payload],
        TOP,
        (response) => {
          const outcome = isFailure(response) ? response : { ...response, meta: metaOf(this.agent) };
          if (verb === 'query') done(outcome);
          else this.withChange(ways, outcome, done);
        },
        awaits,
      );
  }

  /** Adds the changes since the last snapshot to a result. */
  private withChange({ reader }: Ways, outcome: object | Failure, done: Done): void {
    const { state } = this.agent;
    if (isFailure(outcome) || !state.lastRevision) done(outcome);
    else
      reader.read({ ...state.lastOptions, since: state.lastRevision }, TOP, (reading) =>
        done(isFailure(reading) ? outcome : { ...outcome, snapshot: this.finish(reading) }),
      );
  }

  private pageOfHost(ways: Ways, [kind, payload]: readonly unknown[], done: Done): void {
    this.page(ways, kind, payload, TOP, (outcome) => {
      if (isFailure(outcome)) {
        done(outcome);
        return;
      }
      const result = { ok: true, type: 'page', meta: metaOf(this.agent), kind, ...outcome };
      if (kind === 'tools') done(result);
      else this.withChange(ways, result, done);
    });
  }

  /** Lists or calls tools of the page and of its frames. `done` is called in a step that reads nothing of the page. */
  private page(
    { tools }: Ways,
    kind: unknown,
    given: unknown,
    reach: Reach,
    done: (outcome: object | Failure) => void,
  ): void {
    const payload = isRecord(given) ? given : {};
    const { name, limit, timeoutMs = 5000 } = payload;
    if (kind !== 'tools' && kind !== 'callTool')
      done(wrongArgument('channelProof', 'Of page only tools and callTool reach frames of other origins.'));
    else if (tools && splitToolName(name)) tools.ask(kind, payload, reach, done);
    else if (!tools || kind === 'callTool' || name !== undefined) this.pageHere(kind, given, done);
    else {
      const from = placeOf(payload.after as number);
      const all = (found: readonly PageTool[]): void =>
        tools.list(reach, (others) => {
          const listed = isFailure(others) ? found : found.concat(others);
          done(fitTools(listed.length, (at) => listed[at] as PageTool, from, limit as number));
        });
      const until = Date.now() + (timeoutMs as number);
      const gather = (found: readonly PageTool[], after: number, round: number): void => {
        const part = { ...payload, limit: MAX_TOOLS, after, timeoutMs: until - Date.now() };
        this.pageHere(kind, part, (outcome) => {
          if (isFailure(outcome)) {
            done(outcome);
            return;
          }
          const { tools: more, after: next } = outcome as { tools: PageTool[]; after?: number };
          if (next === undefined || round === MAX_LISTS) all(found.concat(more));
          else gather(found.concat(more), next, round + 1);
        });
      };
      if (isFailure(from)) done(from);
      else gather([], 0, 1);
    }
  }

  /** The same for this document alone. */
  private pageHere(kind: string, payload: unknown, done: (outcome: object | Failure) => void): void {
    const { agent } = this;
    const finish = trying(done, (outcome: object) =>
      inStep(
        agent.guard,
        trying(done, () => done(outcome)),
      ),
    );
    const begun = agent.parts.kinds[kind]?.({ ...agent, isInChannel: true }, payload, true) || crashed();
    if ('next' in begun) playInTasks(agent, begun as Script<object>, finish, () => finish(crashed()));
    else finish(begun);
  }

  /** Runs an action or a query here, or in the frame that the ref names. `done` is called in a step that reads nothing of the page. */
  private perform(
    { forwarder }: Ways,
    verb: FrameRequest['verb'],
    args: readonly unknown[],
    reach: Reach,
    done: (response: FrameResponse) => void,
    awaits?: Awaits,
  ): void {
    const agent = awaits ? { ...this.agent, awaits } : this.agent;
    const [spelled, kind, payload] = args;
    const ref = normalizeRef(spelled, this.agent.state.refs.letters);
    if (ref && forwarder && splitRef(ref)) {
      forwarder.run({ verb, ref, kind: String(kind), payload }, reach, done);
      return;
    }
    const finish = (outcome: object): void =>
      inStep(
        agent.guard,
        trying(done, () => done(outcome as FrameResponse)),
      );
    if (verb === 'query') finish(query(agent, spelled, kind, payload));
    // The result concerns this document alone.
    else playInTasks(agent, actWhenReady(agent, spelled, kind, payload), finish, () => finish(crashed()));
  }

  /** Answers a request of the document above. */
  private serve({ verb, args, depth, ms }: Request, reply: (body: object) => void): void {
    if (!VERBS.includes(verb) || !Array.isArray(args) || !(depth > 0 && depth <= MAX_FRAME_DEPTH)) return;
    const reach = { depth, ms: Math.min(ms, FRAMES_MS) - OWN_MS };
    const answer = (response: object | Failure): void =>
      reply(isFailure(response) ? response : { result: response });
    // `told` is the field's name on the wire: frames may have an earlier version of the script.
    if (verb === 'snapshot')
      this.open.reader.read(isRecord(args[0]) ? args[0] : {}, reach, (reading) =>
        reply(isFailure(reading) ? reading : { told: toFrameResponse(this.agent, reading) }),
      );
    else if (verb === 'page') this.page(this.open, args[0], args[1], reach, answer);
    else this.perform(this.open, verb, args, reach, answer);
  }
}

const wrongProof = (): Failure =>
  wrongArgument(
    'channelProof',
    'The channelProof is not right: made with another key or for another document, or used before.',
  );

const otherPage = (ref: unknown): string =>
  `${String(ref).slice(0, 40)} belongs to a page that has been left. Take a new snapshot.`;
