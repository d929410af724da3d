import { EventEmitter } from 'node:events';
import {
  type Document,
  hasEnded,
  type Job,
  type JobEvent,
  type PageError,
  type PageFinished,
  type PageOutcome,
  type PageTask,
} from '../contract/index.ts';
import type { JobFolder } from './job-folder.ts';
import { toPageEvent } from './page-event.ts';
import { PageLedger } from './page-ledger.ts';

/**
 * A line of `pages.jsonl`: the limits of the job, a known page, the key of a page whose document was dropped as a
 * duplicate, or the key of a page that was interrupted and is begun again.
 */
type PageLine =
  | { limit: number; atOnce: number | null }
  | { page: PageTask }
  | { leftOut: string }
  | { begun: string; times: number };
interface DocumentLine {
  key: string;
  credits: number;
  aliases: string[];
  document: Document;
}
interface ErrorLine {
  key: string;
  error: PageError;
}

/** One job of this process: its state is in memory; documents, errors and events are on disk. */
export class EmbeddedJob {
  /** Emits `change` at each change of the job and at each new event. */
  readonly changes = new EventEmitter().setMaxListeners(0);
  /** The pages of the job; undefined when it has ended. */
  private ledger: PageLedger | undefined;
  /** Key of the page that completed the job. */
  private endedBy: string | undefined;
  /** Credits of the documents, which are part of `job.creditsUsed`. */
  private pageCredits = 0;
  /** By the key of a page: how often an earlier process may have died while it processed the page. */
  private readonly interruptions = new Map<string, number>();

  constructor(
    public job: Job,
    readonly folder: JobFolder,
    private readonly keepMs: number,
  ) {
    if (!hasEnded(job)) this.ledger = new PageLedger();
  }

  get hasPages(): boolean {
    return (this.ledger?.total ?? 0) > 0;
  }

  /** Restores the state of a running job from its files. @returns pages that are to be queued */
  restore(): PageTask[] {
    const { ledger, folder, job } = this;
    if (!ledger) return [];
    const leftOut: string[] = [];
    for (const line of folder.read<PageLine>('pages')) {
      if ('limit' in line) {
        ledger.limit = line.limit;
        ledger.atOnce = line.atOnce ?? Number.POSITIVE_INFINITY;
      } else if ('page' in line) ledger.restore(line.page);
      else if ('begun' in line) this.interruptions.set(line.begun, line.times);
      else leftOut.push(line.leftOut);
    }
    for (const key of leftOut) ledger.restoreFinished(key, [], true);
    // One at a time, because documents are large.
    for (let i = 0; i < folder.count('documents'); i++) {
      const [line] = folder.read<DocumentLine>('documents', i, 1);
      if (!line) continue;
      ledger.restoreFinished(line.key, line.aliases, false);
      job.completed += 1;
      job.creditsUsed += line.credits;
      this.pageCredits += line.credits;
    }
    for (const { key } of folder.read<ErrorLine>('errors')) {
      ledger.restoreFinished(key, [], false);
      job.failed += 1;
    }
    const open = ledger.releaseOpen();
    for (const { key } of open) if (!this.interruptions.has(key)) this.interruptions.set(key, 1);
    job.total = ledger.total;
    if (open.length === 0 && ledger.isFinished && job.total > 0) this.end('completed');
    return open;
  }

  interruptionsOf(key: string): number {
    return this.interruptions.get(key) ?? 0;
  }

  /** Records that an interrupted page is begun. @param times how often it has been interrupted if the process dies now */
  beginPage(key: string, times: number): void {
    if (this.ledger?.isOpen(key)) this.folder.append('pages', { begun: key, times } satisfies PageLine);
  }

  /**
   * Writes `job.json`. For a running job without the counts and credits of its pages, which `restore` adds from their
   * documents and errors.
   */
  save(): void {
    const { job } = this;
    const isOpen = !hasEnded(job);
    const fromPages = isOpen ? this.pageCredits : 0;
    this.folder.writeJob(
      isOpen ? { ...job, completed: 0, failed: 0, creditsUsed: job.creditsUsed - fromPages } : job,
    );
  }

