import type { ScrollState, SnapshotNode } from '../../contract.ts';
import { nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { NAMED_BY_CONTENT } from '../aria/role-data.ts';
import { elementById, isElement, isText, soleText } from '../dom/flat-tree.ts';
import { hiddenBelow, hidesSubtree } from '../dom/hidden.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { type Owned, readOwned } from '../dom/owned.ts';
import { lookOf, type Pass } from '../dom/pass.ts';
import { attr, hasAttr, tagOf } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import type { Viewport } from '../dom/view-box.ts';
import { addEvidence } from './add-evidence.ts';
import type { Budget } from './budget.ts';
import {
  isContextRole,
  isMeantEmpty,
  isRetold,
  isTextLevel,
  isToldWhole,
  shownRole,
} from './content-roles.ts';
import { append, createDraft, type Draft, dropText, foldText, isSaid, settleText } from './draft.ts';
import { isStandIn } from './element-state.ts';
import {
  addsNothing,
  becomeContent,
  isSurface,
  leavesNameToControl,
  nameByText,
  namesDrawnBox,
  onlyHearsInside,
  repeatsCaption,
  repeatsControl,
  repeatsValue,
  saysSomething,
  takeSoleLink,
  tellHover,
  wrapsCombobox,
  wrapsNativeBox,
} from './finish-draft.ts';
import type { Delegated } from './handlers.ts';
import { hoverCursors, hoverHosts } from './hover-hosts.ts';
import { evidenceOf, HOVERABLE } from './interactivity.ts';
import { listedStates } from './listed-states.ts';
import { breakLine, endsText, setApart } from './loose-text.ts';
import { nameByEvidence } from './name-by-evidence.ts';
import type { ResolvedOptions } from './options.ts';
import { addOptions } from './options-of-select.ts';
import { readBox } from './read-box.ts';
import { TextReader } from './read-text.ts';
import { nameByReplaced } from './replaced-select.ts';
import { tellAround, tellChoice } from './said-around.ts';
import { scrollState } from './scroll.ts';
import { shownValue } from './seen-text.ts';
import { tellMark } from './seen-without-words.ts';
import { tellCurrent } from './tell-current.ts';
import { drawnIn, tellDrawn } from './tell-drawn.ts';
import { cut, LONGEST, readable } from './text.ts';
import { childrenBelow, frameContent, isToldWithoutChildren, showsOwned } from './walk-children.ts';
import type { Frame } from './walk-frame.ts';
import { isFrame, isLabelled, isLiveRegion, isNotContent, isToldByControl } from './walk-rules.ts';
import { writtenByStyle } from './written-by-style.ts';

const PLAIN_CURSOR = /^(?:auto|default)$/;

const CHECK_TIME_EVERY = 128;

/** What the walk has seen of an element before it is drafted. */
interface Seen {
  hidden: boolean;
  cursor: string;
  scroll: ScrollState | undefined;
}

/**
 * The one walk over the flat tree, without recursion. It reads each element once, decides what is emitted and
 * stops when a budget is spent.
 */
export class Walk {
  visited = 0;
  hidden = 0;
  interactive = 0;
  /** Those among them to which nothing around them yields. */
  private asides = 0;
  /** The last element emitted in document order. */
  last: Element | undefined;
  /** Walked before the rest, put in when their place comes. */
  readonly prepared = new Map<Element, Draft>();
  /**
   * The way down to the element after which the walk begins to emit; empty once it is passed, or its place is: it may
   * not be shown any more.
   */
  readonly skipping: Set<Element> = new Set();
  /** What was said last of what is around something. */
  private told = '';
  private readonly stack: Frame[] = [];
  private readonly hoverHosts: ReadonlySet<Element>;
  private readonly hoverCursors: ReadonlyMap<Element, string>;
  private readonly texts: TextReader;
  private readonly owned: Owned;
  private readonly active = deepActiveElement();
  private readonly activeDescendant =
    this.active && elementById(this.active, attr(this.active, 'aria-activedescendant') ?? '');

  constructor(
    private readonly pass: Pass,
    private readonly viewport: Viewport,
    private readonly options: ResolvedOptions,
    private readonly delegated: Delegated,
    readonly budget: Budget,
  ) {
    const isLate = () => budget.isLate();
    this.hoverHosts = options.cursorInteractive ? hoverHosts(document, pass, isLate) : new Set();
    this.hoverCursors = options.cursorInteractive ? hoverCursors(document, pass, isLate) : new Map();
    const written = options.interactiveOnly ? new Set<Element>() : writtenByStyle(document, pass, isLate);
    this.texts = new TextReader(pass, options.maxTextPerNode, budget, written);
    this.owned = readOwned(document, (owner) => showsOwned(owner, pass, options.minElementSize));
  }

  /** Walks what is below `top` into its sink. */
  run(top: Frame): void {
    const { stack } = this;
    stack.push(top);
    while (stack.length > 0) {
      const frame = stack[stack.length - 1] as Frame;
      const node = this.budget.stopped ? undefined : frame.children[frame.index++];
      if (!node) {
        stack.pop();
        this.leave(frame, stack[stack.length - 1]);
      } else if (isElement(node)) {
        this.visit(node, frame);
        if (this.skipping.has(node)) this.skipping.clear();
      } else if (isText(node) && this.wantsText(frame)) this.note(frame, this.texts.readText(node, frame));
    }
  }

  private visit(el: Element, above: Frame): void {
    if (this.skipping.size > 0 && !this.skipping.has(el)) return;
    const owner = this.owned.owner.get(el);
    if (owner && owner !== above.el) return;
    const prepared = this.prepared.get(el);
    if (prepared) {
      this.prepared.delete(el);
      above.sink.textOpen = false;
      for (const child of prepared.children) append(above.sink, child);
      return;
    }
    const tag = tagOf(el);
    if (isNotContent(tag)) return;
    if (tag === 'br') {
      breakLine(above.sink);
      return;
    }
    this.visited++;
    if (this.visited % CHECK_TIME_EVERY === 0 && this.budget.isLate()) {
      this.budget.stop(el, 'timeBudget');
      return;
    }
    const { reason, below } = hiddenBelow(el, above.el, above.line, this.pass, this.options.minElementSize);
    const flagged = this.options.includeHidden;
    if (reason && hidesSubtree(reason) && !flagged) {
      this.hidden++;
      return;
    }
    const look = lookOf(el, this.pass);
    const hidden =
      above.unseen || (reason !== undefined && !isStandIn(el, reason, this.pass)) || look.isInvisible;
    if (hidden) this.hidden++;
    // What is in a frame can't stand out of it.
    if (hidden && !flagged && isFrame(tag)) return;
    const before = this.interactive - this.asides;
    const { cursor } = look.style;
    // Only what clips its content can scroll it.
    const scroll = below.scroller === el && !hidden ? scrollState(el, look.style) : undefined;
    const own = hidden && !flagged ? undefined : this.draftOf(el, tag, above, { hidden, cursor, scroll });
    if (this.budget.stopped) return;
    this.skipping.delete(el);
    const unseen = above.unseen || (reason !== undefined && hidesSubtree(reason));
    this.enter(el, tag, above, own, {
      line: below,
      visible: flagged || !hidden,
      unseen,
      before,
      cursor,
    });
  }

  private enter(
    el: Element,
    tag: string,
    above: Frame,
    own: Draft | undefined,
    facts: Pick<Frame, 'line' | 'visible' | 'unseen' | 'before' | 'cursor'>,
  ): void {
    const inside = isFrame(tag) ? frameContent(el, own, this.options) : undefined;
    const told = tag === 'label' && isToldByControl(el, this.pass);
    const whole =
      !told && (above.whole || (own !== undefined && isToldWhole(own.node.role)) || isLiveRegion(el));
    const block = inside !== undefined || endsText(el, tag, this.pass);
    if (block) above.sink.textOpen = false;
    else if (!own) setApart(above.sink, el, 0, this.pass);
    if (own) own.parent = above.sink;
    this.stack.push({
      el,
      children: inside ?? this.childrenOf(el, tag, own),
      index: 0,
      sink: own ?? above.sink,
      own,
      line: inside ? {} : facts.line,
      visible: facts.visible && !skipsOwnText(el, this.pass),
      unseen: facts.unseen,
      cursor: inside ? '' : facts.cursor,
      whole,
      text: !told && (whole || above.text || own?.evidence !== undefined),
      block,
      before: facts.before,
      held: above.sink.children.length,
    });
    this.readWritten(this.stack[this.stack.length - 1] as Frame, '::before');
  }

  private childrenOf(el: Element, tag: string, own: Draft | undefined): ArrayLike<Node> {
    if (own?.nameFromContent && !hasAttr(el, 'aria-owns')) {
      const text = soleText(el);
      if (text && isSaid(own, text.data)) return [];
    }
    if (!isToldWithoutChildren(tag, own)) return childrenBelow(el, this.options.shadow, this.owned);
    if (tag === 'select' && own)
      addOptions(own, this.options.maxTextPerNode, (draft) => this.budget.reserve(draft, el));
    return [];
  }

  /** Its own cursor, also one that it gets only under the pointer; what it has from above says nothing of it. */
  private cursorFor(el: Element, cursor: string, above: string): string {
    const hand = PLAIN_CURSOR.test(cursor) && this.hoverCursors.get(el);
    if (hand) return hand;
    return cursor !== above && this.options.cursorInteractive ? cursor : '';
  }

  /** A draft for an element that may be emitted; undefined: only what is inside counts. */
  private draftOf(el: Element, tag: string, above: Frame, seen: Seen): Draft | undefined {
    const { hidden, scroll } = seen;
    const { pass, options } = this;
    const role = roleOf(el, pass);
    const evidence =
      this.skipping.size > 0
        ? undefined
        : (evidenceOf(el, role, pass, {
            cursor: this.cursorFor(el, seen.cursor, above.cursor),
            scrolls: scroll !== undefined,
            delegated: this.delegated,
            findClickable: options.cursorInteractive,
          }) ?? (this.hoverHosts.has(el) ? HOVERABLE : undefined));
    const shown = isFrame(tag) ? 'iframe' : shownRole(role, evidence?.hint !== undefined);
    const named = isLabelled(el) || tag === 'fieldset';
    const content = evidence?.hint === undefined || isFrame(tag) ? shown : shownRole(role, false);
    const isContent = above.whole ? !isTextLevel(content) : isContextRole(content, named) || isLiveRegion(el);
    if (!evidence && !isContent) return undefined;
    const node: SnapshotNode = { tag: cut(tag, LONGEST.tag), role: shown };
    if (hidden) node.hidden = true;
    const draft = createDraft(node, el);
    if (isContent) draft.roleAsContent = content;
    draft.parent = above.sink;
    const needsBox = pass.hasLayout && (evidence !== undefined || options.viewport !== 'all');
    if (needsBox && !readBox(draft, el, this.viewport, options, pass)) return undefined;
    const isNamedLater = !evidence && isRetold(shown) && !isLabelled(el);
    const name = isNamedLater ? '' : cut(readable(nameOf(el, pass)), options.maxTextPerNode);
    if (name) {
      node.name = name;
      draft.nameFromContent = NAMED_BY_CONTENT.has(role);
    }
    const skip = !options.urls && name !== '' && 'url';
    Object.assign(node, listedStates(el, role, pass, skip, options.maxTextPerNode));
    const value = node.value ? '' : shownValue(el, node.role, above.whole, pass);
    if (value) node.value = cut(value, options.maxTextPerNode);
    if (el === this.active || el === this.activeDescendant) node.focused = true;
    if (scroll) node.scroll = scroll;
    if (evidence && evidence !== HOVERABLE && this.hoverHosts.has(el)) node.haspopup ??= 'hover';
    if (evidence) {
      addEvidence(draft, evidence, pass, above.whole ? 0 : options.maxTextPerNode);
      if (evidence.strength === 'weak') return draft;
      this.interactive++;
    }
    const isLeaf = evidence !== undefined || (above.whole && (name !== '' || isMeantEmpty(shown)));
    if (isLeaf && this.skipping.size === 0) {
      if (!this.budget.reserve(draft, el)) return undefined;
      this.last = el;
    }
    return draft;
  }

  private wantsText({ text, visible }: Frame): boolean {
    return text && visible && this.skipping.size === 0;
  }

  private readWritten(frame: Frame, pseudo: '::before' | '::after'): void {
    if (this.wantsText(frame)) this.note(frame, this.texts.readWritten(frame, pseudo));
  }

  private note(frame: Frame, isEmitted: boolean): void {
    if (isEmitted) this.last = frame.el;
  }

  private leave(frame: Frame, above: Frame | undefined): void {
    const { own } = frame;
    this.skipping.clear();
    if (!above) {
      for (const gone of settleText(frame.sink, this.options.maxTextPerNode)) this.budget.release(gone);
      if (!frame.whole) dropText(frame.sink);
      return;
    }
    this.readWritten(frame, '::after');
    if (own) this.finish(own, frame, above.sink);
    else if (frame.whole && frame.sink.children.length === frame.held && this.wantsText(frame))
      this.note(frame, this.texts.readTip(frame));
    if (frame.block) above.sink.textOpen = false;
    else if (!own) setApart(above.sink, frame.el, 1, this.pass);
  }

  /** Names what is found by evidence, takes away what says nothing, and hands the draft to the one above. */
  private finish(own: Draft, frame: Frame, sink: Draft): void {
    const { node } = own;
    const max = this.options.maxTextPerNode;
    if (own.evidence?.strength === 'weak') {
      const yields = this.interactive - this.asides > frame.before && !becomeContent(own);
      if (this.hoverHosts.has(frame.el)) tellHover(own);
      if (yields || (own.evidence && repeatsControl(own, sink, this.pass, this.viewport))) {
        this.dissolve(own, sink);
        return;
      }
    }
    if (own.evidence && (namesDrawnBox(own, max) || wrapsNativeBox(own) || wrapsCombobox(own))) {
      this.giveWay(own, sink);
      return;
    }
    if (own.evidence && !node.name) nameByEvidence(own, this.pass, max, frame.whole);
    if (own.evidence) nameByReplaced(own, this.pass, max);
    if (own.evidence?.strength === 'handler' && repeatsControl(own, sink, this.pass, this.viewport)) {
      this.giveWay(own, sink);
      return;
    }
    if (own.evidence && repeatsValue(own, sink)) {
      this.interactive--;
      this.budget.release(own);
      return;
    }
    if (onlyHearsInside(own, this.viewport)) {
      this.interactive--;
      if (!becomeContent(own)) {
        this.dissolve(own, sink);
        return;
      }
    }
    const link = takeSoleLink(own, this.viewport);
    if (link) this.giveWay(link, own);
    const { evidence } = own;
    const drawn = drawnIn(own, frame.whole, this.pass);
    if (!evidence && isRetold(node.role)) nameByText(own, this.pass, max);
    if (leavesNameToControl(own)) delete node.name;
    if (evidence) tellCurrent(own);
    if (evidence && frame.whole) tellChoice(own);
    else if (evidence && !drawn) this.told = tellAround(own, this.pass, this.told);
    for (const gone of settleText(own, max)) this.budget.release(gone);
    if (!frame.whole) for (const gone of dropText(own)) this.budget.release(gone);
    const folded = foldText(own);
    if (folded) this.budget.release(folded);
    if (frame.whole && !evidence) tellMark(own, this.pass);
    if (repeatsCaption(own, sink)) {
      this.budget.release(own);
      return;
    }
    if (drawn) tellDrawn(own, drawn, this.budget);
    if (!evidence && own.children.length > 0 && addsNothing(own)) {
      this.dissolve(own, sink);
      if (drawn) sink.textOpen = false;
      return;
    }
    if (evidence?.strength === 'weak' && !this.confirm(own)) {
      this.dissolve(own, sink);
      return;
    }
    if (saysSomething(own, frame.whole && this.skipping.size === 0)) append(sink, own);
    else this.budget.release(own);
  }

  /** A pointer cursor with nothing interactive inside counts as clickable, unless it is a mere surface. */
  private confirm(own: Draft): boolean {
    if (isSurface(own, this.viewport, this.options.minElementSize)) return false;
    if (!this.budget.reserve(own, own.el as Element)) return false;
    this.interactive++;
    if (own.evidence?.isAside) this.asides++;
    this.last = own.el;
    return true;
  }

  /** Something else says and does what it does: it is not told. */
  private giveWay(own: Draft, sink: Draft): void {
    this.interactive--;
    this.dissolve(own, sink);
  }

  /** Its children take its place. */
  private dissolve(own: Draft, sink: Draft): void {
    this.budget.release(own);
    for (const child of own.children) append(sink, child);
  }
}
