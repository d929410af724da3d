import type { NodeStates, SnapshotNode } from '../../contract.ts';
import { nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { NAMED_BY_CONTENT } from '../aria/role-data.ts';
import { statesBeyondRole, statesOf } from '../aria/states.ts';
import { contentOfEditor } from '../aria/value.ts';
import { readable } from '../aria/white-space.ts';
import { isFrame, isLabelled, isLiveRegion } from '../dom/content.ts';
import { cut, MAX_CHARS } from '../dom/cut.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { pushInOrder } from '../dom/push-in-order.ts';
import { isMedia, matches, prop, props } from '../dom/read.ts';
import type { Interactivity } from '../element/classify.ts';
import {
  isContextRole,
  isNamedByCellContent,
  isTextLevel,
  LINK_OR_BUTTON,
  shownRole,
  showsFullContent,
} from '../element/content-roles.ts';
import { isRepeatedByControl } from '../element/label-of-control.ts';
import { type AccessibilityNode, append, createNode } from './accessibility-node.ts';
import { type ElementFacts, type Facts, isTextFacts } from './facts.ts';
import { boxOfField, collectLeftOut, type LeftOut } from './left-out.ts';
import { listedStates } from './listed-states.ts';
import { addOptions, type ListedOptions } from './options-of-select.ts';
import type { ResolvedOptions } from './request.ts';
import { shownValue } from './seen-text.ts';

/** What building the tree needs beside the facts. */
export interface BuildContext {
  readonly options: ResolvedOptions;
  readonly cache: DomCache;
  /** The focused element and its `aria-activedescendant`. */
  readonly focused: ReadonlySet<Element>;
  readonly modals: ReadonlyMap<Element, boolean>;
}

/** A label that stands in for a hidden checkbox has the checkbox's state. */
const addStatesOfControl = (node: SnapshotNode, label: Element, cache: DomCache): void => {
  const { control } = props(label as HTMLLabelElement, 'control');
  if (!control) return;
  const { checked, disabled } = statesOf(control, roleOf(control, cache), cache);
  if (checked !== undefined) node.checked = checked;
  if (disabled) node.disabled = true;
};

/**
 * Adds the hint of a node that is interactive without an interactive role, and states that its role does not have.
 */
const addHintedStates = (
  node: SnapshotNode,
  el: Element,
  hint: NonNullable<Interactivity['hint']>,
  isWhole: boolean,
  { cache, options }: BuildContext,
): void => {
  node.hint = hint;
  const editorContent = hint === 'editable' && node.name && !isWhole ? contentOfEditor(el, cache) : '';
  if (editorContent) node.value = cut(editorContent, options.maxTextPerNode);
  Object.assign(node, statesBeyondRole(el));
  if (isMedia(el)) node.value = prop(el, 'paused') ? 'paused' : 'playing';
  if (node.tag === 'label') addStatesOfControl(node, el, cache);
};

/** Sets name, states and value of a node. */
const describeNode = (
  built: AccessibilityNode,
  facts: ElementFacts,
  isWhole: boolean,
  { cache, options, focused, modals }: BuildContext,
): void => {
  const { el, role } = facts;
  const { node, interactivity } = built;
  const max = options.maxTextPerNode;
  const isNamedLater = !interactivity && isNamedByCellContent(node.role) && !isLabelled(el);
  const name = isNamedLater ? '' : cut(readable(nameOf(el, cache)), max);
  if (name) {
    node.name = name;
    built.isNamedByContent = NAMED_BY_CONTENT.has(role);
  }
  const skip: keyof NodeStates | false = !options.urls && name !== '' && 'url';
  Object.assign(node, listedStates(el, role, cache, skip, max));
  const value = node.value ? '' : shownValue(el, node.role, isWhole, cache);
  if (value) node.value = cut(value, max);
  if (focused.has(el)) node.focused = true;
  if (modals.get(el)) node.modal = true;
  else if (modals.has(el)) delete node.modal;
  if (facts.scroll) node.scroll = facts.scroll;
  if (facts.isOffscreen && interactivity) node.offscreen = true;
  if (options.boxes && facts.box && interactivity) node.box = facts.box;
  if (facts.frame) node.frame = facts.frame;
  if (interactivity && facts.action.reveals && interactivity.hint !== 'hoverable') node.hover = true;
};

/** The node of an element; undefined where it gets none and only its children count. */
const nodeOf = (
  facts: ElementFacts,
  isWhole: boolean,
  context: BuildContext,
): AccessibilityNode | undefined => {
  const { el, tag, role, interactivity } = facts;
  const { hint } = interactivity || {};
  const shown = isFrame(tag) ? 'iframe' : shownRole(role, hint !== undefined);
  const content = hint === undefined || isFrame(tag) ? shown : shownRole(role, false);
  const isNamed = isLabelled(el) || tag === 'fieldset';
  const isText =
    isWhole &&
    tag === 'label' &&
    content === 'generic' &&
    !interactivity &&
    facts.action.label !== 'redundant';
  // A named grid cell is context: the day of a calendar says when the events in it take place.
  const isContext = isContextRole(content, isNamed) || (content === 'gridcell' && isNamed);
  const isContent = isText || isWhole ? isText || !isTextLevel(content) : isContext || isLiveRegion(el);
  if (!interactivity && !isContent) return undefined;
  const node: SnapshotNode = { tag: cut(tag, MAX_CHARS.tag), role: isText ? 'text' : shown };
  if (facts.isHidden) node.hidden = true;
  const built = createNode(node, el, facts);
  built.interactivity = interactivity;
  if (isContent) built.contentRole = content;
  describeNode(built, facts, isWhole, context);
  if (hint) addHintedStates(node, el, hint, isWhole, context);
  return built;
};

/** Roles of fields that a person writes into. A combobox is left out: the text around it is its value. */
const TEXT_FIELD_ROLE = /^(?:textbox|searchbox|spinbutton)$/;

/** An element whose children are being built, and how its content is treated. */
interface BuildEntry {
  readonly children: readonly Facts[];
  index: number;
  readonly sink: AccessibilityNode;
  readonly isWhole: boolean;
  /** The innermost form around. */
  readonly form?: Element | undefined;
  /**
   * `inTree`: its text is in the tree (if only to name an ancestor); `leftOut`: its text is, or may be, left out of
   * the tree; neither: another node has this text.
   */
  readonly inTree: boolean;
  readonly leftOut: boolean;
}

/** Whether this is a label whose text is the name of a control that has a node. */
const namesListedControl = ({ el, tag }: ElementFacts, cache: DomCache): boolean =>
  tag === 'label' && isRepeatedByControl(el, cache);

/** Whether this is a row of a grid with interactive cells: the other cells tell a person which row it is. */
const hasInteractiveCells = ({ role, children }: ElementFacts): boolean => {
  if (role !== 'row') return false;
  const cells = (children as readonly ElementFacts[]).filter((cell) => cell.role === 'gridcell');
  return cells.length > 1 && cells.some(({ interactivity }) => interactivity);
};

/**
 * Whether a node in the text of an editor is none of its text: a control (the checkbox of a task, the menu of a block), and
 * in a non-editable part what has a click handler or is an editing host of its own (the cell of a table).
 */
const isNoText = ({ el, role, interactivity }: ElementFacts): boolean =>
  interactivity?.source === 'role'
    ? role !== 'link'
    : interactivity?.source === 'listener' &&
      matches(el, '[contenteditable=false], [contenteditable=false] *');

/** The controls in an editor, in document order; all else in it is text. */
const controlsIn = (editor: ElementFacts): Facts[] => {
  const found: Facts[] = [];
  const stack: Facts[] = [];
  pushInOrder(stack, editor.children);
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (isTextFacts(at)) continue;
    if (isNoText(at)) found.push(at);
    else pushInOrder(stack, at.children);
  }
  return found;
};

