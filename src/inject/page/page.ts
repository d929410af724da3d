import type { ElementLabel, PageInfo, PageKind } from '../../contract.ts';
import { type Agent, type Failure, fail, metaOf } from '../agent.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { createPass, type Pass } from '../dom/pass.ts';
import { attr, fromDocument, measure } from '../dom/read.ts';
import { createViewport } from '../dom/view-box.ts';
import { openDialogs } from '../snapshot/dialogs.ts';
import { labelOf } from '../snapshot/lookup.ts';
import { documentScroll } from '../snapshot/scroll.ts';
import { cut } from '../snapshot/text.ts';

const info = (agent: Agent): PageInfo => {
  const pass: Pass = createPass(document, 200);
  const viewport = createViewport();
  const root = fromDocument(document, 'documentElement');
  const active = deepActiveElement();
  const dialogs: ElementLabel[] = openDialogs(pass)
    .map((dialog) => labelOf(agent, dialog, pass))
    .reverse();
  const language = root && attr(root, 'lang');
  return {
    ok: true,
    type: 'page',
    meta: metaOf(agent),
    kind: 'info',
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

const VERBS: { readonly [K in PageKind]: (agent: Agent, payload: unknown) => PageInfo | Failure } = { info };

const KINDS = Object.keys(VERBS) as PageKind[];

/** Asks something of the page as a whole. */
export const page = (agent: Agent, kind: unknown, payload: unknown): PageInfo | Failure =>
  KINDS.includes(kind as PageKind)
    ? VERBS[kind as PageKind](agent, payload)
    : fail(
        'unsupported_kind',
        `There is no page verb "${cut(String(kind), 40)}". Valid: ${KINDS.join(', ')}.`,
        {
          valid: KINDS,
        },
      );
