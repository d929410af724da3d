/** The item of a list of one; undefined for any other list. */
export const soleOf = <T>(all: ArrayLike<T>): T | undefined => (all.length === 1 ? all[0] : undefined);
