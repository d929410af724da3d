// Imported first: it puts the captured built-ins in place, on which the other modules are set up.
import '../realm.ts';

import { moreFormats } from '../../render/more-formats.ts';
import { widgets } from '../action/widgets/index.ts';
import type { AgentBrowser } from '../agent-browser.ts';
import { channelKey } from '../channel/key.ts';
import { channelPart } from '../channel/part.ts';
import type { Composition } from '../composition.ts';
import { install } from '../install.ts';
import { installSealed } from '../install-sealed.ts';
import { installModelContext } from '../model-context/model-context.ts';
import { hooks } from '../page/hooks/hooks.ts';
import { toolNames } from '../page/tools/context.ts';
import { sinceRevision } from '../snapshot/since-revision.ts';
import { acting, actingKinds, action, pageInTime, snapshotInTime } from './acting.ts';
import { readingFormats, readingKinds, readingVerbs } from './reading.ts';

const all: Composition = {
  verbs: { ...readingVerbs, snapshot: snapshotInTime, action },
  kinds: { ...readingKinds, ...actingKinds, hooks },
  page: pageInTime,
  acting,
  since: sinceRevision,
  widgets,
  formats: { ...readingFormats, ...moreFormats },
  toolNames,
  channel: channelPart,
  installModelContext,
  // Never called for a part, as all are in this file.
  fileOf: (part) => part,
};

const key = channelKey();

/** `agent-browser.full.js`: the default file and all parts in one. */
export const agentBrowser: AgentBrowser = key === undefined ? install(all) : installSealed(all, key);
