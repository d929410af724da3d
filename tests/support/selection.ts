/** With FULL=1 every table is played whole; else the rows that differ least are left out, to keep the gate short. */
export const IS_FULL = Boolean(process.env.FULL);
