// Imported first: it puts the captured built-ins in place, on which the other modules are set up.
import '../realm.ts';

import type { AgentBrowser } from '../api.ts';
import { install } from '../install.ts';
import { createPage } from '../page/page.ts';
import { partMissing } from '../part-missing.ts';
import { readingFormats, readingKinds, readingVerbs } from './reading.ts';

/** `agent-browser.read.js`: reads only. Verbs and kinds that act are `part_missing`, with the file that has them. */

/** Kinds of the verb `page` that act. */
const ACTING_KINDS =
  'wait scroll navigate back forward reload pushState pressKey keyDown keyUp char mouseMove mouseDown mouseUp mouseClick wheel storage cookies tools callTool';

const kindsElsewhere: Record<string, string> = { hooks: 'hooks' };
for (const kind of ACTING_KINDS.split(' ')) kindsElsewhere[kind] = 'actions';

export const agentBrowser: AgentBrowser = install({
  verbs: { ...readingVerbs, action: { now: (agent) => partMissing(agent, 'action', 'actions') } },
  kinds: readingKinds,
  page: createPage,
  kindsElsewhere,
  formats: readingFormats,
  // Whatever is missing: the default file names its own parts.
  fileOf: () => 'agent-browser.js',
});
