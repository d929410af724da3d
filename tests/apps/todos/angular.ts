import '@angular/compiler';
import { Component, ElementRef, inject, signal } from '@angular/core';
import { FormsModule } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';
import { addStyle, filters, isShown, left, newTodo } from './shared.js';

interface Todo {
  id: number;
  title: string;
  done: boolean;
}

/** Signals and `ngModel`; Enter on keydown. */
@Component({
  selector: 'app-root',
  imports: [FormsModule],
  template: `
    <h1>todos</h1>
    <input class="new" placeholder="What needs to be done?" [(ngModel)]="title" (keydown.enter)="add()">
    <ul class="list">
      @for (todo of shown(); track todo.id) {
        <li [class.done]="todo.done" [class.editing]="edited() === todo.id">
          <div class="view">
            <input type="checkbox" [ngModel]="todo.done" (ngModelChange)="change(todo, { done: $event })">
            <label (dblclick)="edit(todo)">{{ todo.title }}</label>
            <button type="button" class="destroy" (click)="remove(todo)"></button>
          </div>
          @if (edited() === todo.id) {
            <input class="edit" [(ngModel)]="draft" (blur)="commit(todo)" (keydown.enter)="commit(todo)">
          }
        </li>
      }
    </ul>
    @if (todos().length > 0) {
      <footer>
        <span>{{ left(todos()) }}</span>
        <ul class="filters">
          @for (name of filters; track name) {
            <li><a [href]="'#/' + name.toLowerCase()" [class.selected]="name === filter()" (click)="filter.set(name)">{{ name }}</a></li>
          }
        </ul>
        @if (hasDone()) { <button type="button" (click)="clear()">Clear completed</button> }
      </footer>
    }`,
})
class App {
  filters = filters;
  left = left;
  todos = signal<Todo[]>([]);
  title = signal('');
  draft = signal('');
  filter = signal('All');
  edited = signal(0);
  private root = inject(ElementRef).nativeElement as HTMLElement;
  shown() {
    return this.todos().filter((todo) => isShown(todo, this.filter()));
  }
  hasDone() {
    return this.todos().some(({ done }) => done);
  }
  add() {
    if (this.title().trim()) this.todos.update((was) => [...was, newTodo(this.title())]);
    this.title.set('');
  }
  change(todo: Todo, patch: Partial<Todo>) {
    this.todos.update((was) => was.map((one) => (one.id === todo.id ? { ...one, ...patch } : one)));
  }
  edit(todo: Todo) {
    this.edited.set(todo.id);
    this.draft.set(todo.title);
    setTimeout(() => this.root.querySelector<HTMLInputElement>('.edit')?.focus());
  }
  commit(todo: Todo) {
    if (this.edited() === todo.id) this.change(todo, { title: this.draft().trim() });
    this.edited.set(0);
  }
  remove(todo: Todo) {
    this.todos.update((was) => was.filter(({ id }) => id !== todo.id));
  }
  clear() {
    this.todos.update((was) => was.filter(({ done }) => !done));
  }
}

addStyle();
document.getElementById('app')?.append(document.createElement('app-root'));
void bootstrapApplication(App);
