export { readable, tidySpace as collapse } from '../aria/white-space.ts';
export { cut } from '../dom/cut.ts';
