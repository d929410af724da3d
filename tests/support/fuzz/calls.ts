import { TEXTS } from './markup.ts';
import type { Random } from './random.ts';

/** A call of the API. */
export interface Call {
  verb: string;
  args: unknown[];
}

const KEYS = [
  'Enter',
  'Tab',
  'Escape',
  'a',
  'Control+a',
  'ArrowDown',
  'ArrowUp',
  'Home',
  'Backspace',
  'Delete',
  ' ',
  'Space',
  'Shift+Tab',
  'F5',
  'ü',
  'PageDown',
  'nokey',
  '',
];
const SELECTORS = [
  'button',
  '*',
  'input, select',
  '#a',
  'div > *',
  '[',
  'x-host >>> button',
  ':hover',
  '.row',
];
const WEIRD: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  0,
  -1,
  1e9,
  0.5,
  true,
  false,
  [],
  {},
  [[]],
  { a: 1 },
  'Save',
  ['a', 1],
  { text: null },
  '__proto__',
];

const text = (r: Random): string => r.pick(TEXTS);
const maybe = (r: Random, value: () => unknown): unknown => (r.chance(0.5) ? value() : undefined);

type Options = Readonly<Record<string, (r: Random, ref: () => unknown) => unknown>>;

const SNAPSHOT: Options = {
  interactiveOnly: (r) => r.chance(0.5),
  maxNodes: (r) => r.pick([1, 3, 50, 1e6]),
  maxJsonBytes: (r) => r.pick([1, 500, 1e7]),
  after: (_, ref) => ref(),
  maxTextPerNode: (r) => r.pick([1, 10, 1000]),
  maxAttrValueLen: (r) => r.pick([1, 10, 1000]),
  scope: (r, ref) => (r.chance(0.5) ? ref() : r.pick(SELECTORS)),
  viewport: (r) => r.pick(['all', 'visible', { buffer: 100 }]),
  minElementSize: (r) =>
    r.pick([
      { width: 0, height: 0 },
      { width: 30, height: 10 },
    ]),
  includeHidden: (r) => r.chance(0.5),
  cursorInteractive: (r) => r.chance(0.5),
  frames: (r) => r.chance(0.5),
  shadow: (r) => r.chance(0.5),
  paths: () => true,
  boxes: () => true,
  occlusion: () => true,
  urls: () => false,
  description: () => true,
  markRefs: (r) => r.chance(0.7),
  since: (r) => r.int(30),
  timeBudgetMs: (r) => r.pick([0, 1e6]),
  format: (r) => r.pick(FORMATS),
  maxCharsTotal: (r) => r.pick([1, 20, 100, 400, 3000, 1e6]),
  maxDepth: (r) => r.pick([1, 3, 100]),
  compact: (r) => r.chance(0.5),
  boundary: (r) => r.pick(['n0nce', '', 'a b', ']']),
};

