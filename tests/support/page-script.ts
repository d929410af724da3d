import { inject } from 'vitest';

/** `agent-browser.js`, as global-setup.ts has built it. */
export const pageScript = inject('pageScript');

/** The files of `parts`, by their names. */
export const parts = inject('parts');

/** Gives a page `document.modelContext` at document start. The other parts register with the script itself. */
const { 'parts/model-context.js': modelContextScript = '', ...registeringParts } = parts;

export { modelContextScript, registeringParts };

/** `agent-browser.js` with all of its parts, for hosts that inject them from the beginning. */
export const scriptWithParts = [pageScript, ...Object.values(registeringParts)].join('\n;');

/** The same for a session, which loads parts on demand. */
export const sessionFiles = { script: pageScript, loadPart: (file: string) => parts[file] };

/** `agent-browser.read.js`. */
export const readScript = inject('readScript');
