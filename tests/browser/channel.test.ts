import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { openTab, type Sites, type Tab, type TabOptions } from '../support/sites.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const withTab = async (sites: Sites, use: (tab: Tab) => Promise<void>, options?: TabOptions): Promise<void> => {
  const tab = await openTab(browser, sites, options);
  try {
    await use(tab);
  } finally {
    await tab.close();
  }
};

const SHOP: Sites = {
  'https://shop.test/':
    '<title>Shop</title><body style="margin:0"><h1>Cart</h1><button>Buy</button><iframe title=Payment src="https://pay.test/" style="display:block;margin:20px 0 0 30px;border:5px solid;padding:7px;width:400px;height:200px"></iframe><a href="/terms">Terms</a>',
  'https://pay.test/':
    '<title>Pay</title><body style="margin:0"><label>Name <input id=name></label><button style="position:absolute;left:100px;top:50px;width:80px;height:40px" onclick="document.title = document.querySelector(`#name`).value; this.textContent = `Paid`">Pay</button><a href="/help">Help</a>',
};

describe('frames of other origins', () => {
  it('are part of a snapshot, and are acted in', async () => {
    await withTab(SHOP, async (tab) => {
      expect(tab.frame('pay.test').url()).toBe('https://pay.test/');
      expect(await tab.lines()).toEqual([
        '- button "Buy" [ref=e1]',
        '- iframe "Payment" [ref=e2] [origin=https://pay.test]:',
        '  - textbox "Name" [ref=f1e1]',
        '  - button "Pay" [ref=f1e2]',
        '  - link "Help" [ref=f1e3] [url=/help]',
        '- link "Terms" [ref=e3] [url=/terms]',
      ]);
      const filled = await tab.call('action', ['f1e1', 'fill', { text: 'Ann' }]);
      expect(filled).toMatchObject({ ok: true, ref: 'f1e1', verified: true });
      const clicked = await tab.call('action', ['f1e2', 'click', {}]);
      expect(await tab.frame('pay.test').title()).toBe('Ann');
      console.log(JSON.stringify(filled), JSON.stringify(clicked));
    });
  });
});
