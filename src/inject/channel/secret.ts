import { type Bytes, bytesOf, hexOf, hmac, sha256 } from './hmac.ts';

/** The two directions of an exchange. Each has its own keys, so that no message can be replayed in the other one. */
export type Way = 'ask' | 'answer';

const MAC_CHARS = 64;

/** A block of the key stream: 32 bytes, for 16 code units. */
const keyStreamBlock = (key: Bytes, block: number): Bytes =>
  sha256(key, bytesOf(String.fromCharCode(block >>> 16, block & 0xffff)));

/** Encrypts or decrypts a text: XOR with the key stream is its own inverse. */
const xorWithStream = (text: string, key: Bytes): string => {
  let encrypted = '';
  let mask = keyStreamBlock(key, 0);
  for (let i = 0; i < text.length; i++) {
    const at = (i & 15) * 2;
    if (at === 0) mask = keyStreamBlock(key, i >> 4);
    encrypted += String.fromCharCode(
      text.charCodeAt(i) ^ (((mask[at] as number) << 8) | (mask[at + 1] as number)),
    );
  }
  return encrypted;
};

const keysOf = (session: string, way: Way): { encrypt: Bytes; sign: Bytes } => ({
  encrypt: hmac(bytesOf(session), bytesOf(`${way} encrypt`)),
  sign: hmac(bytesOf(session), bytesOf(`${way} sign`)),
});

/** Encrypts and signs a text. A session has only one message in each direction, so that no key stream is used twice. */
export const seal = (session: string, way: Way, text: string): string => {
  const keys = keysOf(session, way);
  const encrypted = xorWithStream(text, keys.encrypt);
  return hexOf(hmac(keys.sign, bytesOf(encrypted))) + encrypted;
};

/** The text of a sealed message; undefined where the signature does not match: another sender, or a changed text. */
export const unseal = (session: string, way: Way, sealed: string): string | undefined => {
  const keys = keysOf(session, way);
  const encrypted = sealed.slice(MAC_CHARS);
  return sealed.slice(0, MAC_CHARS) === hexOf(hmac(keys.sign, bytesOf(encrypted)))
    ? xorWithStream(encrypted, keys.encrypt)
    : undefined;
};
