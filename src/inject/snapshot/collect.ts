import type { Box, OpaqueFrame, ScrollState } from '../../contract.ts';
import { roleOf } from '../aria/role.ts';
import { isFrame, isLiveRegion, isNotContent } from '../dom/content.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import { frameDocument, shadowRootOf } from '../dom/flat-tree.ts';
import { type Owned, readOwned } from '../dom/owned.ts';
import { bodyOf, elementsIn, hasAttributes, rootElement, tagOf, typeOfNode } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import { isNearViewport, type Viewport, viewBoxOf } from '../dom/view-box.ts';
import { type ClipContext, hiddenBelow, hidesSubtree } from '../dom/visibility.ts';
import { type ActionFacts, actionFactsOf, NO_ACTION } from '../element/action-facts.ts';
import { classify } from '../element/classify.ts';
import { isTextLevel } from '../element/content-roles.ts';
import { isOutOfFlow } from '../element/dialogs.ts';
import { isListed, isStandIn } from '../element/element-state.ts';
import { CLICKED } from '../element/handler-attributes.ts';
import { createDelegated, type Delegated, readAncestorRecords, readRecords } from '../element/handlers.ts';
import { scrollState } from '../element/scroll-state.ts';
import { mayHaveStandIn, standInOf } from '../element/stand-in.ts';
import { childrenBelow, hasOwnContent, inOrder, orderOfChildren, showsOwned } from './children.ts';
import type { Collected, ElementFacts, Facts } from './facts.ts';
import { opaqueFrame } from './frames.ts';
import { createHovered, type Hovered } from './hover-hosts.ts';
import { itemsOfListener } from './items-of-listener.ts';
import type { ResolvedOptions } from './request.ts';
import { tipOf } from './seen-without-words.ts';
import { isTextBoundary, joinText, newSeam, type Seam, type TextRun } from './text-runs.ts';
import { generatedTextOf, hostsOfGeneratedText } from './written-by-style.ts';

/** What the collector needs of a request. */
export interface CollectRequest {
  readonly options: ResolvedOptions;
  /** Where reading begins, in this order. */
  readonly scopes: readonly Element[];
  /** Reading ends after this many interactive elements. */
  readonly most: number;
}

type Building = { -readonly [K in keyof ElementFacts]: K extends 'children' ? Facts[] : ElementFacts[K] };

/** An element whose facts are being collected, and the open run of text in it, which more text may join. */
interface Sink {
  readonly runs: Building;
  open: TextRun | undefined;
  seam: Seam;
}

/** An element of the flat tree whose children are being visited. */
interface TraversalEntry {
  readonly el: Element;
  readonly tag: string;
  readonly children: ArrayLike<Node>;
  /** The attribute that orders its rows or cells (`aria-rowindex`); empty: document order. */
  readonly order: string;
  index: number;
  /** Collects facts and text below. */
  readonly sink: Sink;
  readonly clip: ClipContext;
  /** Whether its own text is visible; undefined: not computed yet. */
  isTextSeen: boolean | undefined;
  /** Whether it draws the content of a field, which is the field's value and not read as text. */
  readonly isValue: boolean;
  /** Hidden, and so is what is below (only with `includeHidden`). */
  readonly isUnseen: boolean;
  /** The cursor that its children inherit. */
  readonly cursor: string;
  /** Whether text on both sides of it stands in different runs. */
  readonly isBlock: boolean;
  /** Number of facts in the sink before it. */
  readonly held: number;
}

const CHECK_TIME_EVERY = 128;

const PLAIN_CURSOR = /^(?:auto|default)$/;

/** Presses go through an element with `pointer-events: none`, so its pointer cursor is never seen. */
const cursorOf = (style: CSSStyleDeclaration, { cursor } = style): string =>
  cursor !== 'pointer' || style.pointerEvents !== 'none' ? cursor : '';

/**
 * In these lists and parts of tables, a pointer cursor is meant for the items, or the cells of the head; so is one that a
 * list inherits from an item around it, or from what a menu that is laid over the page stands in.
 */
const ITEM_CONTAINER_TAG = /^(?:ul|ol|table|tbody|thead)$/;

/** Characters of one run of text: nobody reads more. */
const MAX_RUN_CHARS = 20_000_000;

