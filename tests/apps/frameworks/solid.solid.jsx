import { createSignal, For, onCleanup, onMount, Show } from 'solid-js';
import { produce } from 'solid-js/store';
import { render } from 'solid-js/web';
import * as shared from './shared.js';
import { Choices, Fields, Presses } from './solid-fields.solid.jsx';
import { model, set } from './solid-model.js';

const { DROPDOWNS, POSTS, sorted } = shared;

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
