import { el } from '../../../cli/src/playground/element.ts';
import type { Document } from './types.ts';

/** Images that may be shown: data URLs of these types; any other URL could load something from the network. */
const PICTURE = /^data:image\/(?:png|jpeg|webp);base64,[\w+/=]+$/;

/** An `<img>` of a data URL, or of base64 of a PNG or JPEG; undefined if `source` is neither. */
export const picture = (source: unknown, description: string): HTMLImageElement | undefined => {
  if (typeof source !== 'string') return undefined;
  const whole = /^(?:iVBOR|\/9j\/)[\w+/=]+$/.test(source)
    ? `data:image/${source.startsWith('i') ? 'png' : 'jpeg'};base64,${source}`
    : source;
  return PICTURE.test(whole) ? el('img', { src: whole, alt: description }) : undefined;
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');

const FORMATS = ['markdown', 'summary', 'json', 'html', 'rawHtml', 'links', 'images'] as const;

/** One page: its text in a chosen format beside its screenshot. It is set as text, so HTML of a page is never rendered. */
export const pageView = (document: Document): HTMLElement => {
  const { metadata, screenshot } = document;
  const formats = FORMATS.filter((name) => document[name] !== undefined);
  const text = el('pre', { tabindex: '0' });
  const show = (name: (typeof FORMATS)[number] | 'metadata'): void => {
    text.textContent = asText(document[name]);
  };
  const choice = el(
    'select',
    { 'aria-label': 'Format' },
    ...[...formats, 'metadata'].map((name) => el('option', {}, name)),
  );
  choice.addEventListener('change', () => show(choice.value as 'markdown'));
  show(formats[0] ?? 'metadata');
  const shown = picture(screenshot, `Screenshot of ${metadata.url}`);
  const facts = [
    String(metadata.statusCode),
    metadata.engine === 'browser' ? `browser: ${metadata.engineReason ?? ''}` : 'without a browser',
    ...(metadata.cacheState === 'hit' ? ['from the cache'] : []),
  ];
  return el(
    'article',
    {},
    el('h3', {}, metadata.title ?? metadata.url),
    el('p', { class: 'row' }, el('span', {}, metadata.url), ...facts.map((one) => el('span', {}, one))),
    choice,
    el('div', { class: shown ? 'beside' : 'beside alone' }, text, ...(shown ? [shown] : [])),
  );
};
