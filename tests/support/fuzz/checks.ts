import type { ActionOk, ErrorCode, QueryOk, RefEntry, SnapshotNode } from '../../../src/contract.ts';
import { PARSERS, type WholeFormat } from '../parse-any.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import type { Call } from './calls.ts';
import { above, deepActive, elementsOf, holds, isShownIn, plainControls } from './page.ts';

/** A promise of the library that was broken. */
export class Violation extends Error {
  constructor(
    readonly rule: string,
    detail: string,
  ) {
    super(`${rule}: ${detail}`);
  }
}

const CODES: Readonly<Record<Exclude<ErrorCode, 'internal_error'>, true>> = {
  ref_not_found: true,
  ambiguous: true,
  not_visible: true,
  not_enabled: true,
  not_editable: true,
  not_checkable: true,
  not_selectable: true,
  element_blocked: true,
  option_not_found: true,
  option_disabled: true,
  value_rejected: true,
  invalid_argument: true,
  unsupported_kind: true,
  needs_trusted_input: true,
  no_effect: true,
  timeout: true,
  frame_inaccessible: true,
  dialog_open: true,
  job_lost: true,
  part_missing: true,
  navigation_blocked: true,
  tool_not_found: true,
  tool_failed: true,
  tool_refused: true,
};

/** Errors of actions that were never begun. */
const REFUSED: readonly ErrorCode[] = [
  'not_visible',
  'not_enabled',
  'not_editable',
  'not_checkable',
  'not_selectable',
  'element_blocked',
  'invalid_argument',
  'unsupported_kind',
  'ref_not_found',
];

/** Any result, as loosely as a host reads it. */
export interface Result {
  ok: boolean;
  type: string;
  error?: { code: ErrorCode; message: string; cause?: string };
  meta?: { document: string; revision?: number };
  refs?: Record<string, RefEntry> | string[];
  text?: string;
  tree?: SnapshotNode;
  delta?: { unchanged?: boolean };
  truncated?: boolean;
  stats?: { truncated: boolean };
  [more: string]: unknown;
}

/** The element at which the harness first saw each ref. */
export type Identities = Map<string, Element>;

export const checkShape = (text: unknown): Result => {
  if (typeof text !== 'string') throw new Violation('json', `gave ${typeof text}`);
  const result = JSON.parse(text) as Result;
  if (typeof result.ok !== 'boolean') throw new Violation('json', text.slice(0, 300));
  if (!result.ok) {
    const { code, message } = result.error ?? {};
    if (!code || !Object.keys(CODES).includes(code) || !message)
      throw new Violation('error code', text.slice(0, 600));
  }
  return result;
};

/** A result that gives a ref and a tag must give the tag of the element that the harness knows under the ref. */
export const checkNamedRefs = (result: unknown, known: Identities): void => {
  const stack: unknown[] = [result];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (typeof at !== 'object' || at === null) continue;
    const { ref, tag } = at as { ref?: unknown; tag?: unknown };
    const el = typeof ref === 'string' ? known.get(ref) : undefined;
    if (el && typeof tag === 'string' && el.localName !== tag)
      throw new Violation('ref of another element', `${ref} is ${el.localName}, called ${tag}`);
    for (const value of Object.values(at)) if (typeof value === 'object') stack.push(value);
  }
};

export const refsOf = ({ refs }: Result): string[] => (Array.isArray(refs) ? refs : Object.keys(refs ?? {}));

/** Records which elements carry the refs of a snapshot, and compares them with what was recorded before. */
export const learnRefs = (result: Result, known: Identities, forged: WeakSet<Element>): void => {
  const bearers = new Map<string, Element[]>();
  for (const el of [document.body, ...elementsOf()]) {
    const mark = el.getAttribute('data-agent-ref');
    if (mark) bearers.set(mark, [...(bearers.get(mark) ?? []), el]);
  }
  for (const ref of refsOf(result)) {
    const all = bearers.get(ref) ?? [];
    const el = known.get(ref);
    const own = all.filter((one) => !forged.has(one));
    if (el) {
      // In an editor no element is marked, nor on a page that redraws marked elements: forged marks stay there.
      if (el.getAttribute('data-agent-ref') !== ref && own.length > 0 && result.tree)
        throw new Violation(
          'ref of another element',
          `${ref} was ${el.localName} and is on ${own.map((one) => one.outerHTML.slice(0, 80))}`,
        );
      continue;
    }
    if (own.length === 1) known.set(ref, own[0] as Element);
  }
};

