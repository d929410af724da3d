import type { ElementLabel, Ref } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { contentOf, nameFromAuthor, nameOf } from '../aria/name.ts';
import { referencedBy } from '../aria/references.ts';
import { roleOf } from '../aria/role.ts';
import { readable } from '../aria/white-space.ts';
import { allElements } from '../dom/all-elements.ts';
import { isLabelled } from '../dom/content.ts';
import { cut, MAX_CHARS } from '../dom/cut.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { isText, shadowRootOf } from '../dom/flat-tree.ts';
import { isString } from '../dom/is-string.ts';
import { childNodesOf, closestTo, findAll, hasAttr, matches, tagOf } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { wrongArgument } from '../payload.ts';
import { DEAD_REF_WORDS, type Failure, fail, NEW_SNAPSHOT, nameInWords, quoted } from '../result.ts';
import { type ElementFingerprint, fingerprintOf, soleLookalike } from './fingerprint.ts';
import { iconName } from './icon-name.ts';
import { type Locator, locate, readLocator } from './locator.ts';
import { optionLabel } from './option-label.ts';
import { knownRef, normalizeRef, refFor, resolveRef } from './refs.ts';

/** The longest name in messages and fingerprints, characters. */
const MAX_NAME_CHARS = 200;

/** The longest text that stands for a missing name, characters: enough to tell which element is meant. */
const MAX_TEXT_AS_NAME_CHARS = 80;

/** Elements whose content is never a name: it is a value (perhaps a secret), a list of options or the whole page. */
const NAMELESS = /^(?:input|select|textarea|body|html)$/;

/** Role and name of an element as a snapshot shows them; an element without a name is named after its text. */
export const roleAndName = (el: Element, cache: DomCache): { role: string; name: string } => {
  if (tagOf(el) === 'option' && closestTo(el, 'select'))
    return { role: 'option', name: cut(optionLabel(el as HTMLOptionElement), MAX_NAME_CHARS) };
  const role = roleOf(el, cache);
  const shown = role === 'none' || role === 'presentation' ? 'generic' : role;
  const authored = nameOf(el, cache) || (isLabelled(el) ? nameFromAuthor(el, cache) : '');
  const name = authored || (NAMELESS.test(tagOf(el)) ? '' : contentOf(el, cache));
  return { role: shown, name: cut(name, MAX_NAME_CHARS) };
};

export const fingerprintNow = (el: Element, cache = createDomCache()): ElementFingerprint => {
  const { role, name } = roleAndName(el, cache);
  return fingerprintOf(el, role, name, cache);
};

/** How much text of an element is read to find a name in it again, characters. */
const MAX_TEXT_CHARS = 20_000;

/** Attributes that name an image or a button inside of an element. */
const NAMING = ['alt', 'aria-label', 'aria-labelledby', 'title', 'value'];

/** Elements that a label may name; a snapshot may name a clickable box after one inside of it. */
const LABELABLE = 'button, input, textarea, select, meter, progress, output, [role=combobox]';

/** An element and its descendants, with the subtrees that they own by `aria-owns`. */
const subtreeOf = (el: Element): Set<Element> => {
  const found = new Set([el, ...allElements(el)]);
  // The set grows while it is iterated.
  for (const at of found)
    for (const owned of referencedBy(at, 'aria-owns')) {
      if (!found.has(owned)) for (const below of [owned, ...allElements(owned)]) found.add(below);
    }
  return found;
};

/** The texts in an element that a snapshot may have made its name of: with the names of images and controls, and without. */
const textsIn = (el: Element): string[] => {
  const cache = createDomCache(MAX_TEXT_CHARS);
  let names = contentOf(el, cache);
  let text = '';
  for (const at of subtreeOf(el)) {
    if (text.length >= MAX_TEXT_CHARS) break;
    if (at !== el && (matches(at, LABELABLE) || NAMING.some((name) => hasAttr(at, name))))
      names += ` ${nameOf(at, cache)}`;
    for (const holder of [at, shadowRootOf(at)])
      for (const node of Array.from(holder ? childNodesOf(holder) : []))
        if (isText(node)) text += ` ${node.data}`;
  }
  return [names + text, text];
};

/** The fingerprint to compare with that of a ref: without accessible name, with all that a snapshot may have named it after. */
const fingerprintForRef = (el: Element, cache: DomCache): ElementFingerprint => {
  const now = fingerprintNow(el, cache);
  return nameOf(el, cache)
    ? now
    : { ...now, also: () => [iconName(el, cache), ...textsIn(el)].filter(Boolean) };
};

