#!/usr/bin/env node
/** Fuzzing: runs tests/browser/fuzz.test.ts, which makes random calls on random pages, for a given number of steps. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from './setup/run.mjs';

const usage = `node scripts/fuzz.mjs [options]

  --steps <n>      how many steps (default 100000)
  --seed <n>       what they follow from (default: another one each time)
  --session <n>    the first session, to see a failure again (default 0)
  --failures <n>   go on until so many sessions have failed (default 1)
  --engine <name>  chromium (default), mobile, firefox, webkit, jsdom, happy-dom
`;

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    session: { type: 'string', default: '0' },
    failures: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'chromium' },
    help: { type: 'boolean' },
  },
});

if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

process.env.ENGINE = values.engine;
process.env.FUZZ_STEPS = values.steps;
process.env.FUZZ_SEED = values.seed;
process.env.FUZZ_SESSION = values.session;
process.env.FUZZ_FAILURES = values.failures;
process.stdout.write(`seed ${values.seed}\n`);
const args = ['run', '--project', 'browser', 'tests/browser/fuzz.test.ts'];
process.exitCode = await run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
  output: 'inherit',
});
