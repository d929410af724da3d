import type { ElementLabel, FindBy, Ref } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { cut } from '../dom/cut.ts';
import { createDomCache, type DomCache, styleOf } from '../dom/dom-cache.ts';
import { flatContains, flatParent } from '../dom/flat-tree.ts';
import { isTextOf, matches, withRole } from '../dom/read.ts';
import { type Failure, fail, isFailure, NEW_SNAPSHOT, nameInWords, quoted } from '../result.ts';
import { interactivityOf } from './classify.ts';
import { isModal, layerOf, openDialogs } from './dialogs.ts';
import { isListed, isVisible } from './element-state.ts';
import { type Exactness, elementsBy, isFoundBy, says } from './find-elements.ts';

/** An element by what a person or its author calls it: `text="buy milk"`, `role=button[name="Save"]`. */
export interface Locator {
  by: FindBy;
  value: string;
  /** Of a role. */
  name?: string;
}

/** How an element is named here; handed in, for both come from `lookup.ts`, which asks for locators. */
export interface Naming {
  labelWithRef(agent: Agent, el: Element, cache: DomCache): ElementLabel;
  roleAndName(el: Element, cache: DomCache): { role: string; name: string };
}

const SPELLED = /^\s*(text|label|placeholder|alt|title|testid|css|xpath)\s*=\s*(\S[\s\S]*?)\s*$/;
const ROLE = /^\s*role\s*=\s*"?([\w-]+)"?\s*(?:\[\s*name\s*=\s*([\s\S]+?)\s*\])?\s*$/;
const QUOTED = /^(["'])([\s\S]*)\1$/;

const unquoted = (text: string): string => {
  const match = QUOTED.exec(text);
  return match ? (match[2] as string).replace(/\\(["'\\])/g, '$1') : text;
};

/** The locator that is written there; undefined for what is none, a ref for example. */
export const readLocator = (spelled: unknown): Locator | undefined => {
  if (typeof spelled !== 'string') return undefined;
  const role = ROLE.exec(spelled);
  if (role) {
    const value = (role[1] as string).toLowerCase();
    return role[2] === undefined ? { by: 'role', value } : { by: 'role', value, name: unquoted(role[2]) };
  }
  const match = SPELLED.exec(spelled);
  return match ? { by: match[1] as FindBy, value: unquoted(match[2] as string) } : undefined;
};

/** What a text in it does not stand for itself but for. */
const OWNER_OF_TEXT = `button, a[href], summary, option, ${withRole('button link tab option')}, [role^=menuitem]`;

/**
 * The words of a component may stand in a button of its shadow tree. What lets presses through is the text of a control
 * that says no more: the placeholder of a list, which goes with the choice.
 */
const ownerOfText = (el: Element, cache: DomCache): Element => {
  let at: Element | null = styleOf(el, cache).pointerEvents === 'none' ? el : null;
  // Once something around it says more, all that is around that does.
  while (at && isTextOf(el, at)) {
    if (interactivityOf(at, cache)) return at;
    at = flatParent(at);
  }
  at = el;
  while (at && !matches(at, OWNER_OF_TEXT)) at = flatParent(at);
  return at || el;
};

const MOST_CANDIDATES = 5;

/** Of several those that pass a test, if any do. */
const narrowed = (all: Element[], test: (el: Element) => boolean): Element[] => {
  const some = all[1] ? all.filter(test) : [];
  return some[0] ? some : all;
};

/** Those that say it and no more, in any case (a style may write capitals), else those that hold it. */
const best = (find: (exact: Exactness) => Element[] | Failure): Element[] | Failure => {
  const whole = find('anyCase');
  return isFailure(whole) || whole[0] ? whole : find(false);
};

/**
 * The one visible element that a locator means. What says a text word for word comes before what only holds it.
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
    const isSaid = (el: Element, how: Exactness): boolean =>
      name === undefined
        ? isFoundBy(way, el, value, how, cache)
        : says(roleAndName(el, cache).name, name, how);
    if (name !== undefined) near = shown;
    const said = name === undefined ? shown : shown.filter((el) => isSaid(el, exact));
    const found = narrowed(said, (el) => !exact || isSaid(el, true));
    const pressed = by === 'text' ? Array.from(new Set(found.map((el) => ownerOfText(el, cache)))) : found;
    // The native control behind one that a page has made has the same words, and no snapshot lists it; a label is that of a
    // control before that of the group around it, and a component may say again what its field says.
    const isOfControl = /^(?:label|placeholder|title)$/.test(by);
    const listed = narrowed(
      pressed,
      (el) => isListed(el, cache) && !(isOfControl && !interactivityOf(el, cache)),
    );
    // Behind an open dialog nothing can be used, but for what lies over it: the list of one of its fields.
    const modal =
      listed[1] &&
      openDialogs(cache)
        .filter((dialog) => isModal(dialog, cache))
        .pop();
    return modal ? narrowed(listed, (el) => flatContains(modal, el) || !!layerOf(el, cache)) : listed;
  };
  let found = best(find);
  const isNone = (): boolean => !isFailure(found) && !found[0];
  // What a snapshot calls it may be written nowhere.
  if (by === 'text' && isNone()) found = best((exact) => find(exact, 'label'));
  // Or it is called by what stands beside it, or by its icon.
  const called = name ?? (by === 'text' || by === 'label' ? value : '');
  if (called && isNone()) {
    const names = Array.from(agent.names()).filter(([el]) => name === undefined || near.includes(el));
    // A label stands outside of what it names: not so the words of a header or of a button.
    found = best((exact) =>
      narrowed(
        names.filter(([, said]) => says(said, called, exact)).map(([el]) => el),
        (el) => by !== 'label' || !isFoundBy('text', el, called, exact, cache),
      ),
    );
  }
  if (isFailure(found)) return found;
  const [element] = found;
  if (element && found.length === 1) return { element, ref: labelWithRef(agent, element, cache).ref as Ref };
  const candidates = (element ? found : near)
    .slice(0, MOST_CANDIDATES)
    .map((el) => labelWithRef(agent, el, cache));
  const words = `${by} ${quoted(cut(value, 60))}${name === undefined ? '' : ` with the name ${quoted(cut(name, 60))}`}`;
  const list = candidates.map(nameInWords).join(', ');
  const details = list ? { candidates } : {};
  return element
    ? fail(
        'ambiguous',
        `${found.length} visible elements match ${words}: ${list}. Take the ref of one of them.`,
        details,
      )
    : fail(
        'ref_not_found',
        `No visible element matches ${words}.${list ? ` There is ${list}.` : ''} ${NEW_SNAPSHOT}`,
        details,
      );
};
