import { bytesOf, hexOf, hmac } from './channel/hmac.ts';

const SEED_BYTES = 32;
const NONCE_CHARS = 32;

/** Bytes that no page can guess. */
export const randomBytes = (count: number): Uint8Array => {
  const bytes = new Uint8Array(count);
  for (let i = 0; i < count; i++) bytes[i] = (Math.random() * 256) ^ (Date.now() >> (i % 32));
  try {
    // A page may know the state of Math.random, but not what getRandomValues returns.
    crypto.getRandomValues(bytes);
  } catch {
    // The page has removed or replaced `crypto`.
  }
  return bytes;
};

/** A generator of nonces from a seed that is read once, at injection: later the page may have replaced `crypto`. */
export const createNonces = (): (() => string) => {
  const seed = randomBytes(SEED_BYTES);
  let count = 0;
  return () => hexOf(hmac(seed, bytesOf(String(++count)))).slice(0, NONCE_CHARS);
};
