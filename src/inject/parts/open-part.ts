import { bytesOf, hexOf, sha256 } from '../channel/hmac.ts';
import type { Part } from '../composition.ts';
import { reflection, sourceText } from '../dom/fresh-realm.ts';
import { INTRINSICS } from '../dom/natives.ts';
import { type BuiltPart, builtParts } from './built-parts.ts';

/**
 * Whether a function was made in this realm: the lists in one of a frame are made of that frame's built-ins, which the
 * page may have changed. What is constructed for a class without a prototype gets that of the class's own realm.
 */
const isOfThisRealm = (given: object): boolean => {
  const { apply, defineProperty, getPrototypeOf } = reflection;
  if (!defineProperty(given, 'prototype', { __proto__: null, value: null } as never)) return false;
  return getPrototypeOf(apply(Reflect.construct, Reflect, [Array, [], given])) === INTRINSICS.Array;
};

/**
 * Opens what a file of `dist/parts` hands in: a function that gets what it shares with the default file, and gives the
 * part. A page can hand in anything, so only a function with the very source that the build has made is called. That
 * source names nothing outside of itself but its parameters (the build makes sure), so that it does the same wherever a
 * page may have put it. Each is opened once.
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
