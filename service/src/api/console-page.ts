import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Beside the built command; the sources have none. */
const PLACES = ['./console.html', '../console.html', '../../dist/console.html'];

/** The built console; undefined in a build without one. */
export const consolePage = (): string | undefined => {
  const place = PLACES.map((one) => new URL(one, import.meta.url)).find((one) => existsSync(one));
  return place && readFileSync(place, 'utf8');
};

const hashes = (html: string, tag: 'script' | 'style'): string =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ');

/** The page's own scripts and styles, pictures that are data, requests to this service: nothing else. */
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
