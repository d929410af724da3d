import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type Answer, startTestService, type TestService } from '../support/service.ts';
import { type Inside, SECRET, startInside, startTrapSite, type TrapSite } from '../support/trap-site.ts';

let inside: Inside;
let site: TrapSite;
let model: ModelServer;
let provider: Server;
let service: TestService;

/** Names that resolve into the own network, as an attacker's resolver answers. */
const NAMES: Record<string, string[]> = {
  'inside.example.com': ['127.0.0.1'],
  'mixed.example.com': ['93.184.216.34', '127.0.0.1'],
  'six.example.com': ['::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'office.example.com': ['10.1.2.3'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  '7f000001.nip.io': ['127.0.0.1'],
  'localtest.me': ['127.0.0.1'],
};

const lookup = async (host: string) => {
  const found = host === '127.0.0.1' ? [host] : NAMES[host];
  if (!found) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

const IN = (): string => `http://127.0.0.1:${inside.port}/secret`;
const at = (host: string): string => `http://${host}:${inside.port}/secret`;

/** Spellings of one address, and other addresses that must not be reachable. */
const SPELLINGS: [name: string, url: () => string][] = [
  ['as it is', IN],
  ['decimal', () => at('2130706433')],
  ['octal', () => at('0177.0.0.1')],
  ['octal, long', () => at('0000177.0.0.01')],
  ['hexadecimal', () => at('0x7f000001')],
  ['hexadecimal parts', () => at('0x7f.0x0.0x0.0x1')],
  ['two parts', () => at('127.1')],
  ['three parts', () => at('127.0.1')],
  ['another loopback', () => at('127.8.8.8')],
  ['localhost', () => at('localhost')],
  ['localhost in capitals', () => at('LOCALHOST')],
  ['localhost with a dot', () => at('localhost.')],
  ['a name below localhost', () => at('a.localhost')],
  ['a name without a dot', () => at('intranet')],
  ['a name of the local network', () => at('printer.local')],
  ['IPv6', () => at('[::1]')],
  ['IPv6, long', () => at('[0:0:0:0:0:0:0:1]')],
  ['IPv6, mapped', () => at('[::ffff:127.0.0.1]')],
  ['IPv6, mapped in hexadecimal', () => at('[::ffff:7f00:1]')],
  ['IPv6, compatible', () => at('[::127.0.0.1]')],
  ['IPv6, NAT64', () => at('[64:ff9b::7f00:1]')],
  ['IPv6, 6to4', () => at('[2002:7f00:1::]')],
  ['IPv6, unspecified', () => at('[::]')],
  ['IPv6, unique local', () => at('[fd00::1]')],
  ['IPv6, link local', () => at('[fe80::1]')],
  ['unspecified', () => at('0.0.0.0')],
  ['zero', () => at('0')],
  ['full stops of another script', () => at('127。0。0。1')],
  ['digits of another script', () => at('１２７.０.０.１')],
  ['encoded', () => at('%31%32%37.0.0.1')],
  ['a name before it', () => `http://example.com@127.0.0.1:${inside.port}/secret`],
  ['a name and password before it', () => `http://${site.origin.slice(7)}@127.0.0.1:${inside.port}/secret`],
  ['a tab in it', () => `http://127.0.\t0.1:${inside.port}/secret`],
  ['a line break in it', () => `http://127.0.0.1\n:${inside.port}/secret`],
  ['spaces around it', () => `  ${IN()}  `],
  ['no scheme', () => `127.0.0.1:${inside.port}/secret`],
  ['scheme-relative', () => `//127.0.0.1:${inside.port}/secret`],
  ['capitals', () => `HTTP://127.0.0.1:${inside.port}/secret`],
  ['metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
  ['metadata by name', () => 'http://metadata.google.internal/computeMetadata/v1/'],
  ['metadata of another cloud', () => 'http://168.63.129.16/machine'],
  ['a private network', () => 'http://10.0.0.1/'],
  ['another private network', () => 'http://192.168.1.1/'],
  ['a third private network', () => 'http://172.16.0.1/'],
  ["a carrier's network", () => 'http://100.64.0.1/'],
  ['broadcast', () => 'http://255.255.255.255/'],
  ['multicast', () => 'http://224.0.0.1/'],
  ['a file', () => 'file:///etc/passwd'],
  ['a file of a host', () => 'file://localhost/etc/passwd'],
  ['data', () => 'data:text/html,<h1>x</h1>'],
  ['a script', () => 'javascript:alert(1)'],
  ['ftp', () => at('127.0.0.1').replace('http', 'ftp')],
  ['gopher', () => at('127.0.0.1').replace('http', 'gopher')],
  ['the source of a page', () => `view-source:${IN()}`],
  ["a browser's own page", () => 'chrome://version'],
  ['an empty page', () => 'about:blank'],
];

const REFUSED = new Set(['url_blocked', 'bad_request']);

const through = (path: string, url = IN()): string => `${site.origin}${path}?to=${encodeURIComponent(url)}`;

/**
 * Requests that may be accepted, because their address alone is harmless: their results must not contain the secret.
 */
const INDIRECT: [name: string, path: string, body: () => unknown, isDone?: string][] = [
  ...['/redirect', '/redirect-twice', '/refresh'].flatMap(
    (path): [string, string, () => unknown, string?][] => [
      [`scrape through ${path}`, '/v2/scrape', () => ({ url: through(path) })],
      [`batch through ${path}`, '/v2/batch/scrape', () => ({ urls: [through(path)] }), '/v2/batch/scrape'],
      [
        `crawl through ${path}`,
        '/v2/crawl',
        () => ({ url: through(path), sitemap: 'skip', limit: 3 }),
        '/v2/crawl',
      ],
      [`map through ${path}`, '/v2/map', () => ({ url: through(path), sitemap: 'skip' })],
      [
        `extract through ${path}`,
        '/v2/extract',
        () => ({ urls: [through(path)], prompt: 'What is there?' }),
        '/v2/extract',
      ],
      [
        `agent through ${path}`,
        '/v2/agent',
        () => ({ prompt: `Read ${through(path)} and tell.`, urls: [through(path)] }),
        '/v2/agent',
      ],
    ],
  ),
  [
    'a backslash before it',
    '/v2/scrape',
    () => ({ url: `${site.origin}\\@127.0.0.1:${inside.port}/secret` }),
  ],
  ['redirect to another spelling', '/v2/scrape', () => ({ url: through('/redirect', at('2130706433')) })],
  ['redirect to IPv6', '/v2/scrape', () => ({ url: through('/redirect', at('[::1]')) })],
  ['redirect to a name', '/v2/scrape', () => ({ url: through('/redirect', at('inside.example.com')) })],
  ['redirect to a file', '/v2/scrape', () => ({ url: through('/redirect', 'file:///etc/passwd') })],
  [
    'a link of a crawl',
    '/v2/crawl',
    () => ({ url: through('/link'), sitemap: 'skip', limit: 5, allowExternalLinks: true }),
    '/v2/crawl',
  ],
  [
    'the base of links',
    '/v2/crawl',
    () => ({ url: through('/base'), sitemap: 'skip', limit: 5, allowExternalLinks: true }),
    '/v2/crawl',
  ],
  [
    'a canonical address',
    '/v2/crawl',
    () => ({ url: through('/canonical'), sitemap: 'skip', limit: 5, allowExternalLinks: true }),
    '/v2/crawl',
  ],
  [
    'sitemaps of robots.txt',
    '/v2/crawl',
    () => ({ url: `${site.origin}/page`, limit: 5, sitemap: 'only', allowExternalLinks: true }),
    '/v2/crawl',
  ],
  ['sitemaps of a map', '/v2/map', () => ({ url: `${site.origin}/page`, sitemap: 'only' })],
  [
    'an extract with a wildcard',
    '/v2/extract',
    () => ({
      urls: [`http://127.0.0.1:${inside.port}/*`],
      prompt: 'What is there?',
      ignoreInvalidURLs: false,
    }),
    '/v2/extract',
  ],
  [
    'what a search finds',
    '/v2/search',
    () => ({ query: 'secret', scrapeOptions: { formats: ['markdown'] } }),
  ],
  [
    'an agent that opens an address',
    '/v2/agent',
    () => ({ prompt: `[open] ${IN()} and tell what is there.` }),
    '/v2/agent',
  ],
  ...['/image', '/frame', '/fetch', '/leave', '/socket'].map((path): [string, string, () => unknown] => [
    `a browser's page: ${path}`,
    '/v2/scrape',
    () => ({
      url: through(path),
      formats: ['markdown', 'rawHtml', 'screenshot'],
      waitFor: 300,
      onlyMainContent: false,
    }),
  ]),
  [
    "a script of the request in a browser's page",
    '/v2/scrape',
    () => ({
      url: `${site.origin}/page`,
      formats: ['markdown'],
      actions: [
        { type: 'executeJavascript', script: `return fetch('${IN()}').then((answer) => answer.text())` },
        { type: 'scrape' },
      ],
    }),
  ],
];

beforeAll(async () => {
  inside = await startInside();
  site = await startTrapSite(IN);
  model = await startModelServer();
  model.script('[open]', [
    { toolCalls: [{ name: 'scrape', arguments: { url: IN() } }] },
    { toolCalls: [{ name: 'open', arguments: { url: IN() } }] },
    { toolCalls: [{ name: 'finish', arguments: { result: { answer: 'nothing' } } }] },
  ]);
  provider = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    const results = [IN(), at('inside.example.com')].map((url) => ({
      url,
      title: 'A result',
      content: 'Words',
    }));
    response.end(JSON.stringify({ results }));
  });
  const port = await new Promise<number>((resolve) =>
    provider.listen(0, '127.0.0.1', () => resolve((provider.address() as AddressInfo).port)),
  );
  service = await startTestService({
    tenants: { visitor: {} },
    settings: {
      allowPrivate: [`127.0.0.1:${site.port}`, `127.0.0.1:${port}`, new URL(model.baseUrl).host],
      model: { baseUrl: model.baseUrl, name: 'scripted', creditsPer1000: 0 },
      search: { provider: 'searxng', url: `http://127.0.0.1:${port}` },
    },
    options: { lookup },
  });
});

afterAll(async () => {
  await service?.close();
  await model?.close();
  provider?.close();
  provider?.closeAllConnections();
  await site?.close();
  await inside?.close();
});

const post = (path: string, body: unknown): Promise<Answer> =>
  service.ask('POST', path, { key: service.keys.visitor, body });

const expectRefused = (answer: Answer): void => {
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.text).toBeLessThan(500);
  expect(REFUSED.has(answer.body.code), answer.text).toBe(true);
  expect(answer.body.success).toBe(false);
};

