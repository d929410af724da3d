import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page's HTML, or a function that answers itself. */
type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface TestSite {
  url: string;
  /** Requested paths with their queries, in order. */
  requests: string[];
  close(): Promise<void>;
}

export const linked = (title: string, ...hrefs: string[]): string =>
  `<!doctype html><title>${title}</title><h1>${title}</h1>${hrefs.map((href) => `<a href="${href}">${href}</a>`).join(' ')}`;

/** Serves pages on 127.0.0.1; `other` answers all other paths, which are not found without it. */
export async function startSite(
  pages: Record<string, Page>,
  other?: (path: string) => Page | undefined,
): Promise<TestSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const page = pages[path] ?? other?.(path);
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': path.endsWith('.xml')
        ? 'application/xml'
        : path.endsWith('.txt')
          ? 'text/plain'
          : 'text/html',
    });
    response.end(page ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const redirect =
  (to: string): Page =>
  (_, response) =>
    response.writeHead(302, { location: to }).end();
