import type { ActionOk, Effect, Meta, Point } from '../../contract.ts';
import type { ProtocolClient, TrustedInput } from '../driver.ts';
import type { HostErrorInfo } from '../session/errors.ts';
import type { AriaTarget } from './aria-reader.ts';

/** An action on an element of the accessibility tree, which the script can't reach. */
export interface AriaAction {
  protocol: ProtocolClient;
  input: TrustedInput;
  target: AriaTarget;
  ref: string;
  kind: string;
  payload: unknown;
}

type Done = { ok: true; effect: Partial<Effect>; verified: ActionOk['verified'] } | { error: HostErrorInfo };

const failed = (code: HostErrorInfo['code'], message: string, more: Partial<HostErrorInfo> = {}): Done => ({
  error: { code, message, ...more },
});

const GONE = failed('ref_not_found', 'The element of this ref is gone. Take a new snapshot.', {
  cause: 'detached',
});

const NOT_THERE = failed(
  'not_visible',
  'The element has no box to press. Take a new snapshot, or open what it is in.',
);

interface DescribedNode {
  backendNodeId: number;
  children?: DescribedNode[];
  shadowRoots?: DescribedNode[];
}

/** Backend ids of the element and all its descendants. */
const descendantsOf = async ({ protocol, target }: AriaAction): Promise<Set<number>> => {
  const { node } = (await protocol.send('DOM.describeNode', {
    backendNodeId: target.backendId,
    depth: -1,
    pierce: true,
  })) as { node: DescribedNode };
  const found = new Set<number>();
  const todo = [node];
  for (let at = todo.pop(); at; at = todo.pop()) {
    found.add(at.backendNodeId);
    todo.push(...(at.children ?? []), ...(at.shadowRoots ?? []));
  }
  return found;
};

/** Scrolls the element into view and returns its centre, or the error where it has no box or something else is hit there. */
const hitPointOf = async (action: AriaAction): Promise<{ point: Point } | Done> => {
  const { protocol, target } = action;
  const of = { backendNodeId: target.backendId };
  try {
    await protocol.send('DOM.scrollIntoViewIfNeeded', of);
  } catch (reason) {
    return /not.*(?:find|exist|belong)|no node/i.test(String(reason)) ? GONE : NOT_THERE;
  }
  const { quads } = (await protocol.send('DOM.getContentQuads', of).catch(() => ({ quads: [] }))) as {
    quads: number[][];
  };
  const [quad] = quads;
  if (!quad) return NOT_THERE;
  const middle = (axis: 0 | 1): number =>
    quad.filter((_, i) => i % 2 === axis).reduce((sum, value) => sum + value, 0) / (quad.length / 2);
  const point = { x: middle(0), y: middle(1) };
  const hit = (await protocol
    .send('DOM.getNodeForLocation', {
      x: Math.round(point.x),
      y: Math.round(point.y),
      ignorePointerEventsNone: true,
    })
    .catch(() => ({}))) as { backendNodeId?: number };
  if (hit.backendNodeId !== undefined && !(await descendantsOf(action)).has(hit.backendNodeId))
    return failed(
      'element_blocked',
      'Something lies over the element. Close what covers it, or scroll, then try again.',
    );
  return { point };
};

/** The state of the element in the accessibility tree now. */
const stateOf = async ({
  protocol,
  target,
}: AriaAction): Promise<{ value: string; checked: unknown; focused: boolean }> => {
  const { nodes } = (await protocol.send('Accessibility.getPartialAXTree', {
    backendNodeId: target.backendId,
    fetchRelatives: false,
  })) as {
    nodes: { value?: { value?: unknown }; properties?: { name: string; value?: { value?: unknown } }[] }[];
  };
  const [node] = nodes;
  const property = (name: string): unknown =>
    node?.properties?.find((entry) => entry.name === name)?.value?.value;
  return {
    value: String(node?.value?.value ?? ''),
    checked: property('checked'),
    focused: property('focused') === true,
  };
};

const focus = async (action: AriaAction): Promise<Done | undefined> => {
  try {
    await action.protocol.send('DOM.focus', { backendNodeId: action.target.backendId });
    return undefined;
  } catch {
    return failed('not_editable', 'The element can not have the focus. Click it, or choose another one.');
  }
};

/** A field of a payload, or the plain payload itself, as text; empty where it is absent. */
const payloadField = (payload: unknown, field: string): string => {
  const value =
    typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>)[field] : payload;
  return value === undefined || value === null ? '' : String(value);
};

