import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchWithWindows } from '../support/chromium.ts';
import { ROWS } from '../support/framework-rows.ts';
import { openApp, play, takeFocus, wrongOf } from '../support/framework-stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchWithWindows();
});
afterAll(() => browser.close());

describe.concurrent.each(['react', 'vue'])(
  '%s in a view without the focus has the expected state',
  (name) => {
    it(`after each of ${ROWS.length} rows`, async () => {
      const tab = await openApp(browser, name);
      await takeFocus(tab);
      await tab.waitForFunction('!document.hasFocus()', undefined, { polling: 20 });
      const wrong: unknown[] = [];
      tab.on('pageerror', ({ message }) => wrong.push(message));
      for (const row of ROWS) wrong.push(...wrongOf(row, 'run', await play(tab, 'run', row)));
      expect(wrong).toEqual([]);
      await tab.context().close();
    });
  },
);
