import type { Box, SnapshotNode } from '../../contract.ts';
import { contentOf, nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { NAMED_BY_CONTENT } from '../aria/role-data.ts';
import { statesOf } from '../aria/states.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import {
  elementById,
  flatChildren,
  frameDocument,
  isElement,
  isText,
  shadowRootOf,
} from '../dom/flat-tree.ts';
import { hiddenBelow, hidesSubtree, type SightLine } from '../dom/hidden.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { type Owned, readOwned } from '../dom/owned.ts';
import { isInvisible, type Pass, styleOf } from '../dom/pass.ts';
import { attr, fromDocument, hasAttr, tagOf } from '../dom/read.ts';
import { isNeverRendered } from '../dom/rendered.ts';
import { isNearViewport, type Viewport, viewBoxOf } from '../dom/view-box.ts';
import type { Budget } from './budget.ts';
import {
  isContextRole,
  isMeantEmpty,
  isRetold,
  isTextLevel,
  isToldWhole,
  shownRole,
} from './content-roles.ts';
import { append, createDraft, type Draft, dropText, foldText, openText, settleText } from './draft.ts';
import { isStandIn } from './element-state.ts';
import { addsNothing, nameByEvidence, repeatsControl, retell, saysSomething } from './finish-draft.ts';
import { opaqueFrame } from './frames.ts';
import type { Delegate } from './handlers.ts';
import { evidenceOf } from './interactivity.ts';
import type { ResolvedOptions } from './options.ts';
import { addOptions } from './options-of-select.ts';
import { scrollState } from './scroll.ts';
import { cut, readable } from './text.ts';
import type { Frame } from './walk-frame.ts';
import {
  holdsValue,
  isBlock,
  isFrame,
  isLabelled,
  isLiveRegion,
  isNotContent,
  isToldByControl,
} from './walk-rules.ts';

/** More raw text than this adds nothing to a text that is cut at `max`. */
const rawLimit = (max: number): number => max * 4 + 1000;

const CHECK_TIME_EVERY = 128;

/**
 * The one walk over the flat tree, without recursion. It reads each element once, decides what is emitted and
 * stops when a budget is spent.
 */
export class Walk {
  visited = 0;
  hidden = 0;
  interactive = 0;
  /** The last element emitted in document order. */
  last: Element | undefined;
  /** Walked before the rest, put in when their place comes. */
  readonly prepared = new Map<Element, Draft>();
  /** The way down to the element after which the walk begins to emit. */
  readonly skipping: Set<Element> = new Set();
  private readonly stack: Frame[] = [];
  private readonly owned: Owned = readOwned(document);
  private readonly active = deepActiveElement();
  private readonly activeDescendant =
    this.active && elementById(this.active, attr(this.active, 'aria-activedescendant') ?? '');

