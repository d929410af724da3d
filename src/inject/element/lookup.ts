import type { ElementLabel, Ref } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { contentOf, nameFromAuthor, nameOf } from '../aria/name.ts';
import { referencedBy } from '../aria/references.ts';
import { roleOf } from '../aria/role.ts';
import { collapse, readable } from '../aria/white-space.ts';
import { allElements } from '../dom/all-elements.ts';
import { isLabelled } from '../dom/content.ts';
import { cut, LONGEST } from '../dom/cut.ts';
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

/** Names in labels and likenesses. */
const NAME_CHARS = 200;

/** What is written in something that has no name says in so many characters which one is meant. */
const WRITTEN_NAME_CHARS = 80;

/** What they hold is their value (a secret, perhaps), what could be chosen, or the whole page: no name. */
const NAMELESS = /^(?:input|select|textarea|body|html)$/;

/** Role and name as a snapshot shows them; something to press without a name is named after its text. */
export const roleAndName = (el: Element, cache: DomCache): { role: string; name: string } => {
  if (tagOf(el) === 'option' && closestTo(el, 'select'))
    return { role: 'option', name: cut(optionLabel(el as HTMLOptionElement), NAME_CHARS) };
  const role = roleOf(el, cache);
  const shown = role === 'none' || role === 'presentation' ? 'generic' : role;
  const authored = nameOf(el, cache) || (isLabelled(el) ? nameFromAuthor(el, cache) : '');
  const name = authored || (NAMELESS.test(tagOf(el)) ? '' : contentOf(el, cache));
  return { role: shown, name: cut(collapse(name), NAME_CHARS) };
};

export const fingerprintNow = (el: Element, cache = createDomCache()): ElementFingerprint => {
  const { role, name } = roleAndName(el, cache);
  return fingerprintOf(el, role, name, cache);
};

const WRITTEN_CHARS = 20_000;

/** What a picture or a button in an element is called by. */
const NAMING = ['alt', 'aria-label', 'aria-labelledby', 'title', 'value'];

/** A box to press is called after what a label in it or elsewhere names: a field, a meter. */
const LABELABLE = 'button, input, textarea, select, meter, progress, output, [role=combobox]';

/** An element and all below it, with what they own elsewhere. */
const subtreeOf = (el: Element): Set<Element> => {
  const found = new Set([el, ...allElements(el)]);
  // Grows as it is walked.
  for (const at of found)
    for (const owned of referencedBy(at, 'aria-owns')) {
      if (!found.has(owned)) for (const below of [owned, ...allElements(owned)]) found.add(below);
    }
  return found;
};

/** All that a name of what is written in an element may be made of: names of images, and texts at any depth. */
const writtenIn = (el: Element): string[] => {
  const cache = createDomCache(WRITTEN_CHARS);
  let names = contentOf(el, cache);
  let text = '';
  for (const at of subtreeOf(el)) {
    if (text.length >= WRITTEN_CHARS) break;
    if (at !== el && (matches(at, LABELABLE) || NAMING.some((name) => hasAttr(at, name))))
      names += ` ${nameOf(at, cache)}`;
    for (const holder of [at, shadowRootOf(at)])
      for (const node of Array.from(holder ? childNodesOf(holder) : []))
        if (isText(node)) text += ` ${node.data}`;
  }
  return [names + text, text];
};

/** With everything that the walk may have named it after where it has no accessible name. */
const fingerprintForRef = (el: Element, cache: DomCache): ElementFingerprint => {
  const now = fingerprintNow(el, cache);
  return nameOf(el, cache)
    ? now
    : { ...now, also: () => [iconName(el, cache), ...writtenIn(el)].filter(Boolean) };
};

/** An element in the words of an error or an effect, with its ref if it has one. */
export const labelOf = (agent: Agent, el: Element, cache: DomCache): ElementLabel => {
  const { role, name: whole } = roleAndName(el, cache);
  const name = cut(readable(whole), nameOf(el, cache) ? NAME_CHARS : WRITTEN_NAME_CHARS);
  const ref = knownRef(agent.state.refs, el);
  return { ...(ref && { ref }), tag: cut(tagOf(el), LONGEST.tag), role, ...(name && { name }) };
};

