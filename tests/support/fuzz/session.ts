import { bundleSupport } from '../bundle-support.ts';
import type { Engine, TestPage } from '../engine.ts';
import { pageScript, parts } from '../page-script.ts';
import type { Plan, Report } from './driver.ts';

/** Steps of a session, which is the life of one page from injection to release. */
export const STEPS_OF_SESSION = 200;

const EMPTY = '<!doctype html><title>fuzz</title><style>b:hover{color:red}</style><body></body>';

/** Runs sessions in one page of an engine. */
export class Fuzzer {
  private constructor(
    private readonly page: TestPage,
    private readonly seed: number,
  ) {}

  static async open(engine: Engine, seed: number): Promise<Fuzzer> {
    const page = await engine.open(EMPTY, { before: await bundleSupport('fuzz/driver.ts') });
    const script = [pageScript, ...Object.values(parts)].join('\n;');
    await page.run(`window.__script = ${JSON.stringify(script)}`);
    return new Fuzzer(page, seed);
  }

  close(): Promise<void> {
    return this.page.close();
  }

  async session(session: number, steps = STEPS_OF_SESSION, skip: readonly number[] = []): Promise<Report> {
    const plan: Omit<Plan, 'script'> = { seed: this.seed, session, steps, skip };
    await this.page.run(`window.__fuzz.start({ ...${JSON.stringify(plan)}, script: window.__script })`);
    for (;;) {
      const report = await this.page.evaluate<Report>('window.__fuzz.report()');
      if (report.done) return report;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Finds the fewest steps of a failed session that still break the same rule, as long as there is time (ms). */
  async minimize(session: number, failed: NonNullable<Report['failure']>, timeMs: number): Promise<Report> {
    const deadline = Date.now() + timeMs;
    const steps = failed.rule.endsWith('left') ? STEPS_OF_SESSION : failed.step + 1;
    let skip: number[] = [];
    let smallest: Report = { done: true, steps, calls: {}, failure: failed };
    for (let size = steps >> 1; size > 0; size >>= 1) {
      for (let from = 0; from < steps && Date.now() < deadline; from += size) {
        const dropped = Array.from({ length: size }, (_, i) => from + i);
        const report = await this.session(session, steps, [...skip, ...dropped]);
        if (report.failure?.rule !== failed.rule) continue;
        skip = [...skip, ...dropped];
        smallest = report;
      }
    }
    return smallest;
  }
}

/** Describes a failure, and how to reproduce it. */
export const inWords = (seed: number, session: number, { failure }: Report): string =>
  failure
    ? `seed ${seed}, session ${session}, step ${failure.step}: ${failure.message}\n  ${failure.log.join('\n  ')}`
    : '';
