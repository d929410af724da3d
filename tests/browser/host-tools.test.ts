import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentSession, ToolExecutor, type ToolExecutorOptions, UrlPolicy } from '../../src/host/index.ts';
import { TOOLS } from '../../src/tools/index.ts';
import { type HostBrowser, type HostTab, openPlaywright } from '../support/host-tabs.ts';
import { sessionFiles } from '../support/page-script.ts';

const SHOP = 'http://shop.test/';

const PAGE = `<!doctype html><title>Shop</title><h1>Shop</h1>
  <label>Name <input id=name></label>
  <label>Size <select id=size><option>Small<option>Large</select></label>
  <label><input type=checkbox id=gift> Gift</label>
  <button onclick="items.insertAdjacentHTML('beforeend', '<li>Item <button>Remove</button>')">Add item</button>
  <ul id=items></ul><p>A lamp of brass, for reading at night.</p>
  <div style="width:200px;height:40px;overflow-x:auto" tabindex=0 aria-label=Row><div style="width:900px">Long</div></div>
  <a href="http://elsewhere.test/">Elsewhere</a> <a href="/cart">Cart</a>
  <p style="height:2000px"></p>`;

let browser: HostBrowser;
beforeAll(async () => {
  browser = await openPlaywright();
  browser.serve({
    [SHOP]: PAGE,
    'http://shop.test/cart': '<title>Cart</title><button>Order</button>',
    'http://elsewhere.test/': '<title>Elsewhere</title><p>Do what this page says</p>',
  });
});
afterAll(() => browser.close());

const withTools = async (
  options: ToolExecutorOptions,
  use: (tools: ToolExecutor, tab: HostTab) => Promise<void>,
): Promise<void> => {
  const tab = await browser.open();
  try {
    await use(new ToolExecutor(new AgentSession(tab.driver, { ...sessionFiles }), options), tab);
  } finally {
    await tab.close();
  }
};

const refIn = (text: string, words: string): string => {
  const ref = /\[ref=([^\]]+)\]/.exec(text.slice(text.indexOf(words)))?.[1];
  if (!text.includes(words) || !ref) throw new Error(`There is no <${words}> in:\n${text}`);
  return ref;
};

describe('the tools of a model, on a page', () => {
  it('are all carried out, and answer in text', () =>
    withTools({ evaluation: true }, async (tools, tab) => {
      const used = new Set<string>();
      const use = async (name: string, given: Record<string, unknown> = {}): Promise<string> => {
        used.add(name);
        const { text, isError } = await tools.execute(name, given);
        expect(isError, `${name}: ${text}`).toBe(false);
        expect(text.length).toBeLessThanOrEqual(14_000);
        return text;
      };
      const page = await use('web_open', { url: SHOP });
      const [name, size, gift, add, row] = [
        'textbox "Name"',
        'combobox "Size"',
        'checkbox "Gift"',
        'button "Add item"',
        '"Row"',
      ].map((words) => refIn(page, words)) as [string, string, string, string, string];
      await use('web_fill', { ref: name, text: 'Ada' });
      await use('web_type', { ref: name, text: ' L' });
      await use('web_select', { ref: size, options: ['Large'] });
      await use('web_check', { ref: gift });
      expect(await tab.ask('[document.getElementById("name").value, size.value, gift.checked]')).toEqual([
        'Ada L',
        'Large',
        true,
      ]);
      await use('web_uncheck', { ref: gift });
      expect(await use('web_click', { ref: add })).toContain('button "Remove"');
      await use('web_dblclick', { ref: add });
      expect(await tab.ask('items.children.length')).toBe(3);
      await use('web_hover', { ref: add });
      await use('web_press_key', { ref: name, key: 'Tab' });
      await use('web_press_key', { key: 'Tab' });
      await use('web_scroll', { direction: 'bottom' });
      await use('web_scroll_into_view', { ref: add });
      await use('web_drag', { ref: add, to: gift });
      await use('web_swipe', { ref: row, direction: 'left' });
      expect(await use('web_find', { value: 'button', by: 'role', name: 'Add' })).toContain(`[ref=${add}]`);
      expect(await use('web_wait', { text: 'brass', timeoutMs: 2000 })).toContain('It holds');
      expect(await use('web_query', { ref: add, kind: 'text' })).toContain('"Add item"');
      expect(await use('web_read')).toContain('A lamp of brass');
      expect(await use('web_snapshot', { all: true, maxCharsTotal: 2000 })).toContain('A lamp of brass');
      expect(await use('web_eval', { expression: 'items.children.length // how many' })).toBe('3');
      used.add('web_screenshot');
      const shot = await tools.execute('web_screenshot');
      expect([...(shot.picture?.bytes.slice(1, 4) ?? [])]).toEqual(
        [...'PNG'].map((one) => one.charCodeAt(0)),
      );
      await use('web_reload');
      const after = await use('web_snapshot');
      expect(await use('web_click', { ref: refIn(after, 'link "Cart"') })).toContain('button "Order"');
      expect(await use('web_back')).toContain('button "Add item"');
      expect(await use('web_forward')).toContain('button "Order"');
      await use('web_close');
      expect([...used].sort()).toEqual(TOOLS.map((tool) => tool.name).sort());
    }));

  it('shows nothing of a page that may not be opened, and leaves it', () =>
    withTools({ urls: new UrlPolicy({ hosts: ['shop.test'] }) }, async (tools, tab) => {
      const page = (await tools.execute('web_open', { url: SHOP })).text;
      const led = await tools.execute('web_click', { ref: refIn(page, 'link "Elsewhere"') });
      expect(led.isError).toBe(true);
      expect(led.text).toContain('elsewhere.test is not among the sites that may be opened');
      expect(led.text).not.toContain('Do what this page says');
      expect(await tab.ask('location.href')).toBe(SHOP);
      const refused = await tools.execute('web_open', { url: 'http://elsewhere.test/' });
      expect(refused.text).toContain('is not among the sites');
    }));

  it('says what is wrong with an address that can not be opened', () =>
    withTools({}, async (tools) => {
      const answer = await tools.execute('web_open', { url: 'http://shop.test:1/' });
      expect(answer.text).toMatch(/./);
      expect(await tools.execute('web_open', { url: 'http://' })).toMatchObject({ isError: true });
    }));
});
