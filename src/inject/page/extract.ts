import type { ExtractPayload, PageExtract, SnapshotText } from '../../contract.ts';
import { type Agent, type Failure, isFailure } from '../agent.ts';
import { createPass, type Pass } from '../dom/pass.ts';
import { findAll, fromDocument, textOf } from '../dom/read.ts';
import { readPayload, wrongArgument } from '../payload.ts';
import { isVisible } from '../snapshot/element-state.ts';
import { labelWithRef, lookUp } from '../snapshot/lookup.ts';
import { peek } from '../snapshot/peek.ts';
import { normalizeRef } from '../snapshot/refs.ts';
import { cut } from '../snapshot/text.ts';
import { elementsBy } from './find.ts';
import type { Answer } from './page.ts';

const PAYLOAD = { scope: 'string', maxCharsTotal: 'count', boundary: 'string' };

/** Where articles stand, the surest first. */
const PLACES = ['[itemprop=articleBody]', 'article, [role=article]', 'main, [role=main]'];

/** An article is the page's only if it holds so much of its main part's text. */
const SHARE = 0.5;

const lengthOf = (el: Element): number => textOf(el).length;

/** The smallest part that holds most of what there is to read. */
const articleOf = (body: Element, pass: Pass): Element => {
  const main = Array.from(findAll(document, PLACES[2] as string)).find((el) => isVisible(el, pass));
  const whole = lengthOf(main ?? body);
  for (const place of PLACES) {
    for (const el of Array.from(findAll(document, place)))
      if (lengthOf(el) >= whole * SHARE && isVisible(el, pass)) return el;
  }
  return main ?? body;
};

const scopeOf = (agent: Agent, scope: string | undefined, pass: Pass): Element | Failure => {
  const body = fromDocument(document, 'body') ?? fromDocument(document, 'documentElement');
  if (scope === undefined && body) return articleOf(body, pass);
  if (normalizeRef(scope)) {
    const found = lookUp(agent, scope);
    return isFailure(found) ? found : found.element;
  }
  const found = elementsBy('css', scope ?? '*', undefined, pass);
  if (isFailure(found)) return found;
  return (
    found[0] ?? wrongArgument('scope', `Nothing in the page matches the scope "${cut(scope ?? '', 60)}".`)
  );
};

/** What there is to read, as Markdown. */
export const extract = (agent: Agent, given: unknown): Answer<PageExtract> | Failure => {
  const payload = readPayload<ExtractPayload>('extract', given, PAYLOAD);
  if (isFailure(payload)) return payload;
  const { scope: wanted, ...rendering } = payload;
  const pass = createPass(document, 200);
  const el = scopeOf(agent, wanted, pass);
  if (isFailure(el)) return el;
  const element = labelWithRef(agent, el, pass);
  const result = peek(agent, {
    ...(element.tag !== 'body' && element.ref && { scope: element.ref }),
    maxCharsTotal: rendering.maxCharsTotal ?? 12_000,
    ...(rendering.boundary !== undefined && { boundary: rendering.boundary }),
    format: 'markdown',
    interactiveOnly: false,
    maxNodes: 1e5,
    maxTextPerNode: 1e5,
    maxDepth: 1e3,
  });
  if (isFailure(result)) return result;
  const { text, truncated, omitted } = result as SnapshotText;
  return { text, truncated, element, ...(omitted && { omitted }) };
};
