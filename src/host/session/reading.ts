import type { SnapshotOptions } from '../../contract.ts';
import { channelProof } from '../../inject/channel/key.ts';
import { renderSnapshot, resolveRenderOptions } from '../../render/index.ts';
import { statusOf } from './browser-facts.ts';
import {
  type HostErrorInfo,
  type HostErrorResult,
  HostFailure,
  hostError,
  isError,
  LEFT,
  type Outcome,
  unreadable,
} from './errors.ts';
import type { Draft, Snapshot } from './observation.ts';
import type { ResolvedSessionOptions } from './options.ts';
import type { Answer, Page } from './page.ts';
import { errorWords, statusWords } from './result-words.ts';
import { type ModeUsed, modeWords, type SnapshotMode, SnapshotSource } from './snapshot-source.ts';
import type { WatchedTabs } from './watched-tabs.ts';

/**
 * Whether the page refused the proof, so that the call did nothing and can be repeated with a new one: the document was
 * replaced after the proof was made, or the call was repeated with a used proof after a part was injected.
 */
export const isProofRefused = (answer: Answer): boolean => {
  const error = answer.type === 'given' && !answer.json.ok ? (answer.json.error as HostErrorInfo) : undefined;
  return error?.code === 'invalid_argument' && error.argument === 'channelProof';
};

/** Reads the current tab, and keeps the state of the last reading. */
export class Reading {
  readonly #sources = new WeakMap<Page, SnapshotSource>();
  /** The counter of proofs. It starts with the time, to be above those of an earlier session with the same key: a page accepts each count once. */
  #proofs = Date.now();
  /** Id of the document of the last snapshot. */
  document: string | undefined;
  /** Revision of the last snapshot that was not of a `scope`. */
  #revision: number | undefined;
  /** The options of that snapshot: changes are read with the same ones. */
  #how: SnapshotOptions;
  url = '';
  /** How the page was read in this call; undefined where it was not. */
  used: ModeUsed | undefined;
  /** The HTTP status of a page that this call has led to, where it is known. */
  #status: number | undefined;

  constructor(
    private readonly tabs: WatchedTabs,
    private readonly options: ResolvedSessionOptions,
  ) {
    this.#how = options.snapshot;
  }

  /** Begins a call. */
  begin(): void {
    this.used = undefined;
    this.#status = undefined;
  }

  /** The snapshot source of the current tab. */
  get source(): SnapshotSource {
    const page = this.tabs.current;
    let source = this.#sources.get(page);
    if (!source) {
      source = new SnapshotSource(page);
      this.#sources.set(page, source);
    }
    return source;
  }

  /** Forgets the document: another one has replaced it, or will. */
  forget(): void {
    this.document = undefined;
    this.#revision = undefined;
    this.#how = this.options.snapshot;
  }

  /** Switches to another tab. */
  goTo(page: Page): void {
    this.tabs.goTo(page);
    this.forget();
  }

  /** Removes closed tabs; returns whether the current one was among them. */
  leaveGone(): boolean {
    const isGone = this.tabs.removeGone();
    if (isGone) this.forget();
    return isGone;
  }

  /** Waits for the next page, and reads it. */
  async readNew(how = this.options.snapshot): Promise<Outcome<Snapshot>> {
    await this.tabs.current.settle();
    this.#status = await statusOf(this.tabs.current);
    return this.read(how);
  }

  /** Reads the page that a call has led to, with its first texts (`since: 0`), which tell the outcome. */
  readNext(): Promise<Outcome<Snapshot>> {
    return this.readNew({ ...this.options.snapshot, since: 0 });
  }

