import type { PageRelease } from '../../contract.ts';
import { HOVER_ATTRIBUTE, unmark } from '../action/hover-style.ts';
import { allElements, allRoots } from '../dom/all-elements.ts';
import { hasAttr } from '../dom/read.ts';
import { REF_ATTRIBUTE } from '../element/refs.ts';
import { ownContextOf } from '../model-context/own-context.ts';
import { takeBack } from '../state.ts';
import { checked } from './checked.ts';
import type { Answer } from './page.ts';

/**
 * Removes every trace: marks, boxes, hooks and `window.__agentBrowser`; nothing answers after this. Only for a script with
 * a channel key the global stays, since a script injected later can't be told from one of the page; it speaks to no frame.
 */
export const release = checked('release', {}, (agent): Answer<PageRelease> => {
  for (const name of Array.from(agent.state.undo?.keys() || [])) takeBack(agent.state, name);
  const all = allElements(document);
  for (const root of allRoots(document)) ownContextOf((root as Document).defaultView || window)?.release();
  const marked = all.filter((el) => hasAttr(el, REF_ATTRIBUTE));
  for (const el of marked) Element.prototype.removeAttribute.call(el, REF_ATTRIBUTE);
  for (const el of all) if (hasAttr(el, HOVER_ATTRIBUTE)) unmark(el);
  const holder = window as { __agentBrowser?: unknown };
  // A name that the page declared with `var` can't be deleted.
  if (!Reflect.deleteProperty(holder, '__agentBrowser')) Reflect.set(holder, '__agentBrowser', undefined);
  return { marks: marked.length };
});
