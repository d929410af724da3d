import { afterAll, beforeAll, describe } from 'vitest';
import { type Abilities, describeSession, type Table } from './host-behaviour.ts';
import { describeInput, type InputAbilities } from './host-input.ts';
import type { HostBrowser } from './host-tabs.ts';
import { IS_FULL } from './selection.ts';

/**
 * Tests of a session in one browser with one driver. Only one driver runs the whole table, and with FULL=1 also the
 * actions by the script's own events: of these `describeSession`, host-in-page.test.ts and tests/layout say it already.
 */
export const describeDriver = (
  name: string,
  open: () => Promise<HostBrowser>,
  can: Abilities & InputAbilities,
  table: Table = 'what the driver does',
): void => {
  describe(name, () => {
    let browser: HostBrowser;
    beforeAll(async () => {
      browser = await open();
    });
    afterAll(() => browser.close());

    describeSession(() => browser, can, table);
    describeInput(() => browser, 'trusted', IS_FULL ? 'whole' : table, can);
    if (table === 'whole' && IS_FULL) describeInput(() => browser, 'page', 'whole');
  });
};
