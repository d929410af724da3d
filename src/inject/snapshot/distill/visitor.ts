import type { DomCache } from '../../dom/dom-cache.ts';
import type { Viewport } from '../../dom/view-box.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import type { ResolvedOptions } from '../request.ts';

/** What visitors may ask. */
export interface DistillContext {
  readonly options: ResolvedOptions;
  readonly cache: DomCache;
  readonly viewport: Viewport;
}

/** `remove`: with all below it; `unwrap`: what is in it takes its place; nothing, or false: it stays. */
export type Verdict = 'remove' | 'unwrap' | false | undefined;

/**
 * Asked of each node once what is below it is settled; `parent` holds the settled siblings before it as its last
 * children. It may change the node and what is below it, and tells what becomes of it.
 */
export type Visitor = (own: AccessibilityNode, parent: AccessibilityNode, context: DistillContext) => Verdict;
