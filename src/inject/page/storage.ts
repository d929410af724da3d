import type { CookiesPayload, PageCookies, PageStorage, StoragePayload } from '../../contract.ts';
import { errorText } from '../dom/cut.ts';
import { fromDocument } from '../dom/read.ts';
import { type Failure, fail } from '../result.ts';
import { checked } from './checked.ts';
import type { Answer } from './page.ts';

type Items = Record<string, string>;

const STORAGE = { local: 'record', session: 'record', clear: 'boolean' };
const COOKIES = { set: 'strings' };

const AREAS = ['local', 'session'] as const;

const exported = (area: Storage): Items => {
  const items: Items = {};
  for (let i = 0; i < area.length; i++) {
    const key = area.key(i);
    if (key !== null) items[key] = area.getItem(key) || '';
  }
  return items;
};

/** The error of an origin without storage (an opaque one), or of a full storage. */
const unusable = (what: string, error: unknown): Failure =>
  fail('value_rejected', `The page's ${what} can't be used: ${errorText(error)}`);

/** Writes the given items and returns all items of both areas. */
export const storage = checked(
  'storage',
  STORAGE,
  (_, payload: StoragePayload): Answer<PageStorage> | Failure => {
    const result: Answer<PageStorage> = {};
    try {
      for (const name of AREAS) {
        const area = window[`${name}Storage`];
        const items = payload[name];
        if (payload.clear) area.clear();
        for (const key of Object.keys(items || {})) area.setItem(key, (items as Items)[key] as string);
        const now = exported(area);
        if (Object.keys(now).length > 0) result[name] = now;
      }
      return result;
    } catch (error) {
      return unusable('storage', error);
    }
  },
);

const readCookies = (): Items => {
  const cookies: Items = {};
  for (const pair of fromDocument(document, 'cookie').split('; ')) {
    const at = pair.indexOf('=');
    if (pair) cookies[at < 0 ? '' : pair.slice(0, at)] = pair.slice(at + 1);
  }
  return cookies;
};

/** Sets cookies and returns those that scripts may read. */
export const cookies = checked(
  'cookies',
  COOKIES,
  (_, payload: CookiesPayload): Answer<PageCookies> | Failure => {
    try {
      for (const cookie of payload.set || []) Reflect.set(Document.prototype, 'cookie', cookie, document);
      return { cookies: readCookies() };
    } catch (error) {
      return unusable('cookies', error);
    }
  },
);
