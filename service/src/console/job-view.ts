import { byId, el, tabs } from '../../../cli/src/playground/element.ts';
import { eventView } from './event-view.ts';
import { round } from './job-list.ts';
import { pageView } from './page-view.ts';
import { ask, readEvents } from './service-client.ts';
import type { Document, PageRow, WholeJob } from './types.ts';

/** Pages that are listed per request. */
const LISTED = 50;

/** Pause before a lost event stream is requested again (ms). */
const DELAY_MS = 2_000;

const TABS = ['Pages', 'Errors', 'Steps', 'Result', 'Request'] as const;
type Tab = (typeof TABS)[number];

export interface JobActions {
  runAgain(job: WholeJob): void;
  close(): void;
}

const number = (name: string, value: string): HTMLElement =>
  el('div', {}, el('dt', {}, name), el('dd', {}, value));

const numbersOf = (job: WholeJob): HTMLElement[] => [
  ...(job.total > 0
    ? [number('pages', `${job.completed} of ${job.total}`), number('failed', String(job.failed))]
    : []),
  number('credits', round(job.creditsUsed) + (job.maxCredits ? ` of ${round(job.maxCredits)}` : '')),
  number('tokens', String(job.tokensUsed)),
  number('seconds', String(Math.round(((job.endedAt ?? Date.now()) - job.createdAt) / 1_000))),
];

/** The view of one job. It ends, by `end`, when another job is shown. */
export class JobView {
  readonly id: string;
  readonly #actions: JobActions;
  readonly #ended = new AbortController();
  readonly #head = el('div');
  readonly #body = el('div', { role: 'tabpanel' });
  readonly #pages = el('ul', { class: 'list' });
  readonly #more = el('button', { type: 'button' }, 'More pages');
  readonly #page = el('div', { id: 'page' });
  readonly #steps = el('ol', { class: 'list' });
  #job: WholeJob | undefined;
  #tab: Tab = 'Pages';
  #listed = 0;
  #lastEvent = 0;

