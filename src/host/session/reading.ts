import type { SnapshotOptions } from '../../contract.ts';
import { channelProof } from '../../inject/channel/key.ts';
import { renderSnapshot, resolveRenderOptions } from '../../render/index.ts';
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
import { errorWords } from './result-words.ts';
import { type ModeUsed, modeWords, type SnapshotMode, SnapshotSource } from './snapshot-source.ts';
import type { WatchedTabs } from './watched-tabs.ts';

/**
 * Whether nothing was done since the proof did not count: the page was left in between, and it was for the other one; or
 * a part was put in after it was shown, and it was shown again.
 */
export const isProofRefused = (answer: Answer): boolean => {
  const error = answer.type === 'given' && !answer.json.ok ? (answer.json.error as HostErrorInfo) : undefined;
  return error?.code === 'invalid_argument' && error.argument === 'channelProof';
};

/** Reads the current tab, and knows what was read of it last. */
export class Reading {
  readonly #sources = new WeakMap<Page, SnapshotSource>();
  /** Above those of an earlier session with the same key: a page takes each count once. */
  #proofs = Date.now();
  /** The document that the last snapshot was taken of. */
  document: string | undefined;
  /** Revision of the last snapshot of it, those of a part aside. */
  #revision: number | undefined;
  /** How that was read: what changes is reported in the same way. */
  #how: SnapshotOptions;
  url = '';
  /** How the page was read last; as it was read last in this call, for its answer. */
  used: ModeUsed | undefined;

  constructor(
    private readonly tabs: WatchedTabs,
    private readonly options: ResolvedSessionOptions,
  ) {
    this.#how = options.snapshot;
  }

  /** What reads the current tab. */
  get source(): SnapshotSource {
    const page = this.tabs.current;
    let source = this.#sources.get(page);
    if (!source) {
      source = new SnapshotSource(page);
      this.#sources.set(page, source);
    }
    return source;
  }

  /** Another document is there, or will be. */
  forget(): void {
    this.document = undefined;
    this.#revision = undefined;
    this.#how = this.options.snapshot;
  }

  /** Goes on in another tab. */
  goTo(page: Page): void {
    this.tabs.goTo(page);
    this.forget();
  }

  /** Leaves the tabs that have closed; says whether the current one was among them. */
  leaveGone(): boolean {
    const isGone = this.tabs.removeGone();
    if (isGone) this.forget();
    return isGone;
  }

  /** Waits for the page that comes, and reads it. */
  async readNew(how = this.options.snapshot): Promise<Outcome<Snapshot>> {
    await this.tabs.current.settle();
    return this.read(how);
  }

  /** A page that a call has led to, with its first texts: they say what came of it. */
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

  /** What has changed since it was read. */
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

  /** Asks with a proof for the document that is there; without a key as it is. */
  async withProof(ask: (proof: object) => Promise<Answer>): Promise<Answer> {
    const page = this.tabs.current;
    if (this.options.channelKey === undefined) return ask({});
    const shown = async (): Promise<Answer> =>
      ask(this.proof((await page.document()) ?? (await page.inject())));
    const answer = await shown();
    return isProofRefused(answer) ? shown() : answer;
  }

  /** A snapshot is what the next change is counted from; one of a part only where there is no other. */
  remember({ meta }: Snapshot, how = this.#how): void {
    const isOther = this.document !== meta.document;
    this.document = meta.document;
    this.url = String(meta.url);
    if (how.scope !== undefined && this.#revision !== undefined && !isOther) return;
    this.#revision = meta.revision;
    this.#how = how;
  }

  /** What a page says it is, or why it can't be had. A page may say anything: it is only looked into where that can't throw. */
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

  /** The document that refs have to come from. */
  known(): { document?: string } {
    return this.document === undefined ? {} : { document: this.document };
  }

  /** Shows that this session knows the key, for one call in a document. */
  proof(document: string | undefined): { channelProof?: string } {
    const { channelKey } = this.options;
    if (channelKey === undefined || document === undefined) return {};
    return { channelProof: channelProof(channelKey, document, ++this.#proofs) };
  }

  /** What happened in words, and the page as it is then. */
  observe<Ok>(
    result: Ok | HostErrorResult,
    words: string,
    now: Outcome<Snapshot>,
    pageChanged: boolean,
  ): Draft<Ok> {
    const render = this.options.call.render ?? this.options.render;
    const lead = words === '' ? '' : `${words}\n`;
    if (isError(now)) return { result, text: lead + errorWords(now.error), refs: [], pageChanged };
    const wrong = resolveRenderOptions(render);
    if ('code' in wrong) throw new HostFailure(wrong);
    const { text, refs } = renderSnapshot(now, render);
    const mode = this.used ? modeWords(this.used) : '';
    return { result, text: lead + (mode && `${mode}\n`) + text, refs, snapshot: now, pageChanged };
  }
}
