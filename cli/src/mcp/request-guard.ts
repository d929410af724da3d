/** Loopback names and addresses. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Listening on all addresses: any `Host` may be the right one, and the token protects the server. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);

const nameOf = (authority: string): string | undefined => {
  try {
    const { hostname, username, password } = new URL(`http://${authority}`);
    return username === '' && password === '' && hostname !== '' ? hostname : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a host is a loopback name or address: only this machine reaches it. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * Whether a `Host` header names this server. A page whose name was made to resolve to this machine (DNS rebinding)
 * sends that name.
 *
 * @param names the address that the server listens on, then its other names
 */
export const allowedHost = (authority: string, names: readonly string[]): boolean => {
  const name = nameOf(authority);
  if (name === undefined) return false;
  const [listening = ''] = names;
  if (LOOPBACK.test(name) || ANY_ADDRESS.has(listening)) return true;
  return names.some((one) => nameOf(one.includes(':') && !one.startsWith('[') ? `[${one}]` : one) === name);
};

/** The origins of a server that is called by a `Host`: its own pages would have them. */
export const sameOrigins = (authority: string): string[] => [`http://${authority}`, `https://${authority}`];

export const allowedOrigin = (origin: string, allowed: readonly string[]): boolean =>
  allowed.some((one) => one.toLowerCase().replace(/\/$/, '') === origin.toLowerCase());
