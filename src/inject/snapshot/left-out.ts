import { readable } from '../aria/white-space.ts';
import { countUp } from '../dom/count-up.ts';
import { cut } from '../dom/cut.ts';
import { matched } from '../dom/matched.ts';
import { contains, findAll, hasMoreChildren, parentElementOf, soleChildOf, tagOf } from '../dom/read.ts';
import { unicodeTest } from '../dom/unicode-pattern.ts';
import { isItem } from '../element/fingerprint.ts';
import { type AccessibilityNode, append, createNode, preOrder } from './accessibility-node.ts';
import { isLabelBoundary } from './guess/label-beside.ts';
import { FIELDS, LABEL_CHARS } from './guess/label-text.ts';

/** A text that a snapshot for acting leaves out, for nothing can be done with it. */
export interface LeftOut {
  readonly words: string;
  /** The node that it would stand in; it may be out of the tree by now. */
  readonly within: AccessibilityNode;
  /** Its number in the order of reading. */
  readonly order: number;
  /** The element that its first piece stands in. */
  readonly el: Element;
  /** The form that it stands in. */
  readonly form?: Element | undefined;
  /**
   * It is shown all the same: it stands next to something to act on in a form, to a field, or right before the form (what a
   * field is for, why it was refused), between two buttons (the amount, the page, the month that they step), or above a
   * list (`markCaptions`).
   */
  isShown?: boolean | undefined;
}

/** So many texts on either side of a control are about it: a hint and an error. */
const MOST_TEXTS_BESIDE = 2;

const withParent = (box: Element | null): (Element | null)[] => [box, box && parentElementOf(box)];

/** Whether it stands beside a form, in the same box or in one of its own there. */
const isBeside = ({ el }: LeftOut, form: Element): boolean =>
  withParent(parentElementOf(el)).includes(parentElementOf(form));

/** So far above a field its box may be, and so many parts that may have. */
const MOST_BOXES = 3;
const MOST_PARTS = 12;

/** What is around a field without a form, and no other one: its label, a hint and an error. */
export const boxOfField = (field: Element): Element => {
  let box = field;
  for (let i = 0; i < MOST_BOXES && tagOf(box) !== 'li'; i++) {
    const at = parentElementOf(box);
    if (!at || (isLabelBoundary(at) && tagOf(at) !== 'li')) break;
    if (hasMoreChildren(at, MOST_PARTS) || findAll(at, FIELDS).length > 1) break;
    box = at;
  }
  return box;
};

/** The box that a button stands in, beyond one that it fills. */
const boxOfButton = (el: Element): Element | null => {
  const box = parentElementOf(el);
  return box && soleChildOf(box) ? parentElementOf(box) : box;
};

/** Whether a text stands between two buttons that do different things: in one box, or between theirs there, which is no item. */
const isBetween = ({ el, words }: LeftOut, one: AccessibilityNode, other: AccessibilityNode): boolean => {
  if (!one.el || !other.el || (one.node.name && one.node.name === other.node.name)) return false;
  const first = boxOfButton(one.el);
  const last = boxOfButton(other.el);
  const around = withParent(first).find((at) => withParent(last).includes(at));
  if (!around || tagOf(around) === 'body' || words.length > LABEL_CHARS) return false;
  if (first !== last && isItem(around)) return false;
  return ![first, last, parentElementOf(other.el)].some((box) => box && box !== around && contains(box, el));
};

/** Collects what is left out, and finds what of it belongs to a form. */
export interface LeftOutTexts {
  readonly all: LeftOut[];
  add(text: LeftOut): void;
  /**
   * A control stands behind all that was added. `isAsked`: it is a field that text is put into, or was refused; only what
   * stands in its `box` is about it.
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
  /** The form of the last control (null: it is asked nothing), and how many texts there were before it, and before the last link. */
  let last: Element | undefined | null = null;
  let before = 0;
  let beforeLink = 0;
  let box: Element | undefined;
  /** The last control, if it is one. */
  let button: AccessibilityNode | undefined;
  const isIn = ({ el }: LeftOut): boolean => !box || contains(box, el);
  return {
    all,
    add(text) {
      text.isShown = text.form === last && all.length < before + MOST_TEXTS_BESIDE && isIn(text);
      all.push(text);
    },
    pass(control, form, isAsked, itsBox) {
      const { role } = control.node;
      const earlier = button;
      button = role === 'button' ? control : undefined;
      if (role === 'link') {
        beforeLink = all.length;
        return;
      }
      last = isAsked ? form : form || null;
      box = itsBox;
      for (let i = Math.max(before, all.length - MOST_TEXTS_BESIDE); last !== null && i < all.length; i++) {
        const one = all[i] as LeftOut;
        one.isShown ||= (one.form === form && isIn(one)) || (form && i >= beforeLink && isBeside(one, form));
      }
      if (earlier && button && all.length <= before + MOST_TEXTS_BESIDE)
        for (const one of all.slice(before)) one.isShown ||= isBetween(one, earlier, control);
      before = all.length;
    },
  };
};