const press =
  (button: 'left' | 'right', times: number) =>
  async (action: AriaAction): Promise<Done> => {
    const located = await hitPointOf(action);
    if (!('point' in located)) return located;
    await action.input.click(located.point.x, located.point.y, button, times);
    return { ok: true, effect: {}, verified: 'unknown' };
  };

const check =
  (wanted: boolean) =>
  async (action: AriaAction): Promise<Done> => {
    const isRight = async (): Promise<boolean> => ((await stateOf(action)).checked === 'true') === wanted;
    if (!(await isRight())) {
      const pressed = await press('left', 1)(action);
      if ('error' in pressed) return pressed;
    }
    return (await isRight())
      ? { ok: true, effect: { checked: wanted }, verified: true }
      : failed('no_effect', `The element did not become ${wanted ? 'checked' : 'unchecked'}.`);
  };

const replaceText =
  (text: string, keeps: boolean) =>
  async (action: AriaAction): Promise<Done> => {
    const refused = await focus(action);
    if (refused) return refused;
    const before = (await stateOf(action)).value;
    await action.input.press(keeps ? 'End' : 'Control+a');
    if (text !== '') await action.protocol.send('Input.insertText', { text });
    else if (!keeps) await action.input.press('Delete');
    const { value } = await stateOf(action);
    const wanted = keeps ? before + text : text;
    const isSecret = /^•*$/.test(value) && value !== '';
    if (value !== wanted && !isSecret && value === before)
      return failed('not_editable', 'The element did not take the text. Choose a field, or click it first.');
    return { ok: true, effect: isSecret ? {} : { value }, verified: isSecret ? 'unknown' : value === wanted };
  };

const select = async (action: AriaAction): Promise<Done> => {
  const wanted = payloadField(action.payload, 'label') || payloadField(action.payload, 'value');
  const refused = await focus(action);
  if (refused) return refused;
  await action.input.type?.(wanted);
  const { value } = await stateOf(action);
  return value.trim() === wanted.trim()
    ? { ok: true, effect: { value, selected: [value] }, verified: true }
    : failed('option_not_found', 'No option with this text could be chosen by the keyboard.', {
        observed: value,
      });
};

const KINDS: Readonly<Record<string, (action: AriaAction) => Promise<Done>>> = {
  click: press('left', 1),
  tap: press('left', 1),
  dblclick: press('left', 2),
  contextmenu: press('right', 1),
  async hover(action) {
    const located = await hitPointOf(action);
    if (!('point' in located)) return located;
    await action.input.move(located.point.x, located.point.y);
    return { ok: true, effect: {}, verified: 'unknown' };
  },
  async focus(action) {
    return (await focus(action)) ?? { ok: true, effect: {}, verified: (await stateOf(action)).focused };
  },
  async press(action) {
    const refused = await focus(action);
    if (refused) return refused;
    await action.input.press(payloadField(action.payload, 'key'));
    return { ok: true, effect: {}, verified: 'unknown' };
  },
  async scrollIntoView(action) {
    const located = await hitPointOf(action);
    return 'point' in located ? { ok: true, effect: {}, verified: true } : located;
  },
  check: check(true),
  uncheck: check(false),
  setChecked: (action) => check(payloadField(action.payload, 'checked') === 'true')(action),
  fill: (action) => replaceText(payloadField(action.payload, 'text'), false)(action),
  clear: replaceText('', false),
  type: (action) => replaceText(payloadField(action.payload, 'text'), true)(action),
  select,
};

/** Performs an action by the browser's own mouse and keys on an element of the accessibility tree. */
export const actOnTarget = async (
  action: AriaAction,
  meta: Meta,
): Promise<ActionOk | { error: HostErrorInfo }> => {
  const { kind, ref } = action;
  const act = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!act) {
    const valid = Object.keys(KINDS);
    return {
      error: {
        code: 'unsupported_kind',
        message: `Scripts can not run in this page: there is no ${kind.slice(0, 40)} here. Valid: ${valid.join(', ')}.`,
        valid,
      },
    };
  }
  const outcome = await act(action);
  if ('error' in outcome) return outcome;
  return {
    ok: true,
    type: 'action',
    meta,
    ref,
    kind: kind as ActionOk['kind'],
    effect: { mutations: 0, ...outcome.effect },
    verified: outcome.verified,
  };
};
