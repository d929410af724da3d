import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import { RequestError, Server } from 'proxy-chain';
import type { UrlGuard } from './url-guard.ts';

/** Node's `dns.lookup` with `all`; tests replace it. */
export type LookupAll = (host: string) => Promise<LookupAddress[]>;

/** A connection that was refused. */
export interface Refusal {
  host: string;
  port: number;
  reason: string;
  /** Milliseconds since 1970. */
  time: number;
}

/** Whether a refused connection was one to the host and port of a URL. */
export const isRefusalOf = ({ host, port }: Pick<Refusal, 'host' | 'port'>, address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.hostname === host && Number(url.port || (/^(?:https|wss):$/.test(url.protocol) ? 443 : 80)) === port
  );
};

/** Refusals are kept up to this number; then the older half is dropped. Pages can cause any number. */
const MOST_REFUSALS = 200;

/**
 * Error code for names without an allowed address, or without any. For `ENOTFOUND` the proxy would answer 404, as a
 * site does.
 */
const UNKNOWN_NAME = 'EAI_FAIL';

const lookupAll: LookupAll = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address?: string | LookupAddress[],
  family?: number,
) => void;

/**
 * The proxy that all requests of a guarded browser take: redirects, frames, scripts, WebSockets, workers. It resolves
 * each name itself, checks the addresses, and connects to just those: a name that resolves to another address the next
 * time (DNS rebinding) does not get around the check.
 */
export class GuardProxy {
  readonly #guard: UrlGuard;
  readonly #lookup: LookupAll;
  #started: Promise<Server> | undefined;
  #refusals: Refusal[] = [];

  constructor(guard: UrlGuard, lookup: LookupAll = lookupAll) {
    this.#guard = guard;
    this.#lookup = lookup;
  }

  /** The proxy's address, for browsers. The first call starts the proxy. */
  async address(): Promise<string> {
    this.#started ??= this.#start();
    return `http://127.0.0.1:${(await this.#started).port}`;
  }

  /** The connections that were refused since a time (ms since 1970). */
  refusedSince(time: number): Refusal[] {
    return this.#refusals.filter((one) => one.time >= time);
  }

  /** A `dns.lookup` for connections to a port. It fails if one of the name's addresses may not be connected to. */
  lookupFor(port: number) {
    return (host: string, options: LookupOptions, done: LookupCallback): void => {
      this.#lookup(host).then(
        (addresses) => {
          const allowed = addresses.filter(({ address }) => this.#guard.allowsAddress(host, port, address));
          const [first] = allowed;
          // A private address among public ones is an attempt to reach the private network.
          if (!first || allowed.length < addresses.length) {
            const found = addresses.map(({ address }) => address).join(', ') || 'nothing';
            const reason = `${host} leads to ${found}, which is guarded.`;
            this.#refuse(host, port, reason);
            done(Object.assign(new Error(reason), { code: UNKNOWN_NAME }));
          } else if (options.all) done(null, allowed);
          else done(null, first.address, first.family);
        },
        (error: Error) => done(Object.assign(error, { code: UNKNOWN_NAME })),
      );
    };
  }

  async close(): Promise<void> {
    const server = await this.#started?.catch(() => undefined);
    await server?.close(true);
  }

  async #start(): Promise<Server> {
    const server = new Server({
      host: '127.0.0.1',
      port: 0,
      prepareRequestFunction: ({ hostname, port }) => {
        const reason = this.#guard.reasonAgainst(hostname, port);
        if (reason !== undefined) {
          this.#refuse(hostname, port, reason);
          throw new RequestError(reason, 403);
        }
        return { dnsLookup: this.lookupFor(port) as never };
      },
    });
    // The browser reports requests that fail: a page may ask for anything.
    server.on('requestFailed', () => undefined);
    await server.listen();
    return server;
  }

  #refuse(host: string, port: number, reason: string): void {
    this.#refusals.push({ host, port, reason, time: Date.now() });
    if (this.#refusals.length > MOST_REFUSALS) this.#refusals = this.#refusals.slice(-MOST_REFUSALS / 2);
  }
}
