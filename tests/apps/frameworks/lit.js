import { html, LitElement, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import * as shared from './shared.js';

const { COLOURS, DEBOUNCE_MS, DROPDOWNS, FORMATS, PICKERS, POSTS, TOPPINGS, bank, server, sorted } = shared;

const focused = ref((field) => field?.focus());

/** A drop-down with a shadow root of its own inside of the app's. */
class DropDown extends LitElement {
  static properties = { of: {}, value: {}, isOpen: {} };
  close = (event) => {
    if (this.isOpen && !event.composedPath().includes(this)) this.tell('toggle');
  };
  connectedCallback() {
    super.connectedCallback();
    document.addEventListener(this.of.closedBy, this.close);
  }
  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener(this.of.closedBy, this.close);
  }
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
  render() {
    const { name, options } = this.of;
    const option = (each) =>
      html`<li role="option" aria-selected=${each === this.value} @click=${() => this.tell('pick', each)}>${each}</li>`;
    return html`
      <button type="button" role="combobox" aria-label=${name} aria-expanded=${this.isOpen}
        @click=${() => this.tell('toggle')}>${this.value}</button>
      ${this.isOpen ? html`<ul role="listbox">${options.map(option)}</ul>` : nothing}`;
  }
}

/** State in shadow DOM: what Lit knows is what `window.model` says. */
class App extends LitElement {
  static properties = { model: { state: true }, dragged: { state: true } };

  constructor() {
    super();
    this.model = shared.initial();
  }

  createRenderRoot() {
    const root = super.createRenderRoot();
    shared.addStyle(root);
    return root;
  }

  set(patch) {
    this.model = { ...this.model, ...patch };
  }

  add(name) {
    this.set({ [name]: this.model[name] + 1 });
  }

  willUpdate() {
    window.model = this.model;
  }

  search({ target: { value: query } }) {
    this.set({ query });
    clearTimeout(this.searching);
    this.searching = setTimeout(() => this.set({ found: shared.results(query) }), DEBOUNCE_MS);
  }

  fields() {
    const { model } = this;
    const put = (name) => (event) => this.set({ [name]: event.target.value });
    const format = (name) => (event) => this.set({ [name]: FORMATS[name](event.target.value) });
    return html`
      <label>text <input .value=${model.text} @input=${put('text')} @focus=${() => this.add('focused')}
        @blur=${() => this.add('blurred')}></label>
      ${['email', 'number', 'search', 'password', 'tel', 'url', ...PICKERS].map(
        (type) => html`<label>${type} <input type=${type} .value=${model[type]} @input=${put(type)}></label>`,
      )}
      <label>notes <textarea .value=${model.notes} @input=${put('notes')}
        @select=${(event) => this.set({ marked: shared.markedIn(event.target) })}></textarea></label>
      <div class="rich" role="textbox" aria-label="rich" contenteditable
        @input=${(event) => this.set({ rich: event.currentTarget.textContent })}></div>
      ${Object.keys(FORMATS).map(
        (name) => html`<label>${name} <input .value=${live(model[name])} @input=${format(name)}></label>`,
      )}
      <label>query <input .value=${model.query} @input=${this.search}> <output>${model.found}</output></label>`;
  }

  toggle(role, name) {
    const toggle = () => this.set({ [name]: !this.model[name] });
    const key = (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      toggle();
    };
    return html`<span role=${role} tabindex="0" aria-checked=${this.model[name]} @click=${toggle} @keydown=${key}
      >${name}</span>`;
  }

  drop(event) {
    event.preventDefault();
    this.set({ dropped: shared.namesOf(event.dataTransfer.files) });
  }

  choices() {
    const { model } = this;
    return html`
      <label><input type="checkbox" .checked=${model.box}
        @change=${(event) => this.set({ box: event.target.checked })}>box</label>
      ${this.toggle('switch', 'toggle')} ${this.toggle('checkbox', 'agree')}
      ${COLOURS.map(
        (colour) => html`<label><input type="radio" name="colour" .checked=${model.colour === colour}
          @change=${() => this.set({ colour })}>${colour}</label>`,
      )}
      <label>size <select .value=${model.size} @change=${(event) => this.set({ size: event.target.value })}>
        <option>small</option><option>large</option><option disabled>huge</option></select></label>
      <label>toppings <select multiple @change=${(event) => this.set({ toppings: shared.selectedIn(event.target) })}>
        ${TOPPINGS.map((name) => html`<option .selected=${model.toppings.includes(name)}>${name}</option>`)}
      </select></label>
      <label>file <input type="file" multiple
        @change=${(event) => this.set({ file: shared.namesOf(event.target.files) })}></label>
      <div class="drop" role="button" tabindex="0" @dragover=${(event) => event.preventDefault()} @drop=${this.drop}
        >dropped</div>`;
  }

  async save() {
    this.set({ saving: true });
    await server();
    this.set({ saving: false, saved: this.model.saved + 1 });
  }

  async pay(event) {
    event.preventDefault();
    if (this.model.paying) return;
    this.set({ paying: true });
    await bank();
    this.set({ paying: false, orders: this.model.orders + 1 });
  }

  hold() {
    this.holding = setTimeout(() => this.add('held'), 500);
  }

  menu(event) {
    event.preventDefault();
    this.add('menus');
  }

