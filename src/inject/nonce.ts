import { bytesOf, hexOf, hmac } from './channel/hmac.ts';

const SEED_BYTES = 32;
const NONCE_CHARS = 32;

/** So many bytes that no page can guess. */
export const randomBytes = (count: number): Uint8Array => {
  const bytes = new Uint8Array(count);
  for (let i = 0; i < count; i++) bytes[i] = (Math.random() * 256) ^ (Date.now() >> (i % 32));
  try {
    // A page may have seeded Math.random; getRandomValues is not for it to choose.
    crypto.getRandomValues(bytes);
  } catch {
    // Not there, or broken by the page.
  }
  return bytes;
};

/** Nonces from a seed that is taken once, when the page has not had its turn: later it may have its own `crypto`. */
export const createNonces = (): (() => string) => {
  const seed = randomBytes(SEED_BYTES);
  let count = 0;
  return () => hexOf(hmac(seed, bytesOf(String(++count)))).slice(0, NONCE_CHARS);
};
