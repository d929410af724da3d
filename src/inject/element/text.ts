export { readable, tidySpace as collapse } from '../aria/white-space.ts';
export { cut, LONGEST } from '../dom/cut.ts';
