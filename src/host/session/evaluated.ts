/** How often a result is decoded at most: some bridges encode several times. */
const MAX_LAYERS = 3;

/** The string that a JSON text encodes; undefined for any other JSON. */
const decodeString = (text: string): string | undefined => {
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The string that a script returned, whether the host passes the string itself or its JSON encoding
 * (`WebView.evaluateJavascript`), up to three times. A string that is encoded more than once is decoded only if that leads
 * to a JSON object; any other string keeps its own quotes. Undefined for null, `undefined`, blank text and what is no
 * text: the script threw, or the page was left.
 */
export const normalizeEvaluated = (raw: unknown): string | undefined => {
  const text = typeof raw === 'string' ? raw.trim() : '';
  if (text === '' || text === 'null' || text === 'undefined') return undefined;
  const once = decodeString(text);
  if (once === undefined) return text;
  let inner = once;
  for (let layer = 1; layer < MAX_LAYERS; layer++) inner = decodeString(inner) ?? inner;
  return inner.startsWith('{') ? inner : once;
};
