import { edgesOf } from '../../render/render.ts';
import { cutBetweenLines } from './tool-budget.ts';

/** The beginning of a line that looks like a line of the fence. */
const LIKE_AN_EDGE = /^\[(?=(?:begin|end) page content )/gm;

/** Characters of the two fence lines; 0 without a nonce. */
export const fenceChars = (nonce: string | undefined): number => edgesOf(nonce ?? '').join('').length;

/**
 * A text between the two lines that mark page content and that a page can't forge. It is cut to `max` characters inside of
 * the fence, so that the end line is always there. Without a nonce, the text as it is.
 */
export const fenced = (text: string, nonce: string | undefined, max: number): string => {
  if (!nonce) return text;
  const [begin, end] = edgesOf(nonce);
  const inner = text.replace(LIKE_AN_EDGE, '\\u005b');
  return begin + cutBetweenLines(inner, Math.max(0, max - fenceChars(nonce))) + end;
};
