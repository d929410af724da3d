/** Shorter values, such as a digit, stand on nearly every page. */
const SHORTEST = 2;

const leaves = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
};

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * For each field of a value the pages that some of its texts and numbers stand on, as they are. Found in the pages, not
 * asked of the model.
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
    const urls = texts.filter(({ text }) => wanted.some((one) => text.includes(one))).map(({ url }) => url);
    return [name, urls] as const;
  });
  return Object.fromEntries(found.filter(([, urls]) => urls.length > 0));
};
