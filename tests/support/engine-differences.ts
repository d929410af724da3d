import { ENGINE } from './engine.ts';

/** What can't be tried in an engine, and why. */
const CANNOT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an image': { firefox: 'its driver never hears that the document of an image is ready' },
  'closes the window': { firefox: 'a page may close a window that the driver has opened' },
  'breaks what lists are made of': { webkit: 'its driver runs on the built-ins of the page' },
  'acting on a form': { 'happy-dom': 'its forms are proxies, which its own events refuse' },
};

export const canTry = (what: string): boolean => CANNOT[what]?.[ENGINE] === undefined;
