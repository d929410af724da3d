import type { PageScroll, Point, ScrollPayload, ScrollState } from '../../contract.ts';
import { type Script, SETTLED } from '../action/script.ts';
import { type Agent, type Failure, fail, isFailure } from '../agent.ts';
import { allElements } from '../dom/all-elements.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { createPass, type Pass, styleOf } from '../dom/pass.ts';
import { documentOf, fromDocument, measure, rectOf } from '../dom/read.ts';
import { createViewport } from '../dom/view-box.ts';
import { AMOUNT, oneOf, readPayload, TEXT } from '../payload.ts';
import { isVisible } from '../snapshot/element-state.ts';
import { labelWithRef, lookUp } from '../snapshot/lookup.ts';
import { documentScroll, scrollState } from '../snapshot/scroll.ts';
import { cut } from '../snapshot/text.ts';
import { patternOf } from './matcher.ts';
import type { Answer } from './page.ts';
import { pageText } from './page-text.ts';
import { hitsIn } from './search.ts';

/** Sign of x and y. */
const DIRECTIONS = { down: [0, 1], up: [0, -1], right: [1, 0], left: [-1, 0] } as const;

const PAYLOAD = {
  direction: oneOf(...Object.keys(DIRECTIONS)),
  amount: AMOUNT,
  to: oneOf('top', 'bottom'),
  ref: TEXT,
  text: TEXT,
};

/** Of what is seen, so that the eye does not lose its place. */
const STEP = 0.8;

const TIMEOUT_MS = 30_000;

/** A list that loads more when one comes to its end gets so many chances to do so. */
const PATIENCE = 3;

const rootScroller = (doc: Document): Element =>
  (doc.scrollingElement ?? fromDocument(doc, 'documentElement')) as Element;

const position = (el: Element): Point => ({ x: measure(el, 'scrollLeft'), y: measure(el, 'scrollTop') });

const canMove = (el: Element): boolean => measure(el, 'scrollHeight') > measure(el, 'clientHeight') + 1;

/** The nearest scroll container at or above an element. */
export const scrollerOf = (el: Element, pass: Pass): Element => {
  for (let at: Element | null = el; at; at = flatParentAcrossFrames(at))
    if (scrollState(at, styleOf(at, pass))) return at;
  return rootScroller(documentOf(el));
};

/** The page, or the largest container where an app scrolls in its place. */
const mainScroller = (pass: Pass): Element => {
  const root = rootScroller(document);
  if (!pass.hasLayout || canMove(root)) return root;
  let largest = root;
  let area = 0;
  for (const el of allElements(document)) {
    if (!canMove(el) || !scrollState(el, styleOf(el, pass)) || !isVisible(el, pass)) continue;
    const { width, height } = rectOf(el);
    if (width * height > area) {
      area = width * height;
      largest = el;
    }
  }
  return largest;
};

/** Moves at once, whatever `scroll-behavior` says. */
const moveTo = (el: Element, { x, y }: Point): void => {
  if (typeof el.scrollTo === 'function')
    el.scrollTo({ left: x, top: y, behavior: 'instant' as ScrollBehavior });
  else {
    el.scrollLeft = x;
    el.scrollTop = y;
  }
};

export const moveBy = (el: Element, by: Point): void => {
  const { x, y } = position(el);
  moveTo(el, { x: x + by.x, y: y + by.y });
};

const target = (el: Element, { direction = 'down', amount, to }: Partial<ScrollPayload>): Point => {
  const { x, y } = position(el);
  if (to) return { x, y: to === 'top' ? 0 : measure(el, 'scrollHeight') };
  const [dx, dy] = DIRECTIONS[direction];
  const seen = measure(el, dx === 0 ? 'clientHeight' : 'clientWidth');
  const by = amount ?? Math.round(seen * STEP);
  return { x: x + dx * by, y: y + dy * by };
};

const stateOf = (el: Element, pass: Pass): ScrollState =>
  el === rootScroller(document)
    ? documentScroll(createViewport())
    : (scrollState(el, styleOf(el, pass)) ?? position(el));

const tell = (agent: Agent, el: Element, before: Point): Answer<PageScroll> => {
  const pass = createPass(document, 200);
  const { x, y } = position(el);
  return {
    ...(el !== rootScroller(document) && { container: labelWithRef(agent, el, pass) }),
    scroll: stateOf(el, pass),
    moved: { x: Math.round(x - before.x), y: Math.round(y - before.y) },
  };
};

/** Scrolls once, or, with time, until a text is there. */
export function* scroll(agent: Agent, given: unknown, inTime: boolean): Script<Answer<PageScroll> | Failure> {
  const payload = readPayload<ScrollPayload>('scroll', given, PAYLOAD);
  if (isFailure(payload)) return payload;
  const start = payload.ref === undefined ? undefined : lookUp(agent, payload.ref, payload);
  if (start && isFailure(start)) return start;
  const pass = createPass(document, 200);
  const el = start ? scrollerOf(start.element, pass) : mainScroller(pass);
  if (payload.text !== undefined) return yield* untilText(agent, el, payload, inTime);
  const before = position(el);
  moveTo(el, target(el, payload));
  return tell(agent, el, before);
}

function* untilText(
  agent: Agent,
  el: Element,
  payload: Partial<ScrollPayload>,
  inTime: boolean,
): Script<Answer<PageScroll> | Failure> {
  const { text = '', timeoutMs = TIMEOUT_MS } = payload;
  const pattern = patternOf(text);
  if (isFailure(pattern)) return pattern;
  const before = position(el);
  const deadline = Date.now() + timeoutMs;
  for (let stuck = 0; ; ) {
    const hit = hitsIn(pageText(createPass(document, 200)), pattern)[0];
    if (hit) {
      hit.el.scrollIntoView?.({ block: 'center', behavior: 'instant' as ScrollBehavior });
      const element = labelWithRef(agent, hit.el, createPass(document, 200));
      return { ...tell(agent, el, before), element };
    }
    const shown = `"${cut(text, 60)}"`;
    if (!inTime)
      return fail('not_found', `${shown} is not in the page. Call scroll through run or start to look on.`);
    if (Date.now() >= deadline)
      return fail('timeout', `${shown} did not appear within ${timeoutMs} ms of scrolling.`);
    const at = position(el);
    moveTo(el, target(el, payload));
    yield SETTLED;
    const now = position(el);
    stuck = now.x === at.x && now.y === at.y ? stuck + 1 : 0;
    if (stuck === PATIENCE)
      return fail(
        'not_found',
        `${shown} is not in the page, which was scrolled to its end. Try other words.`,
      );
  }
}
