import type { ElementLabel, PageSearch, Ref, SearchMatch, SearchPayload } from '../../contract.ts';
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

/** A match in a run of text. */
interface Hit {
  run: TextRun;
  /** Where it begins in the run, and in the text of the page. */
  inRun: number;
  index: number;
  match: string;
}

/** The element whose text begins the match. */
const elementOf = ({ run, inRun }: Hit): Element =>
  run.parts.filter(({ at }) => at <= inRun).pop()?.el as Element;

/** The page's text, a line for each run, and every match in a run, in reading order. */
const searchIn = (runs: readonly TextRun[], pattern: RegExp): { text: string; hits: Hit[] } => {
  const hits: Hit[] = [];
  let text = '';
  for (const run of runs) {
    run.text.replace(pattern, (match, ...more) => {
      const inRun = more.find((part) => typeof part === 'number') as number;
      if (match) hits.push({ run, inRun, index: text.length + inRun, match });
      return '';
    });
    text += `${run.text}\n`;
  }
  return { text, hits };
};

const isActionable = (el: Element, cache: DomCache): boolean =>
  !!interactivityOf(el, cache) && isVisible(el, cache);

/** The controls with which to act on a match, such as the button of its row: the innermost control around it, then those of its nearest ancestor that has any. */
const nearControls = (agent: Agent, el: Element, cache: DomCache): ElementLabel[] => {
  const around = ancestors(el, MAX_ANCESTORS);
  const outer = around.find((at) => isActionable(at, cache));
  const controls = outer ? [outer] : [];
  for (const at of around.slice(0, CONTROL_DISTANCE)) {
    if (tagOf(at) === 'body') break;
    const inside = elementsIn(at, '*').slice(0, MAX_DESCENDANTS);
    controls.push(...inside.filter((inner) => isActionable(inner, cache)));
    if (controls[outer ? 1 : 0] || at === outer) break;
  }
  return controls.slice(0, MAX_NEAR_CONTROLS).map((control) => labelWithRef(agent, control, cache));
};

/** A match with `context` characters of the page's text on either side, cut between code points. */
const inContext = (text: string, { index, match }: Hit, context: number): string => {
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
    const { text: whole, hits } = searchIn(pageText(cache), pattern);
    const matches = hits.slice(from, from + limit).map((hit): SearchMatch => {
      const el = elementOf(hit);
      const near = nearControls(agent, el, cache);
      return {
        match: cut(hit.match, 200),
        text: cut(inContext(whole, hit, context), 1000),
        ref: labelWithRef(agent, el, cache).ref as Ref,
        ...(near[0] && { near }),
      };
    });
    return { matches, total: hits.length, ...nextPlace(from + limit, hits.length) };
  },
);
