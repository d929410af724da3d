import type { PageRelease } from '../../contract.ts';
import { takeBack } from '../agent.ts';
import { allElements, allRoots } from '../dom/all-elements.ts';
import { hasAttr } from '../dom/read.ts';
import { ownContextOf } from '../model-context/own-context.ts';
import { checked } from './checked.ts';
import type { Answer } from './page.ts';

const MARK = 'data-agent-ref';
/** Copies that the page has made of hovered elements have it where nothing is hovered any more. */
const HOVER_MARK = 'data-agent-hover';

/**
 * Takes away every trace: marks, boxes, hooks and `window.__agentBrowser`. Nothing answers after this, but for a script
 * with a channel key: its name stays, for what comes later can't be told from the page, but no frame is spoken to.
 */
export const release = checked('release', {}, (agent): Answer<PageRelease> => {
  for (const name of Array.from(agent.state.undo?.keys() || [])) takeBack(agent.state, name);
  const all = allElements(document);
  for (const root of allRoots(document)) ownContextOf((root as Document).defaultView || window)?.release();
  const marked = all.filter((el) => hasAttr(el, MARK));
  for (const el of marked) Element.prototype.removeAttribute.call(el, MARK);
  for (const el of all) if (hasAttr(el, HOVER_MARK)) Element.prototype.removeAttribute.call(el, HOVER_MARK);
  const holder = window as { __agentBrowser?: unknown };
  // A name that the page declared with `var` can't be deleted.
  if (!Reflect.deleteProperty(holder, '__agentBrowser')) Reflect.set(holder, '__agentBrowser', undefined);
  return { marks: marked.length };
});
