/** @jsxImportSource preact */
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import * as shared from './shared.js';

const { COLOURS, DEBOUNCE_MS, DROPDOWNS, FORMATS, PICKERS, POSTS, TOPPINGS, server, sorted } = shared;

function Fields({ model, set }) {
  const { query } = model;
  useEffect(() => {
    const timer = setTimeout(() => set({ found: shared.results(query) }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query]);
  const field = (name, rule = (text) => text) => ({
    value: model[name],
    onInput: (event) => set({ [name]: rule(event.currentTarget.value) }),
  });
  return (
    <section>
      <label>
        text
        <input
          {...field('text')}
          onFocus={() => set((was) => ({ focused: was.focused + 1 }))}
          onBlur={() => set((was) => ({ blurred: was.blurred + 1 }))}
        />
      </label>
      {['email', 'number', 'search', 'password', 'tel', 'url', ...PICKERS].map((type) => (
        <label key={type}>
          {type} <input type={type} {...field(type)} />
        </label>
      ))}
      <label>
        notes
        <textarea {...field('notes')} onSelect={(event) => set({ marked: shared.markedIn(event.currentTarget) })} />
      </label>
      <div
        class="rich"
        role="textbox"
        aria-label="rich"
        contentEditable
        onInput={(event) => set({ rich: event.currentTarget.textContent })}
      />
      {Object.keys(FORMATS).map((name) => (
        <label key={name}>
          {name} <input {...field(name, FORMATS[name])} />
        </label>
      ))}
      <label>
        query <input {...field('query')} /> <output>{model.found}</output>
      </label>
    </section>
  );
}

function Choices({ model, set }) {
  const toggle = (name) => ({
    tabIndex: 0,
    'aria-checked': model[name],
    onClick: () => set({ [name]: !model[name] }),
    onKeyDown(event) {
      if (event.key !== ' ') return;
      event.preventDefault();
      set({ [name]: !model[name] });
    },
  });
  return (
    <section>
      <label>
        <input type="checkbox" checked={model.box} onInput={(event) => set({ box: event.currentTarget.checked })} />
        box
      </label>
      <span role="switch" {...toggle('toggle')}>
        toggle
      </span>
      <span role="checkbox" {...toggle('agree')}>
        agree
      </span>
      {COLOURS.map((colour) => (
        <label key={colour}>
          <input
            type="radio"
            name="colour"
            checked={model.colour === colour}
            onChange={() => set({ colour })}
          />
          {colour}
        </label>
      ))}
      <label>
        size
        <select value={model.size} onChange={(event) => set({ size: event.currentTarget.value })}>
          <option>small</option>
          <option>large</option>
          <option disabled>huge</option>
        </select>
      </label>
      <label>
        toppings
        <select multiple onChange={(event) => set({ toppings: shared.selectedIn(event.currentTarget) })}>
          {TOPPINGS.map((name) => (
            <option key={name} selected={model.toppings.includes(name)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        file
        <input type="file" multiple onChange={(event) => set({ file: shared.namesOf(event.currentTarget.files) })} />
      </label>
      <div
        class="drop"
        role="button"
        tabIndex={0}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          set({ dropped: shared.namesOf(event.dataTransfer.files) });
        }}
      >
        dropped
      </div>
    </section>
  );
}

function Presses({ model, set }) {
  const timer = useRef();
  const add = (name) => () => set((was) => ({ [name]: was[name] + 1 }));
  const save = async () => {
    set({ saving: true });
    await server();
    set((was) => ({ saving: false, saved: was.saved + 1 }));
  };
  const pay = async (event) => {
    event.preventDefault();
    if (model.paying) return;
    set({ paying: true });
    await server();
    set((was) => ({ paying: false, orders: was.orders + 1 }));
  };
  return (
    <section>
      <button
        type="button"
        onClick={add('clicks')}
        onDblClick={add('dblclicks')}
        onContextMenu={(event) => {
          event.preventDefault();
          add('menus')();
        }}
        onPointerDown={(event) => set({ pointer: event.pointerType })}
        onTouchStart={() => {
          timer.current = setTimeout(add('held'), 500);
        }}
        onTouchEnd={() => clearTimeout(timer.current)}
        onWheel={(event) => set({ zoom: event.deltaY })}
      >
        clicks
      </button>
      <output>{shared.summary(model)}</output>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as menus are written */}
      <div onMouseEnter={() => set({ account: true })} onMouseLeave={() => set({ account: false })}>
        <button type="button">account</button>
        {model.account && (
          <button type="button" onClick={() => set({ picked: 'profile' })}>
            profile
          </button>
        )}
      </div>
      <button type="button" onPointerEnter={() => set({ tip: true })} onPointerLeave={() => set({ tip: false })}>
        tip
      </button>
      <button type="button" disabled={model.saving} onClick={save}>
        save
      </button>
      <form onSubmit={pay} aria-busy={model.paying}>
        <label>
          address
          <input required value={model.address} onInput={(event) => set({ address: event.currentTarget.value })} />
        </label>
        <button type="submit">pay {model.orders}</button>
      </form>
    </section>
  );
}

function Dropdown({ name, options, closedBy, model, set }) {
  const box = useRef();
  const isOpen = model.open === name;
  useEffect(() => {
    if (!isOpen) return;
    const close = (event) => box.current.contains(event.target) || set({ open: '' });
    document.addEventListener(closedBy, close);
    return () => document.removeEventListener(closedBy, close);
  }, [isOpen]);
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
              // biome-ignore lint/a11y/noStaticElementInteractions: as TodoMVC has it
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
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
  const set = (patch) =>
    setModel((was) => ({ ...was, ...(typeof patch === 'function' ? patch(was) : patch) }));
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
