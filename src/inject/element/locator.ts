import type { ElementLabel, FindBy, Ref } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { cut } from '../dom/cut.ts';
import { createDomCache, type DomCache, styleOf } from '../dom/dom-cache.ts';
import { flatContains, flatParent } from '../dom/flat-tree.ts';
import { isString } from '../dom/is-string.ts';
import { isTextOf, matches, withRole } from '../dom/read.ts';
import { type Failure, fail, isFailure, NEW_SNAPSHOT, nameInWords, quoted } from '../result.ts';
import { interactivityOf } from './classify.ts';
import { isModal, layerOf, openDialogs } from './dialogs.ts';
import { isListed, isVisible } from './element-state.ts';
import { type Exactness, elementsBy, isFoundBy, matchesText } from './find-elements.ts';

/** Describes an element by its text, role or another attribute: `text="buy milk"`, `role=button[name="Save"]`. */
export interface Locator {
  by: FindBy;
  value: string;
  /** The accessible name, with `by: 'role'`. */
  name?: string;
}

/** Functions of `lookup.ts`, handed in because that imports this file. */
export interface Naming {
  labelWithRef(agent: Agent, el: Element, cache: DomCache): ElementLabel;
  roleAndName(el: Element, cache: DomCache): { role: string; name: string };
}

/** The spelling of a locator by anything but a role; groups: by, value. */
const SPELLED = /^\s*(text|label|placeholder|alt|title|testid|css|xpath)\s*=\s*(\S[\s\S]*?)\s*$/;
/** The spelling of a locator by role; groups: role, name. */
const ROLE = /^\s*role\s*=\s*"?([\w-]+)"?\s*(?:\[\s*name\s*=\s*([\s\S]+?)\s*\])?\s*$/;
const QUOTED = /^(["'])([\s\S]*)\1$/;

const unquoted = (text: string): string => {
  const match = QUOTED.exec(text);
  return match ? (match[2] as string).replace(/\\(["'\\])/g, '$1') : text;
};

/** The locator that a string spells; undefined for anything else, such as a ref. */
export const readLocator = (spelled: unknown): Locator | undefined => {
  if (!isString(spelled)) return undefined;
  const role = ROLE.exec(spelled);
  if (role) {
    const value = (role[1] as string).toLowerCase();
    return role[2] === undefined ? { by: 'role', value } : { by: 'role', value, name: unquoted(role[2]) };
  }
  const match = SPELLED.exec(spelled);
  return match ? { by: match[1] as FindBy, value: unquoted(match[2] as string) } : undefined;
};

/** Elements that a text inside of them stands for. */
const OWNER_OF_TEXT = `button, a[href], summary, option, ${withRole('button link tab option')}, [role^=menuitem]`;

/**
 * The element to act on for a text: the button or link around it, through shadow roots. A text with `pointer-events: none`
 * that is all the text of a control stands for that control: the placeholder of a list.
 */
const ownerOfText = (el: Element, cache: DomCache): Element => {
  let at: Element | null = styleOf(el, cache).pointerEvents === 'none' ? el : null;
  // Once an ancestor has more text, all further ancestors have.
  while (at && isTextOf(el, at)) {
    if (interactivityOf(at, cache)) return at;
    at = flatParent(at);
  }
  at = el;
  while (at && !matches(at, OWNER_OF_TEXT)) at = flatParent(at);
  return at || el;
};

const MAX_CANDIDATES = 5;

/** The elements that pass a test; all of them where none does, or where there is only one. */
const narrowed = (all: Element[], test: (el: Element) => boolean): Element[] => {
  const passing = all[1] ? all.filter(test) : [];
  return passing[0] ? passing : all;
};

/** The elements whose whole text matches in any case (a style may write capitals), else those that contain it. */
const wholeElsePart = (find: (exact: Exactness) => Element[] | Failure): Element[] | Failure => {
  const whole = find('anyCase');
  return isFailure(whole) || whole[0] ? whole : find(false);
};

/**
 * The one visible element that a locator means. An exact match comes before an element that only contains the text.
 * Errors: `ref_not_found`, `ambiguous`, each with up to five `candidates`, which have refs; `invalid_argument`.
 */
export const locate = (
  agent: Agent,
  { by, value, name }: Locator,
  { labelWithRef, roleAndName }: Naming,
): { element: Element; ref: Ref } | Failure => {
  const cache = createDomCache();
  let near: Element[] = [];
  const find = (exact: Exactness, way = by): Element[] | Failure => {
    const all = elementsBy(way, value, exact, cache);
    if (isFailure(all)) return all;
    const shown = all.filter((el) => isVisible(el, cache));
    const isMatched = (el: Element, how: Exactness): boolean =>
      name === undefined
        ? isFoundBy(way, el, value, how, cache)
        : matchesText(roleAndName(el, cache).name, name, how);
    if (name !== undefined) near = shown;
    const matching = name === undefined ? shown : shown.filter((el) => isMatched(el, exact));
    const found = narrowed(matching, (el) => !exact || isMatched(el, true));
    const targets = by === 'text' ? Array.from(new Set(found.map((el) => ownerOfText(el, cache)))) : found;
    // Prefer listed elements: a hidden native control has the same text as the custom one. By label and the like prefer
    // controls: the group or component around a control may have the same label.
    const isOfControl = /^(?:label|placeholder|title)$/.test(by);
    const listed = narrowed(
      targets,
      (el) => isListed(el, cache) && !(isOfControl && !interactivityOf(el, cache)),
    );
    // Behind an open modal dialog nothing can be used. A layer over it can: the list of one of its fields.
    const modal =
      listed[1] &&
      openDialogs(cache)
        .filter((dialog) => isModal(dialog, cache))
        .pop();
    return modal ? narrowed(listed, (el) => flatContains(modal, el) || !!layerOf(el, cache)) : listed;
  };
  let found = wholeElsePart(find);
  const isNone = (): boolean => !isFailure(found) && !found[0];
  // The name in a snapshot may be no text on the page, but a label.
  if (by === 'text' && isNone()) found = wholeElsePart((exact) => find(exact, 'label'));
  // Or a name that a snapshot has guessed from the text beside the element, or from its icon.
  const guessedName = name ?? (by === 'text' || by === 'label' ? value : '');
  if (guessedName && isNone()) {
    const names = Array.from(agent.names()).filter(([el]) => name === undefined || near.includes(el));
    // A label is outside of the element that it names: elements that contain the text come last.
    found = wholeElsePart((exact) =>
      narrowed(
        names.filter(([, shownName]) => matchesText(shownName, guessedName, exact)).map(([el]) => el),
        (el) => by !== 'label' || !isFoundBy('text', el, guessedName, exact, cache),
      ),
    );
  }
  if (isFailure(found)) return found;
  const [element] = found;
  if (element && found.length === 1) return { element, ref: labelWithRef(agent, element, cache).ref as Ref };
  const candidates = (element ? found : near)
    .slice(0, MAX_CANDIDATES)
    .map((el) => labelWithRef(agent, el, cache));
  const words = `${by} ${quoted(cut(value, 60))}${name === undefined ? '' : ` with the name ${quoted(cut(name, 60))}`}`;
  const list = candidates.map(nameInWords).join(', ');
  const details = list ? { candidates } : {};
  return element
    ? fail(
        'ambiguous',
        `${found.length} visible elements match ${words}: ${list}. Take the ref of one.`,
        details,
      )
    : fail(
        'ref_not_found',
        `No visible element matches ${words}.${list ? ` There is ${list}.` : ''} ${NEW_SNAPSHOT}`,
        details,
      );
};
