/**
 * A step in the app of each framework, and the framework's own state after it. The element is given by its name in
 * the snapshot, with its role before it where several have the name.
 */
export interface Row {
  kind: string;
  at: string;
  payload?: unknown;
  /** The parts of the model to expect; `any:` where one of several values is right. */
  model: Record<string, unknown>;
  /** The expected `verified` of the result, or the code of the error, with its `observed` behind it. */
  result: true | 'unknown' | string;
  /** Why `action`, which runs in one task, can't do it. */
  needsRun?: string;
}

type Short = readonly [
  kind: string,
  at: string,
  payload: unknown,
  model: Record<string, unknown>,
  result?: Row['result'] | undefined,
  needsRun?: string,
];

const FILE = { name: 'a.txt', base64: 'YQ==' };
const ALL = undefined;

/** Why `action`, which runs in one task, can't do some rows (docs/actions.md). */
const LATER = 'what a page makes of a text may show in a later task';
const AT_ONCE = 'pages that flush between events see several of them at once';
const TIME = 'it takes time';

const TEXT: readonly Short[] = [
  ['focus', 'text', ALL, { focused: 1 }],
  ['fill', 'text', 'new', { text: 'new', focused: 1 }],
  ['type', 'text', 'er', { text: 'newer' }],
  ['press', 'text', 'Backspace', { text: 'newe' }],
  ['press', 'text', 'Control+A', {}],
  ['press', 'text', 'x', { text: 'x' }],
  ['clear', 'text', ALL, { text: '', blurred: 0 }],
  ['blur', 'text', ALL, { blurred: 1 }],
  // Vue's `.lazy` updates on `change`, Angular's `updateOn` on `blur`.
  ['fill', 'email', 'ada@x.co', {}],
  ['blur', 'email', ALL, { email: 'ada@x.co' }],
  ['type', 'email', 'm', {}],
  ['blur', 'email', ALL, { email: 'ada@x.com' }],
  ['fill', 'number', '12', { number: 12 }],
  ['press', 'number', 'ArrowUp', { number: 13 }],
  ['type', 'number', '.5', { number: 13.5 }],
  ['fill', 'number', 'many', { number: 13.5 }, 'value_rejected 13.5'],
  ['fill', 'search', 'lamp', { search: 'lamp' }],
  ['press', 'search', 'Escape', { search: '' }],
  ['fill', 'password', 's3cret', { password: 's3cret' }],
  ['type', 'tel', '555', { tel: '555' }],
  ['fill', 'url', 'https://x.co/', { url: 'https://x.co/' }],
  ['fill', 'notes', 'one\ntwo', { notes: 'one\ntwo' }],
  ['press', 'notes', 'Enter', { notes: 'one\ntwo\n' }],
  ['selectText', 'notes', 'two', { marked: 'two' }],
  ['type', 'notes', '2', { notes: 'one\n2\n' }],
  ['fill', 'rich', 'bold words', { rich: 'bold words' }],
  ['type', 'rich', '!', { rich: 'bold words!' }],
  ['fill', 'range', '70', { range: 70 }],
  ['press', 'range', 'ArrowRight', { range: 71 }],
  ['fill', 'color', '#1e90ff', { color: '#1e90ff' }],
  ['fill', 'date', '2026-01-31', { date: '2026-01-31' }],
  ['fill', 'date', '31.01.2026', { date: '2026-01-31' }, 'value_rejected 2026-01-31'],
  ['clear', 'date', ALL, { date: '' }],
  ['fill', 'time', '13:45', { time: '13:45' }],
  ['fill', 'datetime-local', '2026-01-31T13:45', { 'datetime-local': '2026-01-31T13:45' }],
  ['fill', 'month', '2026-01', { month: '2026-01' }],
  ['fill', 'week', '2026-W05', { week: '2026-W05' }],
];

