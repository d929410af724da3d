// Before all others: they are set up on the built-ins that it puts in place.
import '../realm.ts';

import type { AgentBrowser } from '../api.ts';
import { install } from '../install.ts';
import { createPage } from '../page/page.ts';
import { partMissing } from '../part-missing.ts';
import { readingFormats, readingKinds, readingVerbs } from './reading.ts';

/** `agent-browser.read.js`: reads only. What acts is named, with the file that it is in. */

const ELSEWHERE =
  'wait scroll navigate back forward reload pushState pressKey keyDown keyUp char mouseMove mouseDown mouseUp mouseClick wheel storage cookies tools callTool';

const kindsElsewhere: Record<string, string> = { hooks: 'hooks' };
for (const kind of ELSEWHERE.split(' ')) kindsElsewhere[kind] = 'actions';

export const agentBrowser: AgentBrowser = install({
  verbs: { ...readingVerbs, action: { now: (agent) => partMissing(agent, 'action', 'actions') } },
  kinds: readingKinds,
  page: createPage,
  kindsElsewhere,
  formats: readingFormats,
  // It names the others.
  fileOf: () => 'agent-browser.js',
});