  /** Reads the page. */
  async read(
    how: SnapshotOptions,
    mode: SnapshotMode = this.options.snapshotMode,
  ): Promise<Outcome<Snapshot>> {
    const optimized = async (options: SnapshotOptions): Promise<Outcome<Snapshot>> =>
      this.result<Snapshot>(await this.#readWith({ ...options, format: 'json' }));
    const { outcome, used } = await this.source.read(how, mode, optimized);
    this.used = used;
    if (!isError(outcome)) this.remember(outcome, how);
    return outcome;
  }

  /** Reads the changes since the last reading. */
  readChange(): Promise<Outcome<Snapshot>> {
    const { after: _after, since: _since, ...how } = this.#how;
    return this.read({ ...how, ...(this.#revision !== undefined && { since: this.#revision }) });
  }

  async #readWith(how: SnapshotOptions): Promise<Answer> {
    const page = this.tabs.current;
    if (this.options.channelKey === undefined) return page.call('snapshot', [how], true);
    const ask = (proof: object): Promise<Answer> =>
      page.run(this.options.evaluateTimeoutMs, 'snapshot', { ...how, ...proof });
    const answer = await this.withProof(ask);
    return answer.type === 'left' ? this.withProof(ask) : answer;
  }

  /** Makes a call with a proof for the current document, if the session has a key. */
  async withProof(ask: (proof: object) => Promise<Answer>): Promise<Answer> {
    const page = this.tabs.current;
    if (this.options.channelKey === undefined) return ask({});
    const askWithProof = async (): Promise<Answer> => ask(this.proof(await page.injectedDocument()));
    const answer = await askWithProof();
    return isProofRefused(answer) ? askWithProof() : answer;
  }

  /** Makes a snapshot the base of the next changes; one with a `scope` only where there is no other of this document. */
  remember({ meta }: Snapshot, how = this.#how): void {
    const isOther = this.document !== meta.document;
    this.document = meta.document;
    this.url = String(meta.url);
    if (how.scope !== undefined && this.#revision !== undefined && !isOther) return;
    this.#revision = meta.revision;
    this.#how = how;
  }

  /** The result in a page's answer, or an error. A page may send anything, so the fields that are used are checked. */
  async result<Ok extends { ok: true }>(answer: Answer): Promise<Outcome<Ok>> {
    if (answer.type === 'left') return hostError(LEFT, this.document);
    if (answer.type === 'silent') return hostError(answer.error, this.document);
    const json = answer.json as unknown as Outcome<Ok> & { meta?: unknown; error?: unknown };
    const isWhole = json.ok
      ? typeof (json.meta as { document?: unknown } | undefined)?.document === 'string'
      : typeof (json.error as { code?: unknown } | undefined)?.code === 'string';
    if (!isWhole) return hostError(unreadable('its answer is no result'), this.document);
    if (json.ok) this.url = String((json.meta as { url?: unknown }).url ?? '');
    return json;
  }

  /** The field `document` of a payload: refs must come from this document. */
  known(): { document?: string } {
    return this.document === undefined ? {} : { document: this.document };
  }

  /** The proof that this session knows the key, valid for one call in a document. */
  proof(document: string | undefined): { channelProof?: string } {
    const { channelKey } = this.options;
    if (channelKey === undefined || document === undefined) return {};
    return { channelProof: channelProof(channelKey, document, ++this.#proofs) };
  }

  /** A draft of an observation: the words, then the page or its changes. */
  observe<Ok>(
    result: Ok | HostErrorResult,
    words: string,
    now: Outcome<Snapshot>,
    pageChanged: boolean,
  ): Draft<Ok> {
    const render = this.options.call.render ?? this.options.render;
    const status = statusWords(String(isError(now) ? '' : now.meta.url), this.#status);
    const lead = [words, status].map((line) => line && `${line}\n`).join('');
    if (isError(now)) return { result, text: lead + errorWords(now.error), refs: [], pageChanged };
    const resolved = resolveRenderOptions(render);
    if ('code' in resolved) throw new HostFailure(resolved);
    const { text, refs } = renderSnapshot(now, render);
    const mode = this.used ? modeWords(this.used) : '';
    return { result, text: lead + (mode && `${mode}\n`) + text, refs, snapshot: now, pageChanged };
  }
}
