import { reasonOf, SessionError } from '../sessions/session-error.ts';
import { decode } from './decode.ts';

const TIMEOUT_MS = 20_000;
/** Most bytes of a page. */
const LARGEST = 20_000_000;

export interface FetchedPage {
  /** The address after redirects. */
  url: string;
  status: number;
  /** The media type, with its parameters. */
  type: string;
  text: string;
}

/**
 * Fetches an address without a browser. `proxy`: the guard's proxy, which the request and its redirects have to take.
 *
 * @throws {SessionError} `open_failed`, or `too_large`
 */
export const fetchPage = async (url: string, proxy?: string): Promise<FetchedPage> => {
  const { request } = await import('playwright-core');
  const context = await request.newContext({
    ...(proxy && { proxy: { server: proxy, bypass: '<-loopback>' } }),
    extraHTTPHeaders: {
      accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.5',
    },
    timeout: TIMEOUT_MS,
  });
  try {
    const response = await context.get(url).catch((thrown) => {
      throw new SessionError('open_failed', `${url} could not be read: ${reasonOf(thrown)}.`);
    });
    const type = response.headers()['content-type'] ?? 'text/html';
    if (!/^(?:text\/|application\/(?:xhtml|xml|json))/.test(type))
      throw new SessionError(
        'open_failed',
        `${url} is ${type.slice(0, 80)}, which is no text. Download it instead.`,
      );
    const body = await response.body();
    if (body.length > LARGEST)
      throw new SessionError('too_large', `${url} has ${body.length} bytes; at most ${LARGEST} are read.`);
    return { url: response.url(), status: response.status(), type, text: decode(body, type) };
  } finally {
    await context.dispose();
  }
};
