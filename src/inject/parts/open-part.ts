import { bytesOf, hexOf, sha256 } from '../channel/hmac.ts';
import type { Part } from '../composition.ts';
import { reflection, sourceText } from '../dom/fresh-realm.ts';
import { INTRINSICS } from '../dom/natives.ts';
import { type BuiltPart, builtParts } from './built-parts.ts';

/**
 * Whether a function was created in this realm: one of a frame creates its arrays from that frame's built-ins, which the
 * page may have changed. `Reflect.construct` with a `newTarget` without prototype uses the prototype of the realm of `newTarget`.
 */
const isOfThisRealm = (given: object): boolean => {
  const { apply, defineProperty, getPrototypeOf } = reflection;
  if (!defineProperty(given, 'prototype', { __proto__: null, value: null } as never)) return false;
  return getPrototypeOf(apply(Reflect.construct, Reflect, [Array, [], given])) === INTRINSICS.Array;
};

/**
 * Returns a function that opens what a file of `dist/parts` registers: a function that takes what it shares with the default
 * file and returns the part. A page can register anything, so only a function with the exact source of a built part is
 * called. That source uses only its parameters (the build makes sure), so it does the same in any scope. Each part is
 * opened once.
 */
export const openPart = (): ((given: unknown) => Part | undefined) => {
  const left = builtParts.slice();
  return (given) => {
    if (typeof given !== 'function') return undefined;
    const digest = hexOf(sha256(bytesOf(sourceText(given as () => unknown))));
    const at = left.findIndex((part) => part.digest === digest);
    if (at < 0 || !isOfThisRealm(given)) return undefined;
    const [part] = left.splice(at, 1) as [BuiltPart];
    return reflection.apply(given as () => Part, undefined as never, part.shared() as never);
  };
};
