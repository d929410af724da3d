import { moreFormats } from '../../render/more-formats.ts';
import type { Part } from '../composition.ts';

/** `parts/formats.js`: `html`, `indexed`, `outline` and `yaml`, written in the page. */
export default { formats: moreFormats } satisfies Part;
