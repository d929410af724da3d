/** What the default file knows about a part that the build has made for it. */
export interface BuiltPart {
  /** SHA-256 of the part's source, as {@link file://../channel/hmac.ts} makes it. */
  readonly digest: string;
  /** The values of the default file that the part uses, in the order of its parameters. */
  shared(): readonly unknown[];
}

/** Empty here: the build replaces this file (scripts/build/parts.mjs). */
export const builtParts: readonly BuiltPart[] = [];