/** Builds the node of an element, if it gets one, and returns the entry for its children. */
const open = (
  facts: ElementFacts,
  above: BuildEntry,
  listed: ListedOptions,
  context: BuildContext,
): BuildEntry => {
  const isInWhole = above.isWhole || hasInteractiveCells(facts);
  const own = nodeOf(facts, isInWhole, context);
  if (own) append(above.sink, own);
  const interactivity = own?.interactivity;
  // The content of a control is no message.
  const isMessage = interactivity?.source !== 'role' && isLiveRegion(facts.el);
  const isWhole = isInWhole || (!!own && (showsFullContent(own.node.role) || isMessage));
  if (own) own.isWhole = isWhole;
  if (own && facts.tag === 'select') addOptions(own, context.options.maxTextPerNode, listed);
  // The content of an editor is its value.
  const isValue = own?.node.value !== undefined && own.node.role === 'textbox';
  const hasOwnText = !namesListedControl(facts, context.cache);
  // These may hold more than their name says: a box with a handler, a list (that nothing was found), and a control with a
  // label (a notice that closes when pressed).
  const holdsMore =
    !interactivity ||
    (interactivity.hint
      ? interactivity.hint !== 'editable'
      : isContextRole(facts.role, false) || (LINK_OR_BUTTON.test(facts.role) && isLabelled(facts.el)));
  return {
    children: isValue ? controlsIn(facts) : facts.children,
    index: 0,
    sink: own || above.sink,
    isWhole,
    form: facts.tag === 'form' ? facts.el : above.form,
    inTree: hasOwnText && (isWhole || !!interactivity || above.inTree),
    // Else the text is only part of the name of a control around it.
    leftOut: hasOwnText && !isWhole && holdsMore && (above.leftOut || (above.inTree && !!interactivity)),
  };
};

/** The tree, and the texts that are not in it. */
export interface Built {
  readonly root: AccessibilityNode;
  readonly leftOut: LeftOut[];
}

/**
 * Builds the tree from the facts: a node for each element that says something or can be acted on, and for the text
 * between.
 */
export const build = (root: ElementFacts, context: BuildContext): Built => {
  const top = createNode({ tag: root.tag, role: 'document' }, root.el, root);
  const isWhole = !context.options.interactiveOnly;
  top.isWhole = isWhole;
  const stack: BuildEntry[] = [
    { children: root.children, index: 0, sink: top, isWhole, inTree: isWhole, leftOut: !isWhole },
  ];
  const texts = collectLeftOut();
  const listed: ListedOptions = new Map();
  let order = 0;
  for (let entry = stack[0]; entry; entry = stack[stack.length - 1]) {
    const facts = entry.children[entry.index++];
    order++;
    if (!facts) stack.pop();
    else if (!isTextFacts(facts)) {
      const opened = open(facts, entry, listed, context);
      stack.push(opened);
      const { sink, form } = opened;
      if (sink === entry.sink) continue;
      sink.order = order;
      const { role, invalid } = sink.node;
      if (!sink.interactivity) continue;
      const isAsked = invalid === true || TEXT_FIELD_ROLE.test(role);
      const box = form || invalid || !isAsked ? undefined : boxOfField(facts.el);
      texts.pass(sink, form, isAsked, box);
    } else {
      if (entry.inTree) append(entry.sink, createNode({ role: 'text', text: readable(facts.text) }));
      if (entry.leftOut)
        texts.add({ words: facts.text, within: entry.sink, order, el: facts.el, form: entry.form });
    }
  }
  return { root: top, leftOut: texts.all };
};
