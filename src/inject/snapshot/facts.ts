import type { Box, OpaqueFrame, ScrollState } from '../../contract.ts';
import type { ActionFacts } from '../element/action-facts.ts';
import type { Interactivity } from '../element/classify.ts';

/** What was read of an element in the flat tree. It does not change once it is collected. */
export interface ElementFacts {
  readonly el: Element;
  readonly tag: string;
  /** Computed role. */
  readonly role: string;
  /** Only with `includeHidden`. */
  readonly isHidden: boolean;
  /** Signs that the element can be acted on. */
  readonly action: ActionFacts;
  /** What `classify` makes of them. */
  readonly interactivity: Interactivity | undefined;
  readonly scroll: ScrollState | undefined;
  /** Its box in the viewport; undefined where there is no layout, or no stage needs it. */
  readonly box: Box | undefined;
  readonly isOffscreen: boolean;
  /** A frame that can't be entered. */
  readonly frame: OpaqueFrame | undefined;
  readonly children: readonly Facts[];
}

/** A run of text between two block edges. */
export interface TextFacts {
  readonly text: string;
  /** The element that holds its first piece. */
  readonly el: Element;
}

export type Facts = ElementFacts | TextFacts;

export const isTextFacts = (facts: Facts): facts is TextFacts => 'text' in facts;

/** What the collector read of a page. */
export interface Collected {
  readonly root: ElementFacts;
  /** Number of elements visited, and how many of them are hidden. */
  readonly visited: number;
  readonly hidden: number;
  /** Where reading stopped early: the next element, and which limit was reached; undefined: all was read. */
  readonly stopped: { readonly at: Element; readonly limit: 'timeBudget' | 'maxNodes' } | undefined;
}
