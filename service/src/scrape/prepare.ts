import type { ScrapeOptions } from '../contract/index.ts';
import { addressesInSet } from './addresses.ts';
import { HIDDEN_MARK } from './loaded-page.ts';

/** The `src` that replaces a removed base64 image. */
export const REMOVED_IMAGE = 'data:,';

/** Elements that match a selector; none if the selector is invalid. */
const all = (root: ParentNode, selector: string): Element[] => {
  try {
    return Array.from(root.querySelectorAll(selector));
  } catch {
    return [];
  }
};

/** The elements of a list that are not inside another element of the list. */
const outermost = (elements: Element[]): Element[] => {
  const set = new Set(elements);
  return elements.filter((el) => {
    for (let at = el.parentElement; at; at = at.parentElement) if (set.has(at)) return false;
    return true;
  });
};

/** Elements of the body that match any of the selectors, in document order, each once. */
const matching = (document: Document, selectors: readonly string[]): Element[] => {
  const set = new Set(selectors.flatMap((selector) => all(document.body, selector)));
  return set.size === 0 ? [] : Array.from(document.body.querySelectorAll('*')).filter((el) => set.has(el));
};

/** The URL of an image file, absolute or relative. */
const IMAGE = /^(?:https?:)?(?:\/\/|\/|[\w.-])\S*\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?$/i;

/** Longest attribute value that is tested as an image URL (characters): longer ones are data. */
const LONGEST_ADDRESS = 2_000;

const isImage = (value: string): boolean => value.length <= LONGEST_ADDRESS && IMAGE.test(value.trim());

const isPlaceholder = (src: string | null): boolean =>
  src === null || src.trim() === '' || src.startsWith('data:');

/** The URL of a lazy-loaded image, which a script would copy from another attribute when the image is scrolled to. */
const lazyAddress = (img: Element): string | undefined => {
  const { attributes } = img;
  const set = Array.from(attributes).find(
    ({ name, value }) => /srcset$/.test(name) && value && !value.startsWith('data:'),
  );
  const late = Array.from(attributes).find(
    ({ name, value }) => name.startsWith('data-') && !/srcset$/.test(name) && isImage(value),
  );
  return late?.value ?? (set && addressesInSet(set.value).at(-1));
};

/** Sets the `src` of lazy-loaded images, and removes base64 images if wanted. */
const showImages = (document: Document, isBase64Removed: boolean): void => {
  for (const img of Array.from(document.body.querySelectorAll('img'))) {
    const src = img.getAttribute('src');
    const late = isPlaceholder(src) ? lazyAddress(img) : undefined;
    if (late) img.setAttribute('src', late);
    else if (src?.startsWith('data:') && isBase64Removed) img.setAttribute('src', REMOVED_IMAGE);
  }
};

/**
 * Changes a document before it is read: removes hidden elements, `excludeTags` and `javascript:` links, reduces it to
 * `includeTags`, and sets the URLs of images.
 */
export const prepare = (document: Document, options: ScrapeOptions): void => {
  const { body } = document;
  for (const el of all(body, `[${HIDDEN_MARK}]`)) el.remove();
  for (const selector of options.excludeTags ?? []) for (const el of all(body, selector)) el.remove();
  if (options.includeTags?.length) {
    const included = outermost(matching(document, options.includeTags));
    body.replaceChildren(...included);
  }
  showImages(document, options.removeBase64Images);
  for (const link of all(body, 'a[href^="javascript:" i]')) link.removeAttribute('href');
};
