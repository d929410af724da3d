import { bytesOf, hexOf, hmac, sha256 } from './hmac.ts';

/** A host replaces this text with its key ({@link withChannelKey}). It must occur once in the script. */
export const PLACEHOLDER = '@agent-browser-channel-key@';

const KEY = /^[A-Za-z0-9_-]{32,}$/;

/** The key of this script; undefined where no host has put one in. */
export const channelKey = (): string | undefined => {
  // By a call of `String`, since the minifier would otherwise fold the comparison below into a constant.
  const key = String(PLACEHOLDER);
  return key[0] === '@' ? undefined : key;
};

/**
 * The script with a key in it, to be injected into all frames at document start. A document reports its content to
 * documents above it only if their script has the same key.
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
 * The `channelProof` of a call, by which the call includes frames of other origins. Valid for one call in one document.
 *
 * @param document the document's id, as in `window.__agentBrowser.document` and every `meta`
 * @param count greater with every proof made for the same document
 */
export const channelProof = (key: string, document: string, count: number): string =>
  `${count}.${wordsOf(key, ['host', document, count])}`;

/** A function that signs words with the key. Words must not contain a space. */
export const signer =
  (key: string) =>
  (...words: readonly (string | number)[]): string =>
    wordsOf(key, words);

export type Sign = ReturnType<typeof signer>;