export const inWords = (agent: Agent, el: Element, cache = createDomCache()): string =>
  nameInWords(labelOf(agent, el, cache));

/** Like {@link labelOf}, and gives the element a ref so that the next step can be about it. */
export const labelWithRef = (agent: Agent, el: Element, cache = createDomCache()): ElementLabel => {
  refFor(agent.state.refs, el, fingerprintNow(el, cache));
  return labelOf(agent, el, cache);
};

const LOOKALIKE_LIMIT = 400;

const suggestion = (agent: Agent, was: ElementFingerprint, cache: DomCache): ElementLabel | undefined => {
  const same = findAll(document, /^[a-z][\w-]*$/.test(was.tag) ? was.tag : '*');
  if (same.length > LOOKALIKE_LIMIT) return undefined;
  const shown = Array.from(same).filter((el) => isVisibleByStyle(el, cache));
  const found = soleLookalike(shown, was, (el) => fingerprintNow(el, cache));
  return found && labelWithRef(agent, found, cache);
};

/** A page that draws it anew all the time is quicker than whoever reads it. */
const byName = ({ role, name }: ElementLabel): string =>
  name ? `, or say role=${role}[name=${quoted(name)}] where the page redraws it` : '';

const inItsItem = (thing: ElementFingerprint): string =>
  nameInWords(thing) +
  (thing.shownHead && thing.shownHead !== thing.name ? ` of ${quoted(cut(thing.shownHead, 40))}` : '');

/** The element that a ref from a host stands for, or a `ref_not_found` (`invalid_argument`) that explains itself. */
export const lookUp = (
  agent: Agent,
  spelled: unknown,
  payload?: unknown,
): { element: Element; ref: Ref } | Failure => {
  const seen = (payload as { document?: unknown } | null | undefined)?.document;
  const locator = readLocator(spelled);
  const ref = locator ? undefined : normalizeRef(spelled, agent.state.refs.letters);
  if (!ref && !locator) {
    const shown = isString(spelled) ? `"${cut(spelled, 40)}"` : typeof spelled;
    return wrongArgument(
      'ref',
      `A ref looks like "kd5", not ${shown}. Take one from a snapshot, or a locator such as text="Save".`,
    );
  }
  if (seen !== undefined && seen !== agent.state.document) {
    return fail('ref_not_found', `${ref || 'The locator'} ${DEAD_REF_WORDS.navigated}. ${NEW_SNAPSHOT}`, {
      cause: 'navigated',
    });
  }
  if (locator || !ref) return locate(agent, locator as Locator, { labelWithRef, roleAndName });
  if (/^f\d/.test(ref)) {
    const words = `${ref} stands in a frame of another origin. Only start with a channelProof gets there.`;
    return fail('frame_inaccessible', words);
  }
  const cache = createDomCache(NAME_CHARS);
  const found = resolveRef(agent.state.refs, ref, (el) => fingerprintForRef(el, cache));
  if ('element' in found) return { element: found.element, ref };
  const { cause, now } = found;
  const { was } = found;
  const offer = was && suggestion(agent, was, cache);
  const words = [`${ref} ${DEAD_REF_WORDS[cause]}.`];
  if (was && cause === 'detached') words[0] = `${ref} (${nameInWords(was)}) ${DEAD_REF_WORDS[cause]}.`;
  if (now)
    words[0] = `${ref} was ${inItsItem(was as ElementFingerprint)} and ${DEAD_REF_WORDS[cause]}: ${inItsItem(now)}.`;
  words.push(
    offer
      ? `Perhaps you mean ${nameInWords(offer)}; take a new snapshot to be sure${byName(offer)}.`
      : NEW_SNAPSHOT,
  );
  return fail('ref_not_found', words.join(' '), { cause, ...(offer && { suggestion: offer }) });
};
