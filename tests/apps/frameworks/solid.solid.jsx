import { createEffect, createSignal, For, onCleanup, onMount, Show } from 'solid-js';
import { createStore, produce } from 'solid-js/store';
import { render } from 'solid-js/web';
import * as shared from './shared.js';

const { COLOURS, DEBOUNCE_MS, DROPDOWNS, FORMATS, PICKERS, POSTS, TOPPINGS, server, sorted } = shared;

/** What Solid knows is what `window.model` says. Its click, input and key handlers are delegated to the document. */
const [model, set] = createStore(shared.initial());
window.model = model;
const add = (name) => () => set(name, (was) => was + 1);

function Fields() {
  createEffect(() => {
    const { query } = model;
    const timer = setTimeout(() => set('found', shared.results(query)), DEBOUNCE_MS);
    onCleanup(() => clearTimeout(timer));
  });
  // As fields that format are written: Solid does not write back what has not changed.
  const format = (name, field) => {
    set(name, FORMATS[name](field.value));
    field.value = model[name];
  };
  return (
    <section>
      <label>
        text
        <input
          value={model.text}
          onInput={(event) => set('text', event.target.value)}
          onFocus={add('focused')}
          onBlur={add('blurred')}
        />
      </label>
      <For each={['email', 'number', 'search', 'password', 'tel', 'url', ...PICKERS]}>
        {(type) => (
          <label>
            {type} <input type={type} value={model[type]} onInput={(event) => set(type, event.target.value)} />
          </label>
        )}
      </For>
      <label>
        notes
        <textarea
          value={model.notes}
          onInput={(event) => set('notes', event.target.value)}
          onSelect={(event) => set('marked', shared.markedIn(event.target))}
        />
      </label>
      <div
        class="rich"
        role="textbox"
        aria-label="rich"
        contentEditable
        onInput={(event) => set('rich', event.currentTarget.textContent)}
      />
      <For each={Object.keys(FORMATS)}>
        {(name) => (
          <label>
            {name} <input value={model[name]} onInput={(event) => format(name, event.target)} />
          </label>
        )}
      </For>
      <label>
        query <input value={model.query} onInput={(event) => set('query', event.target.value)} />
        <output>{model.found}</output>
      </label>
    </section>
  );
}

function Toggle(props) {
  const toggle = () => set(props.name, (was) => !was);
  const key = (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    toggle();
  };
  return (
    <span role={props.role} tabIndex={0} aria-checked={model[props.name]} onClick={toggle} onKeyDown={key}>
      {props.name}
    </span>
  );
}

function Choices() {
  return (
    <section>
      <label>
        <input type="checkbox" checked={model.box} onChange={(event) => set('box', event.target.checked)} />
        box
      </label>
      <Toggle role="switch" name="toggle" />
      <Toggle role="checkbox" name="agree" />
      <For each={COLOURS}>
        {(colour) => (
          <label>
            <input
              type="radio"
              name="colour"
              checked={model.colour === colour}
              onChange={() => set({ colour })}
            />
            {colour}
          </label>
        )}
      </For>
      <label>
        size
        <select value={model.size} onChange={(event) => set('size', event.target.value)}>
          <option>small</option>
          <option>large</option>
          <option disabled>huge</option>
        </select>
      </label>
      <label>
        toppings
        <select multiple onChange={(event) => set('toppings', shared.selectedIn(event.target))}>
          <For each={TOPPINGS}>
            {(name) => <option selected={model.toppings.includes(name)}>{name}</option>}
          </For>
        </select>
      </label>
      <label>
        file
        <input type="file" multiple onChange={(event) => set('file', shared.namesOf(event.target.files))} />
      </label>
      <div
        class="drop"
        role="button"
        tabIndex={0}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          set('dropped', shared.namesOf(event.dataTransfer.files));
        }}
      >
        dropped
      </div>
    </section>
  );
}

function Presses() {
  let timer;
  const save = async () => {
    set('saving', true);
    await server();
    set((was) => ({ saving: false, saved: was.saved + 1 }));
  };
  const pay = async (event) => {
    event.preventDefault();
    if (model.paying) return;
    set('paying', true);
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
        onPointerDown={(event) => set('pointer', event.pointerType)}
        onTouchStart={() => {
          timer = setTimeout(add('held'), 500);
        }}
        onTouchEnd={() => clearTimeout(timer)}
        onWheel={(event) => set('zoom', event.deltaY)}
      >
        clicks
      </button>
      <output>{shared.summary(model)}</output>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as menus are written */}
      <div onMouseEnter={() => set('account', true)} onMouseLeave={() => set('account', false)}>
        <button type="button">account</button>
        <Show when={model.account}>
          <button type="button" onClick={() => set('picked', 'profile')}>
            profile
          </button>
        </Show>
      </div>
      <button type="button" onPointerEnter={() => set('tip', true)} onPointerLeave={() => set('tip', false)}>
        tip
      </button>
      <button type="button" disabled={model.saving} onClick={save}>
        save
      </button>
      <form onSubmit={pay} aria-busy={model.paying}>
        <label>
          address
          <input required value={model.address} onInput={(event) => set('address', event.target.value)} />
        </label>
        <button type="submit">pay {model.orders}</button>
      </form>
    </section>
  );
}