/** So much of a text tells it from others. */
const KEY_CHARS = 200;

/** Whether what it stands in is called so. */
const isNameAround = ({ words, within }: LeftOut): boolean => !!within.node.name?.includes(readable(words));

/**
 * As each is kept, to find what is new later on: where the same is said again, with the number of times. What is the name of
 * something is empty, for it is told with that.
 */
const keysOf = (leftOut: readonly LeftOut[]): string[] => {
  const times = new Map<string, number>();
  return leftOut.map((one) => {
    const key = isNameAround(one) ? '' : one.words.trim().slice(0, KEY_CHARS);
    const time = key ? countUp(times, key) : 0;
    return time > 1 ? `${time}\n${key}` : key;
  });
};

export const wordsOf = (leftOut: readonly LeftOut[]): Set<string> => new Set(keysOf(leftOut));

/** Whether all that was left out then is left out still, in the same order. */
export const areInOrder = (then: ReadonlySet<string>, now: ReadonlySet<string>): boolean =>
  Array.from(then).join('\n') === Array.from(now).join('\n');

/** Characters of new text, each with what its line costs beside it: what a page says to a press is short. */
const ROOM = 600;
const LINE = 20;
/** The same for forms that say something at each of their fields, which has to be known to fill them. */
export const ROOM_OF_FORMS = 2000;

/** Spaces of all kinds, what has no width and punctuation say nothing alone. */
const says = unicodeTest('[\\p{L}\\p{N}\\p{S}]');

type IsKept = (own: AccessibilityNode) => boolean;

/** What the nodes of a tree say, and how often. */
const saidIn = (
  nodes: ReadonlySet<AccessibilityNode>,
  isKept: IsKept | undefined,
): Map<string | undefined, number> => {
  const said = new Map<string | undefined, number>();
  nodes.forEach((own) => {
    const { name, text, value, description, validationMessage } = own.node;
    if (isKept?.(own)) return;
    for (const words of [name, text, value, description, validationMessage]) countUp(said, words);
  });
  return said;
};

/** The node in the tree that it stands in. */
export const placeOf = ({ within }: LeftOut, tree: ReadonlySet<AccessibilityNode>): AccessibilityNode => {
  let place = within;
  while (!tree.has(place) && place.parent) place = place.parent;
  return place;
};

const insert = (place: AccessibilityNode, node: AccessibilityNode, order: number): void => {
  const next = place.children.findIndex((child) => child.order > order);
  append(place, node);
  if (next >= 0) place.children.splice(next, 0, place.children.pop() as AccessibilityNode);
};

/**
 * Puts into a tree what was left out and is new, where it stands in the page: a page answers a press as often by a plain
 * text as by an alert. Of much, the first; its last ends with an ellipsis. False: nothing is new. `before`: what was said
 * then; without it, what is shown all the same is put in. `isKept`: no news, and not printed with what is.
 */
export const insertNew = (
  root: AccessibilityNode,
  leftOut: readonly LeftOut[],
  before: ReadonlySet<string> | undefined,
  maxText: number,
  most = ROOM,
  isKept?: IsKept,
): boolean => {
  const keys = keysOf(leftOut);
  const fresh = keys
    .map((_, i) => i)
    .filter((i) => keys[i] && (before ? !before.has(keys[i]) : leftOut[i]?.isShown));
  if (fresh.length === 0) return false;
  const tree = new Set(preOrder(root));
  const said = saidIn(tree, isKept);
  const inserted = new Set(Array.from(tree, (one) => one.said));
  // Where there is room for all that is new, each item has its price, and each field why it was refused.
  const isOnce = !before || fresh.reduce((sum, i) => sum + (keys[i] as string).length + LINE, 0) > most;
  let room = most;
  let last: AccessibilityNode | undefined;
  for (const i of fresh) {
    const one = leftOut[i] as LeftOut;
    const words = readable(one.words);
    const place = placeOf(one, tree);
    const time = Number(matched(/^(\d+)\n/, keys[i] as string, 1) || 1);
    const isSaid = (by = ''): boolean => inserted.has(keys[i]) || time <= (said.get(by) || 0);
    // What says it may be something else that was there before: `10am` of a choice, of hours that are listed.
    if (!says(words) || isSaid(words) || isSaid(matched(/^.*[^\s:*]/s, words))) continue;
    const { name = '', text: own = '' } = place.node;
    if (`${name}\n${own}`.includes(words)) continue;
    if (isOnce) said.set(words, Infinity);
    if (room <= 0 && last) {
      last.node.text = `${(last.node.text || '').replace(/…$/, '')}…`;
      break;
    }
    const text = cut(words, Math.min(room, maxText));
    last = { ...createNode({ role: 'text', text }), order: one.order };
    last.said = keys[i];
    insert(place, last, one.order);
    room -= text.length + LINE;
  }
  return last !== undefined;
};
