import type { Job, JobStore, ModelSettings } from '../contract/index.ts';
import type { TokenBudget } from '../model/meter.ts';
import { creditsFor } from '../model/provider.ts';

/** Credits of one page that is opened, or of one search. */
export const PAGE_CREDITS = 1;

export interface Charge {
  what: 'model' | 'page';
  credits: number;
  tokens: number;
  /** Sum of the whole job, this charge included. */
  creditsUsed: number;
}

/** The credits of one job: charged as they are used, never beyond `maxCredits` of the job. */
export class JobBudget implements TokenBudget {
  #used: number;
  #isExhausted = false;
  readonly #most: number;

  constructor(
    private readonly store: JobStore,
    private readonly job: Job,
    private readonly model: ModelSettings,
    private readonly onCharged: (charge: Charge) => Promise<void>,
  ) {
    this.#used = job.creditsUsed;
    this.#most = job.maxCredits ?? Number.POSITIVE_INFINITY;
  }

  get used(): number {
    return this.#used;
  }

  /** Whether a charge has been refused, because it would exceed the limit. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /**
   * How many tokens the credits that are left pay for; `Infinity` if tokens are free. One less than computed, so that
   * rounding errors in sums of fractions never exceed the limit.
   */
  left(): number {
    const perToken = creditsFor(this.model, 1);
    return perToken > 0
      ? Math.max(0, Math.floor((this.#most - this.#used) / perToken) - 1)
      : Number.POSITIVE_INFINITY;
  }

  /** Charges a page. @returns false, and charges nothing, if that would exceed the limit */
  async page(credits = PAGE_CREDITS): Promise<boolean> {
    return this.#charge('page', credits, 0);
  }

  async spend(input: number, output: number): Promise<void> {
    const tokens = input + output;
    if (await this.#charge('model', creditsFor(this.model, tokens), tokens)) return;
    // The provider has counted more tokens than the call was allowed: only the rest of the limit is charged.
    const payable = Math.min(tokens, this.left());
    if (payable > 0) await this.#charge('model', creditsFor(this.model, payable), payable);
  }

  async #charge(what: Charge['what'], credits: number, tokens: number): Promise<boolean> {
    if (!(await this.store.charge(this.job.id, credits, tokens))) {
      this.#isExhausted = true;
      return false;
    }
    this.#used += credits;
    await this.onCharged({ what, credits, tokens, creditsUsed: this.#used });
    return true;
  }
}
