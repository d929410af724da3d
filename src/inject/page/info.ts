import type { PageInfo } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { createPass } from '../dom/pass.ts';
import { attr, fromDocument, measure } from '../dom/read.ts';
import { createViewport } from '../dom/view-box.ts';
import { openDialogs } from '../snapshot/dialogs.ts';
import { labelOf } from '../snapshot/lookup.ts';
import { documentScroll } from '../snapshot/scroll.ts';
import type { Answer } from './page.ts';

/** Where the page stands. */
export const info = (agent: Agent): Answer<PageInfo> => {
  const pass = createPass(document, 200);
  const viewport = createViewport();
  const root = fromDocument(document, 'documentElement');
  const active = deepActiveElement();
  const dialogs = openDialogs(pass)
    .map((dialog) => labelOf(agent, dialog, pass))
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
    ...(active && { focus: labelOf(agent, active, pass) }),
    ...(dialogs.length > 0 && { dialogs }),
    revision: agent.state.revision,
  };
};
