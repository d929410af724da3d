import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { addStyle, filters, isShown, left, newTodo } from './shared.js';

/** A controlled field; Enter on keydown. */
function Item({ todo, change, remove }) {
  const [draft, setDraft] = useState();
  const field = useRef();
  const isEdited = draft !== undefined;
  useEffect(() => {
    if (isEdited) field.current.focus();
  }, [isEdited]);
  const commit = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    change({ title: draft.trim() });
  };
  return (
    <li className={[todo.done && 'done', isEdited && 'editing'].filter(Boolean).join(' ')}>
      <div className="view">
        <input
          type="checkbox"
          checked={todo.done}
          onChange={(event) => change({ done: event.target.checked })}
        />
        <label onDoubleClick={() => setDraft(todo.title)}>{todo.title}</label>
        <button type="button" className="destroy" onClick={remove} />
      </div>
      {isEdited && (
        <input
          ref={field}
          className="edit"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            if (event.key === 'Escape') setDraft(undefined);
          }}
        />
      )}
    </li>
  );
}

function App() {
  const [todos, setTodos] = useState([]);
  const [title, setTitle] = useState('');
  const [filter, setFilter] = useState('All');
  const add = (event) => {
    if (event.key !== 'Enter' || !title.trim()) return;
    setTodos((was) => [...was, newTodo(title)]);
    setTitle('');
  };
  const change = (id, patch) =>
    setTodos((was) => was.map((todo) => (todo.id === id ? { ...todo, ...patch } : todo)));
  return (
    <>
      <h1>todos</h1>
      <input
        className="new"
        placeholder="What needs to be done?"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={add}
      />
      <ul className="list">
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
          <ul className="filters">
            {filters.map((name) => (
              <li key={name}>
                <a
                  href={`#/${name.toLowerCase()}`}
                  className={name === filter ? 'selected' : ''}
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
createRoot(document.getElementById('app')).render(<App />);
