/** Names under which a machine calls itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Bound to all addresses: then any name may be the right one, and the token decides. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);

const nameOf = (authority: string): string | undefined => {
  try {
    const { hostname, username, password } = new URL(`http://${authority}`);
    return username === '' && password === '' && hostname !== '' ? hostname : undefined;
  } catch {
    return undefined;
  }
};

/** Whether only this machine reaches an address. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * Whether a `Host` header names this server. A page whose name was made to lead to this machine (DNS rebinding) sends its
 * own name.
 *
 * @param names what the server listens on, and by what else it is called
 */
export const allowedHost = (authority: string, names: readonly string[]): boolean => {
  const name = nameOf(authority);
  if (name === undefined) return false;
  const [listening = ''] = names;
  if (LOOPBACK.test(name) || ANY_ADDRESS.has(listening)) return true;
  return names.some((one) => nameOf(one.includes(':') && !one.startsWith('[') ? `[${one}]` : one) === name);
};

/** The origins of pages that the server itself would serve. */
export const sameOrigins = (authority: string): string[] => [`http://${authority}`, `https://${authority}`];

export const allowedOrigin = (origin: string, allowed: readonly string[]): boolean =>
  allowed.some((one) => one.toLowerCase().replace(/\/$/, '') === origin.toLowerCase());
