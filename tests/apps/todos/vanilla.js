import { addStyle, filters, isShown, left, newTodo } from './shared.js';

/** No framework: listeners on the list, one element for each item, and a text is taken at `change`. */
const make = (tag, properties = {}, ...children) => {
  const el = Object.assign(document.createElement(tag), properties);
  el.append(...children);
  return el;
};

let filter = 'All';
const items = new Map();
const todos = () => [...items.values()].map(({ todo }) => todo);

const field = make('input', { className: 'new', placeholder: 'What needs to be done?' });
const list = make('ul', { className: 'list' });
const count = make('span');
const links = filters.map((name) => make('a', { href: `#/${name.toLowerCase()}`, textContent: name }));
const clear = make('button', { type: 'button', textContent: 'Clear completed' });
const footer = make(
  'footer',
  {},
  count,
  make('ul', { className: 'filters' }, ...links.map((link) => make('li', {}, link))),
  clear,
);

const update = () => {
  for (const { el, todo } of items.values()) {
    el.hidden = !isShown(todo, filter);
    el.classList.toggle('done', todo.done);
    el.querySelector('label').textContent = todo.title;
  }
  count.textContent = left(todos());
  footer.hidden = items.size === 0;
  clear.hidden = !todos().some(({ done }) => done);
  for (const link of links) link.className = link.textContent === filter ? 'selected' : '';
};

const remove = (id) => {
  items.get(id).el.remove();
  items.delete(id);
};

const add = (title) => {
  const todo = newTodo(title);
  const box = make('input', { type: 'checkbox' });
  const label = make('label');
  const destroy = make('button', { type: 'button', className: 'destroy' });
  const edit = make('input', { className: 'edit' });
  const el = make('li', {}, make('div', { className: 'view' }, box, label, destroy), edit);
  items.set(todo.id, { todo, el });
  box.addEventListener('change', () => {
    todo.done = box.checked;
    update();
  });
  label.addEventListener('dblclick', () => {
    el.classList.add('editing');
    edit.value = todo.title;
    edit.focus();
  });
  edit.addEventListener('change', () => {
    todo.title = edit.value.trim();
    update();
  });
  edit.addEventListener('blur', () => el.classList.remove('editing'));
  edit.addEventListener('keypress', ({ key }) => key === 'Enter' && edit.blur());
  destroy.addEventListener('click', () => {
    remove(todo.id);
    update();
  });
  list.append(el);
};

field.addEventListener('change', () => {
  if (field.value.trim()) add(field.value);
  field.value = '';
  update();
});
footer.addEventListener('click', ({ target }) => {
  if (links.includes(target)) filter = target.textContent;
  if (target === clear) for (const { id, done } of todos()) if (done) remove(id);
  update();
});

addStyle();
document.getElementById('app').append(make('h1', { textContent: 'todos' }), field, list, footer);
update();
