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
  <label>Photo <input type=file id=photo></label>
  <button id=ask onclick="asked.textContent = 'Agreed: ' + confirm('Sure?')">Ask</button> <p id=asked role=status></p>
  <button oncontextmenu="asked.textContent = 'Menu'; return false">More</button>
  <a href="http://elsewhere.test/">Elsewhere</a> <a href="/cart">Cart</a> <a href="/cart" target=_blank rel=opener>Cart beside</a>
  <div id=plan role=button tabindex=0 style="width:200px;height:40px" onclick="asked.textContent = 'At: ' + event.offsetX"
    onpointerdown="this.from = event.offsetX" onpointerup="this.dataset.drag = this.from + ' to ' + event.offsetX">Plan</div>
  <p style="height:2000px"></p>`;

let browser: HostBrowser;
beforeAll(async () => {
  browser = await openPlaywright();
  browser.serve({
    [SHOP]: PAGE,
    'http://shop.test/cart':
      '<title>Cart</title><button>Order</button> <button onclick="window.close()">Leave</button>',
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

/** All tools but those for the page's own tools, which have their own tests (host-page-tools.test.ts). */
const CARRIED_OUT = TOOLS.map(({ name }) => name)
  .filter((name) => !/page_tools?$/.test(name))
  .sort();

const refIn = (text: string, words: string): string => {
  const ref = /\[ref=([^\]]+)\]/.exec(text.slice(text.indexOf(words)))?.[1];
  if (!text.includes(words) || !ref) throw new Error(`There is no <${words}> in:\n${text}`);
  return ref;
};

describe('the tools for a model, on a page', () => {
  it('all work, and answer in text', () =>
    withTools(
      { evaluation: true, host: { file: async (name) => ({ name, text: 'png' }) } },
      async (tools, tab) => {
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
        const more = refIn(page, 'button "More"');
        expect(await use('web_context_menu', { ref: more })).toContain('Menu');
        await use('web_long_press', { ref: more });
        await use('web_upload', { ref: refIn(page, '"Photo: '), files: ['lamp.png'] });
        expect(await tab.ask('photo.files[0].name + photo.files[0].size')).toBe('lamp.png3');
        expect(await use('web_click', { ref: refIn(page, 'button "Ask"') })).toContain('Agreed: false');
        await use('web_dialog', { accept: true });
        expect(await use('web_click', { ref: refIn(page, 'button "Ask"') })).toContain('Agreed: true');
        await use('web_press_key', { ref: name, key: 'Tab' });
        await use('web_press_key', { key: 'Tab' });
        await use('web_scroll', { direction: 'bottom' });
        await use('web_scroll_into_view', { ref: add });
        await use('web_drag', { ref: add, to: gift });
        const plan = refIn(page, 'button "Plan"');
        expect(await use('web_click', { ref: plan, x: 150, y: 9 })).toContain('At: 150');
        await use('web_drag', { ref: plan, x: 20, y: 20, dx: 60, dy: 0 });
        expect(await tab.ask('plan.dataset.drag')).toBe('20 to 80');
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
        expect(await use('web_tabs')).toBe('1 "Cart" "http://shop.test/cart" (current)');
        expect(await use('web_tabs', { action: 'open', url: SHOP })).toContain('link "Cart beside"');
        expect(await use('web_tabs', { action: 'list' })).toBe(
          '1 "Cart" "http://shop.test/cart"\n2 "Shop" "http://shop.test/" (current)',
        );
        expect(await use('web_tabs', { action: 'select', tab: 1 })).toContain('button "Order"');
        expect(await use('web_tabs', { action: 'close', tab: 2 })).toContain('button "Order"');
        await use('web_close');
        expect([...used].sort()).toEqual(CARRIED_OUT);
      },
    ));

  it('show nothing of a page that may not be opened, and go back', () =>
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

  it('are back on the page of before when an address could not be loaded, and say so', () =>
    withTools({}, async (tools, tab) => {
      // The server of these pages has no TLS.
      const unreachable = 'https://shop.test/';
      await tools.execute('web_open', { url: SHOP });
      expect((await tools.execute('web_open', { url: unreachable })).text).toContain('Error open_failed');
      const found = await tools.execute('web_find', { value: 'Elsewhere' });
      expect(found).toMatchObject({ isError: false, text: expect.stringContaining('link "Elsewhere"') });
      await tab.ask(`asked.innerHTML = '<a href="${unreachable}">Secure</a>'`);
      expect(await tools.execute('web_click', { ref: 'text=Secure' })).toMatchObject({
        isError: true,
        text: 'Error: The page led to an address that could not be loaded, which was left again. Take a new snapshot.',
      });
      expect(await tab.ask('location.href')).toBe(SHOP);
    }));

  it('show no picture and run no script on a page that may not be opened and that was reached without them', () =>
    withTools({ urls: new UrlPolicy({ hosts: ['shop.test'] }), evaluation: true }, async (tools, tab) => {
      for (const [name, given] of [
        ['web_screenshot', {}],
        ['web_eval', { expression: 'document.body.textContent' }],
      ] as const) {
        await tools.execute('web_open', { url: SHOP });
        await tab.go('http://elsewhere.test/');
        const answer = await tools.execute(name, given);
        expect(answer, name).toEqual({
          isError: true,
          text: expect.stringContaining('is not among the sites'),
        });
        expect(await tab.ask('location.href')).toBe(SHOP);
      }
    }));

  it('are cancelled by their signal, and those that wait for their turn are not begun', () =>
    withTools({}, async (tools, tab) => {
      const page = (await tools.execute('web_open', { url: SHOP })).text;
      const running = new AbortController();
      const waiting = new AbortController();
      const calls = Promise.all([
        tools.execute('web_wait', { text: 'never there', timeoutMs: 30_000 }, running.signal),
        tools.execute('web_click', { ref: refIn(page, 'button "Add item"') }, waiting.signal),
        tools.execute('web_find', { value: 'Add' }),
      ]);
      waiting.abort();
      running.abort();
      const [wait, click, find] = await calls;
      expect(wait).toMatchObject({ isError: true, text: expect.stringContaining('given up') });
      expect(click).toMatchObject({ isError: true, text: expect.stringContaining('given up') });
      expect(find.text).toContain('button "Add item"');
      expect(await tab.ask('items.children.length')).toBe(0);
    }));

  it('continue on the opener when a tab closes itself', () =>
    withTools({}, async (tools) => {
      const page = (await tools.execute('web_open', { url: SHOP })).text;
      const beside = await tools.execute('web_click', { ref: refIn(page, 'link "Cart beside"') });
      expect(beside.text).toContain('button "Order"');
      const closed = await tools.execute('web_click', { ref: refIn(beside.text, 'button "Leave"') });
      expect(closed.text).toContain('The tab has closed. The page now:');
      expect(closed.text).toContain('button "Add item"');
      expect((await tools.execute('web_tabs')).text).toBe('1 "Shop" "http://shop.test/" (current)');
    }));

  it('say what is wrong with an address that can not be opened', () =>
    withTools({}, async (tools) => {
      const answer = await tools.execute('web_open', { url: 'http://shop.test:1/' });
      expect(answer.text).toMatch(/./);
      expect(await tools.execute('web_open', { url: 'http://' })).toMatchObject({ isError: true });
    }));
});
