import { tidySpace } from '../aria/white-space.ts';

export { tidySpace as collapse } from '../aria/white-space.ts';
export { cut } from '../dom/cut.ts';

/** Glyphs of icon fonts: private use code points, which say nothing to a reader. */
const PRIVATE_USE = /[\uE000-\uF8FF]|[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;

/** One line without icon glyphs. */
export const readable = (text: string): string =>
  tidySpace(/[\uDB80-\uF8FF]/.test(text) ? text.replace(PRIVATE_USE, '') : text);
