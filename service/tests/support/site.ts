import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Number of pages of each kind. */
export const DOCS = 60;
export const PRODUCTS = 30;
export const ORPHANS = 5;

export interface Site {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** How often each path (with its query) was requested. */
  readonly hits: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>
<header><nav><a href="/">Home</a> <a href="/docs/1">Docs</a> <a href="/shop/1">Shop</a></nav></header>
<main>${body}</main><footer><p>All rights reserved by the Lantern Company.</p><a href="/imprint">Imprint</a></footer></body></html>`;

const sentence = (n: number): string =>
  `Lantern number ${n} burns for ${n * 3 + 2} hours on one filling of oil, and its glass keeps off wind of strength ${(n % 9) + 1}, as was measured in the yard behind the workshop.`;

const article = (n: number): string => `<article><h1>Lantern ${n}</h1>
<p>${sentence(n)} It was made in ${1900 + n} and has been repaired ${n % 4} times since.</p>
<h2>How it is lit</h2><p>${sentence(n + 1)} Turn the wheel until the wick stands out, then hold a match to it.</p>
<ul><li>Fill it</li><li>Trim the wick</li><li>Light it</li></ul>
<table><thead><tr><th>Part</th><th>Price</th></tr></thead><tbody><tr><td>Glass</td><td>${n + 4}.50</td></tr><tr><td>Wick</td><td>1.20</td></tr></tbody></table>
<pre><code>light --lantern ${n}</code></pre><p>${sentence(n + 2)} See <a href="/docs/${(n % DOCS) + 1}?from=${n}">the next one</a>.</p></article>`;

const links = (paths: string[]): string =>
  `<ul>${paths.map((path) => `<li><a href="${path}">${path}</a></li>`).join('')}</ul>`;

const range = (count: number, path: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => path(at + 1));

const month = (text: string, by: number): string => {
  const [year = 2026, at = 1] = text.split('-').map(Number);
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7);
};

const CHARSETS: Record<string, [type: string, body: Buffer]> = {
  'windows-1251': ['text/html; charset=windows-1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
  shift_jis: ['text/html', Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67])],
  'iso-8859-1': ['text/html', Buffer.from('Füße in Öl', 'latin1')],
};

/** 100 MB, which are 100 KB when compressed. */
const bomb = gzipSync(Buffer.alloc(100_000_000, '<p>boom</p>'));

const SHOP = page(
  'App',
  '<div id="root"></div>',
  `<script>addEventListener('DOMContentLoaded', () => { document.querySelector('main').innerHTML =
   '<h1>Drawn by a script</h1><p>This shop shows its lanterns only where scripts are run, which a reader without a browser does not.</p><button onclick="this.textContent = &quot;Lit&quot;">Light</button><input id="name" placeholder="Name">'; });</script>`,
);

const answer = (path: string, url: URL, response: ServerResponse): void => {
  const html = (body: string, status = 200): void => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  };
  const [, kind = '', id = ''] = path.split('/');
  const n = Number(id);
  if (path === '/')
    html(
      page(
        'Lanterns',
        `<h1>Lanterns</h1><p>Welcome.</p>${links([
          ...range(DOCS, (one) => `/docs/${one}`),
          ...range(PRODUCTS, (one) => `/shop/${one}`),
          ...['/app', '/traps', '/old/7', '/private/plans', '/docs/3?utm_source=home#top', '/docs/3/'],
        ])}`,
      ),
    );
  else if (kind === 'docs' && n >= 1 && n <= DOCS)
    html(
      page(
        `Lantern ${n}`,
        article(n),
        `<link rel="canonical" href="/docs/${n}"><meta name="description" content="All of lantern ${n}.">`,
      ),
    );
  else if (kind === 'shop' && n >= 1 && n <= PRODUCTS)
    html(page(`Offer ${n}`, `<h1>Offer ${n}</h1><p>${sentence(n)} Price: <b>${n}.99</b>.</p>`));
  else if (kind === 'orphans')
    html(page(`Orphan ${n}`, `<h1>Orphan ${n}</h1><p>Only the sitemap leads here. ${sentence(n)}</p>`));
  else if (path === '/imprint')
    html(page('Imprint', '<h1>Imprint</h1><p>The Lantern Company, 12 Harbour Road.</p>'));
  else if (path === '/app') html(SHOP);
  else if (path === '/traps')
    html(
      page(
        'Traps',
        links([
          '/calendar/2026-01',
          '/loop/a',
          '/bomb',
          '/drip',
          '/file.pdf',
          '/missing',
          '/broken',
          ...Object.keys(CHARSETS).map((one) => `/charset/${one}`),
        ]),
      ),
    );
  else if (kind === 'calendar')
    html(
      page(
        id,
        `<h1>${id}</h1><p>Nothing happens in ${id}.</p>${links([`/calendar/${month(id, 1)}`, `/calendar/${month(id, -1)}`])}`,
      ),
    );
  else if (kind === 'old') response.writeHead(301, { location: `/docs/${id}` }).end();
  else if (kind === 'loop') response.writeHead(302, { location: id === 'a' ? '/loop/b' : '/loop/a' }).end();
  else if (kind === 'inside')
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  else if (kind === 'private') html(page('Plans', '<h1>Secret plans</h1>'));
  else if (path === '/bomb')
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb);
  else if (path === '/drip') {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('<p>.</p>'), 300);
    response.on('close', () => clearInterval(timer));
  } else if (kind === 'charset' && CHARSETS[id]) {
    const [type, body] = CHARSETS[id];
    const head = `<!doctype html>${type.includes('charset') ? '' : `<meta charset="${id}">`}<title>${id}</title><h1>`;
    response
      .writeHead(200, { 'content-type': type })
      .end(Buffer.concat([Buffer.from(head), body, Buffer.from('</h1>')]));
  } else if (path === '/file.pdf')
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n%%EOF');
  else if (path === '/broken') html(page('Broken', '<h1>Something went wrong</h1>'), 500);
  else if (path === '/robots.txt')
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end(`User-agent: *\nDisallow: /private/\nSitemap: ${url.origin}/sitemap.xml\n`);
  else if (path === '/sitemap.xml') {
    const all = ['/', ...range(DOCS, (one) => `/docs/${one}`), ...range(ORPHANS, (one) => `/orphans/${one}`)];
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${all.map((one) => `<url><loc>${url.origin}${one}</loc></url>`).join('')}</urlset>`,
      );
  } else html(page('Not found', '<h1>There is no such page</h1>'), 404);
};

/** Starts a site of some hundred pages with traps for crawlers. */
export const startSite = async (): Promise<Site> => {
  const hits = new Map<string, number>();
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const key = `${url.pathname}${url.search}`;
    hits.set(key, (hits.get(key) ?? 0) + 1);
    answer(url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname, url, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
