import type { PageInfo } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { attr, fromDocument, measure, rootElement } from '../dom/read.ts';
import { createViewport } from '../dom/view-box.ts';
import { openDialogs } from '../element/dialogs.ts';
import { labelOf } from '../element/lookup.ts';
import { documentScroll } from '../element/scroll-state.ts';
import type { Answer } from './page.ts';

/** Version, viewport, scroll position, focus and open dialogs of the page. */
export const info = (agent: Agent): Answer<PageInfo> => {
  const cache = createDomCache();
  const viewport = createViewport();
  const root = rootElement();
  const active = deepActiveElement();
  const dialogs = openDialogs(cache)
    .map((dialog) => labelOf(agent, dialog, cache))
    .reverse();
  const language = root && attr(root, 'lang');
  return {
    version: agent.version,
    viewport: { width: viewport.width, height: viewport.height },
    size: {
      width: root ? measure(root, 'scrollWidth') : 0,
      height: root ? measure(root, 'scrollHeight') : 0,
    },
    scroll: documentScroll(viewport),
    readyState: fromDocument(document, 'readyState'),
    ...(language && { language }),
    ...(active && { focus: labelOf(agent, active, cache) }),
    ...(dialogs.length > 0 && { dialogs }),
    revision: agent.state.revision,
  };
};
