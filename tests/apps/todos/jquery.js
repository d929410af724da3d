import $ from 'jquery';
import { addStyle, filters, isShown, left, newTodo } from './shared.js';

/** All is written anew at each change, and events are delegated; Enter on keyup leaves the field of an item. */
let todos = [];
let filter = 'All';

const escaped = (text) => $('<i>').text(text).html();

const line = ({ id, title, done }) => `<li data-id="${id}" class="${done ? 'done' : ''}">
  <div class="view"><input type="checkbox" class="toggle" ${done ? 'checked' : ''}><label>${escaped(title)}</label>
  <button type="button" class="destroy"></button></div><input class="edit"></li>`;

function draw() {
  $('.list').html(
    todos
      .filter((todo) => isShown(todo, filter))
      .map(line)
      .join(''),
  );
  $('footer').toggle(todos.length > 0);
  $('.left').text(left(todos));
  $('.filters a').each((_, link) => {
    $(link).toggleClass('selected', $(link).text() === filter);
  });
  $('.clear').toggle(todos.some(({ done }) => done));
}

const todoAt = (el) => todos.find(({ id }) => id === $(el).closest('li').data('id'));

addStyle();
$('#app').html(`<h1>todos</h1><input class="new" placeholder="What needs to be done?"><ul class="list"></ul>
  <footer><span class="left"></span><ul class="filters">
    ${filters.map((name) => `<li><a href="#/${name.toLowerCase()}">${name}</a></li>`).join('')}
  </ul><button type="button" class="clear">Clear completed</button></footer>`);

$('.new').on('keyup', ({ key, target }) => {
  if (key !== 'Enter' || !target.value.trim()) return;
  todos.push(newTodo(target.value));
  target.value = '';
  draw();
});
$('.list')
  .on('change', '.toggle', ({ target }) => {
    todoAt(target).done = target.checked;
    draw();
  })
  .on('dblclick', 'label', ({ target }) => {
    $(target).closest('li').addClass('editing').find('.edit').val(todoAt(target).title).trigger('focus');
  })
  .on('keyup', '.edit', ({ key, target }) => {
    if (key === 'Enter') target.blur();
  })
  .on('focusout', '.edit', ({ target }) => {
    const todo = todoAt(target);
    if (todo) todo.title = target.value.trim();
    draw();
  })
  .on('click', '.destroy', ({ target }) => {
    const gone = todoAt(target);
    todos = todos.filter((todo) => todo !== gone);
    draw();
  });
$('.filters').on('click', 'a', ({ target }) => {
  filter = $(target).text();
  draw();
});
$('.clear').on('click', () => {
  todos = todos.filter(({ done }) => !done);
  draw();
});
draw();
