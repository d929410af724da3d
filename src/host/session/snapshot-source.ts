import type { ActionOk, SnapshotDelta, SnapshotOptions, SnapshotTree } from '../../contract.ts';
import { actOnTarget } from '../aria/aria-act.ts';
import { AriaReader } from '../aria/aria-reader.ts';
import { isInert } from './browser-facts.ts';
import { type HostErrorInfo, type HostErrorResult, hostError } from './errors.ts';
import { ACTION_TIMEOUT_MS } from './options.ts';
import type { Page } from './page.ts';

/** How a page is to be read: by the script, from the browser's accessibility tree, or by whichever works. */
export type SnapshotMode = 'optimized' | 'aria' | 'auto';

/** How a page was read. */
export interface ModeUsed {
  mode: 'optimized' | 'aria';
  /** Why this is another mode than asked for, or what was added from the page; absent otherwise. */
  why?: string;
}

type Outcome = SnapshotTree | SnapshotDelta | HostErrorResult;

/** Errors of a script that works: reading the accessibility tree instead would not help. */
const FINAL_ERRORS = /^(?:invalid_argument|ref_not_found|frame_inaccessible|unsupported_kind|part_missing)$/;

const wordsOf = (reason: unknown): string =>
  String((reason as Error | undefined)?.message ?? reason)
    .split('\n')[0]
    ?.slice(0, 200) ?? '';

/** Reads one tab in the requested mode, and acts on refs of the accessibility tree. */
export class SnapshotSource {
  #reader: AriaReader | undefined;
  #isFromTree = false;

  constructor(private readonly page: Page) {}

  /** @param optimized reads by the script */
  async read(
    how: SnapshotOptions,
    mode: SnapshotMode,
    optimized: (how: SnapshotOptions) => Promise<Outcome>,
  ): Promise<{ outcome: Outcome; used: ModeUsed }> {
    if (mode === 'aria') return this.#readTreeFirst(how, optimized);
    const outcome = await optimized(how);
    this.#isFromTree = false;
    const why = mode === 'auto' && this.page.driver.protocol ? await this.#whyNot(outcome) : undefined;
    if (why === undefined) return { outcome, used: { mode: 'optimized' } };
    try {
      return { outcome: await this.#readTree(how), used: { mode: 'aria', why } };
    } catch (reason) {
      const more = `${why}; the accessibility tree can't be had either (${wordsOf(reason)})`;
      return { outcome, used: { mode: 'optimized', why: more } };
    }
  }

  async #readTreeFirst(
    how: SnapshotOptions,
    optimized: (how: SnapshotOptions) => Promise<Outcome>,
  ): Promise<{ outcome: Outcome; used: ModeUsed }> {
    const { after: _after, scope: _scope, since: _since, ...rest } = how;
    // The script's snapshot comes first: its refs and its revision are used, and it supplements the tree.
    const page = await optimized({ ...rest, interactiveOnly: true });
    const isRead = page.ok && 'tree' in page && (await this.#whyNot(page)) === undefined;
    try {
      const { snapshot, supplemented } = await this.#read(how, isRead ? page : undefined);
      this.#isFromTree = !isRead;
      const why =
        supplemented > 0 && `${supplemented} things to act on that it lacks are taken from the page`;
      return { outcome: snapshot, used: { mode: 'aria', ...(why && { why }) } };
    } catch (reason) {
      this.#isFromTree = false;
      const why = `the accessibility tree can't be had (${wordsOf(reason)})`;
      return { outcome: await optimized(how), used: { mode: 'optimized', why } };
    }
  }

  async #whyNot(outcome: Outcome): Promise<string | undefined> {
    if (!outcome.ok) {
      const { code } = outcome.error;
      // The script can read it from now on.
      if (this.page.hasGivenUp) return undefined;
      return FINAL_ERRORS.test(code) ? undefined : `the script can't read it (${code})`;
    }
    return (await isInert(this.page)) ? 'scripts can not run in it' : undefined;
  }

  async #readTree(how: SnapshotOptions): Promise<SnapshotTree> {
    const { snapshot } = await this.#read(how, undefined);
    this.#isFromTree = true;
    return snapshot;
  }

  async #read(how: SnapshotOptions, page: SnapshotTree | undefined) {
    const { driver, options } = this.page;
    const { protocol } = driver;
    if (!protocol) throw new Error('the driver has no DevTools protocol');
    if (driver.isGone?.()) throw new Error('the page is gone');
    const begin = async () => {
      this.#reader ??= new AriaReader(await protocol());
      return this.#reader.read(how, page);
    };
    // A page that has crashed never answers.
    const read = await options.call.within(options.call.patience(options.evaluateTimeoutMs), begin);
    if (!read) throw new Error('the browser does not answer');
    return read;
  }

  /** Whether the refs were issued for the accessibility tree, so that the script does not know them. */
  get isFromTree(): boolean {
    return this.#isFromTree;
  }

  /** Performs an action on a ref of the accessibility tree by the browser's own input. */
  async act(
    ref: string,
    kind: string,
    payload: unknown,
    document: string | undefined,
  ): Promise<ActionOk | HostErrorResult> {
    const target = this.#reader?.targetOf(ref);
    const { input } = this.page.driver;
    if (!this.#reader || !target) return hostError(NO_SUCH_REF, document);
    if (!input) return hostError(NO_INPUT, document);
    const meta = { url: '', title: '', ts: Date.now(), document: document ?? '' };
    try {
      const { protocol } = this.#reader;
      const { actionTimeoutMs = ACTION_TIMEOUT_MS, evaluateTimeoutMs, call } = this.page.options;
      const acted = await call.inTime(actionTimeoutMs + evaluateTimeoutMs, () =>
        actOnTarget({ protocol, input, target, ref, kind, payload }, meta),
      );
      if ('late' in acted) return hostError(acted.late, document);
      const result = acted.given;
      return 'error' in result ? hostError(result.error, document) : result;
    } catch (reason) {
      const message = `The browser could not do it: ${wordsOf(reason)}. Take a new snapshot.`;
      return hostError({ code: 'internal_error', message }, document);
    }
  }
}

const NO_SUCH_REF: HostErrorInfo = {
  code: 'ref_not_found',
  message: 'This ref was never issued for this page. Use the refs of the last snapshot.',
  cause: 'unknown',
};

const NO_INPUT: HostErrorInfo = {
  code: 'needs_trusted_input',
  message: 'Scripts can not run in this page, and the driver has no mouse and keys of its own.',
};

/** `Read from the browser's accessibility tree: scripts can not run in it.` Empty where the script has read the page as asked. */
export const modeWords = ({ mode, why }: ModeUsed): string => {
  if (mode === 'optimized') return why === undefined ? '' : `Read by the script: ${why}.`;
  return `Read from the browser's accessibility tree${why === undefined ? '' : `: ${why}`}.`;
};
