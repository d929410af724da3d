/**
 * What the apps of all frameworks share, so that one table of actions fits them all: what they know at first, and the
 * rules of their fields. Every control is called as the part of the model that it changes.
 */

export const initial = () => ({
  text: 'old',
  email: '',
  number: 1,
  search: '',
  password: '',
  tel: '',
  url: '',
  notes: '',
  range: 50,
  color: '#000000',
  date: '',
  time: '',
  'datetime-local': '',
  month: '',
  week: '',
  rich: '',
  digits: '',
  upper: '',
  phone: '',
  price: '',
  query: '',
  found: '',
  box: false,
  toggle: false,
  agree: false,
  colour: 'red',
  size: 'small',
  toppings: [],
  file: '',
  dropped: '',
  focused: 0,
  blurred: 0,
  marked: '',
  clicks: 0,
  dblclicks: 0,
  menus: 0,
  held: 0,
  pointer: '',
  zoom: 0,
  account: false,
  picked: '',
  tip: false,
  saving: false,
  saved: 0,
  address: '',
  paying: false,
  orders: 0,
  open: '',
  fruit: '',
  bread: '',
  drink: '',
  dialog: false,
  agreed: 0,
  count: 0,
  volatile: '',
  fresh: false,
  todos: [
    { id: 1, title: 'milk', done: false },
    { id: 2, title: 'eggs', done: false },
    { id: 3, title: 'tea', done: false },
  ],
  editing: 0,
  order: ['alpha', 'beta', 'gamma'],
  volume: 20,
  bottom: false,
});

export const PICKERS = ['range', 'color', 'date', 'time', 'datetime-local', 'month', 'week'];
export const COLOURS = ['red', 'green', 'blue'];
export const TOPPINGS = ['ham', 'corn', 'basil'];
export const POSTS = Array.from({ length: 20 }, (_, i) => `post ${i + 1}`);

/** Custom drop-downs, each closed by another event outside of it. */
export const DROPDOWNS = [
  { name: 'fruit', options: ['apple', 'pear'], closedBy: 'pointerdown' },
  { name: 'bread', options: ['rye', 'toast'], closedBy: 'mousedown' },
  { name: 'drink', options: ['water', 'juice'], closedBy: 'click' },
];

/** Fields that do not keep what is put into them as it is. */
export const FORMATS = {
  digits: (text) => text.replace(/\D/g, ''),
  upper: (text) => text.toUpperCase(),
  phone(text) {
    const [, area, first, last] = /^(\d{0,3})(\d{0,3})(\d{0,4})/.exec(text.replace(/\D/g, ''));
    return first ? `(${area}) ${first}${last && `-${last}`}` : area;
  },
  price(text) {
    const digits = text.replace(/\D/g, '').replace(/^0+/, '');
    return digits && `$${digits.replace(/\B(?=(\d{3})+$)/g, ',')}`;
  },
};

/** What a search for it finds, a little after the last letter. */
export const results = (query) => (query ? `results for ${query}` : '');
export const DEBOUNCE_MS = 250;

/** A server that takes its time. */
export const server = () => new Promise((resolve) => setTimeout(resolve, 200));

/**
 * One that is not done before the second click of a double click, however busy the machine: it would be paid twice.
 * While a page stands still no more than one of its turns passes, and there are more of them than events in a double click.
 */
export const bank = async () => {
  for (let turns = 0; turns < 30; turns++) await new Promise((resolve) => setTimeout(resolve, 40));
};

/** What is done goes to the end. */
export const sorted = (todos) => todos.slice().sort((a, b) => a.done - b.done || a.id - b.id);

export const moved = (order, from, to) => {
  const rest = order.filter((name) => name !== from);
  rest.splice(order.indexOf(to), 0, from);
  return rest;
};

export const namesOf = (files) => Array.from(files, (file) => file.name).join(', ');
export const selectedIn = (select) => Array.from(select.selectedOptions, (option) => option.value);
export const markedIn = (field) => field.value.slice(field.selectionStart, field.selectionEnd);
export const atBottom = (box) => box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
export const clamp = (volume) => Math.round(Math.min(Math.max(volume, 0), 100));

/** Keeps Tab inside of a dialog. */
export const trapFocus = (event, dialog) => {
  if (event.key !== 'Tab') return;
  const stops = dialog.querySelectorAll('button, input');
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const active = dialog.getRootNode().activeElement;
  if (active !== (event.shiftKey ? first : last)) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
};

export const CSS = `
  body { font: 14px sans-serif; }
  label, section, form { display: block }
  input:not([type=checkbox], [type=radio]), textarea { width: 120px }
  li .delete { display: none }
  li:hover .delete { display: inline }
  .feed { height: 60px; overflow: auto; position: relative }
  .feed a { display: block }
  .rich, .drop { border: 1px solid; min-height: 1em }
  .slider { width: 100px; height: 12px; background: #ccc; touch-action: none }
  .overlay { position: fixed; inset: 0; background: #0008 }
  [role=dialog] { position: absolute; top: 100px; left: 100px; background: #fff; padding: 1em }
`;

export const addStyle = (root) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
};

export const nextId = (todos) => Math.max(...todos.map(({ id }) => id)) + 1;

/** What an app shows of its state, so that a press can be seen to have done something. */
export const summary = ({ clicks, dblclicks, menus, held, zoom, picked, dropped }) =>
  [clicks, dblclicks, menus, held, zoom, picked, dropped].join(' ');
