/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Choices, Fields, Presses } from './preact-fields.jsx';
import * as shared from './shared.js';

const { DROPDOWNS, POSTS, sorted } = shared;

function Dropdown({ name, options, closedBy, model, set }) {
  const box = useRef();
  const isOpen = model.open === name;
  useEffect(() => {
    if (!isOpen) return;
    const close = (event) => box.current.contains(event.target) || set({ open: '' });
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
  const key = (event) => {
    if (event.key === 'Escape') close();
    else shared.trapFocus(event, box.current);
  };
  return (
    <div class="overlay">
      <div ref={box} role="dialog" aria-modal="true" aria-label="terms" onKeyDown={key}>
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
    const title = event.currentTarget.value.trim();
    if (event.key !== 'Enter' || !title) return;
    event.currentTarget.value = '';
    set((was) => ({ todos: sorted([...was.todos, { id: shared.nextId(was.todos), title, done: false }]) }));
  };
  const edit = (id, event) => {
    if (event.key === 'Enter') change(id, { title: event.currentTarget.value });
    if (event.key === 'Escape') set({ editing: 0 });
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
              onChange={(event) => change(id, { done: event.currentTarget.checked })}
            />
            {model.editing === id ? (
              <input
                aria-label={`edit ${title}`}
                defaultValue={title}
                ref={(field) => field?.focus()}
                onKeyDown={(event) => edit(id, event)}
              />
            ) : (
              <span onDblClick={() => set({ editing: id })}>{title}</span>
            )}
            <button
              type="button"
              class="delete"
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

/** Made anew whenever something in it changes, by its key. */
function Recreated({ model, set }) {
  return (
    <section>
      <button type="button" onClick={() => set((was) => ({ count: was.count + 1 }))}>
        count
      </button>
      <input
        aria-label="volatile"
        value={model.volatile}
        onInput={(event) => set({ volatile: event.currentTarget.value })}
      />
      <input
        type="checkbox"
        aria-label="fresh"
        checked={model.fresh}
        onChange={(event) => set({ fresh: event.currentTarget.checked })}
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
        class="slider"
        role="slider"
        tabIndex={0}
        aria-label="volume"
        aria-valuenow={model.volume}
        onPointerDown={slide}
      />
      <div
        class="feed"
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

/** What Preact knows is what `window.model` says. */
function App() {
  const [model, setModel] = useState(shared.initial);
  window.model = model;
  const [set] = useState(
    () => (patch) => setModel((was) => ({ ...was, ...(typeof patch === 'function' ? patch(was) : patch) })),
  );
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
render(<App />, document.getElementById('app'));
