import { inject } from 'vitest';

/** `agent-browser.js`, as global-setup.ts has built it. */
export const pageScript = inject('pageScript');

/** The files of `parts`, by their names. */
export const parts = inject('parts');

/** What gives a page `document.modelContext`: for document start, and no part of the script itself. */
const { 'parts/model-context.js': modelContextScript = '', ...registeringParts } = parts;

export { modelContextScript, registeringParts };

/** `agent-browser.js` with all of its parts, as a host puts them in that wants them from the beginning. */
export const scriptWithParts = [pageScript, ...Object.values(registeringParts)].join('\n;');

/** The same for a session, which loads parts when they are needed. */
export const sessionFiles = { script: pageScript, loadPart: (file: string) => parts[file] };

/** `agent-browser.read.js`. */
export const readScript = inject('readScript');
