import { widgets } from '../action/widgets/index.ts';
import type { Part } from '../composition.ts';

/** `parts/widgets.js`: choosing in lists, calendars and sliders that pages draw themselves, in one call. */
export default { widgets } satisfies Part;
