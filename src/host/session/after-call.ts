import type { ActionOk, PageCallTool } from '../../contract.ts';
import type { PageAnswer } from '../kinds.ts';
import { type HostErrorResult, hostError, LEFT, type Outcome } from './errors.ts';
import type { Draft, Snapshot } from './observation.ts';
import type { ResolvedSessionOptions } from './options.ts';
import type { Reading } from './reading.ts';
import { actionWords, errorWords, pageWords } from './result-words.ts';
import type { WatchedTabs } from './watched-tabs.ts';

/** Kinds that may lead to another page. */
const LEAVING: ReadonlySet<string> = new Set([
  'click',
  'dblclick',
  'tap',
  'press',
  'submit',
  'type',
  'select',
]);

/** Addresses are the same but for their fragment. */
export const isSameDocument = (a: string | undefined, b: string): boolean =>
  a?.split('#')[0] === b.split('#')[0];

/** Another address, and nothing new: React shows what it has loaded 300 ms after it has shown that it loads. */
const NEXT_VIEW_MS = 500;

/** How long what an action leads to may take to come (ms). Where something new is there the page has taken the action for its own. */
const patienceOf = ({ snapshot, verified, effect }: ActionOk): number => {
  if (!snapshot || !('delta' in snapshot)) return 0;
  const { unchanged, texts, added } = snapshot.delta;
  if ((unchanged || texts) && verified !== true) return Number.POSITIVE_INFINITY;
  // A fragment leads to a place in the page.
  return effect.url !== undefined && !effect.url.includes('#') && !added?.length ? NEXT_VIEW_MS : 0;
};

/** Finds out what a call has led to, and tells it with the page as it is then. */
export class AfterCall {
  constructor(
    private readonly tabs: WatchedTabs,
    private readonly reading: Reading,
    private readonly options: ResolvedSessionOptions,
  ) {}

  /** What an action came to: what changed, or the page that it led to. */
  async afterAction(result: ActionOk, what: string, before: string | undefined): Promise<Draft<ActionOk>> {
    const words = actionWords(result);
    const change = result.snapshot;
    const patience = LEAVING.has(result.kind) ? Math.min(this.options.graceMs, patienceOf(result)) : 0;
    if (await this.leftFor(before ?? result.meta.document, patience))
      return this.afterLeaving(result, `${what}: done.`);
    // In the meantime it may have come: in a frame, from a slow server.
    const now = patience > 0 ? await this.reading.readChange() : await this.changeOrPage(change);
    return this.reading.observe(result, words, now, false);
  }

  /** The page as it is where there was nothing to compare with: the first step in a document. */
  private async changeOrPage(change: ActionOk['snapshot']): Promise<Outcome<Snapshot>> {
    if (change === undefined || 'text' in change) return this.reading.read(this.options.snapshot);
    this.reading.remember(change);
    return change;
  }

  /** What changed by something else than an action. */
  async afterChange<Ok>(result: Ok, words: string, before: string | undefined): Promise<Draft<Ok>> {
    if (await this.leftFor(before, 0)) return this.afterLeaving(result, words);
    return this.reading.observe(result, words, await this.reading.readChange(), false);
  }

  /** The page that was gone to. */
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

  /** The page that is there now, in the place of the one that was left. */
  async afterLeaving<Ok>(result: Ok | HostErrorResult, words: string): Promise<Draft<Ok>> {
    const lead = `${words} The page was left; refs of before are dead. New page:`;
    return this.reading.observe(result, lead, await this.reading.readNext(), true);
  }

  /** Back in a tab that the page had opened, where there is nothing to go back to: the tab that it came from. */
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

  /** An error, with the page where that says more. */
  async afterError<Ok>(
    what: string,
    result: HostErrorResult,
    before: string | undefined,
  ): Promise<Draft<Ok>> {
    const { code } = result.error;
    // No other page comes where the only tab is gone.
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

  /** Whether another document is there, at once or within so long. */
  async leftFor(before: string | undefined, patienceMs: number): Promise<boolean> {
    if (before === undefined) return false;
    if ((await this.tabs.current.document()) !== before) return true;
    const isElsewhere = (): boolean => this.tabs.hasOpened;
    return patienceMs > 0 && this.tabs.current.awaitLeft(before, patienceMs, isElsewhere);
  }

  /** What a tool of the page came to. */
  async afterTool(result: PageCallTool, before: string): Promise<Draft<PageCallTool>> {
    const words = pageWords(result);
    if (await this.leftFor(before, result.navigates ? this.options.graceMs : 0))
      return this.afterLeaving(result, words);
    return this.reading.observe(result, words, await this.changeOrPage(result.snapshot), false);
  }
}