  constructor(id: string, actions: JobActions) {
    this.id = id;
    this.#actions = actions;
    const back = el('button', { type: 'button', id: 'back' }, '← Jobs');
    back.addEventListener('click', () => actions.close());
    const list = el('div', { role: 'tablist', 'aria-label': 'About the job' });
    const show = tabs(list, TABS, (name) => {
      this.#tab = name as Tab;
      this.#show();
    });
    this.#more.addEventListener('click', () => void this.#listPages());
    byId('job').replaceChildren(back, this.#head, list, this.#body);
    void this.update().then(() => {
      if (this.#job && this.#job.kind === 'agent') this.#tab = 'Steps';
      else if (this.#job?.result !== undefined) this.#tab = 'Result';
      show(this.#tab);
      this.#show();
      void this.#follow();
    });
  }

  /** Whether the job may still change: it runs, or is not loaded yet. */
  get isRunning(): boolean {
    return this.#job === undefined || this.#job.status === 'scraping';
  }

  end(): void {
    this.#ended.abort();
  }

  /** Loads the job again and shows its changes. */
  async update(): Promise<void> {
    const { job } = await ask<{ job: WholeJob }>('GET', `/v2/jobs/${this.id}`);
    if (this.#ended.signal.aborted) return;
    this.#job = job;
    this.#showHead(job);
    if (this.#listed < job.completed && this.#listed < LISTED) await this.#listPages();
    this.#more.hidden = this.#listed >= job.completed;
    if (this.#tab !== 'Pages' && this.#tab !== 'Steps') this.#show();
  }

  #showHead(job: WholeJob): void {
    const again = el('button', { type: 'button' }, 'Run again…');
    again.addEventListener('click', () => this.#actions.runAgain(job));
    const cancel = el('button', { type: 'button' }, 'Cancel');
    cancel.addEventListener('click', () => {
      cancel.disabled = true;
      void ask('DELETE', `/v2/jobs/${this.id}`).finally(() => this.update());
    });
    // While a button in the head has the focus only the numbers are replaced, so that the focus is not lost.
    if (this.#head.contains(document.activeElement) && this.#head.dataset.shown === job.status) {
      this.#head.querySelector('dl')?.replaceChildren(...numbersOf(job));
      return;
    }
    this.#head.dataset.shown = job.status;
    this.#head.replaceChildren(
      el('h2', {}, `${job.kind}: ${job.title}`),
      el(
        'p',
        { class: 'row' },
        el('span', { 'data-status': job.status }, job.status),
        el('span', {}, job.id),
      ),
      ...(job.error ? [el('p', { role: 'alert' }, job.error)] : []),
      ...(job.warning ? [el('p', { class: 'row' }, job.warning)] : []),
      el('dl', { class: 'numbers' }, ...numbersOf(job)),
      el('div', { class: 'buttons' }, again, ...(job.status === 'scraping' ? [cancel] : [])),
    );
  }

  #show(): void {
    const job = this.#job;
    if (!job) return;
    const shown: Record<Tab, () => Node[]> = {
      Pages: () => (this.#listed > 0 ? [this.#pages, this.#more, this.#page] : [this.#none('No pages yet.')]),
      Errors: () => this.#errors(job),
      Steps: () => [this.#steps],
      Result: () => [el('pre', {}, JSON.stringify(job.result ?? null, null, 2))],
      Request: () => [el('pre', {}, JSON.stringify(job.request, null, 2))],
    };
    this.#body.replaceChildren(...shown[this.#tab]());
  }

  #none(text: string): HTMLElement {
    return el('p', { class: 'empty' }, text);
  }

  #errors({ errors, robotsBlocked }: WholeJob): Node[] {
    if (errors.length === 0 && robotsBlocked.length === 0) return [this.#none('No errors.')];
    const rows = errors.map(({ url, error, code }) =>
      el('li', {}, el('div', {}, url), el('div', { class: 'row' }, `${code ? `${code}: ` : ''}${error}`)),
    );
    const blocked = robotsBlocked.map((url) =>
      el('li', {}, el('div', {}, url), el('div', { class: 'row' }, 'forbidden by robots.txt')),
    );
    return [el('ul', { class: 'list' }, ...rows, ...blocked)];
  }

  async #listPages(): Promise<void> {
    const path = `/v2/jobs/${this.id}/pages?skip=${this.#listed}&limit=${LISTED}`;
    const { pages } = await ask<{ pages: PageRow[] }>('GET', path);
    const isFirst = this.#listed === 0;
    for (const row of pages) {
      if (row.at < this.#listed) continue;
      this.#listed = row.at + 1;
      this.#pages.append(this.#row(row));
    }
    if (isFirst && this.#listed > 0 && this.#tab === 'Pages') this.#show();
    const [only] = pages;
    if (isFirst && only && this.#job?.total === 1) await this.#open(only.at);
  }

  #row({ at, url, title, statusCode, engine, cacheState, hasScreenshot }: PageRow): HTMLElement {
    const link = el('button', { type: 'button', class: 'link' }, title || url);
    link.addEventListener('click', () => void this.#open(at));
    const facts = [
      String(statusCode),
      cacheState === 'hit' ? 'cache' : engine,
      ...(hasScreenshot ? ['screenshot'] : []),
    ];
    return el(
      'li',
      {},
      link,
      el('div', { class: 'row' }, el('span', {}, url), ...facts.map((one) => el('span', {}, one))),
    );
  }

  async #open(at: number): Promise<void> {
    const path = `/v2/jobs/${this.id}/documents?skip=${at}&limit=1`;
    const { data } = await ask<{ data: Document[] }>('GET', path);
    const [document] = data;
    if (!document) return;
    this.#page.replaceChildren(pageView(document));
    if (this.#listed > 1) this.#page.scrollIntoView({ block: 'start' });
  }

  /** Reads the event stream until the job ends; after a lost connection it continues after the last event. */
  async #follow(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        for await (const event of readEvents(`/v2/jobs/${this.id}/events`, this.#lastEvent, signal)) {
          if (event.id > this.#lastEvent) {
            this.#lastEvent = event.id;
            this.#steps.append(eventView(event));
          }
          if (event.type === 'end') {
            await this.update();
            return;
          }
        }
      } catch {
        // The connection is lost: the loop requests the stream again after the pause.
      }
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    }
  }
}
