// Before all others: they are set up on the built-ins that it puts in place.
import '../realm.ts';

import type { AgentBrowser } from '../api.ts';
import { install } from '../install.ts';
import { createPage, type PageKinds } from '../page/page.ts';
import { partMissing } from '../part-missing.ts';
import { readingKinds, readingVerbs } from './reading.ts';

/** `agent-browser.read.js`: reads only. What acts is named, with the file that it is in. */

const notHere = (what: string, part = 'actions') => partMissing(what, part, 'agent-browser.js');

const ELSEWHERE =
  'wait scroll navigate back forward reload pushState pressKey keyDown keyUp char mouseMove mouseDown mouseUp mouseClick wheel hooks storage cookies tools callTool';

const kinds: Record<string, PageKinds[string]> = { ...readingKinds };
for (const kind of ELSEWHERE.split(' '))
  kinds[kind] = () => notHere(`page ${kind}`, kind === 'hooks' ? kind : undefined);

export const agentBrowser: AgentBrowser = install({
  verbs: { ...readingVerbs, action: { now: () => notHere('action') }, page: createPage(kinds) },
});
