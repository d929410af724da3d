// Imported first: it puts the captured built-ins in place, on which the other modules are set up.
import '../realm.ts';

import { moreFormats } from '../../render/more-formats.ts';
import type { AgentBrowser } from '../agent-browser.ts';
import { install } from '../install.ts';
import { createPage } from '../page/page.ts';
import { readDocument } from '../page/read-document.ts';
import { partMissing } from '../part-missing.ts';
import { readingFormats, readingKinds, readingVerbs } from './reading.ts';

/** The script in `agent-browser-inpage/html`: everything that reads, for documents without a browser. */
export const agentBrowser: AgentBrowser = install({
  verbs: { ...readingVerbs, action: { now: (agent) => partMissing(agent, 'action', 'actions') } },
  kinds: { ...readingKinds, readDocument },
  page: createPage,
  formats: { ...readingFormats, ...moreFormats },
  fileOf: () => 'agent-browser.js',
});