/** The seam of a sink without an open run. */
const CLOSED = newSeam();

const newSink = (runs: Building): Sink => ({ runs, open: undefined, seam: CLOSED });

const factsOf = (el: Element, tag: string, role: string, action: ActionFacts): Building => ({
  el,
  tag,
  role,
  isHidden: false,
  action,
  interactivity: undefined,
  scroll: undefined,
  box: undefined,
  isOffscreen: false,
  frame: undefined,
  children: [],
});

/** The one walk over the flat tree, without recursion: reads each element once and decides nothing. */
class Collector {
  visited = 0;
  hidden = 0;
  stopped: Collected['stopped'];
  /** Number of interactive elements. */
  private interactive = 0;
  private readonly stack: TraversalEntry[] = [];
  private readonly delegated: Delegated = createDelegated();
  private readonly hovered: Hovered;
  private readonly written: ReadonlySet<Element>;
  private readonly owned: Owned;
  private readonly surfaces: ReadonlySet<unknown>;
  private readonly deadline: number;

  constructor(
    private readonly options: ResolvedOptions,
    private readonly most: number,
    private readonly cache: DomCache,
    private readonly viewport: Viewport,
  ) {
    this.deadline = Date.now() + (options.timeBudgetMs ?? Infinity);
    const isLate = (): boolean => this.isLate();
    readRecords(document, this.delegated);
    this.hovered = createHovered(cache, () => !options.cursorInteractive || isLate());
    this.hovered.read(document);
    this.written = options.interactiveOnly ? new Set() : hostsOfGeneratedText(document, cache, isLate);
    this.surfaces = new Set(
      elementsIn(document, 'textarea').map((el) => isListed(el, cache) && drawingSurface(el)),
    );
    this.owned = readOwned(document, (owner) => showsOwned(owner, cache, options.minElementSize));
  }

  /** Collects `top` and all below it into `into`. */
  run(top: Element, into: Building): void {
    readAncestorRecords(top, this.delegated);
    const { stack } = this;
    stack.push({
      el: into.el,
      tag: '',
      children: [top],
      order: '',
      index: 0,
      sink: newSink(into),
      clip: {},
      isTextSeen: false,
      isValue: false,
      isUnseen: false,
      cursor: '',
      isBlock: true,
      held: 0,
    });
    for (let entry = stack[0]; entry; entry = stack[stack.length - 1]) {
      const node = this.stopped ? undefined : entry.children[entry.index++];
      if (!node) {
        stack.pop();
        this.leave(entry, stack[stack.length - 1]);
        continue;
      }
      const type = typeOfNode(node);
      if (type === 1) this.visit(node as Element, entry);
      else if (type === 3 || type === 4) this.addText((node as Text).data, entry);
    }
  }

  private isLate(): boolean {
    return Date.now() > this.deadline;
  }

  private visit(el: Element, above: TraversalEntry): void {
    const owner = this.owned.owner.get(el);
    if (owner && owner !== above.el) return;
    const tag = tagOf(el);
    if (isNotContent(tag)) return;
    if (tag === 'br') {
      const { open, seam } = above.sink;
      if (open) open.text += joinText(seam, ' ', tag, this.cache);
      return;
    }
    this.visited++;
    const isLate = this.visited % CHECK_TIME_EVERY === 0 && this.isLate();
    if (isLate || this.interactive >= this.most) {
      this.stopped = { at: el, limit: isLate ? 'timeBudget' : 'maxNodes' };
      return;
    }
    const { cache, options } = this;
    const { reason, below } = hiddenBelow(el, above.el, above.clip, cache, options.minElementSize);
    if (reason && hidesSubtree(reason) && !options.includeHidden) {
      this.hidden++;
      return;
    }
    this.hovered.read(shadowRootOf(el));
    const info = styleInfoOf(el, cache);
    const isHidden =
      above.isUnseen || (reason !== undefined && !isStandIn(el, reason, cache)) || info.isInvisible;
    if (isHidden) this.hidden++;
    const isShown = !isHidden || options.includeHidden;
    // A hidden frame hides all of its document: nothing in it can be shown outside.
    if (!isShown && isFrame(tag)) return;
    const cursor = isFrame(tag) ? '' : cursorOf(info.style);
    const scroll = below.scroller === el && !isHidden ? scrollState(el, info.style) : undefined;
    const ownCursor = this.ownCursor(el, cursor, above.cursor);
    const isList = ITEM_CONTAINER_TAG.test(tag);
    const isOfItems =
      ownCursor === 'pointer'
        ? isList || above.tag === 'thead'
        : isList && cursor === 'pointer' && (above.tag === 'li' || isOutOfFlow(el, cache));
    const own = isShown ? this.read(el, tag, isOfItems ? '' : ownCursor, scroll) : undefined;
    if (own) own.isHidden = isHidden;
    const isUnseen = above.isUnseen || (reason !== undefined && hidesSubtree(reason));
    const givesCursorToItems = isOfItems && !own?.action.handled;
    const entry = this.enter(el, tag, above, own, below, isUnseen, givesCursorToItems ? '' : cursor);
    if (!isShown) entry.isTextSeen = false;
    if (this.written.has(el)) this.addWritten(entry, '::before');
  }

