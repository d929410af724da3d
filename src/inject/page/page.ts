import type { PageKind, PageOk } from '../../contract.ts';
import type { Script } from '../action/script.ts';
import { type Agent, type Failure, fail, isFailure, metaOf } from '../agent.ts';
import { cut } from '../snapshot/text.ts';
import { extract } from './extract.ts';
import { find } from './find.ts';
import { highlight } from './highlight.ts';
import { hooks } from './hooks/hooks.ts';
import { info } from './info.ts';
import { keys } from './keys.ts';
import { mouse } from './mouse.ts';
import { back, forward, navigate, pushState, reload } from './navigate.ts';
import { release } from './release.ts';
import { scroll } from './scroll.ts';
import { search } from './search.ts';
import { cookies, storage } from './storage.ts';
import { wait } from './wait.ts';

/** What a verb adds to a result. */
export type Answer<Ok extends PageOk> = Omit<Ok, 'ok' | 'type' | 'meta' | 'kind'>;

type Outcome = Answer<PageOk> | Failure;

/** `inTime`: its pauses take their time; otherwise it has one task and must answer at once. */
type PageVerb = (agent: Agent, payload: unknown, inTime: boolean) => Outcome | Script<Outcome>;

const VERBS: { readonly [K in PageKind]: PageVerb } = {
  info,
  find,
  search,
  wait,
  scroll,
  extract,
  highlight,
  navigate,
  back,
  forward,
  reload,
  pushState,
  pressKey: keys('pressKey'),
  keyDown: keys('keyDown'),
  keyUp: keys('keyUp'),
  char: keys('char'),
  mouseMove: mouse('mouseMove'),
  mouseDown: mouse('mouseDown'),
  mouseUp: mouse('mouseUp'),
  mouseClick: mouse('mouseClick'),
  wheel: mouse('wheel'),
  hooks,
  storage,
  cookies,
  release,
};

const KINDS = Object.keys(VERBS) as PageKind[];

const isScript = (outcome: Outcome | Script<Outcome>): outcome is Script<Outcome> =>
  typeof (outcome as Script<Outcome>).next === 'function';

/** Asks something of the page as a whole, or does something to it. */
export function* page(
  agent: Agent,
  kind: unknown,
  payload: unknown,
  inTime = false,
): Script<PageOk | Failure> {
  const verb = KINDS.includes(kind as PageKind) ? VERBS[kind as PageKind] : undefined;
  if (!verb) {
    const words = `There is no page verb "${cut(String(kind), 40)}". Valid: ${KINDS.join(', ')}.`;
    return fail('unsupported_kind', words, { valid: KINDS });
  }
  const begun = verb(agent, payload, inTime);
  const outcome = isScript(begun) ? yield* begun : begun;
  if (isFailure(outcome)) return outcome;
  return { ok: true, type: 'page', meta: metaOf(agent), kind, ...outcome } as PageOk;
}
