// The session's default script is the file beside it in dist (esbuild's `inject`).
export { script as __SCRIPT__ } from './script.js';
