import { useEffect, useRef } from 'react';
import * as shared from './shared.js';

const { COLOURS, DEBOUNCE_MS, FORMATS, PICKERS, TOPPINGS, bank, server } = shared;

/** Controlled fields: React writes back what the state says after each event. */
export function Fields({ model, set }) {
  const field = (name) => ({
    value: model[name],
    onChange: (event) => set({ [name]: event.target.value }),
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
        <textarea {...field('notes')} onSelect={(event) => set({ marked: shared.markedIn(event.target) })} />
      </label>
      <div
        className="rich"
        role="textbox"
        aria-label="rich"
        contentEditable
        onInput={(event) => set({ rich: event.currentTarget.textContent })}
      />
      {Object.keys(FORMATS).map((name) => (
        <label key={name}>
          {name}
          <input
            value={model[name]}
            onChange={(event) => set({ [name]: FORMATS[name](event.target.value) })}
          />
        </label>
      ))}
      <Search model={model} set={set} />
    </section>
  );
}

function Search({ model, set }) {
  const { query } = model;
  useEffect(() => {
    const timer = setTimeout(() => set({ found: shared.results(query) }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query, set]);
  return (
    <label>
      query <input value={query} onChange={(event) => set({ query: event.target.value })} />
      <output>{model.found}</output>
    </label>
  );
}

export function Choices({ model, set }) {
  const toggle = (name) => ({
    tabIndex: 0,
    'aria-checked': model[name],
    onClick: () => set((was) => ({ [name]: !was[name] })),
    onKeyDown(event) {
      if (event.key !== ' ') return;
      event.preventDefault();
      set((was) => ({ [name]: !was[name] }));
    },
  });
  return (
    <section>
      <label>
        <input type="checkbox" checked={model.box} onChange={(event) => set({ box: event.target.checked })} />
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
        <select value={model.size} onChange={(event) => set({ size: event.target.value })}>
          <option>small</option>
          <option>large</option>
          <option disabled>huge</option>
        </select>
      </label>
      <label>
        toppings
        <select
          multiple
          value={model.toppings}
          onChange={(event) => set({ toppings: shared.selectedIn(event.target) })}
        >
          {TOPPINGS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        file
        <input type="file" multiple onChange={(event) => set({ file: shared.namesOf(event.target.files) })} />
      </label>
      <div
        className="drop"
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
        onDoubleClick={add('dblclicks')}
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
          <input required value={model.address} onChange={(event) => set({ address: event.target.value })} />
        </label>
        <button type="submit">pay {model.orders}</button>
      </form>
    </section>
  );
}
