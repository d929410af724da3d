import { readable } from '../aria/white-space.ts';
import { countUp } from '../dom/count-up.ts';
import { cut } from '../dom/cut.ts';
import { matched } from '../dom/matched.ts';
import {
  closestTo,
  contains,
  findAll,
  hasMoreChildren,
  parentElementOf,
  soleChildOf,
  tagOf,
} from '../dom/read.ts';
import { unicodeTest } from '../dom/unicode-pattern.ts';
import { isItem } from '../element/fingerprint.ts';
import { type AccessibilityNode, append, createNode, preOrder } from './accessibility-node.ts';
import { isLabelBoundary } from './guess/label-beside.ts';
import { FIELDS, LABEL_CHARS } from './guess/label-text.ts';

/** A text that a snapshot for acting leaves out, because nothing can be done with it. */
export interface LeftOut {
  readonly words: string;
  /** The node that it belongs to, which may have left the tree by now. */
  readonly within: AccessibilityNode;
  /** Its number in reading order. */
  readonly order: number;
  /** The element that holds its first piece. */
  readonly el: Element;
  /** The form around it. */
  readonly form?: Element | undefined;
  /**
   * It is shown nevertheless: it stands next to a control in a form, next to a field, or right before the form (what
   * a field is for, why its value was refused), between two buttons (the amount, the page, the month that they
   * change), or above a list (`markCaptions`).
   */
  isShown?: boolean | undefined;
}

/** How many texts on each side of a control are about it: a hint and an error. */
const MAX_TEXTS_BESIDE = 2;

const boxAndParent = (box: Element | null): (Element | null)[] => [box, box && parentElementOf(box)];

/** Whether the text stands beside a form: in the parent of the form, or in a child of that. */
const isBesideForm = ({ el }: LeftOut, form: Element): boolean =>
  boxAndParent(parentElementOf(el)).includes(parentElementOf(form));

/** How many ancestors of a field may be its box, and how many children that may have. */
const MAX_BOX_LEVELS = 3;
const MAX_BOX_CHILDREN = 12;

/** The largest box around a field without a form that holds no other field: its label, a hint and an error. */
export const boxOfField = (field: Element): Element => {
  let box = field;
  for (let i = 0; i < MAX_BOX_LEVELS && tagOf(box) !== 'li'; i++) {
    const at = parentElementOf(box);
    if (!at || (isLabelBoundary(at) && tagOf(at) !== 'li')) break;
    if (hasMoreChildren(at, MAX_BOX_CHILDREN) || findAll(at, FIELDS).length > 1) break;
    box = at;
  }
  return box;
};

/** The parent of a button, or the parent of that where the button is its only child. */
const boxOfButton = (el: Element): Element | null => {
  const box = parentElementOf(el);
  return box && soleChildOf(box) ? parentElementOf(box) : box;
};

/**
 * Whether a text stands between two buttons with different names: in the same box, or between their boxes in a common
 * parent that is no item.
 */
const isBetweenButtons = (
  { el, words }: LeftOut,
  firstButton: AccessibilityNode,
  secondButton: AccessibilityNode,
): boolean => {
  if (
    !firstButton.el ||
    !secondButton.el ||
    (firstButton.node.name && firstButton.node.name === secondButton.node.name)
  )
    return false;
  const firstBox = boxOfButton(firstButton.el);
  const secondBox = boxOfButton(secondButton.el);
  const commonParent = boxAndParent(firstBox).find((at) => boxAndParent(secondBox).includes(at));
  if (!commonParent || tagOf(commonParent) === 'body' || words.length > LABEL_CHARS) return false;
  if (firstBox !== secondBox && isItem(commonParent)) return false;
  return ![firstBox, secondBox, parentElementOf(secondButton.el)].some(
    (box) => box && box !== commonParent && contains(box, el),
  );
};