  constructor(
    private readonly pass: Pass,
    private readonly viewport: Viewport,
    private readonly options: ResolvedOptions,
    private readonly delegates: Delegate[],
    readonly budget: Budget,
  ) {}

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
      } else if (isElement(node)) this.visit(node, frame);
      else if (isText(node)) this.readText(node, frame);
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
    if (isNeverRendered(tag) || isNotContent(tag)) return;
    if (tag === 'br') {
      this.breakLine(above);
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
    const style = styleOf(el, this.pass);
    const hidden =
      above.unseen || (reason !== undefined && !isStandIn(el, reason, this.pass)) || isInvisible(style);
    if (hidden) this.hidden++;
    const before = this.interactive;
    const own = hidden && !flagged ? undefined : this.draftOf(el, tag, above, hidden);
    if (this.budget.stopped) return;
    this.skipping.delete(el);
    const unseen = above.unseen || (reason !== undefined && hidesSubtree(reason));
    this.enter(el, tag, above, own, { line: below, visible: flagged || !hidden, unseen, before, style });
  }

  private breakLine(above: Frame): void {
    const open = openText(above.sink);
    if (open) open.node.text += ' ';
  }

  private enter(
    el: Element,
    tag: string,
    above: Frame,
    own: Draft | undefined,
    facts: { line: SightLine; visible: boolean; unseen: boolean; before: number; style: CSSStyleDeclaration },
  ): void {
    const inside = isFrame(tag) ? this.frameContent(el, own) : undefined;
    const { display } = facts.style;
    const whole = above.whole || (own !== undefined && isToldWhole(own.node.role)) || isLiveRegion(el);
    const block = inside !== undefined || isBlock(display);
    if (block) above.sink.textOpen = false;
    if (own) own.parent = above.sink;
    this.stack.push({
      el,
      children: inside ?? this.childrenOf(el, tag, own),
      index: 0,
      sink: own ?? above.sink,
      own,
      line: inside ? {} : facts.line,
      visible: facts.visible && !(tag === 'details' && !hasAttr(el, 'open')),
      unseen: facts.unseen,
      pointer: !inside && facts.style.cursor === 'pointer',
      whole,
      text:
        (whole || above.text || own?.evidence !== undefined) &&
        !(tag === 'label' && isToldByControl(el, this.pass)),
      block,
      before: facts.before,
    });
  }

  private childrenOf(el: Element, tag: string, own: Draft | undefined): ArrayLike<Node> {
    if (holdsValue(tag) || isFrame(tag) || (own?.node.value !== undefined && own.node.role === 'textbox')) {
      if (tag === 'select' && own)
        addOptions(own, this.options.maxTextPerNode, () => this.budget.reserve(createDraft(own.node), el));
      return [];
    }
    const children = !this.options.shadow && shadowRootOf(el) ? [] : flatChildren(el);
    const taken = this.owned.children.get(el);
    return taken
      ? Array.from(children)
          .filter((child) => !taken.includes(child as Element))
          .concat(taken)
      : children;
  }

  /** The root of a frame's document; a frame that can't be entered says why. */
  private frameContent(el: Element, own: Draft | undefined): ArrayLike<Node> | undefined {
    const doc = this.options.frames ? frameDocument(el) : null;
    const root = doc && fromDocument(doc, 'documentElement');
    if (root) return [root];
    if (own) own.node.frame = opaqueFrame(el, this.options.frames, this.options.maxAttrValueLen);
    return undefined;
  }

  /** A draft for an element that may be emitted; undefined: only what is inside counts. */
  private draftOf(el: Element, tag: string, above: Frame, hidden: boolean): Draft | undefined {
    const { pass, options } = this;
    const role = roleOf(el, pass);
    const evidence =
      this.skipping.size > 0
        ? undefined
        : evidenceOf(el, role, pass, {
            pointerAbove: above.pointer,
            delegates: this.delegates,
            findClickable: options.cursorInteractive,
          });
    const shown = isFrame(tag) ? 'iframe' : shownRole(role, evidence?.hint !== undefined);
    const named = isLabelled(el) || tag === 'fieldset';
    const isContent = above.whole ? !isTextLevel(shown) : isContextRole(shown, named) || isLiveRegion(el);
    if (!evidence && !isContent) return undefined;
    const node: SnapshotNode = { tag, role: shown };
    if (hidden) node.hidden = true;
    const draft = createDraft(node, el);
    draft.parent = above.sink;
    if (!this.place(draft, el, evidence !== undefined || options.viewport !== 'all')) return undefined;
    const name = cut(readable(nameOf(el, pass)), options.maxTextPerNode);
    if (name) {
      node.name = name;
      draft.nameFromContent = NAMED_BY_CONTENT.has(role);
    }
    Object.assign(node, statesOf(el, role, pass));
    if (el === this.active || el === this.activeDescendant) node.focused = true;
    const scroll = pass.hasLayout && !hidden && scrollState(el, styleOf(el, pass));
    if (scroll) node.scroll = scroll;
    if (evidence) {
      draft.evidence = evidence;
      if (evidence.hint === 'editable' && node.name && !above.whole)
        node.value = cut(readable(contentOf(el, pass)), options.maxTextPerNode);
      if (evidence.hint) node.hint = evidence.hint;
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

  /** Reads the box where a rule needs it. False: too small or out of the wanted part of the page. */
  private place(draft: Draft, el: Element, needed: boolean): boolean {
    const { options, viewport } = this;
    if (!needed || !this.pass.hasLayout) return true;
    const box = viewBoxOf(el, viewport, options.minElementSize) ?? this.surfaceBox(el);
    if (!box) return draft.node.hidden === true || draft.node.role === 'option';
    if (!isNearViewport(box, viewport, 0)) draft.node.offscreen = true;
    if (options.boxes) draft.node.box = box;
    if (options.viewport === 'all') return true;
    return isNearViewport(box, viewport, options.viewport === 'visible' ? 0 : options.viewport.buffer);
  }

  /** A field without a size may take the keys for what is drawn beside it. */
  private surfaceBox(el: Element): Box | undefined {
    const surface = drawingSurface(el);
    return surface && viewBoxOf(surface, this.viewport, this.options.minElementSize);
  }

  private readText(node: Text, frame: Frame): void {
    if (!frame.text || !frame.visible || this.skipping.size > 0) return;
    const limit = rawLimit(this.options.maxTextPerNode);
    const data = node.data.length > limit ? node.data.slice(0, limit) : node.data;
    const open = openText(frame.sink);
    if (open) {
      const text = open.node.text as string;
      if (text.length < limit) open.node.text = text + data;
      return;
    }
    if (!/[^ \t\n\r\f]/.test(data)) return;
    const draft = createDraft({ role: 'text', text: data });
    draft.parent = frame.sink;
    if (frame.whole && !this.budget.reserve(draft, frame.el)) return;
    if (frame.whole) this.last = frame.el;
    append(frame.sink, draft);
  }

  private leave(frame: Frame, above: Frame | undefined): void {
    const { own } = frame;
    if (!above) {
      for (const gone of settleText(frame.sink, this.options.maxTextPerNode)) this.budget.release(gone);
      if (!frame.whole) dropText(frame.sink);
      return;
    }
    if (own) this.finish(own, frame, above.sink);
    if (frame.block) above.sink.textOpen = false;
  }

  /** Names what is found by evidence, takes away what says nothing, and hands the draft to the one above. */
  private finish(own: Draft, frame: Frame, sink: Draft): void {
    const { node, evidence } = own;
    const max = this.options.maxTextPerNode;
    if (evidence?.strength === 'weak' && (this.interactive > frame.before || repeatsControl(own, sink))) {
      this.dissolve(own, sink);
      return;
    }
    if (evidence && !node.name) nameByEvidence(own, this.pass, max);
    if (!evidence && isRetold(node.role)) retell(own);
    for (const gone of settleText(own, max)) this.budget.release(gone);
    if (!frame.whole) for (const gone of dropText(own)) this.budget.release(gone);
    const folded = foldText(own);
    if (folded) this.budget.release(folded);
    if (!evidence && own.children.length > 0 && addsNothing(own)) {
      this.dissolve(own, sink);
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
    if (!own.node.name && own.children.length === 0) {
      const box = viewBoxOf(own.el as Element, this.viewport, this.options.minElementSize);
      if (box && box.width * box.height > (this.viewport.width * this.viewport.height) / 4) return false;
    }
    if (!this.budget.reserve(own, own.el as Element)) return false;
    this.interactive++;
    this.last = own.el;
    return true;
  }

  /** Its children take its place. */
  private dissolve(own: Draft, sink: Draft): void {
    this.budget.release(own);
    for (const child of own.children) append(sink, child);
  }
}
