import { edgesOf } from '../../render/render.ts';
import { cutBetweenLines } from './tool-budget.ts';

/** A line that could be taken for one of the fence's own. */
const LIKE_AN_EDGE = /^\[(?=(?:begin|end) page content )/gm;

/** The characters of the two lines around a text, none without a nonce. */
export const fenceChars = (nonce: string | undefined): number => edgesOf(nonce ?? '').join('').length;

/**
 * What may hold page text, between the two lines that a page can't fake, and within `max` characters: never cut so that the
 * end is lost. Without a nonce as it is.
 */
export const fenced = (text: string, nonce: string | undefined, max: number): string => {
  if (!nonce) return text;
  const [begin, end] = edgesOf(nonce);
  const inner = text.replace(LIKE_AN_EDGE, '\\u005b');
  return begin + cutBetweenLines(inner, Math.max(0, max - fenceChars(nonce))) + end;
};