/** Collects left-out texts, and finds those that belong to a form. */
export interface LeftOutTexts {
  readonly all: LeftOut[];
  add(text: LeftOut): void;
  /**
   * Called for each control, after the texts before it were added. `isAsked`: it is a field for text, or an invalid
   * field; then only texts in its `box` are about it.
   */
  pass(
    control: AccessibilityNode,
    form: Element | undefined,
    isAsked: boolean,
    box: Element | undefined,
  ): void;
}

export const collectLeftOut = (): LeftOutTexts => {
  const all: LeftOut[] = [];
  /**
   * The form of the last control (null: the control has none and asks for nothing), and the number of texts before it
   * and before the last link.
   */
  let lastForm: Element | undefined | null = null;
  let countBefore = 0;
  let countBeforeLink = 0;
  let box: Element | undefined;
  /** The last control, if that was a button. */
  let button: AccessibilityNode | undefined;
  const isIn = ({ el }: LeftOut): boolean => !box || contains(box, el);
  return {
    all,
    add(text) {
      text.isShown = text.form === lastForm && all.length < countBefore + MAX_TEXTS_BESIDE && isIn(text);
      all.push(text);
    },
    pass(control, form, isAsked, itsBox) {
      const { role } = control.node;
      const previousButton = button;
      button = role === 'button' ? control : undefined;
      if (role === 'link') {
        countBeforeLink = all.length;
        return;
      }
      lastForm = isAsked ? form : form || null;
      box = itsBox;
      for (
        let i = Math.max(countBefore, all.length - MAX_TEXTS_BESIDE);
        lastForm !== null && i < all.length;
        i++
      ) {
        const text = all[i] as LeftOut;
        text.isShown ||=
          (text.form === form && isIn(text)) || (form && i >= countBeforeLink && isBesideForm(text, form));
      }
      if (previousButton && button && all.length <= countBefore + MAX_TEXTS_BESIDE)
        for (const text of all.slice(countBefore))
          text.isShown ||= isBetweenButtons(text, previousButton, control);
      countBefore = all.length;
    },
  };
};

/** Characters of a text that tell it from others. */
const KEY_CHARS = 200;

/**
 * Whether the name of its node contains the text; in a control its first word, for the rest then repeats the name in other
 * words. A single word there may draw an icon.
 */
const isInNodeName = ({ words, within: { interactivity, node } }: LeftOut): boolean => {
  // Names have the case that the style gives them.
  const text = readable(words).toLowerCase();
  const said = interactivity?.source === 'role' ? matched(/^\S+(?= )/, text) : text;
  return !!node.name?.toLowerCase().includes(said);
};

/**
 * Keys of left-out texts, by which a later snapshot finds new ones: the text, with its count from the second time on.
 * Empty where the name of a node contains the text: it is printed with that.
 */
const keysOf = (leftOut: readonly LeftOut[]): string[] => {
  const times = new Map<string, number>();
  return leftOut.map((text) => {
    const key = isInNodeName(text) ? '' : text.words.trim().slice(0, KEY_CHARS);
    const time = key ? countUp(times, key) : 0;
    return time > 1 ? `${time}\n${key}` : key;
  });
};

export const keySetOf = (leftOut: readonly LeftOut[]): Set<string> => new Set(keysOf(leftOut));

/** Whether the same texts are left out as before, in the same order. */
export const areInOrder = (then: ReadonlySet<string>, now: ReadonlySet<string>): boolean =>
  Array.from(then).join('\n') === Array.from(now).join('\n');

/** Characters of new texts in a delta, and the costs of the line of each: what a page answers to a click is short. */
const MAX_NEW_CHARS = 600;
const LINE_CHARS = 20;
/** The same for a page with texts at each field of a form, which have to be read to fill it. */
export const MAX_FORM_CHARS = 2000;

/** White space, zero-width characters and punctuation alone say nothing, nor do lines between links. */
const hasMeaning = unicodeTest('(?!\\|)[\\p{L}\\p{N}\\p{S}]');

type IsKept = (own: AccessibilityNode) => boolean;