const FORMATTED: readonly Short[] = [
  ['fill', 'digits', 'abc', { digits: '' }, 'value_rejected ', LATER],
  ['fill', 'digits', '123', { digits: '123' }],
  ['type', 'digits', 'x', { digits: '123' }, 'value_rejected 123', LATER],
  ['type', 'digits', '-4', { digits: '1234' }, 'value_rejected 1234', LATER],
  ['fill', 'digits', '1b2', { digits: '12' }, 'value_rejected 12', LATER],
  ['press', 'digits', 'x', { digits: '12' }, 'unknown', LATER],
  ['fill', 'upper', 'ab', { upper: 'AB' }, 'unknown', LATER],
  ['type', 'upper', 'cd', { upper: 'ABCD' }, 'unknown', LATER],
  ['fill', 'phone', '(555) 123-4567', { phone: '(555) 123-4567' }],
  ['clear', 'phone', ALL, { phone: '' }],
  ['type', 'phone', '5559876543', { phone: '(555) 987-6543' }, 'unknown'],
  ['type', 'price', '1234567', { price: '$1,234,567' }, 'unknown'],
  ['fill', 'price', '1234', { price: '$1,234' }, 'unknown', LATER],
  ['fill', 'query', 'lamp', { query: 'lamp' }],
  ['wait', '', { text: 'results for lamp' }, { found: 'results for lamp' }],
];

const CHOICES: readonly Short[] = [
  ['check', 'box', ALL, { box: true }],
  ['check', 'box', ALL, { box: true }],
  ['uncheck', 'box', ALL, { box: false }],
  ['setChecked', 'box', true, { box: true }],
  ['press', 'box', 'Space', { box: false }],
  ['check', 'toggle', ALL, { toggle: true }],
  ['press', 'toggle', ' ', { toggle: false }],
  ['setChecked', 'agree', true, { agree: true }],
  ['uncheck', 'agree', ALL, { agree: false }],
  ['check', 'green', ALL, { colour: 'green' }],
  ['press', 'green', 'ArrowDown', { colour: 'blue' }],
  ['uncheck', 'blue', ALL, { colour: 'blue' }, 'not_checkable'],
  ['select', 'size', 'large', { size: 'large' }],
  ['press', 'size', 'ArrowUp', { size: 'small' }],
  ['press', 'size', 'l', { size: 'large' }],
  ['select', 'size', 'medium', { size: 'large' }, 'option_not_found'],
  ['select', 'size', 'huge', { size: 'large' }, 'option_disabled'],
  ['click', 'small', ALL, { size: 'small' }],
  ['select', 'toppings', { value: ['ham', 'basil'] }, { toppings: ['ham', 'basil'] }],
  ['click', 'corn', ALL, { toppings: ['ham', 'corn', 'basil'] }],
  ['upload', 'file: No file chosen', { files: [FILE] }, { file: 'a.txt' }],
  ['drop', 'dropped', { files: [FILE] }, { dropped: 'a.txt' }],
];

const PRESSES: readonly Short[] = [
  ['click', 'clicks', ALL, { clicks: 1, pointer: 'mouse' }],
  ['dblclick', 'clicks', ALL, { clicks: 3, dblclicks: 1 }],
  ['contextmenu', 'clicks', ALL, { clicks: 3, menus: 1 }],
  ['tap', 'clicks', ALL, { clicks: 4, pointer: 'touch', held: 0 }],
  ['longpress', 'clicks', ALL, { clicks: 4, menus: 2, held: 1 }, true, TIME],
  ['press', 'clicks', 'Enter', { clicks: 5 }],
  ['press', 'clicks', 'Space', { clicks: 6 }],
  ['dispatch', 'clicks', { type: 'wheel', init: { deltaY: 3 } }, { zoom: 3 }],
  ['hover', 'account', ALL, { account: true }],
  ['click', 'profile', ALL, { picked: 'profile' }],
  ['hover', 'tip', ALL, { account: false, tip: true }],
  ['click', 'save', ALL, {}],
  ['click', 'save', ALL, {}, true, TIME],
  ['wait', '', { selector: 'button:disabled', absent: true }, { saved: 2, saving: false }],
  ['submit', 'address', ALL, { orders: 0, paying: false }, 'value_rejected Please fill out this field.'],
  ['fill', 'address', 'Main St', { address: 'Main St' }],
  ['dblclick', 'pay 0', ALL, {}, true, AT_ONCE],
  ['wait', '', { text: 'pay 1' }, { orders: 1 }],
  ['submit', 'address', ALL, {}],
  ['wait', '', { text: 'pay 2' }, { orders: 2 }],
  ['press', 'address', 'Enter', {}],
  ['wait', '', { text: 'pay 3' }, { orders: 3, paying: false }],
];

