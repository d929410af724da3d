import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine, openSite, type Site } from './support.ts';

const INNER = `<!doctype html><title>Pay</title><h2>Card</h2><p>Your card is charged at once.</p>
  <label>Name <input id=name></label>
  <button onclick="out.textContent = 'Paid by ' + document.querySelector('#name').value">Pay</button><p id=out role=status></p>`;

let inner: Site;
let outer: Site;
let line: CommandLine;

/** A page with a frame of another origin, at this host. */
const around = (host: string): string =>
  `<!doctype html><title>Shop</title><h1>Shop</h1><p>Pay below.</p><button onclick="this.textContent = 'Bought by ' + event.isTrusted">Buy</button>
  <iframe title=Payment src="http://${host}:${inner.port}/" width=400 height=300></iframe>`;

beforeAll(async () => {
  inner = await openSite({ '/': INNER });
  outer = await openSite({
    '/origin': around('127.0.0.1'),
    '/site': around('localhost'),
    '/opens': '<title>Opens</title><a href=/site target=_blank>Shop</a>',
  });
  line = await openCommandLine();
});
afterAll(async () => {
  await Promise.all([line.close(), outer.close(), inner.close()]);
});

const inpage = async (session: string, ...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await line.run([...words, '--session', session]);
  expect(code, `${words.join(' ')}: ${stderr}`).toBe(0);
  return stdout;
};

const refIn = (text: string, words: string): string => {
  const ref = text
    .split('\n')
    .find((one) => one.includes(words))
    ?.match(/\[ref=(\w+)\]/)?.[1];
  if (!ref) throw new Error(`There is no <${words}> in:\n${text}`);
  return ref;
};

describe('frames of other origins', () => {
  it.each([
    ['another port', '/origin'],
    ['another site, in a process of its own', '/site'],
  ])('are read and acted in: %s', async (name, path) => {
    const session = name.replace(/\W+/g, '-');
    const page = await inpage(session, 'open', outer.url + path, '--args=--site-per-process');
    expect(page).toContain('iframe "Payment" [origin=http://');
    const field = refIn(page, 'textbox "Name"');
    expect(field).toMatch(/^f1/);
    expect(await inpage(session, 'fill', field, 'Ann')).toContain('value="Ann"');
    expect(await inpage(session, 'get', 'value', field)).toBe('Ann\n');
    const paid = await inpage(session, 'click', refIn(page, 'button "Pay"'));
    expect(paid).toContain('Paid by Ann');
    expect(await inpage(session, 'snapshot', '--all')).toContain('Paid by Ann');
    expect(await inpage(session, 'is', 'visible', field)).toBe('true\n');
    // The page around the frame takes the browser's own clicks as before.
    expect(await inpage(session, 'click', refIn(page, 'button "Buy"'))).toContain('button "Bought by true"');
    const read = await inpage(session, 'read');
    expect(read).toContain('Pay below.');
    expect(read).toContain('Your card is charged at once.');
  });

  it('are read in a tab that a page opens, from its first document on', async () => {
    const page = await inpage('tab', 'open', `${outer.url}/opens`);
    const opened = await inpage('tab', 'click', refIn(page, 'link "Shop"'));
    expect(opened).toContain('textbox "Name" [ref=f');
  });

  it('are not read where the session is opened without them', async () => {
    const page = await inpage('closed', 'open', `${outer.url}/site`, '--no-frames');
    expect(page).not.toContain('textbox');
    expect(page).toContain('iframe "Payment" [frame=cross_origin]');
  });
});
