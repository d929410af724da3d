import type { Part } from '../composition.ts';
import { hooks } from '../page/hooks/hooks.ts';

/** `parts/hooks.js`: the console, requests, dialogs, listeners and closed shadow roots, recorded or answered. */
export default { kinds: { hooks } } satisfies Part;
