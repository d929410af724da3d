import { createEffect, For, onCleanup, Show } from 'solid-js';
import * as shared from './shared.js';
import { add, model, set } from './solid-model.js';

const { COLOURS, DEBOUNCE_MS, FORMATS, PICKERS, TOPPINGS, bank, server } = shared;

/** Click, input and key handlers are delegated to the document. */
export function Fields() {
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
            {type}{' '}
            <input type={type} value={model[type]} onInput={(event) => set(type, event.target.value)} />
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

export function Choices() {
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

export function Presses() {
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
    await bank();
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
