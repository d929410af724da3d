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
  /** Milliseconds until the response had arrived whole, or the request had failed. */
  ms?: number;
  /** Why there was no response. */
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
  /** Path of the file, which is deleted when the session is closed. */
  path?: string;
  failure?: string;
}

/**
 * An event of a session. `type` is `console`, `error`, `request`, `response`, `dialog`, `download`, `tab`, `navigated`,
 * `notice` or `closed`.
 */
export type SessionEvent = { type: string } & Record<string, unknown>;

/** Longest text of an entry (characters): pages choose its length. */
const MAX_TEXT = 10_000;
const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** The events of a session: emitted to listeners, and kept in logs of limited length. */
export class SessionEvents {
  readonly console = new ActivityLog<ConsoleEntry>(500);
  readonly errors = new ActivityLog<PageErrorEntry>(200);
  readonly network = new ActivityLog<RequestEntry>(1_000);
  readonly dialogs = new ActivityLog<DialogEntry>(100);
  readonly downloads = new ActivityLog<DownloadEntry>(100);
  readonly #emitter = new EventEmitter();
  readonly #requests = new Map<number, Request>();
  #idOf: (page: Page | null) => string = () => '';

  /**
   * How dialogs are answered from now on. Default: `alert` and `beforeunload` are accepted, `confirm` and `prompt`
   * dismissed.
   */
  dialogPolicy: DialogPolicy = cautiousDialogs;

  constructor() {
    this.#emitter.setMaxListeners(0);
  }

  /** Answers a dialog by the current {@link dialogPolicy}, and logs it. */
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

  /** Calls `listener` with each event from now on; returns a function that removes it. */
  listen(listener: (event: SessionEvent) => void): () => void {
    this.#emitter.on('event', listener);
    return () => this.#emitter.off('event', listener);
  }

  /** Playwright's request of an entry of the network log, for the last 1000 entries. */
  request(id: number): Request | undefined {
    return this.#requests.get(id);
  }

  /** Logs the events of a context and its requests. `idOf`: the id of a page's tab. */
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

  /** Logs downloads, which only pages report. */
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