describe('addresses of the own network', () => {
  it.each(SPELLINGS)('is not scraped: %s', async (_, url) => {
    expectRefused(await post('/v2/scrape', { url: url(), timeout: 10_000 }));
  });

  it.each(SPELLINGS.filter((_, index) => index % 5 === 0))(
    'is refused by each endpoint: %s',
    async (_, url) => {
      const bodies: [string, object][] = [
        ['/v2/batch/scrape', { urls: [url()] }],
        ['/v2/batch/scrape', { urls: [`${site.origin}/page`, url()], ignoreInvalidURLs: false }],
        ['/v2/crawl', { url: url() }],
        ['/v2/crawl', { url: `${site.origin}/page`, webhook: url() }],
        ['/v2/batch/scrape', { urls: [`${site.origin}/page`], webhook: { url: url() } }],
        ['/v2/map', { url: url() }],
        ['/v2/extract', { urls: [url()], prompt: 'What?' }],
        ['/v2/agent', { urls: [url()], prompt: 'What?' }],
        ['/v2/agent', { prompt: 'What?', webhook: url() }],
        ['/v2/crawl/params-preview', { url: url(), prompt: 'All' }],
      ];
      for (const [path, body] of bodies) expectRefused(await post(path, body));
    },
  );

  it('reports which addresses of a batch were left out', async () => {
    const answer = await post('/v2/batch/scrape', { urls: [`${site.origin}/page`, IN()] });
    expect(answer.body).toMatchObject({ success: true, invalidURLs: [IN()] });
    await service.ended(`/v2/batch/scrape/${answer.body.id}`, service.keys.visitor);
  });
});

