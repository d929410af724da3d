import { bytesOf, hexOf, hmac, sha256 } from './hmac.ts';

/** A host puts its key in the place of this text ({@link withChannelKey}); nothing else in the script holds it. */
export const PLACEHOLDER = '@agent-browser-channel-key@';

const KEY = /^[A-Za-z0-9_-]{32,}$/;

/** The key that a host has put in. */
export const channelKey = (): string | undefined => {
  // Through a call: the build must not find out that the text below is another one, for it may not be.
  const key = String(PLACEHOLDER);
  return key[0] === '@' ? undefined : key;
};

/**
 * The script with a key in it: what is put into all frames at document start. A document whose script knows the same
 * key tells the documents above it what it shows, and no one else.
 *
 * @param key at least 32 random characters of `A-Z a-z 0-9 - _`, new for each session; never to be put into a page in
 *   any other way
 */
export const withChannelKey = (script: string, key: string): string => {
  if (!KEY.test(key))
    throw new TypeError('A channel key has at least 32 characters, of A-Z, a-z, 0-9, - and _.');
  const [before, after, ...others] = script.split(PLACEHOLDER);
  if (after === undefined || others.length > 0)
    throw new TypeError('This is not the text of agent-browser.js, or it has a key already.');
  return `${before}${key}${after}`;
};

const wordsOf = (key: string, words: readonly (string | number)[]): string =>
  hexOf(hmac(sha256(bytesOf(key)), bytesOf(words.join(' '))));

/**
 * What a host shows with a call (`channelProof`) so that frames of other origins are part of it. Good for one call in
 * one document.
 *
 * @param document the document's id, as `window.__agentBrowser.document` and every `meta` say it
 * @param count grows with every proof made for the same document
 */
export const channelProof = (key: string, document: string, count: number): string =>
  `${count}.${wordsOf(key, ['host', document, count])}`;

/** Signs words as one who has the key. No word holds a space. */
export const signer =
  (key: string) =>
  (...words: readonly (string | number)[]): string =>
    wordsOf(key, words);

export type Sign = ReturnType<typeof signer>;
