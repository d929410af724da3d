/** A part as the build has made it for the default file. */
export interface BuiltPart {
  /** SHA-256 of the part's source, as {@link file://../channel/hmac.ts} makes it. */
  readonly digest: string;
  /** What it is given of the default file, in the order of its parameters. */
  shared(): readonly unknown[];
}

/** The build puts another file in the place of this one (scripts/build/parts.mjs). */
export const builtParts: readonly BuiltPart[] = [];
