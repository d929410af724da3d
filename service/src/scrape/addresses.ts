import { baseOf, wholeAddress } from './metadata.ts';

/** So many of one page are no list that anybody follows. */
const MOST = 10_000;

const unique = (addresses: Iterable<string | undefined>): string[] => {
  const found = new Set<string>();
  for (const one of addresses) if (one !== undefined && found.size < MOST) found.add(one);
  return [...found];
};

const withoutFragment = (address: string | undefined): string | undefined => address?.replace(/#.*$/, '');

/** Where the links of a document lead, without fragments, in their order; only http and https. */
export const linksIn = (document: Document, url: string): string[] => {
  const base = baseOf(document, url);
  const addresses = Array.from(document.querySelectorAll('a[href], area[href]'), (el) => {
    const written = el.getAttribute('href') ?? '';
    // A link within the page.
    if (written.trimStart().startsWith('#')) return undefined;
    const whole = withoutFragment(wholeAddress(written, base));
    return whole && /^https?:/.test(whole) ? whole : undefined;
  });
  return unique(addresses);
};

/** The addresses of a `srcset`: https://html.spec.whatwg.org/#srcset-attributes */
export const addressesInSet = (written: string): string[] =>
  Array.from(
    written.matchAll(/(?:^|[\s,])(?!\s)([^\s,]\S*[^\s,])(?=\s|,|$)(?:\s+[\d.]+[wxh])*/g),
    ([, one]) => one ?? '',
  );

/** Pictures of a document, whole addresses in their order. */
export const imagesIn = (document: Document, url: string): string[] => {
  const base = baseOf(document, url);
  const found: (string | undefined)[] = [];
  for (const el of Array.from(
    document.querySelectorAll('img, source, video[poster], meta[property="og:image"]'),
  )) {
    const written = el.getAttribute('src') ?? el.getAttribute('poster') ?? el.getAttribute('content');
    if (!/^(?:source)$/i.test(el.localName)) found.push(wholeAddress(written, base));
    for (const one of addressesInSet(el.getAttribute('srcset') ?? '')) found.push(wholeAddress(one, base));
  }
  return unique(found.filter((one) => one !== undefined && /^https?:/.test(one)));
};
