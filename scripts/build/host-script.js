// The session's default script is the file beside it in dist (esbuild's `inject`).
export { script as __SCRIPT__ } from './script.js';

// Only where a call needs one.
export const __LOAD_PART__ = async (file) => (await import('./parts.js')).parts[file];
