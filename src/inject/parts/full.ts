// Before all others: they are set up on the built-ins that it puts in place.
import '../realm.ts';

import { widgets } from '../action/widgets/index.ts';
import type { AgentBrowser } from '../api.ts';
import { channelKey } from '../channel/key.ts';
import { channelPart } from '../channel/part.ts';
import type { Composition } from '../composition.ts';
import { install } from '../install.ts';
import { installSealed } from '../install-sealed.ts';
import { hooks, useHooked } from '../page/hooks/hooks.ts';
import { toolNames } from '../page/tools/context.ts';
import { actingKinds, action, pageInTime } from './acting.ts';
import { readingKinds, readingVerbs } from './reading.ts';

const all: Composition = {
  verbs: { ...readingVerbs, action, page: pageInTime({ ...readingKinds, ...actingKinds, hooks }) },
  widgets,
  toolNames,
  resume: useHooked,
  channel: channelPart,
};

const key = channelKey();

/** `agent-browser.full.js`: all that there is. */
export const agentBrowser: AgentBrowser = key === undefined ? install(all) : installSealed(all, key);
