import type { Job, JobStore, ModelSettings } from '../contract/index.ts';
import type { TokenBudget } from '../model/meter.ts';
import { creditsFor } from '../model/provider.ts';

/** What a page that is opened costs. */
export const PAGE_CREDITS = 1;

export interface Charge {
  what: 'model' | 'page';
  credits: number;
  tokens: number;
  /** Of the job in all. */
  creditsUsed: number;
}

/** The credits of one job: charged as they are used, never beyond its limit. */
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

  /** Something was refused for its cost. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /** One token less than there is, so that sums of fractions never lead beyond the limit. */
  left(): number {
    const perToken = creditsFor(this.model, 1);
    return perToken > 0
      ? Math.max(0, Math.floor((this.#most - this.#used) / perToken) - 1)
      : Number.POSITIVE_INFINITY;
  }

  /** Charges a page; false if that would lead beyond the limit. */
  async page(credits = PAGE_CREDITS): Promise<boolean> {
    return this.#charge('page', credits, 0);
  }

  async spend(input: number, output: number): Promise<void> {
    const tokens = input + output;
    if (await this.#charge('model', creditsFor(this.model, tokens), tokens)) return;
    // The provider has counted more than it was allowed: what is left is charged, and nothing beyond it.
    const fitting = Math.min(tokens, this.left());
    if (fitting > 0) await this.#charge('model', creditsFor(this.model, fitting), fitting);
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
