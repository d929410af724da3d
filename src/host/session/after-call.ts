import type { ActionOk, PageCallTool } from '../../contract.ts';
import type { PageAnswer } from '../kinds.ts';
import { type HostErrorResult, hostError, LEFT, type Outcome } from './errors.ts';
import type { Draft, Snapshot } from './observation.ts';
import type { ResolvedSessionOptions } from './options.ts';
import type { Reading } from './reading.ts';
import { actionWords, errorWords, pageWords } from './result-words.ts';
import type { WatchedTabs } from './watched-tabs.ts';

/** Kinds of actions that may cause a navigation. */
const MAY_NAVIGATE: ReadonlySet<string> = new Set([
  'click',
  'dblclick',
  'tap',
  'press',
  'submit',
  'type',
  'select',
]);

/** Whether two URLs differ in their fragment only. */
export const isSameDocument = (a: string | undefined, b: string): boolean =>
  a?.split('#')[0] === b.split('#')[0];

/** How long the next view may take where only the URL has changed: React keeps a loading state for at least 300 ms. */
const NEXT_VIEW_MS = 500;

/** How long a navigation after an action is waited for, in ms; 0 where the page has reacted to the action itself. */
const navigationWaitOf = ({ snapshot, verified, effect }: ActionOk): number => {
  if (!snapshot || !('delta' in snapshot)) return 0;
  const { unchanged, texts, added } = snapshot.delta;
  if ((unchanged || texts) && verified !== true) return Number.POSITIVE_INFINITY;
  // A URL with a fragment leads to a place within the page.
  return effect.url !== undefined && !effect.url.includes('#') && !added?.length ? NEXT_VIEW_MS : 0;
};

/** Finds out what a call has led to, and reports it with the page or its changes. */
export class AfterCall {
  constructor(
    private readonly tabs: WatchedTabs,
    private readonly reading: Reading,
    private readonly options: ResolvedSessionOptions,
  ) {}

  /** After an action: its changes, or the page that it led to. */
  async afterAction(result: ActionOk, what: string, before: string | undefined): Promise<Draft<ActionOk>> {
    const words = actionWords(result);
    const change = result.snapshot;
    const patience = MAY_NAVIGATE.has(result.kind)
      ? Math.min(this.options.graceMs, navigationWaitOf(result))
      : 0;
    if (await this.leftFor(before ?? result.meta.document, patience))
      return this.afterLeaving(result, `${what}: done.`);
    // Read again after the wait: changes may have come in a frame, or from a slow server.
    const now = patience > 0 ? await this.reading.readChange() : await this.changeOrPage(change);
    return this.reading.observe(result, words, now, false);
  }

  /** The changes; the whole page where there was no snapshot to compare with, in the first step in a document. */
  private async changeOrPage(change: ActionOk['snapshot']): Promise<Outcome<Snapshot>> {
    if (change === undefined || 'text' in change) return this.reading.read(this.options.snapshot);
    this.reading.remember(change);
    return change;
  }

  /** After a page verb that may change the page: the changes. */
  async afterChange<Ok>(result: Ok, words: string, before: string | undefined): Promise<Draft<Ok>> {
    if (await this.leftFor(before, 0)) return this.afterLeaving(result, words);
    return this.reading.observe(result, words, await this.reading.readChange(), false);
  }

  /** After a navigation: the page that is there then. */
  async afterNavigation<Ok>(result: Ok, before: string | undefined): Promise<Draft<Ok>> {
    const { kind, to, meta } = result as unknown as PageAnswer<'navigate'>;
    const isSure = kind === 'reload' || (kind === 'navigate' && !isSameDocument(to, meta.url));
    const patience = isSure ? this.options.loadTimeoutMs : this.options.graceMs;
    if (kind !== 'pushState' && (await this.leftFor(before, patience)))
      return this.afterLeaving(result, `${kind}: done.`);
    await this.tabs.current.settle();
    const words = `${kind}: the page stayed, only its address may differ.`;
    return this.reading.observe(result, words, await this.reading.read(this.options.snapshot), false);
  }

  /** After the page was left: the page that has replaced it. */
  async afterLeaving<Ok>(result: Ok | HostErrorResult, words: string): Promise<Draft<Ok>> {
    const lead = `${words} The page was left; refs of before are dead. New page:`;
    return this.reading.observe(result, lead, await this.reading.readNext(), true);
  }

  /** After `back` in a tab that a page had opened and that has no history: closes it and reads the tab that had opened it. */
  async afterReturn<Ok>(result: HostErrorResult): Promise<Draft<Ok>> {
    const closed = this.tabs.current;
    this.tabs.remove(closed);
    await closed.close();
    this.reading.forget();
    const left = { ...result, error: LEFT };
    return this.reading.observe<Ok>(
      left,
      'back: the tab is closed. The page that had opened it:',
      await this.reading.readNew(),
      true,
    );
  }

  /** After an error: the error, with the page where a ref was dead or the page was left. */
  async afterError<Ok>(
    what: string,
    result: HostErrorResult,
    before: string | undefined,
  ): Promise<Draft<Ok>> {
    const { code } = result.error;
    // When the only tab is gone, no other page is waited for.
    const isOver = this.tabs.all().length === 1 && this.tabs.current.driver.isGone?.() === true;
    if (code === 'job_lost' || (code === 'invalid_json' && !isOver && (await this.leftFor(before, 0))))
      return this.afterLeaving(
        hostError(LEFT, this.reading.document),
        `${what}: done as far as can be known.`,
      );
    const words = `${what}: ${errorWords(result.error)}`;
    if (code !== 'ref_not_found') return { result, text: words, refs: [], pageChanged: false };
    const isOther = await this.leftFor(before, 0);
    const now = isOther ? await this.reading.readNext() : await this.reading.read(this.options.snapshot);
    const lead = isOther ? 'The page has changed' : 'The page as it is now';
    return this.reading.observe<Ok>(result, `${words}\n${lead}:`, now, isOther);
  }

  /** Whether another document has replaced the one of before, now or within `patienceMs`. */
  async leftFor(before: string | undefined, patienceMs: number): Promise<boolean> {
    if (before === undefined) return false;
    if ((await this.tabs.current.document()) !== before) return true;
    const isElsewhere = (): boolean => this.tabs.hasOpened;
    return patienceMs > 0 && this.tabs.current.awaitLeft(before, patienceMs, isElsewhere);
  }

  /** After the call of a page's tool: its output with the changes, or the page that it led to. */
  async afterTool(result: PageCallTool, before: string): Promise<Draft<PageCallTool>> {
    const words = pageWords(result);
    if (await this.leftFor(before, result.navigates ? this.options.graceMs : 0))
      return this.afterLeaving(result, words);
    return this.reading.observe(result, words, await this.changeOrPage(result.snapshot), false);
  }
}
