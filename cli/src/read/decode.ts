/** Byte order marks: https://encoding.spec.whatwg.org/#bom-sniff */
const MARKS: readonly [bytes: readonly number[], label: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/**
 * How many bytes are searched for a declared encoding. Browsers search the first 1024 for `<meta charset>`; pages with
 * long comments before it need more.
 */
const MOST_SEARCHED = 4_096;

const META = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i;
const XML = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i;

const markOf = (body: Buffer): string | undefined =>
  MARKS.find(([bytes]) => bytes.every((byte, i) => body[i] === byte))?.[1];

const declaredIn = (body: Buffer): string | undefined => {
  const head = body.subarray(0, MOST_SEARCHED).toString('latin1');
  const label = META.exec(head)?.[1] ?? XML.exec(head)?.[1];
  // The declaration was just read as ASCII, so the bytes cannot be UTF-16. The prescan takes it for UTF-8:
  // https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label;
};

const decoderOf = (label: string | undefined): TextDecoder | undefined => {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    // The label names no encoding, so the next source is tried.
    return undefined;
  }
};

/** The characters of windows-1252 for the bytes 0x80 to 0x9f; the five unassigned bytes are control characters. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Decodes windows-1252 by hand, because the `TextDecoder` of Node 20 decodes it as ISO 8859-1. */
const fromWindows1252 = (body: Buffer): string =>
  body.toString('latin1').replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] ?? char);

const charsetIn = (contentType: string): string | undefined =>
  /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(contentType)?.[1];

/**
 * The text of a body. Its encoding is that of the byte order mark, else of the content type, else the one that the
 * document declares (https://html.spec.whatwg.org/#determining-the-character-encoding). Without any, it is UTF-8 if the
 * bytes are valid UTF-8, else windows-1252.
 */
export const decode = (body: Buffer, contentType: string): string => {
  const textDecoder =
    decoderOf(markOf(body)) ?? decoderOf(charsetIn(contentType)) ?? decoderOf(declaredIn(body));
  if (textDecoder)
    return textDecoder.encoding === 'windows-1252' ? fromWindows1252(body) : textDecoder.decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return fromWindows1252(body);
  }
};
