import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareSizes, measureSizes, readRecordedSizes } from '../../bench/sizes.mjs';
import { launchChromium } from '../support/chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const HOW_TO_UPDATE =
  'Larger than bench/sizes.json says, by more than 3 %. If it is meant to be, run `npm run bench -- --record-sizes` and commit bench/sizes.json together with what makes it larger.';

it('no text and no bundle is more than 3 % larger than recorded', async () => {
  const measured = await measureSizes(browser);
  expect(Object.keys(measured).length).toBeGreaterThan(50);
  const problems = compareSizes(readRecordedSizes(), measured);
  expect(problems, `${HOW_TO_UPDATE}\n${problems.join('\n')}\n`).toEqual([]);
});

it('compareSizes reports texts that have grown, are new or are gone', () => {
  expect(compareSizes({ text: 100 }, { text: 103 })).toEqual([]);
  expect(compareSizes({ text: 100 }, { text: 104 })).toEqual(['text: 104, recorded 100 (+4.0 %).']);
  expect(compareSizes({}, { text: 1 })).toEqual(['text: 1, and no size is recorded.']);
  expect(compareSizes({ text: 1 }, {})).toEqual(['text: recorded, and not measured any more.']);
});
