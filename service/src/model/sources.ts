/** Shortest value that is searched for (characters): shorter ones, such as a digit, are on nearly every page. */
const SHORTEST = 2;

/** All strings and numbers within a value, as strings. */
const leaves = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
};

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * By field of a value: the URLs of the pages whose text contains any of its strings or numbers. The pages are searched;
 * the model is not asked.
 */
export const sourcesOf = (
  value: unknown,
  pages: readonly { url: string; text: string }[],
): Record<string, string[]> => {
  const texts = pages.map(({ url, text }) => ({ url, text: plain(text) }));
  const fields = Array.isArray(value) ? { items: value } : ((value ?? {}) as Record<string, unknown>);
  const found = Object.entries(fields).map(([name, field]) => {
    const wanted = leaves(field)
      .map(plain)
      .filter((text) => text.length >= SHORTEST);
    const urls = texts.filter(({ text }) => wanted.some((leaf) => text.includes(leaf))).map(({ url }) => url);
    return [name, urls] as const;
  });
  return Object.fromEntries(found.filter(([, urls]) => urls.length > 0));
};
