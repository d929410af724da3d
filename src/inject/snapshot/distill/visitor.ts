import type { DomCache } from '../../dom/dom-cache.ts';
import type { Viewport } from '../../dom/view-box.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import type { ResolvedOptions } from '../request.ts';

/** What visitors read beside the nodes. */
export interface DistillContext {
  readonly options: ResolvedOptions;
  readonly cache: DomCache;
  readonly viewport: Viewport;
}

/** `remove`: the node goes with all below it; `unwrap`: its children take its place; undefined or false: it stays. */
export type Verdict = 'remove' | 'unwrap' | false | undefined;

/**
 * Called for each node after its children are done; `parent` holds the siblings before it. A visitor may change the
 * node and what is below it, and returns what becomes of the node.
 */
export type Visitor = (own: AccessibilityNode, parent: AccessibilityNode, context: DistillContext) => Verdict;
