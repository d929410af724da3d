import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer of an address; a string is an HTML document. */
export type Resource =
  | string
  | {
      body?: string | Buffer;
      /** Media type; default `text/html; charset=utf-8`. */
      type?: string;
      headers?: Record<string, string>;
      /** Default 200. */
      status?: number;
      /** The answer is never sent. */
      never?: true;
      /** Delay of the answer (ms). */
      late?: number;
    };

/** Answers for all hosts: browsers use it as their proxy, so that addresses are the same in every engine. */
export class PageServer {
  readonly #resources = new Map<string, Resource>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => this.#answer(request, response));
  }

  static async start(): Promise<PageServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PageServer(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Sets the answers of these addresses (absolute, `http:`). */
  serve(resources: Record<string, Resource>): void {
    for (const [url, resource] of Object.entries(resources)) this.#resources.set(url, resource);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  #answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const found = this.#resources.get(url);
    const resource = typeof found === 'string' ? { body: found } : found;
    if (resource?.never) return;
    if (resource?.late) setTimeout(() => this.#send(resource, response), resource.late);
    else this.#send(resource, response);
  }

  #send(resource: Exclude<Resource, string> | undefined, response: ServerResponse): void {
    response.writeHead(resource ? (resource.status ?? 200) : 404, {
      'content-type': resource?.type ?? 'text/html; charset=utf-8',
      // Not `no-store`: pages that must not be stored don't come back from the back-forward cache.
      'cache-control': 'no-cache',
      ...resource?.headers,
    });
    response.end(resource?.body ?? '');
  }
}
