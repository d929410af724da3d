import { countUp } from '../../dom/count-up.ts';
import { type DomCache, styleOf } from '../../dom/dom-cache.ts';
import { getOrInsertComputed } from '../../dom/get-or-insert-computed.ts';
import { parentElementOf, tagOf, tokensOf } from '../../dom/read.ts';
import { wordsIn } from '../../element/author-words.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import type { ElementFacts } from '../facts.ts';
import { hasState, isMark, MARKABLE_ROLE, TOGGLE_ROLE } from './current.ts';

/**
 * Elements of one kind differ by a class in their state: a size that is sold out, a mail that is unread, a heart that
 * is on. Where they also look different, the class is reported as a description.
 */

/** An element with more classes is styled by utility classes: they say how it is drawn. */
const MAX_CLASSES = 5;

/** A class for a state is a word or two (`sold-out`, `-other-month-`); a longer one names the thing itself. */
const STATE_CLASS = /^(?=.{1,24}$)(?!js-)-?[a-z]+(?:-[a-z]+)?-?$/;

/** Style properties by which a person tells states apart. */
const LOOK_PROPERTIES = [
  'color',
  'backgroundColor',
  'backgroundImage',
  'opacity',
  'textDecorationLine',
  'fontWeight',
  'outline',
  'boxShadow',
  'border',
] as const;

/** Whether the class consists of plain words, none of which is about drawing (as `btn` in `btn-primary` is). */
const mayBeState = (token: string): boolean =>
  STATE_CLASS.test(token) && wordsIn(token) === token.replace(/-/g, ' ').trim();

const looksLike = (el: Element, other: Element, cache: DomCache): boolean => {
  const [style, otherStyle] = [styleOf(el, cache), styleOf(other, cache)];
  return LOOK_PROPERTIES.every((look) => style[look] === otherStyle[look]);
};

/** A control, or an item around it. An item is listed for the first control in it. */
interface Candidate {
  readonly el: Element;
  readonly own: AccessibilityNode;
  /** Steps from the control up to `el`. */
  readonly level: number;
  readonly tokens: readonly string[];
}

/** How many elements are searched from a control upwards, itself included. */
const MAX_LEVELS = 3;

const collectCandidates = (nodes: readonly AccessibilityNode[]): Iterable<Candidate> => {
  const candidates = new Map<Element, Candidate>();
  for (const own of nodes) {
    // The options of a list have no facts.
    if (!own.interactivity || !own.facts || !MARKABLE_ROLE.test(own.node.role)) continue;
    let el = own.el || null;
    for (let i = 0; el && i < MAX_LEVELS && !candidates.has(el); i++, el = parentElementOf(el)) {
      const tokens = tokensOf(el);
      if (tokens.length <= MAX_CLASSES) candidates.set(el, { el, own, level: i, tokens });
    }
  }
  return candidates.values();
};

/** Whether a word of the class is in the name already: `delete-action`. */
const isInName = (token: string, name = ''): boolean =>
  token.split('-').some((word) => word !== '' && name.toLowerCase().includes(word));

/**
 * What elements must share to be compared: tag and classes, and the parent's tag and first class; for an element
 * without classes the parent itself.
 */
const kindOf = (el: Element, tokens: readonly string[]): string | Element | null => {
  const box = parentElementOf(el);
  return tokens.length > 0 ? `${box && tagOf(box) + tokensOf(box)[0]} ${tagOf(el)} ${tokens}` : box;
};

const without = (tokens: readonly string[], token: string): string[] =>
  tokens.filter((other) => other !== token);

/** Of fewer buttons than this, a different class marks the primary one, and no state. */
const MIN_BUTTONS = 4;

/** Number of buttons by kind, and by kind without one of their classes. */
const countButtons = (candidates: readonly Candidate[]): Map<unknown, number> => {
  const counts = new Map<unknown, number>();
  for (const { el, tokens } of candidates) {
    if (tagOf(el) !== 'button') continue;
    countUp(counts, kindOf(el, tokens));
    for (const token of tokens) countUp(counts, kindOf(el, without(tokens, token)));
  }
  return counts;
};

/**
 * Adds to the description of each control the classes that others of its kind don't have: its own, and those of the
 * item that it is the first control of.
 */
export const markStates = (nodes: readonly AccessibilityNode[], cache: DomCache): void => {
  const candidates = Array.from(collectCandidates(nodes));
  // The current item may look different for that reason.
  const others = candidates.filter(({ own }) => !own.node.current);
  // The rows of a table may take turns in their colours: a cell is compared in its row (its parent), if possible.
  const kinds = new Map<Element | null, Map<unknown, Candidate>>();
  const kindsIn = (box: Element | null): Map<unknown, Candidate> =>
    getOrInsertComputed(kinds, box, () => new Map());
  for (const other of others)
    for (const box of [null, parentElementOf(other.el)])
      kindsIn(box).set(kindOf(other.el, other.tokens), other);
  const buttons = countButtons(candidates);
  const looks = new Map<string, boolean>();
  for (const { el, own, level, tokens } of candidates) {
    const { node } = own;
    if (!level && hasState(node)) continue;
    const states = tokens.filter((token) => {
      const isOwnState = !level && isMark(token);
      // The control may have the state of the item around it: the link of a current item.
      if (isMark(token) ? level && hasState(node) : isInName(token, node.name)) return false;
      if (!isOwnState && !mayBeState(token)) return false;
      const rest = without(tokens, token);
      const kind = kindOf(el, rest);
      const other = kindsIn(parentElementOf(el)).get(kind) || kindsIn(null).get(kind);
      if (!other || tagOf(other.el) !== tagOf(el) || other.level !== level) return false;
      if (other.own.node.tag !== node.tag) return false;
      if (isOwnState) {
        if (TOGGLE_ROLE.test(node.role)) node.pressed = true;
        return false;
      }
      // The only class of a link says how it is drawn.
      if (rest.length === 0 && tagOf(el) === 'a') return false;
      // Many elements differ by the same class: their looks are compared once.
      const looksDifferent = (): boolean => !looksLike(el, other.el, cache);
      return (
        (buttons.get(kind) || MIN_BUTTONS) >= MIN_BUTTONS &&
        getOrInsertComputed(looks, `${tokens}/${token}`, looksDifferent)
      );
    });
    if (!level && (own.facts as ElementFacts).action.cursor === 'not-allowed' && !node.disabled)
      states.push('not-allowed');
    if (states.length === 0) continue;
    node.description = states.concat(node.description || []).join(', ');
    own.isDescribedByContext = false;
  }
};
