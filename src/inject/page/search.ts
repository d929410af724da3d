import type { ElementLabel, PageSearch, Ref, SearchMatch, SearchPayload } from '../../contract.ts';
import { most } from '../../render/most.ts';
import type { Agent } from '../agent.ts';
import { cut } from '../dom/cut.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { ancestors } from '../dom/flat-tree.ts';
import { elementsIn, tagOf } from '../dom/read.ts';
import { interactivityOf } from '../element/classify.ts';
import { isVisible } from '../element/element-state.ts';
import { labelWithRef } from '../element/lookup.ts';
import { LISTED, nextPlace, placeOf } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import { pageText, type TextRun } from '../snapshot/page-text.ts';
import { checked } from './checked.ts';
import { patternOf } from './matcher.ts';
import type { Answer } from './page.ts';

const PAYLOAD = {
  value: 'string!',
  regex: 'boolean',
  exact: 'boolean',
  context: 'number',
  ...LISTED,
};

/** How many controls near a match are named, and how many ancestors of its element are searched for them. */
const MAX_NEAR_CONTROLS = 3;
const CONTROL_DISTANCE = 4;
/** How many descendants and ancestors of an element are tried for each match: an article without controls has thousands. */
const MAX_DESCENDANTS = 200;
const MAX_ANCESTORS = 50;

/** A match: its element, and its place in a run of text. */
interface Hit {
  el: Element;
  run: TextRun;
  index: number;
  match: string;
}

/** The element whose text is at a position. */
const elementAtIndex = ({ parts }: TextRun, index: number): Element =>
  parts[most(0, parts.length - 1, (n) => (parts[n]?.at as number) <= index)]?.el as Element;

/** Every match in the page's text, in reading order. */
const hitsIn = (runs: readonly TextRun[], pattern: RegExp): Hit[] => {
  const hits: Hit[] = [];
  for (const run of runs) {
    pattern.lastIndex = 0;
    for (let found = pattern.exec(run.text); found; found = pattern.exec(run.text)) {
      const [match] = found;
      if (match) hits.push({ el: elementAtIndex(run, found.index), run, index: found.index, match });
      else pattern.lastIndex++;
    }
  }
  return hits;
};

const isActionable = (el: Element, cache: DomCache): boolean =>
  !!interactivityOf(el, cache) && isVisible(el, cache);

const controlsIn = (box: Element, cache: DomCache): Element[] => {
  const found: Element[] = [];
  for (const el of elementsIn(box, '*').slice(0, MAX_DESCENDANTS)) {
    if (isActionable(el, cache)) found.push(el);
    if (found[MAX_NEAR_CONTROLS - 1]) break;
  }
  return found;
};

/** The controls with which to act on a match, such as the button of its row: the innermost control around it, then those of its nearest ancestor that has any. */
const nearControls = (agent: Agent, el: Element, cache: DomCache): ElementLabel[] => {
  const around = ancestors(el, MAX_ANCESTORS);
  const outer = around.find((at) => isActionable(at, cache));
  const controls = outer ? [outer] : [];
  for (const at of around.slice(0, CONTROL_DISTANCE)) {
    if (tagOf(at) === 'body') break;
    const inside = controlsIn(at, cache);
    controls.push(...inside);
    if (inside[0] || at === outer) break;
  }
  return controls.slice(0, MAX_NEAR_CONTROLS).map((control) => labelWithRef(agent, control, cache));
};

/** A match with `context` characters on either side, cut between code points. */
const inContext = ({ run: { text }, index, match }: Hit, context: number): string => {
  const from = Math.max(0, index - context);
  const to = index + match.length + context;
  const shown = text.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${shown.trim()}${to < text.length ? '…' : ''}`;
};

/** Searches the text that the page shows. */
export const search = checked(
  'search',
  PAYLOAD,
  (agent, payload: SearchPayload): Answer<PageSearch> | Failure => {
    const { value, context = 60, limit = 20 } = payload;
    const pattern = patternOf(value, payload);
    if (isFailure(pattern)) return pattern;
    const from = placeOf(payload.after);
    const cache = createDomCache();
    const hits = hitsIn(pageText(cache), pattern);
    const matches = hits.slice(from, from + limit).map((hit): SearchMatch => {
      const controls = nearControls(agent, hit.el, cache);
      const ref = labelWithRef(agent, hit.el, cache).ref as Ref;
      const text = inContext(hit, context);
      return {
        match: cut(hit.match, 200),
        text: cut(text, 1000),
        ref,
        ...(controls[0] && { near: controls }),
      };
    });
    return { matches, total: hits.length, ...nextPlace(from + limit, hits.length) };
  },
);
