import { captureNatives } from './dom/natives.ts';

/** The page's built-ins as they were before anything else of this script has run. */
export const guard = captureNatives(window);

/** Until the script is installed the captured ones are in place: its tables are made with them. */
export const leave = guard.enter();