function Dropdown({ name, options, closedBy }) {
  let box;
  const isOpen = () => model.open === name;
  const close = (event) => isOpen() && !box.contains(event.target) && set('open', '');
  document.addEventListener(closedBy, close);
  onCleanup(() => document.removeEventListener(closedBy, close));
  return (
    <div ref={box}>
      <button
        type="button"
        role="combobox"
        aria-label={name}
        aria-expanded={isOpen()}
        onClick={() => set('open', isOpen() ? '' : name)}
      >
        {model[name]}
      </button>
      <Show when={isOpen()}>
        <ul role="listbox">
          <For each={options}>
            {(option) => (
              <li
                role="option"
                aria-selected={model[name] === option}
                onClick={() => set({ [name]: option, open: '' })}
              >
                {option}
              </li>
            )}
          </For>
        </ul>
      </Show>
    </div>
  );
}

function Dialog() {
  let box;
  onMount(() => box.querySelector('input').focus());
  const close = () => set('dialog', false);
  const key = (event) => {
    if (event.key === 'Escape') close();
    else shared.trapFocus(event, box);
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

function Todos() {
  const change = (id, patch) => {
    set('editing', 0);
    set('todos', (todo) => todo.id === id, patch);
    set('todos', sorted);
  };
  const add = (event) => {
    const title = event.target.value.trim();
    if (event.key !== 'Enter' || !title) return;
    event.target.value = '';
    set(
      'todos',
      produce((todos) => todos.push({ id: shared.nextId(todos), title, done: false })),
    );
    set('todos', sorted);
  };
  const edit = (id, event) => {
    if (event.key === 'Enter') change(id, { title: event.target.value });
    if (event.key === 'Escape') set('editing', 0);
  };
  return (
    <section>
      <input aria-label="new todo" onKeyDown={add} />
      <ul>
        <For each={model.todos}>
          {(todo) => (
            <li>
              <input
                type="checkbox"
                aria-label={`${todo.title} done`}
                checked={todo.done}
                onChange={(event) => change(todo.id, { done: event.target.checked })}
              />
              <Show
                when={model.editing === todo.id}
                fallback={<span onDblClick={() => set('editing', todo.id)}>{todo.title}</span>}
              >
                <input
                  aria-label={`edit ${todo.title}`}
                  value={todo.title}
                  ref={(field) => queueMicrotask(() => field.focus())}
                  onKeyDown={(event) => edit(todo.id, event)}
                />
              </Show>
              <button
                type="button"
                class="delete"
                onClick={() => set('todos', (was) => was.filter(({ id }) => id !== todo.id))}
              >
                delete {todo.title}
              </button>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}

/** Made anew whenever something in it changes. */
function Recreated() {
  return (
    <Show keyed when={`${model.count} ${model.volatile} ${model.fresh}`}>
      {(_key) => (
        <section>
          <button type="button" onClick={() => set('count', (was) => was + 1)}>
            count
          </button>
          <input
            aria-label="volatile"
            value={model.volatile}
            onInput={(event) => set('volatile', event.target.value)}
          />
          <input
            type="checkbox"
            aria-label="fresh"
            checked={model.fresh}
            onChange={(event) => set('fresh', event.target.checked)}
          />
        </section>
      )}
    </Show>
  );
}

function Drags() {
  const [dragged, setDragged] = createSignal('');
  const slide = (event) => {
    const start = event.clientX - model.volume;
    const move = ({ clientX }) => set('volume', shared.clamp(clientX - start));
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
        <For each={model.order}>
          {(name) => (
            <li
              draggable="true"
              onDragStart={() => setDragged(name)}
              onDragOver={(event) => dragged() && event.preventDefault()}
              onDrop={() => set('order', (was) => shared.moved(was, dragged(), name))}
              onDragEnd={() => setDragged('')}
            >
              {name}
            </li>
          )}
        </For>
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
        onScroll={(event) => set('bottom', shared.atBottom(event.currentTarget))}
      >
        <For each={POSTS}>{(post) => <a href="#top">{post}</a>}</For>
      </div>
    </section>
  );
}

shared.addStyle(document);
render(
  () => (
    <>
      <Fields />
      <Choices />
      <Presses />
      <For each={DROPDOWNS}>{(dropdown) => <Dropdown {...dropdown} />}</For>
      <button type="button" onClick={() => set('dialog', true)}>
        dialog
      </button>
      <Show when={model.dialog}>
        <Dialog />
      </Show>
      <Todos />
      <Recreated />
      <Drags />
    </>
  ),
  document.getElementById('app'),
);
