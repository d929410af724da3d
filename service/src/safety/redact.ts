/** Names of headers and fields whose values are secrets. */
const SECRET_NAME =
  /^(?:proxy-?)?authori[sz]ation$|^(?:set-)?cookies?$|passw(?:or)?d|passwd|secret|token$|api[-_]?key|access[-_]?key|(?:^|[-_])(?:signature|credentials?|jwt)(?:$|[-_])/i;

/** Names of query parameters besides, which mean something else as a field. */
const SECRET_PARAMETER = /(?:^|[-_])(?:key|sig|auth|pwd|session|sessionid|sid|code)(?:$|[-_])/i;

const HIDDEN = '[hidden]';

const ADDRESS = /\b(?:https?|wss?|rediss?):\/\/[^\s"'<>\\]+/gi;
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;
const OWN_KEY = /\binpage-[\w-]{20,}/g;

/** Hides what looks like a secret in a query: `a=1&token=x`. */
const redactQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      let plain = name;
      try {
        plain = decodeURIComponent(name);
      } catch {
        // Taken as it is.
      }
      return pair.includes('=') && (SECRET_NAME.test(plain) || SECRET_PARAMETER.test(plain))
        ? `${name}=${HIDDEN}`
        : pair;
    })
    .join('&');

/** An address, or the path of one, without password and without secret query parameters. */
export const redactUrl = (url: string): string => {
  const [rest = '', fragment] = url.split('#', 2);
  const [path = '', ...query] = rest.split('?');
  const bare = path.replace(/^(\w+:\/\/)[^/@]*@/, `$1${HIDDEN}@`);
  return `${bare}${query.length > 0 ? `?${redactQuery(query.join('?'))}` : ''}${fragment === undefined ? '' : '#…'}`;
};

/** A text with the secrets of its addresses and authorizations hidden. */
export const redactText = (text: string): string =>
  text
    .replace(ADDRESS, (address) => redactUrl(address))
    .replace(BEARER, `$1 ${HIDDEN}`)
    .replace(OWN_KEY, HIDDEN);

/** Levels of an object that are looked into. */
const DEPTH = 6;

/** A copy with secrets hidden: by the names of fields, and in texts. */
export const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error)
    return { type: value.name, message: redactText(value.message), stack: redactText(value.stack ?? '') };
  if (depth >= DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((one) => redact(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      SECRET_NAME.test(name) && one !== undefined && one !== null ? HIDDEN : redact(one, depth + 1),
    ]),
  );
};
