import { createSignal, For, Show } from 'solid-js';
import { createStore } from 'solid-js/store';
import { render } from 'solid-js/web';
import { addStyle, filters, isShown, left, newTodo } from './shared.js';

const ENTER = 'Enter';

/** Handlers that are delegated to the document; Enter on keyup. */
function App() {
  const [todos, setTodos] = createStore([]);
  const [filter, setFilter] = createSignal('All');
  const [edited, setEdited] = createSignal(0);
  const add = (event) => {
    const { value } = event.currentTarget;
    if (event.key !== ENTER || !value.trim()) return;
    setTodos(todos.length, newTodo(value));
    event.currentTarget.value = '';
  };
  const change = (id, patch) => setTodos((todo) => todo.id === id, patch);
  const commit = (id, value) => {
    if (edited() === id) change(id, { title: value.trim() });
    setEdited(0);
  };
  return (
    <>
      <h1>todos</h1>
      <input class="new" placeholder="What needs to be done?" onKeyUp={add} />
      <ul class="list">
        <For each={todos.filter((todo) => isShown(todo, filter()))}>
          {(todo) => (
            <li classList={{ done: todo.done, editing: edited() === todo.id }}>
              <div class="view">
                <input
                  type="checkbox"
                  checked={todo.done}
                  onInput={(event) => change(todo.id, { done: event.currentTarget.checked })}
                />
                <label onDblClick={() => setEdited(todo.id)}>{todo.title}</label>
                <button
                  type="button"
                  class="destroy"
                  onClick={() => setTodos((was) => was.filter(({ id }) => id !== todo.id))}
                />
              </div>
              <Show when={edited() === todo.id}>
                <input
                  class="edit"
                  value={todo.title}
                  ref={(field) => queueMicrotask(() => field.focus())}
                  onFocusOut={(event) => commit(todo.id, event.currentTarget.value)}
                  onKeyUp={(event) => event.key === ENTER && commit(todo.id, event.currentTarget.value)}
                />
              </Show>
            </li>
          )}
        </For>
      </ul>
      <Show when={todos.length > 0}>
        <footer>
          <span>{left(todos)}</span>
          <ul class="filters">
            <For each={filters}>
              {(name) => (
                <li>
                  <a
                    href={`#/${name.toLowerCase()}`}
                    classList={{ selected: name === filter() }}
                    onClick={() => setFilter(name)}
                  >
                    {name}
                  </a>
                </li>
              )}
            </For>
          </ul>
          <Show when={todos.some(({ done }) => done)}>
            <button type="button" onClick={() => setTodos((was) => was.filter(({ done }) => !done))}>
              Clear completed
            </button>
          </Show>
        </footer>
      </Show>
    </>
  );
}

addStyle();
render(() => <App />, document.getElementById('app'));
