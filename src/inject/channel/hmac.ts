/**
 * Synchronous SHA-256 (FIPS 180-4) and HMAC (RFC 2104): WebCrypto is asynchronous, and there on secure origins only.
 * It writes into typed arrays, since no setter on a prototype of the page can observe that.
 */

export type Bytes = Uint8Array;

const isPrime = (n: number): boolean => {
  for (let by = 2; by * by <= n; by++) if (n % by === 0) return false;
  return true;
};

/** The first bits of the fractional parts of roots of the first primes. */
const fractions = (count: number, power: number): Uint32Array => {
  const words = new Uint32Array(count);
  for (let n = 2, found = 0; found < count; n++) {
    if (isPrime(n)) words[found++] = (n ** power % 1) * 2 ** 32;
  }
  return words;
};

/** The constants of SHA-256, computed with the first hash: most injections need none. */
let round: Uint32Array | undefined;
let start: Uint32Array | undefined;
const roundWords = (): Uint32Array => {
  round ||= fractions(64, 1 / 3);
  return round;
};
const startWords = (): Uint32Array => {
  start ||= fractions(8, 1 / 2);
  return start;
};

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message schedule: the 16 words of a block, and the 48 derived from them. */
const schedule = (bytes: Bytes, at: number, words: Uint32Array): void => {
  for (let i = 0; i < 64; i++) words[i >> 2] = ((words[i >> 2] as number) << 8) | (bytes[at + i] as number);
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15] as number;
    const b = words[i - 2] as number;
    words[i] =
      (words[i - 16] as number) +
      (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
      (words[i - 7] as number) +
      (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
  }
};

/** The compression function. `now` holds the working variables a to h at `at`, newest first, and their former values behind. */
const compress = (state: Uint32Array, words: Uint32Array, now: Uint32Array): void => {
  const round = roundWords();
  for (let i = 0; i < 8; i++) now[64 + i] = state[i] as number;
  for (let i = 0; i < 64; i++) {
    const at = 64 - i;
    const a = now[at] as number;
    const b = now[at + 1] as number;
    const c = now[at + 2] as number;
    const e = now[at + 4] as number;
    const chosen = (e & (now[at + 5] as number)) ^ (~e & (now[at + 6] as number));
    const first =
      ((now[at + 7] as number) +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        chosen +
        (round[i] as number) +
        (words[i] as number)) |
      0;
    now[at + 3] = (now[at + 3] as number) + first;
    now[at - 1] = first + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
  }
  for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + (now[i] as number);
};

/** Writes a number in big-endian order, its last byte right before `end`. */
const putNumber = (bytes: Bytes, end: number, value: number): void => {
  for (let at = end - 1, rest = value; rest > 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
};

/** The digest of two parts, concatenated. */
export const sha256 = (head: Bytes, tail: Bytes = new Uint8Array(0)): Bytes => {
  const length = head.length + tail.length;
  const padded = new Uint8Array(((length + 72) >> 6) << 6);
  for (let i = 0; i < head.length; i++) padded[i] = head[i] as number;
  for (let i = 0; i < tail.length; i++) padded[head.length + i] = tail[i] as number;
  padded[length] = 0x80;
  putNumber(padded, padded.length, length * 8);
  const state = new Uint32Array(8);
  for (let i = 0; i < 8; i++) state[i] = startWords()[i] as number;
  const words = new Uint32Array(64);
  const now = new Uint32Array(72);
  for (let block = 0; block < padded.length; block += 64) {
    schedule(padded, block, words);
    compress(state, words, now);
  }
  const digest = new Uint8Array(32);
  for (let i = 0; i < 32; i++) digest[i] = (state[i >> 2] as number) >>> (24 - 8 * (i & 3));
  return digest;
};

export const hmac = (key: Bytes, message: Bytes): Bytes => {
  const short = key.length > 64 ? sha256(key) : key;
  const inner = new Uint8Array(64);
  const outer = new Uint8Array(64);
  for (let i = 0; i < 64; i++) {
    const byte = i < short.length ? (short[i] as number) : 0;
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  return sha256(outer, sha256(inner, message));
};

/** Two bytes for each code unit, so that different texts (lone surrogates too) have different bytes. */
export const bytesOf = (text: string): Bytes => {
  const bytes = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[2 * i] = unit >> 8;
    bytes[2 * i + 1] = unit;
  }
  return bytes;
};

export const hexOf = (bytes: Bytes): string => {
  let hex = '';
  for (let i = 0; i < bytes.length; i++) hex += (256 + (bytes[i] as number)).toString(16).slice(1);
  return hex;
};
