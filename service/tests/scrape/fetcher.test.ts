import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSED } from '../../../tests/cli/guard-addresses.ts';
import { type Answering, openSite, type Site } from '../../../tests/cli/support.ts';
import { type Fetcher, ServiceError } from '../../src/contract/index.ts';
import { createFetcher } from '../../src/fetch/fetcher.ts';
import { settingsFor } from './support.ts';

const failureOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (thrown) {
    return thrown instanceof ServiceError ? thrown.code : String(thrown);
  }
};

const answer =
  (body: Buffer | string, headers: Record<string, string> = {}): Answering =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    response.end(body);
  };

const to =
  (location: string): Answering =>
  (_, response) => {
    response.writeHead(302, { location });
    response.end();
  };

/** Sends a kilobyte now and then, without an end. */
const drip: Answering = (_, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const timer = setInterval(() => response.write('.'), 20);
  response.on('close', () => clearInterval(timer));
};

describe('fetching', () => {
  let site: Site;
  let fetcher: Fetcher;
  beforeAll(async () => {
    site = await openSite({
      '/utf-8': answer('<p>Größe €</p>', { 'content-type': 'text/html; charset=utf-8' }),
      '/none': answer('<p>Größe €</p>'),
      '/latin1': answer(Buffer.from('<p>Gr\xf6\xdfe \x80</p>', 'latin1')),
      '/header': answer(Buffer.from('\xc7\xd1\xb1\xdb', 'latin1'), {
        'content-type': 'text/html; charset="EUC-KR"',
      }),
      '/meta': answer(Buffer.from('<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>', 'latin1')),
      '/http-equiv': answer(
        Buffer.from(
          '<meta http-equiv=Content-Type content="text/html; charset=Shift_JIS">\x93\xfa\x96\x7b',
          'latin1',
        ),
      ),
      '/mark': answer(Buffer.from('\ufeffhé', 'utf16le'), { 'content-type': 'text/html; charset=utf-8' }),
      '/xml': answer(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1'), {
        'content-type': 'application/xml',
      }),
      '/no-such-charset': answer('<p>€</p>', { 'content-type': 'text/html; charset=martian' }),
      '/gzip': answer(gzipSync('<p>small</p>'), { 'content-encoding': 'gzip' }),
      '/bomb': answer(gzipSync(Buffer.alloc(200_000_000)), { 'content-encoding': 'gzip' }),
      '/large': answer('x'.repeat(3_000_000)),
      '/drip': drip,
      '/hang': () => undefined,
      '/redirect': to('/twice?a=1'),
      '/twice': to('utf-8'),
      '/circle': to('/circle'),
      '/wall': (request, response) => {
        const isKnown = /\bknown=1\b/.test(request.headers.cookie ?? '');
        response.writeHead(isKnown ? 200 : 302, { location: '/wall', 'set-cookie': 'known=1; Path=/' });
        response.end(`cookies ${request.headers.cookie}`);
      },
      '/file': to('file:///etc/passwd'),
      '/cut': (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half');
        setTimeout(() => response.destroy(), 20);
      },
      '/echo': (request, response) => {
        let body = '';
        request.on('data', (chunk) => {
          body += chunk;
        });
        request.on('end', () =>
          response.end(JSON.stringify({ body, headers: request.headers, method: request.method })),
        );
      },
    });
    fetcher = createFetcher(settingsFor());
  });
  afterAll(async () => {
    await fetcher.close();
    await site.close();
  });

  it.each([
    ['/utf-8', '<p>Größe €</p>'],
    ['/none', '<p>Größe €</p>'],
    ['/latin1', '<p>Größe €</p>'],
    ['/header', '한글'],
    ['/meta', '<meta charset=windows-1251><p>Привет</p>'],
    ['/http-equiv', '<meta http-equiv=Content-Type content="text/html; charset=Shift_JIS">日本'],
    ['/mark', 'hé'],
    ['/xml', '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'],
    ['/no-such-charset', '<p>€</p>'],
    ['/gzip', '<p>small</p>'],
  ])('decodes %s', async (path, text) => {
    expect((await fetcher.get(site.url + path)).text).toBe(text);
  });

  it('follows redirects and returns the final address', async () => {
    const fetched = await fetcher.get(`${site.url}/redirect`);
    expect([fetched.url, fetched.status]).toEqual([`${site.url}/utf-8`, 200]);
  });

  it("sends the caller's headers only to the host of the address", async () => {
    const echo: Answering = ({ headers }, response) => response.end(JSON.stringify(headers));
    const away: Answering = ({ headers }, response) => {
      response.writeHead(302, { location: `http://other.example:${headers.host?.split(':')[1]}/echo` }).end();
    };
    const here = await openSite({ '/echo': echo, '/stays': to('/echo'), '/leaves': away });
    const one = createFetcher(settingsFor(), async () => [{ address: '127.0.0.1', family: 4 }]);
    const headers = { 'X-Api-Key': 'secret', Authorization: 'Basic abc', 'User-Agent': 'mine' };
    const [stays, leaves] = await Promise.all(
      ['/stays', '/leaves'].map(async (path) =>
        JSON.parse((await one.get(here.url + path, { headers })).text),
      ),
    );
    expect(stays).toMatchObject({ 'x-api-key': 'secret', authorization: 'Basic abc', 'user-agent': 'mine' });
    expect(leaves).toMatchObject({ 'user-agent': 'mine', host: expect.stringContaining('other.example') });
    expect(JSON.stringify(leaves)).not.toMatch(/secret|abc/);
    await one.close();
    await here.close();
  });

  it('keeps cookies during redirects, and no longer', async () => {
    expect((await fetcher.get(`${site.url}/wall`)).text).toBe('cookies known=1');
    const before = site.seen.length;
    await fetcher.get(`${site.url}/wall`);
    expect(site.seen.length - before).toBe(2);
    const own = await fetcher.get(`${site.url}/wall`, { headers: { Cookie: 'known=1; own=2' } });
    expect(own.text).toBe('cookies known=1; own=2');
  });

  it('returns error answers of the site as they are', async () => {
    expect((await fetcher.get(`${site.url}/nowhere`)).status).toBe(404);
  });

  it.each([
    ['/bomb', 'too_large'],
    ['/large', 'too_large'],
    ['/drip', 'SCRAPE_TIMEOUT'],
    ['/hang', 'SCRAPE_TIMEOUT'],
    ['/circle', 'SCRAPE_SITE_ERROR'],
    ['/cut', 'SCRAPE_SITE_ERROR'],
    ['/file', 'url_blocked'],
  ])('ends %s with %s', async (path, code) => {
    expect(await failureOf(fetcher.get(site.url + path, { timeoutMs: 2_000 }))).toBe(code);
  });

  it('needs little memory for answers that are too large', async () => {
    const before = process.memoryUsage().rss;
    await failureOf(fetcher.get(`${site.url}/bomb`));
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('reports errors of names and certificates', async () => {
    const nowhere = createFetcher(settingsFor(), async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    });
    expect(await failureOf(nowhere.get('http://nowhere.example/'))).toBe('SCRAPE_DNS_RESOLUTION_ERROR');
    expect(await failureOf(fetcher.get(site.url.replace('http:', 'https:')))).toBe('SCRAPE_SSL_ERROR');
    await nowhere.close();
  });

  it('posts, with headers', async () => {
    const { text } = await fetcher.post(`${site.url}/echo`, '{"a":1}', { headers: { 'x-signature': 'abc' } });
    const { body, headers, method } = JSON.parse(text);
    expect([method, body, headers['x-signature'], headers['user-agent']]).toEqual([
      'POST',
      '{"a":1}',
      'abc',
      'inpage-service-test',
    ]);
  });

  it('stops at once when it is cancelled', async () => {
    const controller = new AbortController();
    const begun = Date.now();
    const code = failureOf(fetcher.get(`${site.url}/drip`, { signal: controller.signal }));
    await expect.poll(() => site.seen.filter((one) => one.endsWith('/drip')).length).toBeGreaterThan(1);
    controller.abort();
    expect(await code).toBe('cancelled');
    expect(Date.now() - begun).toBeLessThan(20_000);
  });
});