const OVERLAYS: readonly Short[] = [
  ['click', 'fruit', ALL, { open: 'fruit' }],
  ['click', 'apple', ALL, { open: '', fruit: 'apple' }],
  ...['fruit', 'bread', 'drink'].flatMap((name, i): Short[] => [
    ['click', name, ALL, { open: name }],
    ['click', 'clicks', ALL, { open: '', clicks: 7 + i }],
  ]),
  ['select', 'drink', 'juice', { open: '', drink: 'juice' }, true, TIME],
  ['select', 'bread', 'cake', { open: '', bread: '' }, 'option_not_found', TIME],
  ['click', 'dialog', ALL, { dialog: true }],
  ['click', 'save', { timeoutMs: 300 }, { saved: 2 }, 'element_blocked'],
  ['press', 'button cancel', 'Tab', { dialog: true }],
  ['press', 'accept', 'Tab', { dialog: true }],
  ['type', 'initials', 'AB', { dialog: true }],
  ['press', 'initials', 'Escape', { dialog: false }],
  ['click', 'dialog', ALL, { dialog: true }],
  ['click', 'accept', ALL, { dialog: false, agreed: 1 }],
];

const LISTS: readonly Short[] = [
  ['fill', 'new todo', 'rye', {}],
  ['press', 'new todo', 'Enter', { todos: ['milk', 'eggs', 'tea', 'rye'] }],
  ['type', 'new todo', 'oil\n', { todos: ['milk', 'eggs', 'tea', 'rye', 'oil'] }],
  ['check', 'milk done', ALL, { todos: ['eggs', 'tea', 'rye', 'oil', 'milk (done)'] }],
  ['check', 'tea done', ALL, { todos: ['eggs', 'rye', 'oil', 'milk (done)', 'tea (done)'] }],
  ['uncheck', 'milk done', ALL, { todos: ['milk', 'eggs', 'rye', 'oil', 'tea (done)'] }],
  // What `:hover` shows changes no DOM, so the result is unknown.
  ['hover', 'eggs done', ALL, {}, 'unknown'],
  ['click', 'delete eggs', ALL, { todos: ['milk', 'rye', 'oil', 'tea (done)'] }],
  ['dblclick', 'rye', ALL, { editing: 4 }],
  ['type', 'edit rye', ' bread', {}],
  ['press', 'edit rye', 'Escape', { editing: 0, todos: ['milk', 'rye', 'oil', 'tea (done)'] }],
  ['dblclick', 'rye', ALL, { editing: 4 }],
  ['fill', 'edit rye', 'toast', {}],
  ['press', 'edit rye', 'Enter', { editing: 0, todos: ['milk', 'toast', 'oil', 'tea (done)'] }],
  ['dblclick', 'oil', ALL, { editing: 5 }],
  // Where the caret stands depends on how a framework writes the value; from the beginning End moves it.
  ['press', 'edit oil', 'Home', {}, 'unknown'],
  ['press', 'edit oil', 'End', {}],
  ['type', 'edit oil', 's\n', { editing: 0, todos: ['milk', 'toast', 'oils', 'tea (done)'] }],
  ['click', 'count', ALL, { count: 1 }],
  ['dblclick', 'count', ALL, { count: 3 }],
  ['check', 'fresh', ALL, { fresh: true }],
  ['fill', 'volatile', 'ab', { volatile: 'ab' }],
  ['type', 'volatile', 'cd', { volatile: 'abc' }, 'value_rejected', AT_ONCE],
  ['drag', 'alpha', { to: 'gamma' }, { order: ['beta', 'gamma', 'alpha'] }, true, AT_ONCE],
  ['drag', 'volume', { dx: 30, dy: 0 }, { volume: 50 }],
  ['swipe', 'volume', { dx: 20, dy: 0 }, { volume: 70 }],
  ['scroll', 'feed', { direction: 'bottom' }, { bottom: true }],
  ['scroll', 'feed', { direction: 'top' }, { bottom: false }],
  ['scrollIntoView', 'post 20', ALL, { bottom: true }],
  ['scroll', 'feed', { text: 'post 2' }, { bottom: false }],
];

/** No group depends on another one. */
export const GROUPS: readonly (readonly Row[])[] = [
  TEXT,
  FORMATTED,
  CHOICES,
  [...PRESSES, ...OVERLAYS],
  LISTS,
].map((rows) =>
  rows.map(([kind, at, payload, model, result = true, needsRun]) => ({
    kind,
    at,
    payload,
    model,
    result,
    ...(needsRun && { needsRun }),
  })),
);

export const ROWS: readonly Row[] = GROUPS.flat();
