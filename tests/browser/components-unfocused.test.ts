import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { launchWithWindows } from '../support/chromium.ts';
import type { TestPage } from '../support/engine.ts';
import { injected } from '../support/engines/test-page.ts';
import { visits } from '../support/visitor.ts';

let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  browser = await launchWithWindows();
  context = await browser.newContext({ viewport: { width: 800, height: 600 }, hasTouch: true });
  // The first tab keeps the window open: a new window takes far longer than a new tab.
  await context.newPage();
});
afterAll(() => browser.close());

/** Makes the tab a view that is shown without the system's focus. */
const takeFocusAway = async (tab: Page): Promise<void> => {
  const session = await context.newCDPSession(tab);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  await (await context.newPage()).bringToFront();
  // A tab in the background is only drawn while somebody receives its frames.
  session.on('Page.screencastFrame', ({ sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: 10, maxHeight: 10 });
  await tab.waitForFunction('!document.hasFocus()', undefined, { polling: 20 });
};

/**
 * Opens a page in a WebView without the system's focus, used by touch: what opens and closes by focus and blur has to
 * do so here too.
 */
const openUnfocused = async (html: string): Promise<TestPage> => {
  const tab = await context.newPage();
  await takeFocusAway(tab);
  await tab.setContent(html);
  return injected({
    evaluate: (expression) => tab.evaluate(expression),
    execute: (statements) => tab.evaluate(`${statements};0`),
    close: () =>
      Promise.all(
        context
          .pages()
          .slice(1)
          .map((page) => page.close()),
      ),
  });
};

visits(
  'components/radix-layers',
  { scenarios: 2, steps: 9 },
  (scenario) => {
    scenario('Dialog by taps', async ({ act, model }) => {
      expect(await act('button "Edit profile"', 'tap')).toMatch(/dialog "Profile" .*\[modal\]/);
      await act('textbox "Name"', 'fill', 'Grace');
      await act('button "Save"', 'tap');
      await act('textbox "Name"', 'press', 'Escape');
      expect(await model()).toMatchObject({ dialog: false, name: 'Grace', saved: 1 });
    });

    scenario('DropdownMenu by taps', async ({ act, model }) => {
      await act('button "Actions"', 'tap');
      await act('menuitem "Share"', 'tap');
      await act('menuitem "By mail"', 'tap');
      expect(await model()).toMatchObject({ menu: false, chosen: 'mail' });
      await act('button "Actions"', 'tap');
      await act('menu "Actions"', 'press', 'Escape');
      expect(await model()).toMatchObject({ menu: false });
    });
  },
  openUnfocused,
);

visits(
  'more/headless',
  { scenarios: 1, steps: 4 },
  (scenario) => {
    scenario('Menu, Listbox, Combobox', async ({ act, model }) => {
      await act('button "Options"', 'select', 'Edit');
      await act('button "Assigned to Ada Lovelace"', 'select', 'Grace Hopper');
      await act('combobox "Reviewer"', 'select', 'Margaret Hamilton');
      await act('button "Team Nobody"', 'select', ['Ada Lovelace', 'Grace Hopper']);
      expect(await model()).toMatchObject({
        chosen: 'edit',
        person: 'Grace Hopper',
        reviewer: 'Margaret Hamilton',
        team: ['Ada Lovelace', 'Grace Hopper'],
      });
    });
  },
  openUnfocused,
);

visits(
  'components/mui-forms',
  { scenarios: 1, steps: 4 },
  (scenario) => {
    scenario('Select, Autocomplete', async ({ act, model }) => {
      await act('combobox "Age"', 'select', 'Twenty');
      await act('combobox "Names"', 'select', ['Kelly Snyder', 'Omar Alexander']);
      await act('combobox "Film"', 'select', 'Dune');
      await act('combobox "Favourites"', 'select', ['Alien', 'Heat']);
      expect(await model()).toMatchObject({
        age: 20,
        names: ['Kelly Snyder', 'Omar Alexander'],
        film: 'Dune',
        films: ['Alien', 'Heat'],
      });
    });
  },
  openUnfocused,
);

visits(
  'more/antd-entry',
  { scenarios: 1, steps: 4 },
  (scenario) => {
    scenario('Select, DatePicker', async ({ act, model }) => {
      await act('combobox "Person"', 'select', 'Lucy');
      await act('combobox "Team"', 'select', ['Jack', 'Yiming']);
      await act('textbox "Day"', 'fill', '2026-03-14');
      await act('textbox "Day"', 'press', 'Enter');
      expect(await model()).toMatchObject({ person: 'lucy', team: ['jack', 'yiming'], day: '2026-03-14' });
    });
  },
  openUnfocused,
);

visits(
  'components/react-select',
  { scenarios: 1, steps: 3 },
  (scenario) => {
    scenario('one, several, async', async ({ act, model }) => {
      await act('combobox "Colour"', 'select', 'Green');
      await act('combobox "Colours"', 'select', ['Red', 'Blue']);
      await act('combobox "City"', 'select', 'Berlin');
      expect(await model()).toMatchObject({ colour: 'green', colours: ['red', 'blue'], city: 'Berlin' });
    });
  },
  openUnfocused,
);
