import { type Bytes, bytesOf, hexOf, hmac, sha256 } from './hmac.ts';

/** The two ways of a conversation: each has keys of its own, so that no message can be sent back as another. */
export type Way = 'ask' | 'answer';

const MAC_CHARS = 64;

/** 16 code units of the key stream. */
const stream = (key: Bytes, block: number): Bytes =>
  sha256(key, bytesOf(String.fromCharCode(block >>> 16, block & 0xffff)));

/** The same twice is the text again. */
const mix = (text: string, key: Bytes): string => {
  let mixed = '';
  let mask = stream(key, 0);
  for (let i = 0; i < text.length; i++) {
    const at = (i & 15) * 2;
    if (at === 0) mask = stream(key, i >> 4);
    mixed += String.fromCharCode(
      text.charCodeAt(i) ^ (((mask[at] as number) << 8) | (mask[at + 1] as number)),
    );
  }
  return mixed;
};

const keysOf = (session: string, way: Way): { encrypt: Bytes; sign: Bytes } => ({
  encrypt: hmac(bytesOf(session), bytesOf(`${way} encrypt`)),
  sign: hmac(bytesOf(session), bytesOf(`${way} sign`)),
});

/** Encrypts and signs the one message that goes this way in a session. */
export const seal = (session: string, way: Way, text: string): string => {
  const keys = keysOf(session, way);
  const mixed = mix(text, keys.encrypt);
  return hexOf(hmac(keys.sign, bytesOf(mixed))) + mixed;
};

/** The text of a sealed message; undefined where it is not from who it should be, or not what was sent. */
export const unseal = (session: string, way: Way, sealed: string): string | undefined => {
  const keys = keysOf(session, way);
  const mixed = sealed.slice(MAC_CHARS);
  return sealed.slice(0, MAC_CHARS) === hexOf(hmac(keys.sign, bytesOf(mixed)))
    ? mix(mixed, keys.encrypt)
    : undefined;
};