  presses() {
    const { model } = this;
    return html`
      <button type="button" @click=${() => this.add('clicks')} @dblclick=${() => this.add('dblclicks')}
        @contextmenu=${this.menu} @pointerdown=${(event) => this.set({ pointer: event.pointerType })}
        @touchstart=${this.hold} @touchend=${() => clearTimeout(this.holding)}
        @wheel=${(event) => this.set({ zoom: event.deltaY })}>clicks</button>
      <output>${shared.summary(model)}</output>
      <div @mouseenter=${() => this.set({ account: true })} @mouseleave=${() => this.set({ account: false })}>
        <button type="button">account</button>
        ${model.account ? html`<button type="button" @click=${() => this.set({ picked: 'profile' })}>profile</button>` : nothing}
      </div>
      <button type="button" @pointerenter=${() => this.set({ tip: true })}
        @pointerleave=${() => this.set({ tip: false })}>tip</button>
      <button type="button" ?disabled=${model.saving} @click=${this.save}>save</button>
      <form @submit=${this.pay} aria-busy=${model.paying}>
        <label>address <input required .value=${model.address}
          @input=${(event) => this.set({ address: event.target.value })}></label>
        <button>pay ${model.orders}</button>
      </form>`;
  }

  dialog() {
    const close = () => this.set({ dialog: false });
    const key = (event) => {
      if (event.key === 'Escape') close();
      else shared.trapFocus(event, event.currentTarget);
    };
    return html`<div class="overlay"><div role="dialog" aria-modal="true" aria-label="terms" @keydown=${key}>
      <input aria-label="initials" ${focused}>
      <button type="button" @click=${close}>cancel</button>
      <button type="button" @click=${() => this.set({ agreed: this.model.agreed + 1, dialog: false })}>accept</button>
    </div></div>`;
  }

  change(id, patch) {
    const todos = this.model.todos.map((todo) => (todo.id === id ? { ...todo, ...patch } : todo));
    this.set({ editing: 0, todos: sorted(todos) });
  }

  create({ key, target }) {
    const title = target.value.trim();
    if (key !== 'Enter' || !title) return;
    const { todos } = this.model;
    this.set({ todos: sorted([...todos, { id: shared.nextId(todos), title, done: false }]) });
    target.value = '';
  }

  todo({ id, title, done }) {
    const key = ({ key, target }) => {
      if (key === 'Enter') this.change(id, { title: target.value });
      if (key === 'Escape') this.set({ editing: 0 });
    };
    const remove = () => this.set({ todos: this.model.todos.filter((todo) => todo.id !== id) });
    return html`<li>
      <input type="checkbox" aria-label="${title} done" .checked=${done}
        @change=${(event) => this.change(id, { done: event.target.checked })}>
      ${
        this.model.editing === id
          ? html`<input aria-label="edit ${title}" value=${title} ${focused} @keydown=${key}>`
          : html`<span @dblclick=${() => this.set({ editing: id })}>${title}</span>`
      }
      <button type="button" class="delete" @click=${remove}>delete ${title}</button>
    </li>`;
  }

  /** Made anew whenever something in it changes. */
  recreated() {
    const { count, volatile, fresh } = this.model;
    return keyed(
      `${count} ${volatile} ${fresh}`,
      html`<section>
        <button type="button" @click=${() => this.add('count')}>count</button>
        <input aria-label="volatile" .value=${volatile} @input=${(event) => this.set({ volatile: event.target.value })}>
        <input type="checkbox" aria-label="fresh" .checked=${fresh}
          @change=${(event) => this.set({ fresh: event.target.checked })}>
      </section>`,
    );
  }

  slide(event) {
    const start = event.clientX - this.model.volume;
    const move = ({ clientX }) => this.set({ volume: shared.clamp(clientX - start) });
    const up = () => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', up);
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', up);
  }

  drags() {
    const { model } = this;
    const item = (name) => html`<li draggable="true"
      @dragstart=${() => {
        this.dragged = name;
      }}
      @dragover=${(event) => this.dragged && event.preventDefault()}
      @drop=${() => this.set({ order: shared.moved(model.order, this.dragged, name) })}
      @dragend=${() => {
        this.dragged = '';
      }}>${name}</li>`;
    return html`
      <ul>${repeat(model.order, (name) => name, item)}</ul>
      <div class="slider" role="slider" tabindex="0" aria-label="volume" aria-valuenow=${model.volume}
        @pointerdown=${this.slide}></div>
      <div class="feed" role="region" aria-label="feed" tabindex="0"
        @scroll=${(event) => this.set({ bottom: shared.atBottom(event.target) })}>
        ${POSTS.map((post) => html`<a href="#top">${post}</a>`)}
      </div>`;
  }

  render() {
    const { model } = this;
    const dropDown = (
      of,
    ) => html`<drop-down .of=${of} .value=${model[of.name]} .isOpen=${model.open === of.name}
      @toggle=${() => this.set({ open: this.model.open === of.name ? '' : of.name })}
      @pick=${({ detail }) => this.set({ [of.name]: detail, open: '' })}></drop-down>`;
    return html`${this.fields()} ${this.choices()} ${this.presses()} ${DROPDOWNS.map(dropDown)}
      <button type="button" @click=${() => this.set({ dialog: true })}>dialog</button>
      ${model.dialog ? this.dialog() : nothing}
      <input aria-label="new todo" @keydown=${this.create}>
      <ul>${repeat(
        model.todos,
        ({ id }) => id,
        (todo) => this.todo(todo),
      )}</ul>
      ${this.recreated()} ${this.drags()}`;
  }
}

customElements.define('drop-down', DropDown);
customElements.define('lit-app', App);
document.getElementById('app').append(document.createElement('lit-app'));
