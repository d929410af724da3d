import { baseOf, wholeAddress } from './metadata.ts';

/** Most links or images of one page. */
const MOST = 10_000;

const unique = (addresses: Iterable<string | undefined>): string[] => {
  const found = new Set<string>();
  for (const item of addresses) if (item !== undefined && found.size < MOST) found.add(item);
  return [...found];
};

const withoutFragment = (address: string | undefined): string | undefined => address?.replace(/#.*$/, '');

/** The URLs of the links of a document: absolute, without fragments, each once, in document order; only http and https. */
export const linksIn = (document: Document, url: string): string[] => {
  const base = baseOf(document, url);
  const addresses = Array.from(document.querySelectorAll('a[href], area[href]'), (el) => {
    const written = el.getAttribute('href') ?? '';
    // A link within the page leads to no other page.
    if (written.trimStart().startsWith('#')) return undefined;
    const whole = withoutFragment(wholeAddress(written, base));
    return whole && /^https?:/.test(whole) ? whole : undefined;
  });
  return unique(addresses);
};

/** The URLs in a `srcset` attribute: https://html.spec.whatwg.org/#srcset-attributes */
export const addressesInSet = (written: string): string[] =>
  Array.from(
    written.matchAll(/(?:^|[\s,])(?!\s)([^\s,]\S*[^\s,])(?=\s|,|$)(?:\s+[\d.]+[wxh])*/g),
    ([, setUrl]) => setUrl ?? '',
  );

/** The URLs of the images of a document: absolute, each once, in document order; only http and https. */
export const imagesIn = (document: Document, url: string): string[] => {
  const base = baseOf(document, url);
  const found: (string | undefined)[] = [];
  for (const el of Array.from(
    document.querySelectorAll('img, source, video[poster], meta[property="og:image"]'),
  )) {
    const written = el.getAttribute('src') ?? el.getAttribute('poster') ?? el.getAttribute('content');
    if (!/^(?:source)$/i.test(el.localName)) found.push(wholeAddress(written, base));
    for (const inSet of addressesInSet(el.getAttribute('srcset') ?? ''))
      found.push(wholeAddress(inSet, base));
  }
  return unique(found.filter((image) => image !== undefined && /^https?:/.test(image)));
};
