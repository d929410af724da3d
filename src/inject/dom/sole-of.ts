/** The only one; undefined where there are others, or none. */
export const soleOf = <T>(all: ArrayLike<T>): T | undefined => (all.length === 1 ? all[0] : undefined);