const optionsOf = ({ args }: Call): Record<string, unknown> => {
  const [options] = args;
  return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
};

export const checkText = (result: Result, call: Call): void => {
  const { text } = result;
  if (text === undefined) return;
  const {
    maxCharsTotal = 12000,
    format = 'tree',
    boundary = '',
  } = optionsOf(call) as { maxCharsTotal?: number; format?: string; boundary?: string };
  if (text.length > maxCharsTotal)
    throw new Violation('budget', `${text.length} characters for ${maxCharsTotal}`);
  if (boundary) return;
  try {
    // A delta has the same grammar in all text formats.
    if (format !== 'json' && text.startsWith('[delta] ')) PARSERS.tree(text);
    else if (format === 'markdown') parseMarkdown(text);
    else PARSERS[(format === 'text' ? 'tree' : format) as WholeFormat](text);
  } catch (error) {
    throw new Violation('grammar', `${(error as Error).message}\n${text}`);
  }
};

const nodesOf = (root: SnapshotNode): SnapshotNode[] => [root, ...(root.children ?? []).flatMap(nodesOf)];

/** Each ref is in the tree once, and has its entry in `refs`. */
export const checkTree = (result: Result): void => {
  const { tree, refs } = result;
  if (!tree) return;
  const inTree = nodesOf(tree).flatMap(({ ref }) => ref ?? []);
  if (new Set(inTree).size !== inTree.length) {
    const twice = inTree.filter((ref, i) => inTree.indexOf(ref) < i);
    throw new Violation(
      'a ref twice',
      `${twice} ${elementsOf()
        .filter(
          (el) => twice.includes(el.getAttribute('data-agent-ref') ?? '') || el.hasAttribute('aria-owns'),
        )
        .map(
          (el) =>
            `${el.parentElement?.outerHTML} in ${el.getRootNode().nodeName} ${el.ownerDocument === document}`,
        )
        .join(' || ')}`,
    );
  }
  const listed = Object.keys(refs ?? {});
  if ([...inTree].sort().join() !== listed.sort().join())
    throw new Violation('refs of the tree', `${inTree} / ${listed}`);
};

export const chainOf = (el: Element): string => {
  const chain: string[] = [];
  for (let at = above(el); at; at = above(at)) chain.push((at.cloneNode() as Element).outerHTML);
  return chain.join(' ');
};

const ITEM = /^(?:button|menuitem|option|tab|treeitem)$/;

/** An item that holds nothing but the control is listed in the control's place. */
const isListedAsItem = (el: Element, listed: ReadonlySet<string>): boolean => {
  for (let at = above(el); at; at = above(at))
    if (ITEM.test(at.getAttribute('role') ?? '')) return listed.has(at.getAttribute('data-agent-ref') ?? '');
  return false;
};

/** Every native control that is plainly visible must be listed. */
export const checkControlsListed = (result: Result): void => {
  const listed = new Set(refsOf(result));
  const marked = new Set(elementsOf().map((el) => el.getAttribute('data-agent-ref')));
  // A page that redraws marked elements has no marks any more.
  if ([...listed].some((ref) => !marked.has(ref))) return;
  for (const el of plainControls()) {
    const mark = el.getAttribute('data-agent-ref');
    if ((!mark || !listed.has(mark)) && !isListedAsItem(el, listed))
      throw new Violation('control not listed', `${el.outerHTML.slice(0, 300)} in ${chainOf(el)}`);
  }
};

/** A call with the ref of a removed element must fail with `ref_not_found`. */
export const checkDeadRef = (result: Result, el: Element): void => {
  if (isShownIn(el)) return;
  if (result.ok || result.error?.code !== 'ref_not_found')
    throw new Violation('dead ref', `${el.outerHTML.slice(0, 100)}: ${JSON.stringify(result).slice(0, 300)}`);
};

const TYPED = /^(?:text|search|tel|password)$/;

const isPlainField = (el: Element): el is HTMLInputElement =>
  el.localName === 'textarea' || (el.localName === 'input' && TYPED.test((el as HTMLInputElement).type));

const expect = (rule: string, reported: unknown, real: unknown): void => {
  if (reported !== real)
    throw new Violation(rule, `told ${JSON.stringify(reported)}, is ${JSON.stringify(real)}`);
};

