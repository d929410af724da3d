import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { Fuzzer, inWords, STEPS_OF_SESSION } from '../support/fuzz/session.ts';
import { IS_FULL } from '../support/selection.ts';

// Set by `node scripts/fuzz.mjs`.
const STEPS = Number(process.env.FUZZ_STEPS ?? (IS_FULL ? 10_000 : 750));
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
const FIRST = Number(process.env.FUZZ_SESSION ?? 0);
const MOST_FAILURES = Number(process.env.FUZZ_FAILURES ?? 1);
const MINIMIZE_MS = Number(process.env.FUZZ_MINIMIZE_MS ?? 8000);

let engine: Engine;
let fuzzer: Fuzzer;
beforeAll(async () => {
  engine = await openEngine();
  fuzzer = await Fuzzer.open(engine, SEED);
});
afterAll(async () => {
  await fuzzer?.close();
  await engine?.close();
});

describe('random calls on random pages that change at random', () => {
  // No retry: the same seed fails in the same way.
  it(`keep every promise for ${STEPS} steps (seed ${SEED})`, { timeout: 0, retry: 0 }, async () => {
    const failures: string[] = [];
    const called = new Set<string>();
    let steps = 0;
    let played = 0;
    for (let session = FIRST; steps < STEPS && failures.length < MOST_FAILURES; session++) {
      const report = await fuzzer.session(session);
      played += report.steps;
      steps += report.failure ? STEPS_OF_SESSION : report.steps;
      for (const call of Object.keys(report.calls)) called.add(call);
      if (!report.failure) continue;
      failures.push(inWords(SEED, session, await fuzzer.minimize(session, report.failure, MINIMIZE_MS)));
      // A long run prints each failure at once.
      if (MOST_FAILURES > 1) process.stderr.write(`${failures[failures.length - 1]}\n\n`);
    }
    if (MOST_FAILURES > 1) process.stderr.write(`${played} steps played\n`);
    expect(failures.join('\n\n')).toBe('');
    expect(steps).toBeGreaterThanOrEqual(STEPS);
    // All actions, queries and verbs were called.
    if (STEPS >= 750) expect(called.size).toBeGreaterThan(60);
  });
});
