import type { SnapshotNode } from '../contract.ts';
import { decimal } from './one-line.ts';

/** `true` prints the label alone, `false` prints `label=false`, strings still hold page text. */
export type AttributeValue = string | boolean;

/**
 * The attributes in the order in which they are printed. Most have the name of their field and are printed by the type of
 * its value: text, number, or boolean, which is printed only when it is true.
 */
const ORDER =
  'level type placeholder ref url checked selected expanded pressed disabled readonly required invalid focused haspopup hover current modal multiselectable busy live sort valuemin valuemax description scroll frame origin covered hidden box'.split(
    ' ',
  );

/** For each field, the attributes that it is printed as: a bit for each index in {@link ORDER}. */
const BITS: Record<string, number> = {};
ORDER.forEach((label, place) => {
  BITS[label] = 1 << place;
});
BITS.frame = (BITS.frame as number) | (BITS.origin as number);
BITS.validationMessage = BITS.invalid as number;
const REF_BIT = BITS.ref as number;
BITS.ref = 0;

/** Booleans that are printed when they are false, too. */
const EITHER = /^(?:checked|expanded|pressed)$/;

/** Roles for which `selected=false` is printed. */
const SELECTABLE = /^(?:option|tab)$/;

const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

/** Attributes whose value is computed from other fields. */
const COMPUTED: Readonly<Record<string, (node: Partial<SnapshotNode>) => unknown>> = {
  invalid: (node) => node.validationMessage || node.invalid,
  /** How many CSS px a scroll container can still be scrolled in each direction. */
  scroll: ({ scroll }) =>
    scroll &&
    DIRECTIONS.filter((way) => scroll[way])
      .map((way) => `${way}:${decimal(scroll[way] as number)}`)
      .join('/'),
  frame: ({ frame }) => frame && 'reason' in frame && frame.reason,
  origin: ({ frame }) => frame && (frame.origin || frame.src),
  box: ({ box }) => box && [box.x, box.y, box.width, box.height].map(decimal).join('/'),
};

/** The attributes of a node as label and value, in the order of {@link ORDER}; with `ref`, the ref in its place. */
export const attributesOf = (
  node: Partial<SnapshotNode>,
  ref: string | undefined,
): [label: string, value: AttributeValue][] => {
  const found: [string, AttributeValue][] = [];
  let bits = ref ? REF_BIT : 0;
  for (const field in node) bits |= BITS[field] ?? 0;
  for (let place = 0; bits >>> place; place++) {
    if (!((bits >>> place) & 1)) continue;
    const label = ORDER[place] as string;
    const read = COMPUTED[label];
    const value = label === 'ref' ? ref : read ? read(node) : node[label as keyof SnapshotNode];
    if (typeof value === 'number') found.push([label, decimal(value)]);
    else if (value) found.push([label, value as AttributeValue]);
    else if (
      value === false &&
      (EITHER.test(label) || (label === 'selected' && SELECTABLE.test(node.role || '')))
    ) {
      found.push([label, false]);
    }
  }
  return found;
};
