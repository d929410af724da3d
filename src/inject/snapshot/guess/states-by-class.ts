import { countUp } from '../../dom/count-up.ts';
import { type DomCache, styleOf } from '../../dom/dom-cache.ts';
import { getOrInsertComputed } from '../../dom/get-or-insert-computed.ts';
import { parentElementOf, tagOf } from '../../dom/read.ts';
import { wordsIn } from '../../element/author-words.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import type { ElementFacts } from '../facts.ts';
import { isMark, isStated, MARKABLE_ROLE, TOGGLE_ROLE, tokensOf } from './current.ts';

/**
 * Things alike differ by a class in how they are: a size that is sold out, a mail that is unread, a heart that is on. Where
 * they look otherwise too, that is told by the word of their author.
 */

/** More classes say how something is drawn. */
const MOST_CLASSES = 5;

/** A word or two (`sold-out`, `-other-month-`), as states are called; what has more to say names what it is. */
const WORD = /^(?=.{1,24}$)(?!js-)-?[a-z]+(?:-[a-z]+)?-?$/;

/** What a person tells them apart by. */
const LOOKS = [
  'color',
  'backgroundColor',
  'opacity',
  'textDecorationLine',
  'fontWeight',
  'outline',
  'boxShadow',
  'border',
] as const;

/** All of it is words, and none of how something is drawn: `btn-primary`. */
const saysState = (token: string): boolean =>
  WORD.test(token) && wordsIn(token) === token.replace(/-/g, ' ').trim();

const looksLike = (el: Element, other: Element, cache: DomCache): boolean => {
  const [own, its] = [styleOf(el, cache), styleOf(other, cache)];
  return LOOKS.every((look) => own[look] === its[look]);
};

/** A control or, at the first control in it, an item. */
interface Box {
  readonly el: Element;
  readonly own: AccessibilityNode;
  /** How far above the control it is. */
  readonly level: number;
  readonly tokens: readonly string[];
}

/** So far above a control its item may be. */
const MOST_LEVELS = 3;

const collectBoxes = (nodes: readonly AccessibilityNode[]): Iterable<Box> => {
  const boxes = new Map<Element, Box>();
  for (const own of nodes) {
    // The options of a list have no facts.
    if (!own.interactivity || !own.facts || !MARKABLE_ROLE.test(own.node.role)) continue;
    let el = own.el || null;
    for (let i = 0; el && i < MOST_LEVELS && !boxes.has(el); i++, el = parentElementOf(el)) {
      const tokens = tokensOf(el);
      if (tokens.length <= MOST_CLASSES) boxes.set(el, { el, own, level: i, tokens });
    }
  }
  return boxes.values();
};

/** It is called so by its author: `delete-action`. */
const saysName = (token: string, name = ''): boolean =>
  token.split('-').some((word) => word !== '' && name.toLowerCase().includes(word));

/** By tag and classes, its own and the first of what is around; what has none is like what stands beside it. */
const kindOf = (el: Element, tokens: readonly string[]): string | Element | null => {
  const box = parentElementOf(el);
  return tokens.length > 0 ? `${box && tagOf(box) + tokensOf(box)[0]} ${tagOf(el)} ${tokens}` : box;
};

const without = (tokens: readonly string[], token: string): string[] => tokens.filter((one) => one !== token);

/** One of fewer buttons than these is more important than the others, and in no other state. */
const LEAST_BUTTONS = 4;

/** How many buttons are alike but for one class. */
const countButtons = (boxes: readonly Box[]): Map<unknown, number> => {
  const alike = new Map<unknown, number>();
  for (const { el, tokens } of boxes) {
    if (tagOf(el) !== 'button') continue;
    countUp(alike, kindOf(el, tokens));
    for (const token of tokens) countUp(alike, kindOf(el, without(tokens, token)));
  }
  return alike;
};

/** Tells of each the classes that others like it are without: of a control, and of the item that it is the first one in. */
export const markStates = (nodes: readonly AccessibilityNode[], cache: DomCache): void => {
  const boxes = Array.from(collectBoxes(nodes));
  // The one that is current may look otherwise for that.
  const others = boxes.filter(({ own }) => !own.node.current);
  const kinds = new Map(others.map((box) => [kindOf(box.el, box.tokens), box]));
  const buttons = countButtons(boxes);
  const looks = new Map<string, boolean>();
  for (const { el, own, level, tokens } of boxes) {
    const { node } = own;
    if (!level && isStated(node)) continue;
    const said = tokens.filter((token) => {
      const isState = isMark(token);
      if (isState ? level : !saysState(token) || saysName(token, node.name)) return false;
      const rest = without(tokens, token);
      const kind = kindOf(el, rest);
      const other = kinds.get(kind);
      if (!other || tagOf(other.el) !== tagOf(el) || other.level !== level) return false;
      if (other.own.node.tag !== node.tag) return false;
      if (isState) {
        if (TOGGLE_ROLE.test(node.role)) node.pressed = true;
        return false;
      }
      // The only class of a link is how it is drawn.
      if (rest.length === 0 && tagOf(el) === 'a') return false;
      // Many differ by the same.
      const differ = (): boolean => !looksLike(el, other.el, cache);
      return (
        !((buttons.get(kind) as number) < LEAST_BUTTONS) &&
        getOrInsertComputed(looks, `${tokens}/${token}`, differ)
      );
    });
    if (!level && (own.facts as ElementFacts).action.cursor === 'not-allowed' && !node.disabled)
      said.push('not-allowed');
    if (said.length === 0) continue;
    node.description = said.concat(node.description || []).join(', ');
    own.isDescribedByContext = false;
  }
};
