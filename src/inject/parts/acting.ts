import { readingVerbs } from './reading.ts';
// Imported first: the file compresses better with the reading verbs at its beginning.

import type { InputKind } from '../../contract.ts';
import { act } from '../action/act.ts';
import { createEdits } from '../action/deferred-change.ts';
import { playAtOnce, type Script } from '../action/script.ts';
import type { Agent } from '../agent.ts';
import type { Outcome, VerbPart } from '../composition.ts';
import { keys } from '../page/keys.ts';
import { mouse } from '../page/mouse.ts';
import { back, forward, navigate, pushState, reload } from '../page/navigate.ts';
import { createPage, type PageKinds, type PageVerb } from '../page/page.ts';
import { scroll } from '../page/scroll.ts';
import { cookies, storage } from '../page/storage.ts';
import { callTool } from '../page/tools/call-tool.ts';
import { tools } from '../page/tools/tools.ts';
import { wait } from '../page/wait.ts';
import { playInTasks, runAction, withSettling } from '../run.ts';
import { readRest } from '../snapshot/since-revision.ts';
import { takeSnapshot } from '../snapshot/snapshot.ts';
import { createWatched } from '../timing/watched.ts';

/** The verb `action`. */
export const action: VerbPart = {
  now: (agent, [ref, kind, payload]) => {
    readRest(agent);
    return playAtOnce(act(agent, ref, kind, payload));
  },
  later: (agent, [ref, kind, payload], done, crashed) => {
    readRest(agent);
    playInTasks(agent, runAction(agent, ref, kind, payload), done, crashed);
  },
};

/** How often, ms, and how many times it is checked whether the browser has listed the page's tools. */
const TOOL_POLL_MS = 20;
const MAX_TOOL_POLLS = 25;

function* readWithTools(agent: Agent, options: unknown): Script<Outcome> {
  for (let i = 0; i < MAX_TOOL_POLLS && !agent.toolNames?.(); i++) yield TOOL_POLL_MS;
  agent.state.tools ||= [];
  return takeSnapshot(agent, options);
}

/** The verb `snapshot`; with time (`run`) it waits for the names of the page's tools. */
export const snapshotInTime: VerbPart = {
  now: readingVerbs.snapshot.now,
  later: (agent, [options], done, crashed) =>
    playInTasks(agent, readWithTools(agent, options), done, crashed),
};

/** What actions keep between them; created for each document. */
export const acting = () => ({ edits: createEdits(), watched: createWatched() });

const verbsOf = (kinds: readonly InputKind[], verb: (kind: InputKind) => PageVerb): PageKinds =>
  Object.assign({}, ...kinds.map((kind) => ({ [kind]: withSettling(verb(kind)) })));

/** The kinds of the verb `page` that wait for the page or act on it. */
export const actingKinds: PageKinds = {
  wait,
  scroll: withSettling(scroll),
  navigate,
  back,
  forward,
  reload,
  pushState,
  ...verbsOf(['pressKey', 'keyDown', 'keyUp', 'char'], keys),
  // Not settled: a drag goes on from mouseDown to mouseUp.
  mouseMove: mouse('mouseMove'),
  mouseDown: mouse('mouseDown'),
  ...verbsOf(['mouseUp', 'mouseClick', 'wheel'], mouse),
  storage,
  cookies,
  tools,
  callTool,
};

/** The verb `page` with kinds that may take time. */
export const pageInTime = (kinds: PageKinds): VerbPart => createPage(kinds, { playAtOnce, playInTasks });
