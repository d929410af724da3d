import type { ActionOk } from '../../contract.ts';
import { token } from '../../render/one-line.ts';
import { payloadByFields } from '../kinds.ts';
import type { AfterCall } from './after-call.ts';
import { isError } from './errors.ts';
import type { Draft } from './observation.ts';
import { ACTION_TIMEOUT_MS, type ResolvedSessionOptions } from './options.ts';
import type { Answer } from './page.ts';
import { pause } from './pause.ts';
import { isProofRefused, type Reading } from './reading.ts';
import { actionWords, errorWords, targetWords } from './result-words.ts';
import { actTrusted, isTrustedKind } from './trusted-action.ts';
import type { WatchedTabs } from './watched-tabs.ts';

/** The pause before the accessibility tree is read after an action, which may cause a navigation. */
const TREE_SETTLES_MS = 300;

/** Performs actions on elements of a session's page, and reports their results. */
export class Acting {
  constructor(
    private readonly tabs: WatchedTabs,
    private readonly reading: Reading,
    private readonly after: AfterCall,
    private readonly options: ResolvedSessionOptions,
  ) {}

  /** Performs an action: by the script, by trusted input, or on the accessibility tree. */
  async act(ref: string, kind: string, payload: unknown, timeoutMs?: number): Promise<Draft<ActionOk>> {
    const before = this.reading.document;
    const what = `${token(kind)} ${targetWords(String(ref))}`;
    if (this.reading.source.isFromTree) return this.#actOnTree(what, ref, kind, payload);
    const result = await this.reading.result<ActionOk>(await this.#perform(ref, kind, payload, timeoutMs));
    return isError(result)
      ? this.after.afterError(what, result, before)
      : this.after.afterAction(result, what, before);
  }

  async #perform(ref: string, kind: string, payload: unknown, timeoutMs?: number): Promise<Answer> {
    const answer = await this.#performOnce(ref, kind, payload, timeoutMs);
    return isProofRefused(answer) ? this.#performOnce(ref, kind, payload, timeoutMs) : answer;
  }

  async #performOnce(ref: string, kind: string, payload: unknown, timeoutMs?: number): Promise<Answer> {
    const deadline = (timeoutMs ?? ACTION_TIMEOUT_MS) + this.options.evaluateTimeoutMs;
    const given = payloadByFields(kind, payload);
    const common = () => ({
      ...this.reading.known(),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...this.reading.proof(this.reading.document),
    });
    if (this.options.input === 'trusted' && this.tabs.current.driver.input && isTrustedKind(kind, ref))
      return actTrusted({
        page: this.tabs.current,
        input: this.tabs.current.driver.input,
        ref,
        kind,
        payload: given,
        common,
        deadline,
      });
    const full = typeof given === 'object' ? { ...given, ...common() } : given;
    return this.tabs.current.run(deadline, 'action', ref, kind, full);
  }

  /** In a page without scripting: acts by the browser's own mouse and keys, and reads the accessibility tree again. */
  async #actOnTree(what: string, ref: string, kind: string, payload: unknown): Promise<Draft<ActionOk>> {
    const before = this.reading.document;
    const result = await this.reading.source.act(ref, kind, payload, before);
    if (isError(result) && result.error.code !== 'ref_not_found')
      return { result, text: `${what}: ${errorWords(result.error)}`, refs: [], pageChanged: false };
    const words = isError(result) ? `${what}: ${errorWords(result.error)}` : actionWords(result);
    await pause(TREE_SETTLES_MS);
    const now = await this.reading.readNew();
    const isOther = !isError(now) && now.meta.document !== before;
    return this.reading.observe<ActionOk>(
      result,
      isOther ? `${words} The page was left; refs of before are dead. New page:` : words,
      now,
      isOther,
    );
  }
}
