import { inject } from 'vitest';

/** The script for a page, as global-setup.ts has built it. */
export const pageScript = inject('pageScript');

/** `agent-browser.read.js`. */
export const readScript = inject('readScript');
