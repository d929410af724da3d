import type { PageScroll, Point, ScrollPayload } from '../../contract.ts';
import type { Script } from '../action/script.ts';
import { SCROLL, scroll as scrollAround } from '../action/scroll.ts';
import type { Agent } from '../agent.ts';
import { allElements } from '../dom/all-elements.ts';
import { createDomCache, styleOf } from '../dom/dom-cache.ts';
import { measure, rectOf, rootElement } from '../dom/read.ts';
import { isVisible } from '../element/element-state.ts';
import { lookUp } from '../element/lookup.ts';
import { scrollState } from '../element/scroll-state.ts';
import { isRecord, readPayload } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import { emptyDocument } from './keys.ts';
import type { Answer } from './page.ts';

/** The element that scrolls the page: the root, or, where that does not scroll, the largest scroll container. */
const mainScroller = (): Element | null => {
  const root = rootElement();
  if (!root) return null;
  const cache = createDomCache();
  if (!cache.hasLayout || measure(root, 'scrollHeight') > window.innerHeight + 1) return root;
  let largest: Element = root;
  let area = 0;
  for (const el of allElements(document)) {
    if (!scrollState(el, styleOf(el, cache)) || !isVisible(el, cache)) continue;
    const { width, height } = rectOf(el);
    if (width * height > area) {
      area = width * height;
      largest = el;
    }
  }
  return largest;
};

/** Scrolls the page, or the scroll container of a ref: by an amount, or until a text is found. */
export function* scroll(agent: Agent, given: unknown): Script<Answer<PageScroll> | Failure> {
  const { ref, ...rest } = (isRecord(given) ? given : { direction: given }) as Partial<ScrollPayload>;
  const start = ref === undefined ? undefined : lookUp(agent, ref, given);
  if (start && isFailure(start)) return start;
  const place = start ? start.element : mainScroller();
  if (!place) return emptyDocument();
  const wanted = readPayload('scroll', rest, SCROLL);
  if (isFailure(wanted)) return wanted;
  const outcome = yield* scrollAround(agent, place, wanted);
  if (isFailure(outcome)) return outcome;
  const { scroll: at, found } = outcome.effect;
  return { scroll: at as Point, ...(found && { element: found }) };
}