  /** The facts of an element that may get a node of its own; undefined: only its children count. */
  private read(
    el: Element,
    tag: string,
    cursor: string,
    scroll: ScrollState | undefined,
  ): Building | undefined {
    const role = roleOf(el, this.cache);
    const action = actionFactsOf(el, tag, role, this.cache, {
      cursor,
      scrolls: !!scroll,
      reveals: this.hovered.hosts.has(el),
      delegated: this.delegated,
      findClickable: this.options.cursorInteractive,
    });
    const isPlain = action === NO_ACTION && isTextLevel(role) && tag !== 'label';
    if (isPlain && !isFrame(tag) && !(hasAttributes(el) && isLiveRegion(el))) return undefined;
    const facts = factsOf(el, tag, role, action);
    facts.scroll = scroll;
    facts.interactivity = classify(action, role);
    const isInteractive = !!facts.interactivity;
    // A box with a pointer cursor is clicked as a whole, another one at its items.
    if (action.handled === 'click' && cursor !== 'pointer' && /^(?:generic|list)$/.test(role))
      for (const item of itemsOfListener(el)) this.delegated.elements.set(item, CLICKED);
    const needsBox = isInteractive || this.options.viewport !== 'all';
    if (this.cache.hasLayout && needsBox && !this.readBox(facts)) return undefined;
    if (isInteractive) this.interactive++;
    return facts;
  }

  /** The element's own cursor, or the one that it gets under the pointer; empty where it only inherits. */
  private ownCursor(el: Element, cursor: string, above: string): string {
    const hoverCursor = PLAIN_CURSOR.test(cursor) ? this.hovered.cursors.get(el) : undefined;
    return hoverCursor || (cursor === above ? '' : cursor);
  }

  /**
   * The box where an element is seen. A field without a size may take the keys for an editor drawn beside it; a label
   * or a styled box may take the click for a hidden input.
   */
  private boxOf(el: Element): Box | undefined {
    const { cache, viewport } = this;
    const min = this.options.minElementSize;
    const own = viewBoxOf(el, viewport, min);
    if (own && !mayHaveStandIn(el, cache)) return own;
    const surface = own ? standInOf(el, cache) : drawingSurface(el) || standInOf(el, cache);
    return surface ? viewBoxOf(surface, viewport, min) : own;
  }

  /** Reads the box of an element. Returns false where it is too small, or outside of the wanted part of the page. */
  private readBox(facts: Building): boolean {
    const { viewport, options } = this;
    const box = this.boxOf(facts.el);
    if (!box) return options.includeHidden || facts.tag === 'option';
    facts.box = box;
    facts.isOffscreen = !isNearViewport(box, viewport, 0);
    return this.isInWantedPart(box);
  }

  private isInWantedPart(box: Box): boolean {
    const { viewport: wanted } = this.options;
    return wanted === 'all' || isNearViewport(box, this.viewport, wanted === 'visible' ? 0 : wanted.buffer);
  }