/** Whether a header may contain the text. */
const isHeader = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);

describe('the guard of fetching', () => {
  let site: Site;
  let fetcher: Fetcher;
  const asked: Record<string, number> = {};

  beforeAll(async () => {
    const redirect: Answering = (request, response) => {
      const location = new URL(request.url ?? '', 'http://x').searchParams.get('to') ?? '';
      response.writeHead(302, { location, connection: 'close' });
      response.end();
    };
    site = await openSite({ '/fine': 'fine', '/secret': 'SECRET', '/redirect': redirect }, '0.0.0.0');
    // The site stands for the web at 127.0.0.2, and for the own network at 127.0.0.1.
    fetcher = createFetcher(settingsFor({ allowPrivate: ['127.0.0.2/32'] }), async (host) => {
      asked[host] = (asked[host] ?? 0) + 1;
      const isOwn = host === 'private.example' || (host === 'rebound.example' && asked[host] > 1);
      const both = host === 'both.example' ? [{ address: '127.0.0.1', family: 4 }] : [];
      return [{ address: isOwn ? '127.0.0.1' : '127.0.0.2', family: 4 }, ...both];
    });
  });
  afterAll(async () => {
    await fetcher.close();
    await site.close();
  });

  it(`refuses every way into the own network (${REFUSED.length})`, async () => {
    const codes = await Promise.all(REFUSED.map((url) => failureOf(fetcher.get(url))));
    expect(REFUSED.filter((_, i) => !/^(?:url_blocked|bad_request)$/.test(codes[i] ?? ''))).toEqual([]);
    expect(await failureOf(fetcher.get('about:blank'))).toBe('bad_request');
  });

  it('refuses every redirect into the own network', async () => {
    // `http:/127.0.0.1/` is a path of a site on http, and no address of its own.
    const isElsewhere = (url: string): boolean => {
      try {
        return new URL(url, 'http://web.example/').hostname !== 'web.example';
      } catch {
        return true;
      }
    };
    const ways = REFUSED.filter((url) => isHeader(url) && isElsewhere(url));
    expect(ways.length).toBeGreaterThanOrEqual(80);
    const from = (url: string): string =>
      `http://web.example:${site.port}/redirect?to=${encodeURIComponent(url)}`;
    const reached: string[] = [];
    for (const url of ways) if ((await failureOf(fetcher.get(from(url)))) === 'none') reached.push(url);
    expect(reached).toEqual([]);
    const own = from(`http://127.0.0.1:${site.port}/secret`);
    expect(await failureOf(fetcher.get(own))).toBe('url_blocked');
    expect(await failureOf(fetcher.get(from(`http://private.example:${site.port}/secret`)))).toBe(
      'url_blocked',
    );
  });

  it('judges names by the addresses that they resolve to, each time', async () => {
    const at = (host: string, path: string): Promise<string> =>
      failureOf(fetcher.get(`http://${host}:${site.port}${path}`));
    expect(await at('web.example', '/fine')).toBe('none');
    expect(await at('private.example', '/secret')).toBe('url_blocked');
    expect(await at('both.example', '/secret')).toBe('url_blocked');
    expect(await at('rebound.example', '/fine')).toBe('none');
    expect(await at('rebound.example', '/secret')).toBe('url_blocked');
    expect(asked['rebound.example']).toBe(2);
  });

  it('opens only the sites of a list where there is one', async () => {
    const only = createFetcher(settingsFor({ allowHosts: ['shop.example'] }));
    expect(only.check('shop.example/a')).toBe('https://shop.example/a');
    expect(await failureOf((async () => only.check('https://evil.example/'))())).toBe('url_blocked');
    await only.close();
  });

  it('has sent no request for the secret', () => {
    expect(site.seen.filter((one) => one.endsWith('/secret'))).toEqual([]);
    expect(site.seen.length).toBeGreaterThan(50);
  });
});
