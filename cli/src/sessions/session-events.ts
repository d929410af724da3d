import { EventEmitter } from 'node:events';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { cautiousDialogs, type DialogPolicy } from '../../../src/host/index.ts';
import { ActivityLog } from './activity-log.ts';

export interface ConsoleEntry {
  /** Milliseconds since 1970, as in all entries. */
  time: number;
  tab: string;
  /** `log`, `warning`, `error`, ... */
  level: string;
  text: string;
  url: string;
  line: number;
}

export interface PageErrorEntry {
  time: number;
  tab: string;
  message: string;
  stack?: string;
}

export interface RequestEntry {
  time: number;
  tab: string;
  method: string;
  url: string;
  /** `document`, `script`, `fetch`, ... */
  resource: string;
  status?: number;
  /** Milliseconds until the answer was whole. */
  ms?: number;
  /** Why there was no answer. */
  failure?: string;
}

export interface DialogEntry {
  time: number;
  kind: string;
  message: string;
  accepted: boolean;
  text?: string;
}

export interface DownloadEntry {
  time: number;
  file: string;
  url: string;
  state: 'running' | 'done' | 'failed';
  /** Where it is until the session is closed. */
  path?: string;
  failure?: string;
}

/** What a session tells as it happens: `type` is the log's name, or `tab`, `notice`, `closed`. */
export type SessionEvent = { type: string } & Record<string, unknown>;

const LONGEST = 10_000;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** What happens in a session beside its page's own answers: kept, bounded, and told to who listens. */
export class SessionEvents {
  readonly console = new ActivityLog<ConsoleEntry>(500);
  readonly errors = new ActivityLog<PageErrorEntry>(200);
  readonly network = new ActivityLog<RequestEntry>(1_000);
  readonly dialogs = new ActivityLog<DialogEntry>(100);
  readonly downloads = new ActivityLog<DownloadEntry>(100);
  readonly #emitter = new EventEmitter();
  readonly #requests = new Map<number, Request>();
  #idOf: (page: Page | null) => string = () => '';

  /** How the next dialogs are answered. Default: alerts and leaving are accepted, the others are not. */
  dialogPolicy: DialogPolicy = cautiousDialogs;

  constructor() {
    this.#emitter.setMaxListeners(0);
  }

  /** Answers a dialog by the policy of the moment, and keeps it. */
  readonly answerDialog: DialogPolicy = (kind, message, suggested) => {
    const answer = this.dialogPolicy(kind, message, suggested);
    const { accept, text } = answer;
    this.emit(
      'dialog',
      this.dialogs.add({
        time: Date.now(),
        kind,
        message,
        accepted: accept,
        ...(text !== undefined && { text }),
      }),
    );
    return answer;
  };

  emit(type: string, entry: object): void {
    this.#emitter.emit('event', { type, ...entry } satisfies SessionEvent);
  }

  /** Tells what happens from now on; gives a function that ends it. */
  listen(listener: (event: SessionEvent) => void): () => void {
    this.#emitter.on('event', listener);
    return () => this.#emitter.off('event', listener);
  }

  /** The request of an entry of the network log, while it is kept. */
  request(id: number): Request | undefined {
    return this.#requests.get(id);
  }

  /** Listens to a context. `idOf`: the id of a page's tab. */
  attach(context: BrowserContext, idOf: (page: Page | null) => string): void {
    this.#idOf = idOf;
    context.on('console', (message) => {
      const { url, lineNumber } = message.location();
      const entry = {
        time: Date.now(),
        tab: idOf(message.page()),
        level: message.type(),
        text: cut(message.text()),
        url,
        line: lineNumber + 1,
      };
      this.emit('console', this.console.add(entry));
    });
    context.on('weberror', (webError) => {
      const error = webError.error();
      const entry = {
        time: Date.now(),
        tab: idOf(webError.page()),
        message: cut(error.message),
        ...(error.stack && { stack: cut(error.stack) }),
      };
      this.emit('error', this.errors.add(entry));
    });
    this.#followRequests(context);
  }

  #followRequests(context: BrowserContext): void {
    const running = new Map<Request, RequestEntry & { id: number }>();
    const end = (request: Request, add: Partial<RequestEntry>): void => {
      const entry = running.get(request);
      if (!entry) return;
      running.delete(request);
      Object.assign(entry, add, { ms: Date.now() - entry.time });
      this.emit('response', entry);
    };
    context.on('request', (request) => {
      const page = request.serviceWorker() ? null : pageOf(request);
      const entry = this.network.add({
        time: Date.now(),
        tab: this.#idOf(page),
        method: request.method(),
        url: cut(request.url()),
        resource: request.resourceType(),
      });
      running.set(request, entry);
      this.#requests.set(entry.id, request);
      this.#requests.delete(entry.id - 1_000);
      this.emit('request', entry);
    });
    context.on('response', (response) => {
      const entry = running.get(response.request());
      if (entry) entry.status = response.status();
    });
    context.on('requestfinished', (request) => end(request, {}));
    context.on('requestfailed', (request) =>
      end(request, { failure: request.failure()?.errorText ?? 'failed' }),
    );
  }

  /** Listens to what only a page tells. */
  attachPage(page: Page): void {
    page.on('download', (download) => {
      const entry = this.downloads.add({
        time: Date.now(),
        file: cut(download.suggestedFilename()),
        url: cut(download.url()),
        state: 'running',
      });
      this.emit('download', entry);
      const finish = (add: Partial<DownloadEntry>): void => {
        Object.assign(entry, add);
        this.emit('download', entry);
      };
      download.path().then(
        (path) => finish({ state: 'done', path }),
        (thrown) => finish({ state: 'failed', failure: String(thrown).slice(0, 300) }),
      );
    });
  }
}

/** The page of a request; none while a new page's first request is on its way. */
const pageOf = (request: Request): Page | null => {
  try {
    return request.frame().page();
  } catch {
    return null;
  }
};
