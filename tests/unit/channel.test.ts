import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { channelProof, withChannelKey } from '../../src/index.ts';
import { bytesOf, hexOf, hmac, sha256 } from '../../src/inject/channel/hmac.ts';
import { PLACEHOLDER } from '../../src/inject/channel/key.ts';
import { seal, unseal } from '../../src/inject/channel/secret.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const filled = (length: number, byte: number): Uint8Array => new Uint8Array(length).fill(byte);

describe('sha256', () => {
  // FIPS 180-4 examples, and the million letters of FIPS 180-2.
  it.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('of %j', (text, digest) => {
    expect(hexOf(sha256(utf8(text.slice(0, 10)), utf8(text.slice(10))))).toBe(digest);
  });

  it('is right for all lengths around block boundaries', () => {
    for (let length = 0; length < 200; length++) {
      const bytes = filled(length, length);
      expect(hexOf(sha256(bytes)), String(length)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });
});

describe('hmac', () => {
  // RFC 4231, 4.2 to 4.8 (4.6 is about a cut digest).
  it.each([
    [filled(20, 0x0b), utf8('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      utf8('Jefe'),
      utf8('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [filled(20, 0xaa), filled(50, 0xdd), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
    [
      new Uint8Array(25).map((_, i) => i + 1),
      filled(50, 0xcd),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [
      filled(131, 0xaa),
      utf8('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      filled(131, 0xaa),
      utf8(
        'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
      ),
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('of RFC 4231 (%#)', (key, message, digest) => {
    expect(hexOf(hmac(key, message))).toBe(digest);
  });
});

describe('a sealed message', () => {
  const text = `{"a":"\u00e4\ud83d\ude00 and a lone \ud83d","b":"${'x'.repeat(100)}"}`;

  it('is opened by the holder of the session, and reveals nothing of the text', () => {
    for (const one of [text, '', 'x', 'x'.repeat(16), 'x'.repeat(17)]) {
      const sealed = seal('session', 'ask', one);
      expect(unseal('session', 'ask', sealed)).toBe(one);
      expect(sealed.length).toBe(64 + one.length);
    }
    expect(seal('session', 'ask', text)).not.toMatch(/x{3}/);
    expect(seal('session', 'ask', text)).not.toBe(seal('session', 'answer', text));
  });

  it('is not opened in another session, in the other direction, or changed', () => {
    const sealed = seal('session', 'ask', text);
    expect(unseal('session2', 'ask', sealed)).toBeUndefined();
    expect(unseal('session', 'answer', sealed)).toBeUndefined();
    for (const at of [0, 63, 64, sealed.length - 1]) {
      const other = sealed.slice(0, at) + (sealed[at] === 'a' ? 'b' : 'a') + sealed.slice(at + 1);
      expect(unseal('session', 'ask', other)).toBeUndefined();
    }
    expect(unseal('session', 'ask', sealed.slice(0, -1))).toBeUndefined();
    expect(unseal('session', 'ask', '')).toBeUndefined();
  });
});

describe('a channel key', () => {
  const key = '0123456789abcdefghijklmnopqrstuv';

  it('is inserted once, at its place in the script', () => {
    const script = `const key = "${PLACEHOLDER}";`;
    expect(withChannelKey(script, key)).toBe(`const key = "${key}";`);
    expect(() => withChannelKey(withChannelKey(script, key), key)).toThrow(/has a key already/);
    expect(() => withChannelKey(script + script, key)).toThrow(TypeError);
    for (const wrong of ['short', `${key}"`, `${key} `, `${key}\n`, key.slice(1), ''])
      expect(() => withChannelKey(script, wrong), wrong).toThrow(/at least 32 characters/);
  });

  it('signs a proof for one call in one document, the same in every language', () => {
    const secret = createHash('sha256')
      .update(Buffer.from(bytesOf(key)))
      .digest();
    const signed = createHmac('sha256', secret)
      .update(Buffer.from(bytesOf('host d1 7')))
      .digest('hex');
    expect(channelProof(key, 'd1', 7)).toBe(`7.${signed}`);
    expect(channelProof(key, 'd1', 7)).toBe(
      '7.4e9e1295713cd11ee7053b477fce0665c4eea3c88ecf75e8528cc7d4c727b57c',
    );
  });
});