/** The value of a field after `fill`: single-line fields drop line breaks, text areas normalize them. */
const asHeld = (el: Element, text: string): string =>
  el.localName === 'textarea' ? text.replace(/\r\n?/g, '\n') : text.replace(/[\r\n]/g, '');

/** The text of a payload; a payload that is no object stands for the text. */
const textIn = (payload: unknown): unknown => {
  if (typeof payload !== 'object' || payload === null) return payload;
  const { text, value } = payload as { text?: unknown; value?: unknown };
  return text ?? value;
};

/** The effect that an action reports must be the element's own state. */
export const checkEffect = (result: ActionOk, call: Call, el: Element): void => {
  const { effect, verified, kind } = result;
  // The page has removed the element during the action.
  if (!isShownIn(el)) {
    // `fill` may have written to another element, or to the one that replaced this.
    if (/^(?:click|check|press|hover|focus)$/.test(kind) && el.localName !== 'label')
      expect(
        `effect.detached of ${el.outerHTML.slice(0, 200)} ${JSON.stringify(result.effect)}`,
        effect.detached,
        true,
      );
    return;
  }
  const field = el as HTMLInputElement;
  // `upload` may use a file input beside the element.
  if (
    kind !== 'upload' &&
    isPlainField(el) &&
    effect.value !== undefined &&
    !effect.value.includes('•') &&
    effect.value.length < 150
  )
    expect(
      'effect.value',
      effect.value.replace(/\s+/g, ' ').trim(),
      field.value.replace(/\s+/g, ' ').trim().slice(0, 200),
    );
  if (verified === true && /^(?:fill|clear)$/.test(kind) && isPlainField(el))
    expect('verified text', field.value, asHeld(el, kind === 'clear' ? '' : String(textIn(call.args[2]))));
  const isBox = el.localName === 'input' && /^(?:checkbox|radio)$/.test(field.type);
  if (isBox && typeof effect.checked === 'boolean') expect('effect.checked', effect.checked, field.checked);
  if (isBox && verified === true && /^(?:check|uncheck)$/.test(kind))
    expect('verified check', field.checked, kind === 'check');
  if (el.localName === 'select' && effect.selected)
    expect(
      'effect.selected',
      effect.selected.length,
      (el as unknown as HTMLSelectElement).selectedOptions.length,
    );
  if (el.localName === 'details' && effect.expanded !== undefined)
    expect('effect.expanded', effect.expanded, (el as unknown as HTMLDetailsElement).open);
};

/** The focus that an action reports must be the focused element, or contain it. */
export const checkFocus = (result: ActionOk, known: Identities): void => {
  const reported = result.effect.focus;
  const el = reported?.ref && known.get(reported.ref);
  const active = deepActive();
  if (el && active && el !== active && !holds(el, active))
    throw new Violation('effect.focus', `told ${reported.ref}, is ${active.localName}`);
};

/** A refused action has changed nothing and dispatched no event. `state` is called only for refused ones. */
export const checkRefused = (
  result: Result,
  before: string,
  state: () => string,
  events: readonly string[],
): void => {
  const { code, message } = result.error ?? {};
  if (!code || !REFUSED.includes(code)) return;
  // The page has changed the element during the click, or moved it away from the pointer.
  if (/(?:press had begun|pointer had come to it) by then|^As soon as the pointer/.test(message ?? ''))
    return;
  const after = state();
  if (before !== after) {
    let at = 0;
    while (before[at] === after[at]) at++;
    const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 150), at + 100));
    throw new Violation('refused and changed', `${code} ${message}\n${around(before)}\n${around(after)}`);
  }
  if (events.length > 0) throw new Violation('refused and heard', `${code} ${message}: ${events.join()}`);
};

/** A path must lead to the element that it was asked for. */
export const checkPath = (result: QueryOk, el: Element): void => {
  const { kind, value } = result;
  if (
    typeof value !== 'string' ||
    value.includes('>>>') ||
    result.truncated ||
    el.ownerDocument !== document ||
    el.getRootNode() !== document
  )
    return;
  if (kind === 'xpath') {
    const found = document.evaluate(value, document, null, 9, null).singleNodeValue;
    if (found !== el) throw new Violation('xpath', `${value} for ${el.outerHTML.slice(0, 100)}`);
  }
  if (kind === 'selector' && document.querySelector(value) !== el)
    throw new Violation('selector', `${value} for ${el.outerHTML.slice(0, 100)}`);
};
