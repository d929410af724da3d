import { UrlPolicy, type UrlVerdict } from '../../../src/host/index.ts';
import { isAddress, isInRange, isPublicAddress } from './address.ts';

export interface UrlGuardOptions {
  /** Hosts that may be connected to, with their subdomains: by pages, and by all that they load. Default: any. */
  hosts?: readonly string[];
  /**
   * Hosts of private networks that may be connected to: `host`, `host:port`, an address, a range such as `10.0.0.0/8`.
   */
  privateHosts?: readonly string[];
}

/** Names of private networks, whatever they resolve to (RFC 6761, 6762, 8375; cloud metadata). */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|corp|home|private|home\.arpa)$/;

const bareName = (host: string): string => host.toLowerCase().replace(/\.+$/, '');

const literal = (host: string): string => host.replace(/^\[|\]$/g, '');

/**
 * Judges addresses before and while they are loaded: only http and https, only hosts of the allow list where there is
 * one, nothing in private networks.
 */
export class UrlGuard {
  readonly #policy: UrlPolicy;
  readonly #hosts: readonly string[] | undefined;
  readonly #privateHosts: readonly string[];

  constructor({ hosts, privateHosts = [] }: UrlGuardOptions = {}) {
    this.#policy = new UrlPolicy();
    this.#hosts = hosts?.map(bareName);
    this.#privateHosts = privateHosts.map((one) => one.toLowerCase());
  }

  /** Judges an address as it was typed; without a scheme it is taken for https. */
  judge(given: string): UrlVerdict {
    const verdict = this.#policy.judge(given);
    if (!verdict.allowed || verdict.url === 'about:blank') return verdict;
    const { hostname, port, protocol } = new URL(verdict.url);
    const reason = this.reasonAgainst(hostname, Number(port) || (protocol === 'https:' ? 443 : 80));
    return reason === undefined ? verdict : { allowed: false, reason };
  }

  /** Why a host may not be connected to, judged by its name alone; `undefined`: it may. */
  reasonAgainst(hostname: string, port: number): string | undefined {
    const host = bareName(hostname);
    const isListed = this.#hosts?.some((one) => host === one || host.endsWith(`.${one}`));
    if (isListed === false)
      return `${host} is not among the sites that may be opened: ${this.#hosts?.join(', ')}.`;
    if (this.#isException(host, port)) return undefined;
    if (isAddress(host))
      return isPublicAddress(host)
        ? undefined
        : `${host} is an address of the own network, which is guarded.`;
    if (LOCAL_NAMES.test(host) || !host.includes('.'))
      return `${host} is a name of the own network, which is guarded.`;
    return undefined;
  }

  /** Whether a host may be connected to at one of the addresses that its name resolves to. */
  allowsAddress(hostname: string, port: number, address: string): boolean {
    return (
      this.#isException(bareName(hostname), port) ||
      this.#privateHosts.some((one) => isInRange(address, one) || one === address) ||
      isPublicAddress(address)
    );
  }

  #isException(host: string, port: number): boolean {
    const plain = literal(host);
    return this.#privateHosts.some(
      (one) => one === host || one === plain || one === `${host}:${port}` || isInRange(plain, one),
    );
  }
}
