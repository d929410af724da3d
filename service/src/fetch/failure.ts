import { ServiceError, type ServiceErrorCode } from '../contract/index.ts';

const DNS = /^(?:ENOTFOUND|EAI_\w+|ENODATA|EDNS)$/;
const TLS = /^(?:ERR_(?:TLS|SSL)|CERT_|EPROTO|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|CRL_)/;

const codeOf = (code: string): ServiceErrorCode => {
  if (code === 'ERR_UNSUPPORTED_PROTOCOL') return 'url_blocked';
  if (DNS.test(code)) return 'SCRAPE_DNS_RESOLUTION_ERROR';
  if (TLS.test(code)) return 'SCRAPE_SSL_ERROR';
  return /TIMEDOUT|TIMEOUT/.test(code) ? 'SCRAPE_TIMEOUT' : 'SCRAPE_SITE_ERROR';
};

const WHAT_TO_DO: Partial<Record<ServiceErrorCode, string>> = {
  url_blocked: 'Only http and https can be opened.',
  SCRAPE_DNS_RESOLUTION_ERROR: 'Check the name of the host.',
  SCRAPE_SSL_ERROR: 'Check the certificate of the site, or set skipTlsVerification.',
  SCRAPE_TIMEOUT: 'Try again with a longer timeout.',
  SCRAPE_SITE_ERROR: 'Check the address, or try again later.',
};

/** A URL for messages: without credentials, query and fragment, which may be secret, and at most 200 characters. */
export const shortUrl = (url: string): string => {
  const bare = url.split(/[?#]/)[0] ?? '';
  return bare.replace(/\/\/[^/@]*@/, '//').slice(0, 200);
};

/** The error that clients see when a URL could not be loaded; a `ServiceError` in the chain of causes is kept. */
export const failureOf = (url: string, thrown: unknown): ServiceError => {
  for (let at = thrown; at instanceof Error; at = at.cause) if (at instanceof ServiceError) return at;
  const { code = '', message = String(thrown) } = thrown as { code?: unknown; message?: string };
  const meaning = codeOf(String(code));
  const [reason] = message.split('\n');
  return new ServiceError(
    meaning,
    `${shortUrl(url)} could not be loaded: ${reason?.slice(0, 300).replace(/\.+$/, '')}. ${WHAT_TO_DO[meaning]}`,
  );
};

export const timedOut = (url: string, timeoutMs: number): ServiceError =>
  new ServiceError(
    'SCRAPE_TIMEOUT',
    `${shortUrl(url)} took longer than ${timeoutMs} ms. ${WHAT_TO_DO.SCRAPE_TIMEOUT}`,
  );

export const cancelled = (): ServiceError => new ServiceError('cancelled', 'The job was cancelled.');
