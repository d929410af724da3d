import type { ActionKind, PageKind } from '../../contract.ts';
import type { ActionPayload, PagePayload } from '../kinds.ts';
import type { AgentSession } from '../session/agent-session.ts';
import type { CallOptions } from '../session/current-call.ts';
import type { Observation } from '../session/observation.ts';
import type { ToolArguments } from './tool-arguments.ts';

const DEFAULT_WAIT_MS = 5_000;
const MAX_WAIT_MS = 30_000;

/** Executes a tool that is one call of the session. */
type SessionTool = (
  session: AgentSession,
  given: ToolArguments,
  callOptions: CallOptions,
) => Promise<Observation<unknown>>;

/** An action on the element of `ref`. */
const act =
  <K extends ActionKind>(
    kind: K,
    payloadOf?: (given: ToolArguments) => ActionPayload<K> | undefined,
  ): SessionTool =>
  (session, given, callOptions) =>
    session.act(given.text('ref'), kind, payloadOf?.(given), undefined, callOptions);

const page =
  <K extends PageKind>(
    kind: K,
    payloadOf?: (given: ToolArguments, callOptions: CallOptions) => PagePayload<K>,
  ): SessionTool =>
  (session, given, callOptions) =>
    session.page(kind, payloadOf?.(given, callOptions), undefined, callOptions);

const pressOnElement = act('press', (given) => ({ key: given.text('key') }));
const pressOnPage = page('pressKey', (given) => ({ key: given.text('key') }));

/** The tools that are one call of the session, by their names. */
export const SESSION_TOOLS: Readonly<Record<string, SessionTool>> = {
  web_back: page('back'),
  web_forward: page('forward'),
  web_reload: page('reload'),
  web_find: page(
    'find',
    (given) => given.pick('value', 'by', 'name', 'after') as unknown as PagePayload<'find'>,
  ),
  web_read: page('extract', (given, { render }) => ({
    ...given.pick('scope', 'urls', 'after'),
    ...(render?.maxCharsTotal !== undefined && { maxCharsTotal: render.maxCharsTotal }),
  })),
  web_click: act('click', (given) => given.place('position')),
  web_dblclick: act('dblclick'),
  web_context_menu: act('contextmenu'),
  web_long_press: act('longpress'),
  web_hover: act('hover'),
  web_fill: act('fill', (given) => ({ text: given.text('text') })),
  web_type: act('type', (given) => ({ text: given.text('text') })),
  web_press_key: (session, given, callOptions) =>
    (given.text('ref') === '' ? pressOnPage : pressOnElement)(session, given, callOptions),
  web_select: act('select', (given) => ({ label: given.texts('options') })),
  web_check: act('check'),
  web_uncheck: act('uncheck'),
  web_drag: act('drag', (given) => ({ ...given.pick('to', 'dx', 'dy'), ...given.place('from') })),
  web_swipe: act('swipe', (given) => ({
    direction: given.text('direction') as 'left' | 'right' | 'up' | 'down',
  })),
  web_scroll: page(
    'scroll',
    (given) => given.pick('direction', 'amount', 'ref', 'text') as PagePayload<'scroll'>,
  ),
  web_scroll_into_view: act('scrollIntoView'),
  web_wait: (session, given, callOptions) => {
    const timeout = Math.min(Math.max(given.number('timeoutMs') ?? DEFAULT_WAIT_MS, 0), MAX_WAIT_MS);
    const what = given.pick('text', 'selector', 'url', 'ref', 'state', 'absent');
    return session.wait(what, timeout, callOptions);
  },
  web_page_tools: page('tools', (given) => given.pick('after')),
};
