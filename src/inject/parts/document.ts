// Before all others: they are set up on the built-ins that it puts in place.
import '../realm.ts';

import { moreFormats } from '../../render/more-formats.ts';
import type { AgentBrowser } from '../agent-browser.ts';
import { install } from '../install.ts';
import { createPage } from '../page/page.ts';
import { readDocument } from '../page/read-document.ts';
import { partMissing } from '../part-missing.ts';
import { readingFormats, readingKinds, readingVerbs } from './reading.ts';

/** What `agent-browser-inpage/html` has of the script: all that reads a document nobody acts in. */
export const agentBrowser: AgentBrowser = install({
  verbs: { ...readingVerbs, action: { now: (agent) => partMissing(agent, 'action', 'actions') } },
  kinds: { ...readingKinds, readDocument },
  page: createPage,
  formats: { ...readingFormats, ...moreFormats },
  fileOf: () => 'agent-browser.js',
});
