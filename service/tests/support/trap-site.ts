import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** The secret that must not leave the own network. */
export const SECRET = 'credentials-of-this-machine';

export interface Inside {
  port: number;
  /** Requests that this server got: there must be none. */
  hits: string[];
  close(): Promise<void>;
}

/** Starts a server in the own network, which the guard must keep everybody from. */
export const startInside = async (): Promise<Inside> => {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.headers.host}${request.url}`);
    response.setHeader('access-control-allow-origin', '*');
    response.end(SECRET);
  });
  return { port: await listen(server), hits, close: () => close(server) };
};

export interface TrapSite {
  origin: string;
  port: number;
  hits: Map<string, number>;
  close(): Promise<void>;
}

const html = (response: ServerResponse, body: string, head = ''): void => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><title>Trap</title>${head}<main><h1>Trap</h1><p>A page of some words.</p>${body}</main>`,
  );
};

const script = (code: string): string =>
  `<div id="root"></div><script>addEventListener('load', async () => { try { ${code} } catch (error) { document.querySelector('main').append(' ' + error); } })</script>`;

/** Pages by path; `to` is the address in the request's query. */
const PAGES: Record<string, (response: ServerResponse, to: string, request: IncomingMessage) => void> = {
  '/redirect': (response, to) => {
    response.writeHead(302, { location: to }).end();
  },
  '/redirect-twice': (response, to) => {
    response.writeHead(307, { location: `/redirect?to=${encodeURIComponent(to)}` }).end();
  },
  '/refresh': (response, to) => html(response, '', `<meta http-equiv="refresh" content="0;url=${to}">`),
  '/link': (response, to) => html(response, `<a href="${to}">next</a>`),
  '/canonical': (response, to) => html(response, '', `<link rel="canonical" href="${to}">`),
  '/base': (response, to) => html(response, '<a href="secret">next</a>', `<base href="${to}">`),
  '/image': (response, to) => html(response, `<img src="${to}" srcset="${to} 2x">`),
  '/frame': (response, to) => html(response, `<iframe src="${to}"></iframe>${script('')}`),
  '/fetch': (response, to) =>
    html(response, script(`document.querySelector('main').append(await (await fetch('${to}')).text());`)),
  '/leave': (response, to) => html(response, script(`location.href = '${to}';`)),
  '/socket': (response, to) =>
    html(
      response,
      script(`new WebSocket('${to.replace('http', 'ws')}'); await new Promise(r => setTimeout(r, 300));`),
    ),
  '/cookie': (response, _, request) => {
    response.setHeader('set-cookie', 'seen=yes; path=/; max-age=1000');
    html(
      response,
      `<p>Cookies: ${request.headers.cookie ?? 'none'}.</p>${script(
        "document.querySelector('main').append(' Stored: ' + (localStorage.getItem('seen') || 'nothing') + '.'); localStorage.setItem('seen', 'yes'); document.cookie = 'drawn=yes; max-age=1000';",
      )}`,
    );
  },
  '/page': (response) => html(response, '<p>One page.</p>'),
};

/** Starts a site that the guard allows, and whose pages lead to the address in the query. */
export const startTrapSite = async (sitemapTo: () => string): Promise<TrapSite> => {
  const hits = new Map<string, number>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    hits.set(url.pathname, (hits.get(url.pathname) ?? 0) + 1);
    if (url.pathname === '/robots.txt') {
      response.setHeader('content-type', 'text/plain');
      response.end(`User-agent: *\nAllow: /\nSitemap: ${sitemapTo()}\nSitemap: ${url.origin}/sitemap.xml\n`);
    } else if (url.pathname === '/sitemap.xml') {
      response.setHeader('content-type', 'application/xml');
      response.end(
        `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${sitemapTo()}</loc></sitemap><sitemap><loc>${url.origin}/pages.xml</loc></sitemap></sitemapindex>`,
      );
    } else if (url.pathname === '/pages.xml') {
      response.setHeader('content-type', 'application/xml');
      response.end(
        `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${sitemapTo()}</loc></url><url><loc>${url.origin}/page</loc></url></urlset>`,
      );
    } else {
      const page = PAGES[url.pathname];
      if (page) page(response, url.searchParams.get('to') ?? '', request);
      else response.writeHead(404).end('nothing');
    }
  });
  const port = await listen(server);
  return { origin: `http://127.0.0.1:${port}`, port, hits, close: () => close(server) };
};
