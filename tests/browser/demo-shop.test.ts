import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../../scripts/demo/static-server.mjs';
import { launchChromium } from '../support/chromium.ts';

const folder = fileURLToPath(new URL('../fixtures/shop/', import.meta.url));

let browser: Browser;
let server: Awaited<ReturnType<typeof serveFolder>>;
beforeAll(async () => {
  browser = await launchChromium();
  server = await serveFolder(folder);
});
afterAll(async () => {
  server.close();
  await browser.close();
});

/** Opens the shop, and records its errors and its requests to other sites. */
async function openShop(url: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
  page.on('request', (request) => {
    const where = request.url();
    if (!where.startsWith(new URL('.', url).href) && !/^(data|about):/.test(where)) problems.push(where);
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'Only necessary' }).click();
  return { page, problems };
}

const read = (page: Page, expression: string) => page.evaluate(`shop.state.${expression}`);

// A broken shop would prove nothing about the tool: here trusted input shows that it works.
describe('the shop', () => {
  it.each([
    ['served', () => server.url],
    ['opened as a file', () => pathToFileURL(`${folder}index.html`).href],
  ])('works without the network, %s', async (_, url) => {
    const { page, problems } = await openShop(url());
    await page.locator('.card').nth(1).getByText('Add to cart').click();
    expect(await read(page, 'cart.map((line) => line.id)')).toEqual(['p21', 'p02']);
    expect(await read(page, 'cookies')).toBe('necessary');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('finds and filters', async () => {
    const { page } = await openShop(server.url);
    await page.getByRole('combobox', { name: 'Search products' }).fill('lamp');
    await page.getByRole('option', { name: 'Leselampe' }).click();
    expect(await page.locator('.card').count()).toBe(1);
    await page.getByRole('combobox', { name: 'Search products' }).fill('');
    await page.getByRole('button', { name: 'Search' }).click();
    // The click goes to the styled box: the native one under it is transparent.
    await page.getByText('Textiles', { exact: true }).last().click();
    await page.getByRole('radio', { name: 'In stock' }).check();
    await page.getByRole('slider', { name: 'Lowest rating' }).press('End');
    await page.getByRole('slider', { name: 'Lowest rating' }).press('ArrowLeft');
    await page.getByRole('combobox', { name: 'Colour' }).click();
    await page.getByRole('option', { name: 'Blue' }).click();
    await page.locator('.div-select-value').click();
    await page.getByText('Show 6').click();
    expect(await read(page, 'filters')).toEqual({
      categories: ['textiles'],
      availability: 'stock',
      maxPrice: 300,
      minRating: 4,
      colour: 'blue',
    });
    expect(await read(page, 'pageSize')).toBe(6);
    expect(await page.locator('#result-count').textContent()).toBe('3 products');
    await page.close();
  });

  it('keeps a cart and a wish list', async () => {
    const { page } = await openShop(server.url);
    await page.locator('.card-open').first().click();
    await page.getByRole('spinbutton', { name: 'Quantity', exact: true }).fill('3');
    await page.getByRole('dialog').getByRole('button', { name: 'Add to cart' }).click();
    expect(await read(page, 'cart')).toContainEqual({ id: 'p01', quantity: 3 });
    await page.locator('.icon-trash').first().click();
    await page.getByLabel('Coupon code').fill('autumn10');
    await page.getByText('Apply').click();
    expect(await page.locator('#cart-total').textContent()).toBe('240,30 €');
    await page.locator('#wish-list li').last().dragTo(page.locator('#wish-list li').first());
    await expect.poll(() => read(page, 'wishList'), { timeout: 30_000 }).toEqual(['p19', 'p08', 'p14']);
    await page.close();
  });

  it('has working widgets in trees, shadow roots, drawings and frames', async () => {
    const { page } = await openShop(server.url);
    await page.getByRole('tab', { name: 'Shipping' }).click();
    await page.getByRole('treeitem', { name: 'Outdoors' }).getByText('Outdoors').click();
    await page.getByText('Lanterns.pdf').click();
    await page.getByRole('button', { name: '4 stars' }).click();
    await page.locator('[data-region=islands]').click();
    const frame = page.frameLocator('#newsletter');
    await frame.getByLabel('Your email').fill('ada@example.org');
    await frame.getByRole('button', { name: 'Subscribe' }).click();
    expect(await read(page, 'newsletter')).toBe('ada@example.org');
    await page.locator('#feed').evaluate((feed) => feed.scrollTo(0, feed.scrollHeight));
    await page.waitForFunction('shop.state.feedLoaded > 6');
    expect(
      await page.evaluate('[shop.state.tab, shop.state.guide, shop.state.rating, shop.state.region]'),
    ).toEqual(['shipping', 'lighting/outdoors/lanterns.pdf', 4, 'islands']);
    await page.close();
  });

  it('takes an order only when it is complete', async () => {
    const { page } = await openShop(server.url);
    const order = page.getByRole('button', { name: 'Place order' });
    await order.click();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(6);
    expect(await read(page, 'order')).toBeNull();
    for (const [label, text] of [
      ['Full name', 'Ada'],
      ['Email', 'ada@example.org'],
      ['Street and number', 'Main 1'],
      ['City', 'Zürich'],
    ] as const) {
      await page.locator('#checkout').getByLabel(label, { exact: true }).fill(text);
    }
    await page.getByLabel('Country').selectOption('ch');
    await page.getByLabel('I accept the').check();
    await order.click();
    expect(await read(page, 'order')).toMatchObject({
      name: 'Ada',
      city: 'Zürich',
      country: 'ch',
      payment: 'card',
    });
    await page.close();
  });
});