  update(change: Partial<Job>): boolean {
    if (hasEnded(this.job)) return false;
    const { status, ...rest } = change;
    Object.assign(this.job, rest);
    if (status && status !== 'scraping') this.end(status);
    else this.save();
    this.changes.emit('change');
    return true;
  }

  charge(credits: number, tokens: number): boolean {
    const { job } = this;
    if (job.maxCredits !== undefined && job.creditsUsed + credits > job.maxCredits + 1e-9) return false;
    job.creditsUsed += credits;
    job.tokensUsed = (job.tokensUsed ?? 0) + tokens;
    this.save();
    return true;
  }

  reserve(parent: string, pages: PageTask[], limit: number, atOnce: number): PageTask[] {
    const { ledger, folder, job } = this;
    if (!ledger) return [];
    if (ledger.limit !== limit || ledger.atOnce !== atOnce) {
      ledger.limit = limit;
      ledger.atOnce = atOnce;
      folder.append('pages', { limit, atOnce: Number.isFinite(atOnce) ? atOnce : null });
    }
    const { queued, added } = ledger.reserve(parent, pages);
    folder.append('pages', ...added.map((page) => ({ page })));
    job.total = ledger.total;
    return queued;
  }

  finishPage(task: PageTask, outcome: PageOutcome): PageFinished {
    const { ledger, job } = this;
    const answer = { isFirst: false, isDuplicate: false, ended: this.endedBy === task.key, next: [] };
    if (!ledger?.isKnown(task.key)) return answer;
    if (!ledger.isOpen(task.key)) {
      return { ...answer, isDuplicate: ledger.isLeftOut(task.key), next: ledger.grantedBy(task.key) };
    }
    const aliases = ('document' in outcome && outcome.aliases) || [];
    const isDuplicate = ledger.isDuplicate(task.key, aliases);
    if (isDuplicate) this.folder.append('pages', { leftOut: task.key });
    else this.keep(task, outcome, aliases);
    ledger.finish(task.key, aliases, isDuplicate);
    job.total = ledger.total;
    if (ledger.isFinished) {
      this.endedBy = task.key;
      this.end('completed');
    }
    this.changes.emit('change');
    return { isFirst: true, isDuplicate, ended: this.endedBy === task.key, next: ledger.grantedBy(task.key) };
  }

  addEvent(type: string, data: unknown): number {
    const id = this.folder.count('events') + 1;
    this.folder.append('events', { id, type, time: Date.now(), data } satisfies JobEvent);
    this.changes.emit('change');
    return id;
  }

  documents(from: number, count: number): Document[] {
    return this.folder.read<DocumentLine>('documents', from, count).map(({ document }) => document);
  }

  errors(): PageError[] {
    return this.folder.read<ErrorLine>('errors').map(({ error }) => error);
  }

  private keep(task: PageTask, outcome: PageOutcome, aliases: string[]): void {
    const { job, folder } = this;
    if ('error' in outcome) {
      folder.append('errors', { key: task.key, error: outcome.error } satisfies ErrorLine);
      job.failed += 1;
    } else {
      const room = job.maxCredits === undefined ? outcome.credits : job.maxCredits - job.creditsUsed;
      const credits = Math.max(0, Math.min(outcome.credits, room));
      const { document } = outcome;
      folder.append('documents', { key: task.key, credits, aliases, document } satisfies DocumentLine);
      job.completed += 1;
      job.creditsUsed += credits;
      this.pageCredits += credits;
    }
    const event = toPageEvent(task, outcome);
    this.addEvent(event.type, event.data);
  }

  private end(status: Job['status']): void {
    const { job } = this;
    job.status = status;
    job.endedAt ??= Date.now();
    job.expiresAt = Date.now() + this.keepMs;
    if (status === 'completed' && this.ledger && this.hasPages) job.total = job.completed + job.failed;
    this.ledger = undefined;
    this.addEvent(status, { error: job.error, code: job.errorCode });
    this.save();
  }
}
