/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import * as shared from './shared.js';

const { COLOURS, DEBOUNCE_MS, FORMATS, PICKERS, TOPPINGS, bank, server } = shared;

export function Fields({ model, set }) {
  const { query } = model;
  useEffect(() => {
    const timer = setTimeout(() => set({ found: shared.results(query) }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query, set]);
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
        <textarea
          {...field('notes')}
          onSelect={(event) => set({ marked: shared.markedIn(event.currentTarget) })}
        />
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

export function Choices({ model, set }) {
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
        <input
          type="checkbox"
          checked={model.box}
          onInput={(event) => set({ box: event.currentTarget.checked })}
        />
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
        <input
          type="file"
          multiple
          onChange={(event) => set({ file: shared.namesOf(event.currentTarget.files) })}
        />
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

export function Presses({ model, set }) {
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
      <div onMouseEnter={() => set({ account: true })} onMouseLeave={() => set({ account: false })}>
        <button type="button">account</button>
        {model.account && (
          <button type="button" onClick={() => set({ picked: 'profile' })}>
            profile
          </button>
        )}
      </div>
      <button
        type="button"
        onPointerEnter={() => set({ tip: true })}
        onPointerLeave={() => set({ tip: false })}
      >
        tip
      </button>
      <button type="button" disabled={model.saving} onClick={save}>
        save
      </button>
      <form onSubmit={pay} aria-busy={model.paying}>
        <label>
          address
          <input
            required
            value={model.address}
            onInput={(event) => set({ address: event.currentTarget.value })}
          />
        </label>
        <button type="submit">pay {model.orders}</button>
      </form>
    </section>
  );
}
