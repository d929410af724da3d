/** https://encoding.spec.whatwg.org/#bom-sniff */
const MARKS: readonly [bytes: readonly number[], label: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/** A parser looks for `<meta charset>` in the first 1024 bytes; authors put comments before it. */
const MOST_SEARCHED = 4_096;

const META = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i;
const XML = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i;

const markOf = (body: Buffer): string | undefined =>
  MARKS.find(([bytes]) => bytes.every((byte, i) => body[i] === byte))?.[1];

const declaredIn = (body: Buffer): string | undefined => {
  const head = body.subarray(0, MOST_SEARCHED).toString('latin1');
  const label = META.exec(head)?.[1] ?? XML.exec(head)?.[1];
  // What says so in bytes that were just read can't be: https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label;
};

const decoderOf = (label: string | undefined): TextDecoder | undefined => {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    // There is no such encoding.
    return undefined;
  }
};

/** The bytes 0x80 to 0x9f of windows-1252; what has no character there stands for itself. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Node 20's own decoder takes it for ISO 8859-1. */
const fromWindows1252 = (body: Buffer): string =>
  body.toString('latin1').replace(/[\x80-\x9f]/g, (one) => WINDOWS_1252[one.charCodeAt(0) - 0x80] ?? one);

const charsetIn = (contentType: string): string | undefined =>
  /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(contentType)?.[1];

/**
 * The text of a body: as its byte order mark says, or the header, or the document itself
 * (https://html.spec.whatwg.org/#determining-the-character-encoding); where nothing does, UTF-8 if it is that, else
 * windows-1252.
 */
export const decode = (body: Buffer, contentType: string): string => {
  const named = decoderOf(markOf(body)) ?? decoderOf(charsetIn(contentType)) ?? decoderOf(declaredIn(body));
  if (named) return named.encoding === 'windows-1252' ? fromWindows1252(body) : named.decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return fromWindows1252(body);
  }
};