describe('names that resolve into the own network', () => {
  it.each(Object.keys(NAMES))('%s is not scraped', async (name) => {
    const answer = await post('/v2/scrape', { url: at(name), timeout: 10_000 });
    expect(answer.body, answer.text).toMatchObject({ success: false, code: 'url_blocked' });
  });

  it('are not opened in a browser either', async () => {
    const body = { url: at('inside.example.com'), formats: ['screenshot'], timeout: 20_000 };
    expect((await post('/v2/scrape', body)).body).toMatchObject({ success: false });
  });

  it('get no webhook', async () => {
    const webhook = at('inside.example.com');
    const { body } = await post('/v2/batch/scrape', { urls: [`${site.origin}/page`], webhook });
    await service.ended(`/v2/batch/scrape/${body.id}`, service.keys.visitor);
  });

  it('get no webhook that redirects', async () => {
    const webhook = through('/redirect');
    const { body } = await post('/v2/batch/scrape', { urls: [`${site.origin}/page`], webhook });
    await service.ended(`/v2/batch/scrape/${body.id}`, service.keys.visitor);
  });
});

describe.concurrent('indirect ways into the own network', () => {
  it.each(INDIRECT)('%s', async (_, path, body, isDone) => {
    const answer = await post(path, body());
    expect(answer.text).not.toContain(SECRET);
    if (!isDone || !answer.body.id) return;
    const ended = await service.ended(`${isDone}/${answer.body.id}`, service.keys.visitor);
    expect(ended.text).not.toContain(SECRET);
  });
});