/** Role, name and tag of an element for an error or an effect, with its ref if it has one. */
export const labelOf = (agent: Agent, el: Element, cache: DomCache): ElementLabel => {
  const { role, name: whole } = roleAndName(el, cache);
  const name = cut(readable(whole), nameOf(el, cache) ? MAX_NAME_CHARS : MAX_TEXT_AS_NAME_CHARS);
  const ref = knownRef(agent.state.refs, el);
  return { ...(ref && { ref }), tag: cut(tagOf(el), MAX_CHARS.tag), role, ...(name && { name }) };
};

export const inWords = (agent: Agent, el: Element, cache = createDomCache()): string =>
  nameInWords(labelOf(agent, el, cache));

/** Like {@link labelOf}, and gives the element a ref so that the next step can use it. */
export const labelWithRef = (agent: Agent, el: Element, cache = createDomCache()): ElementLabel => {
  refFor(agent.state.refs, el, fingerprintNow(el, cache));
  return labelOf(agent, el, cache);
};

/** With more elements of the same tag, none is suggested: each would need its name computed. */
const MAX_LOOKALIKES = 400;

const suggestion = (agent: Agent, was: ElementFingerprint, cache: DomCache): ElementLabel | undefined => {
  const same = findAll(document, /^[a-z][\w-]*$/.test(was.tag) ? was.tag : '*');
  if (same.length > MAX_LOOKALIKES) return undefined;
  const shown = Array.from(same).filter((el) => isVisibleByStyle(el, cache));
  const found = soleLookalike(shown, was, (el) => fingerprintNow(el, cache));
  return found && labelWithRef(agent, found, cache);
};

/** The advice to use a locator: on a page that redraws an element all the time, a ref is dead before it is used. */
const byName = ({ role, name }: ElementLabel): string =>
  name ? `, or say role=${role}[name=${quoted(name)}] if the page redraws it` : '';

const nameWithItem = (thing: ElementFingerprint): string =>
  nameInWords(thing) +
  (thing.shownHead && thing.shownHead !== thing.name ? ` of ${quoted(cut(thing.shownHead, 40))}` : '');

/** The element of a ref or locator from a host, or a failure that tells why there is none. */
export const lookUp = (
  agent: Agent,
  spelled: unknown,
  payload?: unknown,
): { element: Element; ref: Ref } | Failure => {
  const documentSeen = (payload as { document?: unknown } | null | undefined)?.document;
  const locator = readLocator(spelled);
  const ref = locator ? undefined : normalizeRef(spelled, agent.state.refs.letters);
  if (!ref && !locator) {
    const shown = isString(spelled) ? `"${cut(spelled, 40)}"` : typeof spelled;
    return wrongArgument('ref', `A ref looks like "kd5", a locator like text="Save", and not like ${shown}.`);
  }
  if (documentSeen !== undefined && documentSeen !== agent.state.document) {
    return fail('ref_not_found', `${ref || 'The locator'} ${DEAD_REF_WORDS.navigated}. ${NEW_SNAPSHOT}`, {
      cause: 'navigated',
    });
  }
  if (locator || !ref) return locate(agent, locator as Locator, { labelWithRef, roleAndName });
  if (/^f\d/.test(ref)) {
    const words = `${ref} stands in a frame of another origin. Only start with a channelProof gets there.`;
    return fail('frame_inaccessible', words);
  }
  const cache = createDomCache(MAX_NAME_CHARS);
  const found = resolveRef(agent.state.refs, ref, (el) => fingerprintForRef(el, cache));
  if ('element' in found) return { element: found.element, ref };
  const { cause, now, was } = found;
  const offer = was && suggestion(agent, was, cache);
  const thing = now
    ? ` was ${nameWithItem(was as ElementFingerprint)} and`
    : was && cause === 'detached'
      ? ` (${nameInWords(was)})`
      : '';
  const becameWhat = now ? `: ${nameWithItem(now)}` : '';
  const next = offer
    ? `Perhaps you mean ${nameInWords(offer)}; take a new snapshot${byName(offer)}.`
    : NEW_SNAPSHOT;
  return fail('ref_not_found', `${ref}${thing} ${DEAD_REF_WORDS[cause]}${becameWhat}. ${next}`, {
    cause,
    ...(offer && { suggestion: offer }),
  });
};