  private enter(
    el: Element,
    tag: string,
    above: TraversalEntry,
    own: Building | undefined,
    clip: ClipContext,
    isUnseen: boolean,
    cursor: string,
  ): TraversalEntry {
    const { cache, options } = this;
    const { sink } = above;
    const inside = isFrame(tag) ? this.frameContent(el, own) : undefined;
    const isBlock = !!inside || !!own || isTextBoundary(el, tag, cache);
    if (isBlock) sink.open = undefined;
    else if (sink.open) sink.seam.edges.push([el, 0]);
    if (own) sink.runs.children.push(own);
    const children = inside || (hasOwnContent(tag) ? childrenBelow(el, options.shadow, this.owned) : []);
    const order = own ? orderOfChildren(own.role) : above.order;
    const isValue = above.isValue || this.surfaces.has(el);
    const entry: TraversalEntry = {
      el,
      tag,
      children: inOrder(children, order),
      order,
      index: 0,
      sink: own ? newSink(own) : sink,
      clip: inside ? {} : clip,
      isTextSeen: isValue ? false : undefined,
      isValue,
      isUnseen,
      cursor,
      isBlock,
      held: sink.runs.children.length,
    };
    this.stack.push(entry);
    return entry;
  }

  private seesText(entry: TraversalEntry): boolean {
    entry.isTextSeen ??= !skipsOwnText(entry.el, this.cache);
    return entry.isTextSeen;
  }

  /** The root of a frame's document. A frame that can't be entered gets its reason in `own`. */
  private frameContent(el: Element, own: Building | undefined): ArrayLike<Node> | undefined {
    const { frames, maxAttrValueLen } = this.options;
    const doc = frames ? frameDocument(el) : null;
    this.hovered.read(doc);
    const root = doc && rootElement(doc);
    if (root) return [root];
    if (own) own.frame = opaqueFrame(el, frames, maxAttrValueLen) as OpaqueFrame;
    return undefined;
  }

  private addWritten(entry: TraversalEntry, pseudo: '::before' | '::after'): void {
    const text = this.seesText(entry) ? generatedTextOf(entry.el, pseudo) : '';
    if (text) this.addText(text, entry);
  }

  private addText(data: string, entry: TraversalEntry): void {
    const { sink, el, tag } = entry;
    if (!sink.open && !/[^ \t\n\r\f]/.test(data)) return;
    if (!this.seesText(entry)) return;
    if (!sink.open) {
      if (this.isOutOfSight(el)) return;
      sink.open = { text: '', el };
      sink.seam = newSeam();
      sink.runs.children.push(sink.open);
    }
    if (sink.open.text.length < MAX_RUN_CHARS) sink.open.text += joinText(sink.seam, data, tag, this.cache);
  }

  /** Whether text has no size, or lies outside of the wanted part of the page. */
  private isOutOfSight(el: Element): boolean {
    const { cache, options, viewport } = this;
    if (!cache.hasLayout) return false;
    if (styleInfoOf(el, cache).style.fontSize === '0px') return true;
    if (options.viewport === 'all') return false;
    const box = viewBoxOf(el, viewport);
    return !!box && !this.isInWantedPart(box);
  }

  private leave(entry: TraversalEntry, above: TraversalEntry | undefined): void {
    if (!above) return;
    if (this.written.has(entry.el)) this.addWritten(entry, '::after');
    const { sink } = above;
    if (sink === entry.sink && sink.runs.children.length === entry.held && hasAttributes(entry.el)) {
      const tip = this.seesText(entry) ? tipOf(entry.el, this.cache) : '';
      if (tip) this.addText(tip, entry);
    }
    if (entry.isBlock) sink.open = undefined;
    else if (sink.open) sink.seam.edges.push([entry.el, 1]);
  }
}

/** Reads the scopes. What is above the body is not read: `readPage` gives no scope where it hides the body. */
export const collect = (
  { options, scopes, most }: CollectRequest,
  cache: DomCache,
  viewport: Viewport,
): Collected => {
  const body = bodyOf();
  const tag = body ? tagOf(body) : 'body';
  const root = factsOf(body as Element, tag, 'document', NO_ACTION);
  const collector = new Collector(options, most, cache, viewport);
  for (const scope of scopes) collector.run(scope, root);
  const { visited, hidden, stopped } = collector;
  return { root, visited, hidden, stopped };
};
