/**
 * Whether the headers of a request may be sent on to the target of a redirect: the host is the same, and the redirect
 * does not lead from https to http.
 */
export const isSameReceiver = (requestUrl: string, next: string): boolean => {
  const [from, to] = [new URL(requestUrl), new URL(next)];
  return from.hostname === to.hostname && (from.protocol === to.protocol || to.protocol === 'https:');
};

/** Headers that hold no secret, so that every host may receive them. */
const PUBLIC = /^(?:user-agent|accept(?:-language|-encoding)?)$/i;

/** Names of the headers that only the host of the original request may receive. */
export const ownHeaders = (headers: Record<string, string> = {}): string[] =>
  Object.keys(headers).filter((name) => !PUBLIC.test(name));
