// Imported first: it puts the captured built-ins in place, on which the other modules are set up.
import './realm.ts';

import type { AgentBrowser } from './agent-browser.ts';
import { channelKey } from './channel/key.ts';
import type { Composition } from './composition.ts';
import { install } from './install.ts';
import { installSealed } from './install-sealed.ts';
import { toolNames } from './page/tools/context.ts';
import { acting, actingKinds, action, pageInTime, snapshotInTime } from './parts/acting.ts';
import { openPart } from './parts/open-part.ts';
import { readingFormats, readingKinds, readingVerbs } from './parts/reading.ts';
import { sinceRevision } from './snapshot/since-revision.ts';

export type { AgentBrowser } from './agent-browser.ts';

const composition: Composition = {
  verbs: { ...readingVerbs, snapshot: snapshotInTime, action },
  kinds: { ...readingKinds, ...actingKinds },
  page: pageInTime,
  acting,
  since: sinceRevision,
  kindsElsewhere: { hooks: 'hooks' },
  toolNames,
  formats: readingFormats,
  fileOf: (part) => `parts/${part}.js`,
  open: openPart(),
};

const key = channelKey();

/** `agent-browser.js`: what most hosts need. The rest is in the files of `dist/parts`, which register with it. */
export const agentBrowser: AgentBrowser =
  key === undefined ? install(composition) : installSealed(composition, key);
