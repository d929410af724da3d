import type { HookName, HooksPayload, PageHooks } from '../../../contract.ts';
import { type Agent, keepUndo } from '../../agent.ts';
import { isString } from '../../dom/is-string.ts';
import { useHooked } from '../../element/hooked.ts';
import { isRecord, readPayload, wrongArgument } from '../../payload.ts';
import { type Failure, isFailure } from '../../result.ts';
import { type DocumentState, type Hooked, takeBack } from '../../state.ts';
import type { Answer } from '../page.ts';
import { hookConsole } from './console.ts';
import { hookDialogs } from './dialogs.ts';
import { hookClosedRoots, hookListeners } from './dom.ts';
import { hookNetwork } from './network.ts';

type Setting<Name extends HookName> = Exclude<HooksPayload[Name], false | undefined>;

const HOOKS: { readonly [K in HookName]: (hooked: Hooked, setting: Setting<K>) => (() => void)[] } = {
  dialogs: hookDialogs,
  console: hookConsole,
  network: hookNetwork,
  listeners: hookListeners,
  closedShadowRoots: hookClosedRoots,
};

const NAMES = Object.keys(HOOKS) as HookName[];

const PAYLOAD = {
  read: 'boolean',
  dialogs: 'boolean or accept|dismiss or record',
  console: 'boolean',
  network: 'boolean or object',
  listeners: 'boolean',
  closedShadowRoots: 'boolean',
};

const isMock = (mock: unknown): boolean => isRecord(mock) && isString(mock.url);

const hookedOf = (state: DocumentState): Hooked => {
  state.hooked ||= {
    dialogs: [],
    console: [],
    network: [],
    listeners: new WeakMap(),
    closedRoots: new WeakMap(),
  };
  useHooked(state);
  return state.hooked;
};

const install = (agent: Agent, name: HookName, setting: unknown): void => {
  const hooked = hookedOf(agent.state);
  // The hooks patch (and restore) the page's own built-ins, not the ones that the guard has put in their place.
  const inPage = <T>(work: () => T): T => agent.guard.page(work);
  takeBack(agent.state, name);
  if (setting === false) return;
  const undo = inPage(() =>
    (HOOKS[name] as (hooked: Hooked, setting: unknown) => (() => void)[])(hooked, setting),
  );
  keepUndo(agent, name, () => {
    for (const step of undo) inPage(step);
  });
};

/** Returns the records of a hook and empties its list. */
const take = <T>(records: T[] | undefined): T[] => records?.splice(0) || [];

/** Installs, changes and removes the opt-in hooks; with `read`, returns what they have recorded. */
export const hooks = (agent: Agent, given: unknown): Answer<PageHooks> | Failure => {
  const payload = readPayload<HooksPayload>('hooks', given, PAYLOAD);
  if (isFailure(payload)) return payload;
  const { state } = agent;
  const { network } = payload;
  if (isRecord(network) && !(Array.isArray(network.mocks) && network.mocks.every(isMock)))
    return wrongArgument(
      'network',
      'network is true, false or {mocks: [{url, method?, status?, body?, contentType?}]}.',
    );
  for (const name of NAMES) if (payload[name] !== undefined) install(agent, name, payload[name]);
  const installed = NAMES.filter((name) => state.undo?.has(name));
  if (!payload.read) return { installed };
  const { hooked } = state;
  return {
    installed,
    dialogs: take(hooked?.dialogs),
    console: take(hooked?.console),
    network: take(hooked?.network),
  };
};
