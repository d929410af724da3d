import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../cli/src/guard/address.ts';
import { GuardProxy, isRefusalOf } from '../../cli/src/guard/guard-proxy.ts';
import { UrlGuard } from '../../cli/src/guard/url-guard.ts';
import { READ_OPERATIONS } from '../../cli/src/server/operations/read.ts';
import { SessionManager } from '../../cli/src/sessions/index.ts';
import { chromiumPath } from '../support/chromium.ts';
import { ALLOWED, REFUSED } from './guard-addresses.ts';
import { openSite, type Site } from './support.ts';

describe('addresses', () => {
  it(`are refused where they lead into the own network or are no web addresses (${REFUSED.length})`, () => {
    const guard = new UrlGuard();
    expect(REFUSED.length).toBeGreaterThanOrEqual(90);
    expect(REFUSED.filter((url) => guard.judge(url).allowed)).toEqual([]);
  });

  it('are allowed where they are public', () => {
    const guard = new UrlGuard();
    expect(ALLOWED.filter((url) => !guard.judge(url).allowed)).toEqual([]);
  });

  it('are allowed only if their host or a parent domain is on the list, and refused on the list too where they are private', () => {
    const guard = new UrlGuard({ hosts: ['shop.example', 'localhost'] });
    const urls =
      'shop.example a.shop.example shop.example. badshop.example shop.example.evil.com localhost'.split(' ');
    expect(urls.map((host) => guard.judge(`https://${host}/`).allowed)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('of the own network are allowed by host, by port and by range', () => {
    const guard = new UrlGuard({ privateHosts: ['127.0.0.1:3000', 'nas.lan', '10.0.0.0/8'] });
    const urls = [
      '127.0.0.1:3000',
      '2130706433:3000',
      '127.0.0.1:3001',
      '127.0.0.1',
      'nas.lan',
      'x.lan',
      '10.1.2.3',
      '11.1.2.3',
    ];
    expect(urls.map((host) => guard.judge(`http://${host}/`).allowed)).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it('are judged by the addresses that their names resolve to', () => {
    const table = [
      '93.184.216.34',
      '127.0.0.1',
      '::1',
      'fe80::1%eth0',
      '::ffff:10.0.0.1',
      '2606:4700::1',
      'no address',
      '',
    ];
    expect(table.map(isPublicAddress)).toEqual([true, false, false, false, false, true, false, false]);
  });
});

describe('a guarded browser', () => {
  let site: Site;
  let manager: SessionManager;
  let guard: UrlGuard;
  let proxy: GuardProxy;
  /** How often each name was resolved: a rebinding name resolves to another address the second time. */
  const asked: Record<string, number> = {};

  const lookup = async (host: string): Promise<LookupAddress[]> => {
    asked[host] = (asked[host] ?? 0) + 1;
    const isOwn = host === 'private.example' || (host === 'rebound.example' && asked[host] > 1);
    const both = host === 'both.example' ? [{ address: '127.0.0.1', family: 4 }] : [];
    return [{ address: isOwn ? '127.0.0.1' : '127.0.0.2', family: 4 }, ...both];
  };

  beforeAll(async () => {
    const to = (path: string) => (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(302, { location: path.replace('PORT', String(site.port)), connection: 'close' });
      response.end();
    };
    const secret = 'http://127.0.0.1:PORT/secret';
    const withPort = (html: string) => (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
      response.end(html.replaceAll('PORT', String(site.port)));
    };
    site = await openSite(
      {
        '/fine': '<h1>Fine</h1>',
        '/secret': (_, response) => {
          response.writeHead(200, {
            'content-type': 'text/html',
            'access-control-allow-origin': '*',
            connection: 'close',
          });
          response.end('<h1>SECRET</h1>');
        },
        '/redirect': to(secret),
        '/redirect-name': to('http://private.example:PORT/secret'),
        '/redirect-decimal': to('http://2130706433:PORT/secret'),
        '/redirect-twice': to('/redirect'),
        '/refresh': withPort(`<meta http-equiv=refresh content="0;url=${secret}">`),
        '/parts': withPort(`<h1>Parts</h1><iframe src="${secret}"></iframe><img src="${secret}?i">
          <link rel=stylesheet href="${secret}?c"><script src="${secret}?s"></script>
          <form action="${secret}" method=post></form>
          <script>
            const told = (text) => { document.title += text; };
            fetch('${secret}?f').then((r) => r.text()).then(told, () => told(' fetch-refused'));
            new WebSocket('ws://127.0.0.1:PORT/secret').onerror = () => told(' socket-refused');
            navigator.sendBeacon('${secret}?b');
            new Worker(URL.createObjectURL(new Blob(["fetch('${secret}?w').then(() => postMessage(' read'), () => postMessage(' worker-refused'))"]))).onmessage = (e) => told(e.data);
            open('${secret}?o');
          </script>`),
        '/rebind': withPort(`<h1>Rebind</h1><script>
          fetch('/secret').then((r) => { document.title = 'status ' + r.status; }, () => { document.title = 'status 0'; });
          </script>`),
      },
      '0.0.0.0',
    );
    // 127.0.0.2 stands for the web, 127.0.0.1 for the own network.
    guard = new UrlGuard({ privateHosts: ['127.0.0.2/32'] });
    proxy = new GuardProxy(guard, lookup);
    manager = new SessionManager({
      guard: () => proxy.address(),
      defaults: { browser: await chromiumPath() },
    });
  });
  afterAll(async () => {
    await manager.end();
    await proxy.close();
    await site.close();
  });

  it.each([
    ['http://a.example:4000/api', true],
    ['http://a.example:3000/', false],
    ['http://b.example:4000/', false],
    ['no address', false],
  ])('knows whether %s is what was refused', (address, is) => {
    expect(isRefusalOf({ host: 'a.example', port: 4000 }, address)).toBe(is);
    expect(isRefusalOf({ host: 'a.example', port: 443 }, 'https://a.example/')).toBe(true);
  });

  it('opens public addresses', async () => {
    const session = await manager.open();
    const page = await session.run(({ agent }) => agent.open(`http://web.example:${site.port}/fine`));
    expect(page.text).toContain('heading "Fine"');
  });

  it.each([
    'http://web.example:PORT/redirect',
    'http://web.example:PORT/redirect-name',
    'http://web.example:PORT/redirect-decimal',
    'http://web.example:PORT/redirect-twice',
    'http://web.example:PORT/refresh',
    'http://private.example:PORT/secret',
    'http://both.example:PORT/secret',
    'http://127.0.0.1:PORT/secret',
  ])('never reaches the own network by %s', async (address) => {
    const session = await manager.open();
    const begun = Date.now();
    const page = await session.run(({ agent }) => agent.open(address.replace('PORT', String(site.port))));
    expect(page.text).not.toContain('SECRET');
    await expect.poll(() => proxy.refusedSince(begun).length).toBeGreaterThan(0);
  });

  it('never reaches the own network by frames, pictures, scripts, sockets, workers and new windows', async () => {
    const session = await manager.open();
    await session.run(({ agent }) => agent.open(`http://web.example:${site.port}/parts`));
    const title = () => session.tabs.pages[0]?.title();
    await expect.poll(title).toMatch(/fetch-refused/);
    await expect.poll(title).toMatch(/socket-refused/);
    await expect.poll(title).toMatch(/worker-refused/);
  });

  it('never reaches it by a name that resolves to another address the second time', async () => {
    asked['rebound.example'] = 0;
    const session = await manager.open();
    await session.run(({ agent }) => agent.open(`http://rebound.example:${site.port}/rebind`));
    // The answer comes from the guard.
    await expect.poll(() => session.page.title()).toBe('status 599');
    expect(asked['rebound.example']).toBeGreaterThan(1);
  });

  it.each([
    ['http://web.example:PORT/redirect', 'address_blocked'],
    ['http://private.example:PORT/secret', 'address_blocked'],
    ['https://private.example:PORT/secret', 'address_blocked'],
    ['http://web.example:1/', 'open_failed'],
  ])('says why %s is not read without a browser', async (address, code) => {
    const input = { url: address.replace('PORT', String(site.port)) };
    const policy = { evaluation: false, local: false, guard, proxy };
    const read = READ_OPERATIONS.read.alone?.({ input, policy } as never);
    await expect(read).rejects.toMatchObject({ code });
  });

  it('has sent no request for the secret', () => {
    expect(site.seen.filter((one) => one.endsWith('/secret'))).toEqual([]);
    expect(site.seen.length).toBeGreaterThan(5);
  });
});
