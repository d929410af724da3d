import type {
  CallToolPayload,
  ExtractPayload,
  PageCallTool,
  PageExtract,
  PageKind,
  PageOk,
  PageTool,
  PageTools,
  QueryKind,
  QueryOk,
} from '../../contract.ts';
import {
  type PageAnswer,
  type PagePayload,
  payloadByFields,
  type QueryAnswer,
  type QueryInput,
} from '../kinds.ts';
import type { AfterCall } from './after-call.ts';
import { type HostErrorInfo, HostFailure, hostError, isError, type Outcome } from './errors.ts';
import { withFrames } from './frame-reading.ts';
import type { Draft } from './observation.ts';
import type { AllowTool, ResolvedSessionOptions } from './options.ts';
import type { Answer } from './page.ts';
import type { Reading } from './reading.ts';
import { pageWords, queryWords, quoted, targetWords } from './result-words.ts';
import { pressTrusted } from './trusted-action.ts';
import type { WatchedTabs } from './watched-tabs.ts';

/** Page verbs that may change the page. */
const CHANGING: ReadonlySet<PageKind> = new Set([
  'wait',
  'scroll',
  'pressKey',
  'char',
  'mouseMove',
  'mouseDown',
  'mouseUp',
  'mouseClick',
  'wheel',
  'keyDown',
  'keyUp',
]);

const NAVIGATING: ReadonlySet<PageKind> = new Set(['navigate', 'back', 'forward', 'reload', 'pushState']);

const NO_SCRIPT: HostErrorInfo = {
  code: 'unsupported_kind',
  message: 'Scripts can not run in this page: take a snapshot, or act. Nothing else can be asked.',
};

const REFUSED: HostErrorInfo = {
  code: 'tool_refused',
  message:
    'This app does not allow this tool of the page. Do it with the page itself, or ask the user whether it may be called.',
};

/** Runs queries and page verbs on a session's page, and calls its tools. */
export class Asking {
  constructor(
    private readonly tabs: WatchedTabs,
    private readonly reading: Reading,
    private readonly after: AfterCall,
    private readonly options: ResolvedSessionOptions,
  ) {}

  /** Queries one element. */
  async query<K extends QueryKind>(
    ref: string,
    kind: K,
    payload: QueryInput,
  ): Promise<Draft<QueryAnswer<K>>> {
    if (this.reading.source.isFromTree) throw new HostFailure(NO_SCRIPT);
    const proof = this.reading.proof(this.reading.document);
    const args = [ref, kind, { ...payload, ...this.reading.known(), ...proof }];
    const answer = proof.channelProof
      ? await this.tabs.current.run(this.options.evaluateTimeoutMs, 'query', ...args)
      : await this.tabs.current.call('query', args, true);
    const result = await this.reading.result<QueryAnswer<K>>(answer);
    if (isError(result))
      return this.after.afterError(`query ${targetWords(String(ref))}`, result, this.reading.document);
    return { result, text: queryWords(result as unknown as QueryOk), refs: [ref], pageChanged: false };
  }

  /** Calls a page verb other than `callTool`. */
  async page<K extends PageKind>(
    kind: K,
    payload: PagePayload<K> | string | undefined,
    timeoutMs: number,
  ): Promise<Draft<PageAnswer<K>>> {
    const before = this.reading.document ?? (await this.tabs.current.document());
    const fields = payloadByFields(kind, payload) as object;
    const given = { ...fields, timeoutMs };
    const deadline = timeoutMs + this.options.evaluateTimeoutMs;
    const { input } = this.tabs.current.driver;
    const trustedAnswer =
      kind === 'pressKey' && this.options.input === 'trusted' && input
        ? await pressTrusted(this.tabs.current, input, fields, timeoutMs, deadline)
        : undefined;
    const answer = trustedAnswer ?? (await this.#askPage(deadline, kind, given));
    const result = await this.reading.result<PageAnswer<K>>(answer);
    if (isError(result)) {
      const hasReturned = kind === 'back' && result.error.code === 'no_effect' && this.tabs.isFollowed;
      return hasReturned ? this.after.afterReturn(result) : this.after.afterError(kind, result, before);
    }
    const { after } = given as { after?: unknown };
    if (kind === 'extract') {
      const whole = await withFrames(this.tabs.current, result as PageExtract, given as ExtractPayload);
      return { result: whole as typeof result, text: pageWords(whole), refs: [], pageChanged: false };
    }
    const words = pageWords(result as PageOk, Number(after) || 0);
    if (NAVIGATING.has(kind)) return this.after.afterNavigation(result, before);
    if (CHANGING.has(kind)) return this.after.afterChange(result, words, before);
    return { result, text: words, refs: [], pageChanged: false };
  }

  /** Calls a tool of the page, if `allowTool` allows it. */
  async callTool(
    name: string,
    input: Record<string, unknown>,
    allowTool: AllowTool,
    how: Pick<CallToolPayload, 'after' | 'limitChars' | 'timeoutMs'>,
  ): Promise<Draft<PageCallTool>> {
    const before = this.reading.document ?? (await this.tabs.current.document());
    const what = `callTool ${quoted(String(name))}`;
    const { timeoutMs = this.options.toolTimeoutMs } = how;
    const ask = async <Ok extends { ok: true }>(kind: PageKind, payload: object): Promise<Outcome<Ok>> =>
      this.reading.result<Ok>(await this.#askPage(timeoutMs + this.options.evaluateTimeoutMs, kind, payload));
    const listed = await ask<PageTools>('tools', { name });
    if (isError(listed)) return this.after.afterError(what, listed, before);
    const [tool] = listed.tools;
    const isConsequential = tool?.annotations?.consequentialHint === true;
    const isAllowed = async (one: PageTool): Promise<boolean> =>
      how.after !== undefined || this.options.call.untilGivenUp(() => allowTool(one));
    if (!tool || !(await isAllowed(tool)))
      return this.after.afterError(what, hostError(REFUSED, this.reading.document), before);
    // If the tool has become consequential since it was listed, the page refuses the call.
    const called = { name, input, ...how, timeoutMs, consequential: isConsequential };
    const result = await ask<PageCallTool>('callTool', called);
    return isError(result)
      ? this.after.afterError(what, result, before)
      : this.after.afterTool(result, before ?? result.meta.document);
  }

  /** Calls a page verb; with a key, `tools` and `callTool` include frames of other origins. */
  async #askPage(deadline: number, kind: PageKind, payload: object): Promise<Answer> {
    const ask = (proof: object): Promise<Answer> =>
      this.tabs.current.run(deadline, 'page', kind, { ...payload, ...proof });
    return kind === 'tools' || kind === 'callTool' ? this.reading.withProof(ask) : ask({});
  }
}
