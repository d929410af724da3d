/** Puts items onto a stack so that the first of them comes off first. */
export const pushInOrder = <T>(stack: T[], items: ArrayLike<T>): void => {
  for (let i = items.length - 1; i >= 0; i--) stack.push(items[i] as T);
};
