import { css, html, LitElement, unsafeCSS } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { filters, isShown, left, newTodo, css as style } from './shared.js';

/** In a shadow root; a text is taken at `change`. */
class TodoApp extends LitElement {
  static properties = { todos: {}, filter: {}, edited: {} };
  static styles = css`${unsafeCSS(style)}`;

  constructor() {
    super();
    this.todos = [];
    this.filter = 'All';
    this.edited = 0;
  }

  add({ target }) {
    if (target.value.trim()) this.todos = [...this.todos, newTodo(target.value)];
    target.value = '';
  }

  change(id, patch) {
    this.todos = this.todos.map((todo) => (todo.id === id ? { ...todo, ...patch } : todo));
  }

  async edit(id) {
    this.edited = id;
    await this.updateComplete;
    this.renderRoot.querySelector('.editing .edit').focus();
  }

  item(todo) {
    const isEdited = this.edited === todo.id;
    const done = () => {
      this.edited = 0;
    };
    return html`<li class="${todo.done ? 'done' : ''} ${isEdited ? 'editing' : ''}">
      <div class="view">
        <input type="checkbox" .checked=${todo.done}
          @change=${(event) => this.change(todo.id, { done: event.target.checked })}>
        <label @dblclick=${() => this.edit(todo.id)}>${todo.title}</label>
        <button type="button" class="destroy"
          @click=${() => (this.todos = this.todos.filter(({ id }) => id !== todo.id))}></button>
      </div>
      <input class="edit" .value=${todo.title} @blur=${done} @keyup=${({ key }) => key === 'Enter' && done()}
        @change=${(event) => this.change(todo.id, { title: event.target.value.trim() })}>
    </li>`;
  }

  render() {
    const { todos, filter } = this;
    return html`<h1>todos</h1>
      <input class="new" placeholder="What needs to be done?" @change=${this.add}>
      <ul class="list">
        ${repeat(
          todos.filter((todo) => isShown(todo, filter)),
          ({ id }) => id,
          (todo) => this.item(todo),
        )}
      </ul>
      <footer ?hidden=${todos.length === 0}>
        <span>${left(todos)}</span>
        <ul class="filters">${filters.map(
          (name) => html`<li><a href="#/${name.toLowerCase()}" class=${name === filter ? 'selected' : ''}
            @click=${() => (this.filter = name)}>${name}</a></li>`,
        )}</ul>
        <button type="button" ?hidden=${!todos.some(({ done }) => done)}
          @click=${() => (this.todos = todos.filter(({ done }) => !done))}>Clear completed</button>
      </footer>`;
  }
}

customElements.define('todo-app', TodoApp);
document.getElementById('app').append(document.createElement('todo-app'));
