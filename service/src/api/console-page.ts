import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Where `console.html` may be: beside the built command or one of its chunks, or in `dist` when the sources run. */
const PLACES = ['./console.html', '../console.html', '../../dist/console.html'];

/** HTML of the built console; undefined if it was not built. */
export const consolePage = (): string | undefined => {
  const place = PLACES.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  return place && readFileSync(place, 'utf8');
};

const hashes = (html: string, tag: 'script' | 'style'): string =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ');

/** Content-Security-Policy of the console: its own inline scripts and styles, data images and requests to this service. */
export const contentPolicy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashes(html, 'script')}`,
    `style-src ${hashes(html, 'style')}`,
    'img-src data: blob:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
