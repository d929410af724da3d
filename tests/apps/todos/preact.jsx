/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { addStyle, filters, isShown, left, newTodo } from './shared.js';

/** Fields of their own, not controlled; the text is taken at Enter, or when the field is left. */
function Item({ todo, change, remove }) {
  const [isEdited, setEdited] = useState(false);
  const field = useRef();
  useEffect(() => {
    if (isEdited) field.current.focus();
  }, [isEdited]);
  const commit = (event) => {
    setEdited(false);
    if (isEdited) change({ title: event.currentTarget.value.trim() });
  };
  return (
    <li class={`${todo.done ? 'done' : ''} ${isEdited ? 'editing' : ''}`}>
      <div class="view">
        <input
          type="checkbox"
          checked={todo.done}
          onChange={(event) => change({ done: event.currentTarget.checked })}
        />
        <label onDblClick={() => setEdited(true)}>{todo.title}</label>
        <button type="button" class="destroy" onClick={remove} />
      </div>
      <input
        ref={field}
        class="edit"
        value={todo.title}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit(event)}
      />
    </li>
  );
}

function App() {
  const [todos, setTodos] = useState([]);
  const [filter, setFilter] = useState('All');
  const add = (event) => {
    const field = event.currentTarget;
    if (event.key !== 'Enter' || !field.value.trim()) return;
    const todo = newTodo(field.value);
    setTodos((was) => [...was, todo]);
    field.value = '';
  };
  const change = (id, patch) =>
    setTodos((was) => was.map((todo) => (todo.id === id ? { ...todo, ...patch } : todo)));
  return (
    <>
      <h1>todos</h1>
      <input class="new" placeholder="What needs to be done?" onKeyDown={add} />
      <ul class="list">
        {todos
          .filter((todo) => isShown(todo, filter))
          .map((todo) => (
            <Item
              key={todo.id}
              todo={todo}
              change={(patch) => change(todo.id, patch)}
              remove={() => setTodos((was) => was.filter(({ id }) => id !== todo.id))}
            />
          ))}
      </ul>
      {todos.length > 0 && (
        <footer>
          <span>{left(todos)}</span>
          <ul class="filters">
            {filters.map((name) => (
              <li key={name}>
                <a
                  href={`#/${name.toLowerCase()}`}
                  class={name === filter ? 'selected' : ''}
                  onClick={() => setFilter(name)}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
          {todos.some(({ done }) => done) && (
            <button type="button" onClick={() => setTodos((was) => was.filter(({ done }) => !done))}>
              Clear completed
            </button>
          )}
        </footer>
      )}
    </>
  );
}

addStyle();
render(<App />, document.getElementById('app'));