it('have sent no request into the own network, in any of the cases', () => {
  const count = SPELLINGS.length + Object.keys(NAMES).length + INDIRECT.length;
  expect(count).toBeGreaterThan(100);
  expect(inside.hits).toEqual([]);
});

describe('the same ways with a guard that allows them', () => {
  // Otherwise the cases above might pass only because their pages lead nowhere.
  it('do reach the own network', async () => {
    const open = await startTestService({ settings: { allowPrivate: ['127.0.0.1'] } });
    const reached = async (body: object, path = '/v2/scrape'): Promise<number> => {
      const before = inside.hits.length;
      const { body: answer } = await open.ask('POST', path, { body });
      if (path === '/v2/crawl') await open.ended(`/v2/crawl/${answer.id}`);
      return inside.hits.length - before;
    };
    const browser = { formats: ['screenshot'], waitFor: 300 };
    try {
      for (const path of ['/redirect', '/redirect-twice', '/refresh'])
        expect(await reached({ url: through(path) }), path).toBeGreaterThan(0);
      for (const path of ['/image', '/frame', '/fetch', '/leave', '/socket'])
        expect(await reached({ url: through(path), ...browser }), path).toBeGreaterThan(0);
      const crawl = { url: through('/link'), sitemap: 'skip', limit: 3, allowExternalLinks: true };
      expect(await reached(crawl, '/v2/crawl')).toBeGreaterThan(0);
      expect(await reached({ url: `${site.origin}/page`, sitemap: 'only' }, '/v2/map')).toBeGreaterThan(0);
    } finally {
      await open.close();
    }
  });
});
