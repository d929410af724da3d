import { captureNatives } from './dom/natives.ts';

/** The page's built-ins, captured before anything else of this script has run. */
export const guard = captureNatives(window);

/** Puts the page's own built-ins back. Until then, while the script is set up, the captured ones are in place. */
export const leave = guard.enter();
