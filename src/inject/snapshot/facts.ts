import type { Box, OpaqueFrame, ScrollState } from '../../contract.ts';
import type { ActionFacts } from '../element/action-facts.ts';
import type { Interactivity } from '../element/classify.ts';

/** What was read of an element of the flat tree. Nothing changes it once it was collected. */
export interface ElementFacts {
  readonly el: Element;
  readonly tag: string;
  /** Computed role. */
  readonly role: string;
  /** Only with `includeHidden`. */
  readonly isHidden: boolean;
  /** What speaks for something that can be acted on. */
  readonly action: ActionFacts;
  /** What follows from that. */
  readonly interactivity: Interactivity | undefined;
  readonly scroll: ScrollState | undefined;
  /** Where it is seen; absent where there is no layout, or nobody needs it. */
  readonly box: Box | undefined;
  readonly isOffscreen: boolean;
  /** A frame that can't be entered. */
  readonly frame: OpaqueFrame | undefined;
  readonly children: readonly Facts[];
}

/** Text that stands together between two edges of blocks, as it is written. */
export interface TextFacts {
  readonly text: string;
  /** The element that its first piece stands in. */
  readonly el: Element;
}

export type Facts = ElementFacts | TextFacts;

export const isTextFacts = (facts: Facts): facts is TextFacts => 'text' in facts;

/** What was read of a page. */
export interface Collected {
  readonly root: ElementFacts;
  /** Elements that were looked at, and those of them that are hidden. */
  readonly visited: number;
  readonly hidden: number;
  /** Not all was read: the element that comes next, and which limit was reached. */
  readonly stopped: { readonly at: Element; readonly limit: 'timeBudget' | 'maxNodes' } | undefined;
}