/** Names, texts, values, descriptions and messages in a tree, with their number; `isKept` nodes are left out. */
const countTexts = (
  nodes: ReadonlySet<AccessibilityNode>,
  isKept: IsKept | undefined,
): Map<string | undefined, number> => {
  const counts = new Map<string | undefined, number>();
  nodes.forEach((own) => {
    const { name, text, value, description, validationMessage } = own.node;
    if (isKept?.(own)) return;
    for (const words of [name, text, value, description, validationMessage]) countUp(counts, words);
  });
  return counts;
};

/** The node of a left-out text, or its nearest ancestor that is still in the tree. */
export const placeOf = ({ within }: LeftOut, tree: ReadonlySet<AccessibilityNode>): AccessibilityNode => {
  let place = within;
  while (!tree.has(place) && place.parent) place = place.parent;
  return place;
};

/** Inserts a node below `place` by its number in reading order. */
const insert = (place: AccessibilityNode, node: AccessibilityNode, order: number): void => {
  const next = place.children.findIndex((child) => child.order > order);
  append(place, node);
  if (next >= 0) place.children.splice(next, 0, place.children.pop() as AccessibilityNode);
};

/**
 * Inserts new left-out texts into the tree, where they stand in the page: a page answers a click by a plain text as
 * often as by an alert. Where there are too many, the first ones; the last of these ends with an ellipsis. Returns
 * whether anything was inserted. `before`: keys of the texts at that time; without it, texts that are shown
 * nevertheless are inserted. `isKept`: whether a node was there before, so that a delta does not print it.
 */
export const insertNew = (
  root: AccessibilityNode,
  leftOut: readonly LeftOut[],
  before: ReadonlySet<string> | undefined,
  maxText: number,
  maxChars = MAX_NEW_CHARS,
  isKept?: IsKept,
): boolean => {
  const keys = keysOf(leftOut);
  const fresh = keys
    .map((_, i) => i)
    .filter((i) => keys[i] && (before ? !before.has(keys[i]) : leftOut[i]?.isShown));
  if (fresh.length === 0) return false;
  const tree = new Set(preOrder(root));
  const counts = countTexts(tree, isKept);
  const inserted = new Set(Array.from(tree, (own) => own.said));
  /** What is printed of rows as the description of a control in them. */
  const described = new Map<Element | null, string | undefined>();
  tree.forEach(({ el, isDescribedByContext, node }) => {
    if (isDescribedByContext && !before) described.set(closestTo(el as Element, 'tr'), node.description);
  });
  // Where there is room for all new texts, repeated ones are printed, too: each item has its price, each field its
  // error.
  const isOnce =
    !before || fresh.reduce((sum, i) => sum + (keys[i] as string).length + LINE_CHARS, 0) > maxChars;
  let room = maxChars;
  let last: AccessibilityNode | undefined;
  for (const i of fresh) {
    const item = leftOut[i] as LeftOut;
    const words = readable(item.words);
    const place = placeOf(item, tree);
    const time = Number(matched(/^(\d+)\n/, keys[i] as string, 1) || 1);
    const isPrinted = (by = ''): boolean => inserted.has(keys[i]) || time <= (counts.get(by) || 0);
    // The node with the same text may have been there before: `10am` of a choice, and in a list of hours.
    if (!hasMeaning(words) || isPrinted(words) || isPrinted(matched(/^.*[^\s:*]/s, words))) continue;
    const { name = '', text: nodeText = '' } = place.node;
    // Each row says what its item is, in the words of other rows, too.
    const row = closestTo(item.el, 'tr');
    if (`${name}\n${nodeText}\n${(row && described.get(row)) || ''}`.includes(words)) continue;
    if (isOnce && !row) counts.set(words, Infinity);
    if (room <= 0 && last) {
      last.node.text = `${(last.node.text || '').replace(/…$/, '')}…`;
      break;
    }
    const text = cut(words, Math.min(room, maxText));
    last = { ...createNode({ role: 'text', text }), order: item.order };
    last.said = keys[i];
    insert(place, last, item.order);
    room -= text.length + LINE_CHARS;
  }
  return last !== undefined;
};