export const FORMATS = ['tree', 'text', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json'];

/** Some of the options; now and then one with a wrong value. */
const someOf = (r: Random, from: Options, ref: () => unknown, chance: number): Record<string, unknown> => {
  const options: Record<string, unknown> = {};
  for (const name of Object.keys(from)) {
    if (!r.chance(chance)) continue;
    options[name] = r.chance(0.03) ? r.pick(WEIRD) : from[name]?.(r, ref);
  }
  return options;
};

const point = (r: Random) => ({ x: r.int(1400) - 50, y: r.int(800) - 50 });

const file = () => ({ name: 'a.txt', type: 'text/plain', text: 'x' });

/** A payload that suits each kind of action. */
const ACTIONS: Readonly<Record<string, (r: Random, ref: () => unknown) => unknown>> = {
  click: () => undefined,
  dblclick: () => undefined,
  contextmenu: () => undefined,
  longpress: (r) => maybe(r, () => ({ ms: 5 })),
  tap: () => undefined,
  swipe: (r) => ({ direction: r.pick(['left', 'right', 'up', 'down']), ms: r.pick([1, undefined]) }),
  hover: () => undefined,
  focus: () => undefined,
  blur: () => undefined,
  fill: (r) => ({ text: text(r) }),
  type: (r) => ({ text: text(r).slice(0, 20) }),
  clear: () => undefined,
  press: (r) => ({ key: r.pick(KEYS) }),
  select: (r) =>
    r.pick([
      { value: 'B' },
      { label: 'a' },
      { index: 1 },
      { values: ['a', 'B'] },
      { value: text(r) },
      undefined,
    ]),
  selectText: (r) => r.pick([undefined, { text: 'a' }, { start: 0, end: 2 }, { start: 5, end: 1 }]),
  check: () => undefined,
  uncheck: () => undefined,
  setChecked: (r) => ({ checked: r.chance(0.5) }),
  upload: () => ({ files: [file()] }),
  drop: (r) => r.pick([{ files: [file()] }, { data: { 'text/plain': 'x' } }]),
  drag: (r, ref) => r.pick([{ to: ref() }, { dx: 20, dy: -5 }, { to: ref(), position: { x: 1, y: 1 } }]),
  scroll: (r) =>
    r.pick([
      { direction: r.pick(['up', 'down', 'left', 'right', 'top', 'bottom', 'in']) },
      { dy: 50 },
      { text: 'Save' },
      { amount: 30 },
    ]),
  scrollIntoView: (r) => maybe(r, () => ({ block: r.pick(['start', 'center', 'x']) })),
  submit: () => undefined,
  dispatch: (r) => ({
    type: r.pick(['click', 'input', 'x-own', 'keydown', 'change']),
    init: { bubbles: true, detail: 1 },
  }),
};
/** jsdom has no DataTransfer, so nothing can be dragged. */
const KINDS = Object.keys(ACTIONS).filter(
  (kind) => typeof DataTransfer === 'function' || !/^(?:drag|drop|upload)$/.test(kind),
);

const QUERIES = [
  'text',
  'value',
  'attrs',
  'html',
  'outerHTML',
  'styles',
  'box',
  'xpath',
  'selector',
  'options',
  'describe',
  'isVisible',
  'isEnabled',
  'isChecked',
  'isEditable',
  'count',
];

const WAIT_STATES = [
  'visible',
  'hidden',
  'enabled',
  'disabled',
  'checked',
  'unchecked',
  'editable',
  'readonly',
  'attached',
  'detached',
];

/** A payload that suits each verb of the page; verbs that leave the page get payloads that must be refused. */
const PAGE: Readonly<Record<string, (r: Random, ref: () => unknown) => unknown>> = {
  info: () => undefined,
  find: (r) => ({
    value: r.pick(['button', 'Save', '//button', '#a', 'checkbox', text(r)]),
    by: r.pick(['role', 'text', 'label', 'placeholder', 'alt', 'title', 'testid', 'css', 'xpath']),
    ...someOf(r, { name: text, exact: () => true, hidden: () => true, limit: () => 2 }, () => 0, 0.2),
  }),
  search: (r) => ({
    value: r.pick(['Save', 'a', '.', '(', text(r)]),
    ...someOf(r, { regex: () => true, exact: () => true, context: () => 5, limit: () => 2 }, () => 0, 0.3),
  }),
  wait: (r, ref) =>
    r.pick([
      { text: 'Save' },
      { selector: r.pick(SELECTORS) },
      { ref: ref(), state: r.pick(WAIT_STATES) },
      { url: 'page', absent: true },
      { load: true },
      { quiet: true },
    ]),
  scroll: (r, ref) =>
    r.pick([
      { direction: r.pick(['up', 'down', 'top', 'bottom']) },
      { ref: ref() },
      { text: 'Save' },
      undefined,
    ]),
  extract: (r, ref) =>
    r.pick([
      undefined,
      { scope: ref() },
      { scope: r.pick(SELECTORS) },
      { maxCharsTotal: 50 },
      { maxCharsTotal: 7, after: 3 },
      { urls: true },
      { boundary: 'b' },
    ]),
  highlight: (r, ref) => r.pick([undefined, { refs: [ref()] }, { off: true }]),
  navigate: (r) => r.pick([undefined, 'javascript:0', { url: 'data:text/html,x' }, { url: 'http://[' }]),
  pushState: (r) => r.pick([undefined, { url: '#p' }, { url: 'http://elsewhere.test/' }]),
  back: () => ({ bad: 1 }),
  forward: () => ({ bad: 1 }),
  reload: () => ({ bad: 1 }),
  pressKey: (r) => ({ key: r.pick(KEYS) }),
  keyDown: (r) => ({ key: r.pick(KEYS) }),
  keyUp: (r) => ({ key: r.pick(KEYS) }),
  char: (r) => ({ key: r.pick(['a', 'Ü', '\n', '']) }),
  mouseMove: point,
  mouseDown: point,
  mouseUp: point,
  mouseClick: point,
  wheel: (r) => ({ ...point(r), deltaY: 50 }),
  hooks: (r) =>
    someOf(
      r,
      {
        dialogs: () => true,
        console: () => true,
        network: () => true,
        listeners: () => true,
        closedShadowRoots: () => true,
        read: () => true,
      },
      () => 0,
      0.4,
    ),
  storage: (r) => r.pick([undefined, { local: { a: 'b' } }, { session: { c: 'd' }, clear: true }]),
  cookies: (r) => r.pick([undefined, { set: ['a=b'] }]),
};
const VERBS = Object.keys(PAGE);
/** Verbs that leave the page: they get only payloads that must be refused. */
const LEAVES = /^(?:navigate|back|forward|reload|pushState)$/;

export const snapshotCall = (r: Random, ref: () => unknown): Call => ({
  verb: 'snapshot',
  args: r.chance(0.3) ? [] : [r.chance(0.02) ? r.pick(WEIRD) : someOf(r, SNAPSHOT, ref, 0.14)],
});

export const actionCall = (r: Random, ref: () => unknown): Call => {
  const kind = r.pick(KINDS);
  const payload = r.chance(0.07) ? r.pick(WEIRD) : ACTIONS[kind]?.(r, ref);
  return { verb: 'action', args: [ref(), r.chance(0.01) ? r.pick(WEIRD) : kind, payload] };
};

export const queryCall = (r: Random, ref: () => unknown): Call => {
  const kind = r.pick(QUERIES);
  const fitting =
    kind === 'count'
      ? { selector: r.pick(SELECTORS) }
      : maybe(r, () => ({ limitChars: r.pick([1, 20, 1e5]) }));
  return { verb: 'query', args: [ref(), kind, r.chance(0.06) ? r.pick(WEIRD) : fitting] };
};

export const pageCall = (r: Random, ref: () => unknown): Call => {
  const kind = r.pick(VERBS);
  const payload = r.chance(0.06) && !LEAVES.test(kind) ? r.pick(WEIRD) : PAGE[kind]?.(r, ref);
  return { verb: 'page', args: [kind, payload] };
};

/** Any call but `run`, `start` and `release`. */
export const randomCall = (r: Random, ref: () => unknown): Call => {
  const at = r.next();
  if (at < 0.01) return { verb: r.pick(['run', 'poll', 'x', '']), args: [r.pick(WEIRD)] };
  const make = at < 0.3 ? snapshotCall : at < 0.75 ? actionCall : at < 0.88 ? queryCall : pageCall;
  return make(r, ref);
};
