import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Choices, Fields, Presses } from './react-fields.jsx';
import * as shared from './shared.js';

const { DROPDOWNS, POSTS, sorted } = shared;

function Dropdown({ name, options, closedBy, model, set }) {
  const box = useRef();
  const isOpen = model.open === name;
  useEffect(() => {
    if (!isOpen) return;
    const close = (event) => {
      if (!box.current.contains(event.target)) set({ open: '' });
    };
    document.addEventListener(closedBy, close);
    return () => document.removeEventListener(closedBy, close);
  }, [isOpen, closedBy, set]);
  return (
    <div ref={box}>
      <button
        type="button"
        role="combobox"
        aria-label={name}
        aria-expanded={isOpen}
        onClick={() => set({ open: isOpen ? '' : name })}
      >
        {model[name]}
      </button>
      {isOpen && (
        <ul role="listbox">
          {options.map((option) => (
            <li
              key={option}
              role="option"
              aria-selected={model[name] === option}
              onClick={() => set({ [name]: option, open: '' })}
            >
              {option}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Dialog({ set }) {
  const box = useRef();
  useEffect(() => box.current.querySelector('input').focus(), []);
  const close = () => set({ dialog: false });
  return (
    <div className="overlay">
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-label="terms"
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          shared.trapFocus(event, box.current);
        }}
      >
        <input aria-label="initials" />
        <button type="button" onClick={close}>
          cancel
        </button>
        <button type="button" onClick={() => set((was) => ({ agreed: was.agreed + 1, dialog: false }))}>
          accept
        </button>
      </div>
    </div>
  );
}

function Todos({ model, set }) {
  const change = (id, patch) =>
    set((was) => ({
      editing: 0,
      todos: sorted(was.todos.map((todo) => (todo.id === id ? { ...todo, ...patch } : todo))),
    }));
  const add = (event) => {
    const title = event.target.value.trim();
    if (event.key !== 'Enter' || !title) return;
    event.target.value = '';
    set((was) => ({ todos: sorted([...was.todos, { id: shared.nextId(was.todos), title, done: false }]) }));
  };
  return (
    <section>
      <input aria-label="new todo" onKeyDown={add} />
      <ul>
        {model.todos.map(({ id, title, done }) => (
          <li key={id}>
            <input
              type="checkbox"
              aria-label={`${title} done`}
              checked={done}
              onChange={(event) => change(id, { done: event.target.checked })}
            />
            {model.editing === id ? (
              <input
                aria-label={`edit ${title}`}
                defaultValue={title}
                autoFocus
                onBlur={(event) => change(id, { title: event.target.value })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') change(id, { title: event.target.value });
                  if (event.key === 'Escape') set({ editing: 0 });
                }}
              />
            ) : (
              <span onDoubleClick={() => set({ editing: id })}>{title}</span>
            )}
            <button
              type="button"
              className="delete"
              onClick={() => set((was) => ({ todos: was.todos.filter((todo) => todo.id !== id) }))}
            >
              delete {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Made anew whenever something in it changes, as a component that is defined inside of another one. */
function Recreated({ model, set }) {
  const { volatile, fresh } = model;
  return (
    <section>
      <button type="button" onClick={() => set((was) => ({ count: was.count + 1 }))}>
        count
      </button>
      <input
        aria-label="volatile"
        value={volatile}
        onChange={(event) => set({ volatile: event.target.value })}
      />
      <input
        type="checkbox"
        aria-label="fresh"
        checked={fresh}
        onChange={(event) => set({ fresh: event.target.checked })}
      />
    </section>
  );
}

function Drags({ model, set }) {
  const [dragged, setDragged] = useState();
  const slide = (event) => {
    const start = event.clientX - model.volume;
    const move = ({ clientX }) => set({ volume: shared.clamp(clientX - start) });
    const up = () => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', up);
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', up);
  };
  return (
    <section>
      <ul>
        {model.order.map((name) => (
          <li
            key={name}
            draggable
            onDragStart={() => setDragged(name)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={() => set({ order: shared.moved(model.order, dragged, name) })}
            onDragEnd={() => setDragged()}
          >
            {name}
          </li>
        ))}
      </ul>
      <div
        className="slider"
        role="slider"
        tabIndex={0}
        aria-label="volume"
        aria-valuenow={model.volume}
        onPointerDown={slide}
      />
      <div
        className="feed"
        role="region"
        aria-label="feed"
        tabIndex={0}
        onScroll={(event) => set({ bottom: shared.atBottom(event.currentTarget) })}
      >
        {POSTS.map((post) => (
          <a key={post} href="#top">
            {post}
          </a>
        ))}
      </div>
    </section>
  );
}

/** What React knows is what `window.model` says. */
function App() {
  const [model, setModel] = useState(shared.initial);
  const [set] = useState(
    () => (patch) => setModel((was) => ({ ...was, ...(typeof patch === 'function' ? patch(was) : patch) })),
  );
  window.model = model;
  const both = { model, set };
  return (
    <>
      <Fields {...both} />
      <Choices {...both} />
      <Presses {...both} />
      {DROPDOWNS.map((dropdown) => (
        <Dropdown key={dropdown.name} {...dropdown} {...both} />
      ))}
      <button type="button" onClick={() => set({ dialog: true })}>
        dialog
      </button>
      {model.dialog && <Dialog {...both} />}
      <Todos {...both} />
      <Recreated {...both} key={`${model.count} ${model.volatile} ${model.fresh}`} />
      <Drags {...both} />
    </>
  );
}

shared.addStyle(document);
createRoot(document.getElementById('app')).render(<App />);
