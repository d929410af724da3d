import { bytesOf, hexOf, hmac } from './channel/hmac.ts';

const SEED_BYTES = 32;
const NONCE_CHARS = 32;

/** Nonces from a seed that is taken once, when the page has not had its turn: later it may have its own `crypto`. */
export const createNonces = (): (() => string) => {
  const seed = new Uint8Array(SEED_BYTES);
  for (let i = 0; i < seed.length; i++) seed[i] = (Math.random() * 256) ^ (Date.now() >> (i % 32));
  try {
    crypto.getRandomValues(seed);
  } catch {
    // Not there, or broken by the page.
  }
  let count = 0;
  return () => hexOf(hmac(seed, bytesOf(String(++count)))).slice(0, NONCE_CHARS);
};
