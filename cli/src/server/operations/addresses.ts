import { isRefusalOf } from '../../guard/guard-proxy.ts';
import type { BrowserSession } from '../../sessions/index.ts';
import { SessionError } from '../../sessions/index.ts';
import type { ServerPolicy } from './operation.ts';

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
const HOST_AND_PORT = /^[A-Za-z0-9.-]+:\d+(?:[/?#]|$)/;
const LOCAL_HOST = /^(?:localhost|[\w.-]+\.localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?:[:/?#]|$)/i;

/** Schemes that a server without a guard opens. */
const LOCAL_SCHEMES = new Set(['http', 'https', 'file', 'data', 'about', 'chrome', 'view-source', 'blob']);

const blocked = (reason: string): SessionError => new SessionError('address_blocked', reason);

/**
 * The URL of an address as it was typed. Without a scheme it gets https; `localhost` and IP addresses get http.
 *
 * @throws {SessionError} `address_blocked` for other schemes
 */
const completed = (typed: string): string => {
  const text = typed.trim();
  const scheme = HOST_AND_PORT.test(text) ? undefined : SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined)
    return `${LOCAL_HOST.test(text) ? 'http' : 'https'}://${text.replace(/^\/\//, '')}`;
  if (LOCAL_SCHEMES.has(scheme)) return text;
  throw blocked(`Only ${[...LOCAL_SCHEMES].join(', ')} can be opened, not ${scheme.slice(0, 20)}.`);
};

/**
 * The URL to open for an address as it was typed.
 *
 * @throws {SessionError} `address_blocked` where its scheme or the server's guard does not allow it
 */
export const addressFor = (typed: string, { guard }: ServerPolicy): string => {
  if (!guard) return completed(typed);
  const verdict = guard.judge(typed);
  if (!verdict.allowed) throw blocked(verdict.reason);
  return verdict.url;
};

/** Status codes that the guard's proxy (proxy-chain) answers in place of a site that it could not reach. */
const UNREACHED: Readonly<Record<number, string>> = {
  590: 'it does not answer as a site does',
  591: 'it does not answer as a site does',
  592: 'it does not answer as a site does',
  593: 'its name is not known',
  594: 'it refuses connections',
  595: 'it has ended the connection',
  596: 'it has ended the connection',
  599: "its name is not known, or it can't be reached",
};

/**
 * Why an address was not reached through the guard's proxy: the guard refused a connection on the way (a redirect, a name
 * that resolves to a private address), or could not reach the site. Undefined without a guard, and where it was reached.
 *
 * @param addresses where the way began, and where it ended
 * @param status of the answer for the last of them, absent if there was none
 */
export const unreachedBy = (
  { proxy }: ServerPolicy,
  since: number,
  addresses: string[],
  status = 0,
): SessionError | undefined => {
  const refusal = proxy
    ?.refusedSince(since)
    .find((one) => addresses.some((address) => isRefusalOf(one, address)));
  if (refusal) return blocked(refusal.reason);
  const reason = proxy && UNREACHED[status];
  return reason === undefined
    ? undefined
    : new SessionError(
        'open_failed',
        `${addresses.at(-1)} could not be opened: ${reason}. Check the address, or try another one.`,
      );
};

/**
 * Checks a page that was just opened. If it was not reached ({@link unreachedBy}) it opens `about:blank` and throws.
 *
 * @throws {SessionError} `address_blocked`; `open_failed` where the guard could not reach the site
 */
export const checkRefused = async (
  session: BrowserSession,
  policy: ServerPolicy,
  since: number,
  address: string,
): Promise<void> => {
  const tab = session.tabs.idOf(session.page);
  const document = session.events.network
    .since()
    .filter((one) => one.resource === 'document' && one.tab === tab && one.time >= since)
    .at(-1);
  const addresses = [session.page.url(), address, ...(document ? [document.url] : [])];
  const error = unreachedBy(policy, since, addresses, document?.status);
  if (!error) return;
  await session.agent.open('about:blank');
  throw error;
};

/** A URL resolved against the page's; unchanged where it is not valid. */
export const resolved = (url: string, base: string): string => {
  try {
    return new URL(url, base).href;
  } catch {
    return url;
  }
};
