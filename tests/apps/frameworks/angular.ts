import '@angular/compiler';
import { Component, Directive, ElementRef, effect, Input, inject, signal } from '@angular/core';
import { FormControl, FormGroup, FormsModule, ReactiveFormsModule, Validators } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';
import * as shared from './shared.js';

interface Todo {
  id: number;
  title: string;
  done: boolean;
}

/** One signal for each part of the model. */
const model: Record<string, any> = Object.fromEntries(
  Object.entries(shared.initial()).map(([name, value]) => [name, signal(value)]),
);
const add = (name: string) => model[name].update((was: number) => was + 1);

/** Fields of reactive forms; the others are template-driven. */
const contact = new FormGroup({
  email: new FormControl('', { updateOn: 'blur' }),
  password: new FormControl(''),
  tel: new FormControl(''),
  notes: new FormControl(''),
  month: new FormControl(''),
  agree: new FormControl(false),
});
const payment = new FormGroup({ address: new FormControl('', Validators.required) });

/** What Angular knows is what `window.model` says. */
Object.defineProperty(window, 'model', {
  get: () => ({
    ...Object.fromEntries(Object.entries(model).map(([name, value]) => [name, value()])),
    ...contact.value,
    ...payment.value,
  }),
});

@Directive({ selector: '[focused]' })
class Focused {
  private el = inject(ElementRef).nativeElement;
  ngAfterViewInit() {
    this.el.focus();
  }
}

@Component({
  selector: 'drop-down',
  host: {
    '(document:pointerdown)': 'close($event)',
    '(document:mousedown)': 'close($event)',
    '(document:click)': 'close($event)',
  },
  template: `
    <button type="button" role="combobox" [attr.aria-label]="of.name" [attr.aria-expanded]="model.open() === of.name"
      (click)="model.open.set(model.open() === of.name ? '' : of.name)">{{ model[of.name]() }}</button>
    @if (model.open() === of.name) {
      <ul role="listbox">
        @for (option of of.options; track option) {
          <li role="option" [attr.aria-selected]="model[of.name]() === option" (click)="pick(option)">{{ option }}</li>
        }
      </ul>
    }`,
})
class DropDown {
  @Input() of!: (typeof shared.DROPDOWNS)[number];
  model = model;
  private box = inject(ElementRef).nativeElement;
  close(event: Event) {
    if (event.type === this.of.closedBy && model.open() === this.of.name && !this.box.contains(event.target))
      model.open.set('');
  }
  pick(option: string) {
    model[this.of.name].set(option);
    model.open.set('');
  }
}

@Component({
  selector: 'app-fields',
  imports: [FormsModule, ReactiveFormsModule],
  template: `
    <label>text <input [(ngModel)]="model.text" (focus)="add('focused')" (blur)="add('blurred')"></label>
    <form [formGroup]="contact">
      <label>email <input type="email" formControlName="email"></label>
      <label>password <input type="password" formControlName="password"></label>
      <label>tel <input type="tel" formControlName="tel"></label>
      <label>notes <textarea formControlName="notes" (select)="model.marked.set(shared.markedIn($event.target))"></textarea></label>
      <label>month <input type="month" formControlName="month"></label>
    </form>
    <label>number <input type="number" [(ngModel)]="model.number"></label>
    <label>range <input type="range" [(ngModel)]="model.range"></label>
    @for (type of ['search', 'url', 'color', 'date', 'time', 'datetime-local', 'week']; track type) {
      <label>{{ type }} <input [type]="type" [(ngModel)]="model[type]"></label>
    }
    <div class="rich" role="textbox" aria-label="rich" contenteditable (input)="model.rich.set($any($event.target).textContent)"></div>
    @for (name of formats; track name) {
      <label>{{ name }} <input [value]="model[name]()" (input)="format(name, $event)"></label>
    }
    <label>query <input [(ngModel)]="model.query"> <output>{{ model.found() }}</output></label>`,
})
class Fields {
  model = model;
  add = add;
  shared = shared;
  contact = contact;
  formats = Object.keys(shared.FORMATS);
  constructor() {
    effect((onCleanup) => {
      const query = model.query();
      const timer = setTimeout(() => model.found.set(shared.results(query)), shared.DEBOUNCE_MS);
      onCleanup(() => clearTimeout(timer));
    });
  }
  format(name: keyof typeof shared.FORMATS, { target }: Event) {
    const field = target as HTMLInputElement;
    model[name].set(shared.FORMATS[name](field.value));
    field.value = model[name]();
  }
}

@Component({
  selector: 'app-choices',
  imports: [FormsModule],
  template: `
    <label><input type="checkbox" [(ngModel)]="model.box">box</label>
    <span role="switch" tabindex="0" [attr.aria-checked]="model.toggle()" (click)="toggle('toggle')"
      (keydown.space)="toggle('toggle'); $event.preventDefault()">toggle</span>
    <span role="checkbox" tabindex="0" [attr.aria-checked]="agree.value" (click)="agree.setValue(!agree.value)"
      (keydown.space)="agree.setValue(!agree.value); $event.preventDefault()">agree</span>
    @for (colour of shared.COLOURS; track colour) {
      <label><input type="radio" name="colour" [value]="colour" [(ngModel)]="model.colour">{{ colour }}</label>
    }
    <label>size <select [(ngModel)]="model.size">
      <option>small</option><option>large</option><option disabled>huge</option></select></label>
    <label>toppings <select multiple [(ngModel)]="model.toppings">
      @for (name of shared.TOPPINGS; track name) { <option [value]="name">{{ name }}</option> }
    </select></label>
    <label>file <input type="file" multiple (change)="model.file.set(shared.namesOf($any($event.target).files))"></label>
    <div class="drop" role="button" tabindex="0" (dragover)="$event.preventDefault()" (drop)="drop($event)">dropped</div>`,
})
class Choices {
  model = model;
  shared = shared;
  agree = contact.controls.agree;
  toggle(name: string) {
    model[name].update((was: boolean) => !was);
  }
  drop(event: DragEvent) {
    event.preventDefault();
    model.dropped.set(shared.namesOf(event.dataTransfer?.files));
  }
}

@Component({
  selector: 'app-presses',
  imports: [ReactiveFormsModule],
  template: `
    <button type="button" (click)="add('clicks')" (dblclick)="add('dblclicks')"
      (contextmenu)="add('menus'); $event.preventDefault()" (pointerdown)="model.pointer.set($event.pointerType)"
      (touchstart)="hold()" (touchend)="release()" (wheel)="model.zoom.set($event.deltaY)">clicks</button>
    <output>{{ shared.summary(all) }}</output>
    <div (mouseenter)="model.account.set(true)" (mouseleave)="model.account.set(false)">
      <button type="button">account</button>
      @if (model.account()) { <button type="button" (click)="model.picked.set('profile')">profile</button> }
    </div>
    <button type="button" (pointerenter)="model.tip.set(true)" (pointerleave)="model.tip.set(false)">tip</button>
    <button type="button" [disabled]="model.saving()" (click)="save()">save</button>
    <form ngNativeValidate [formGroup]="payment" (ngSubmit)="pay()" [attr.aria-busy]="model.paying()">
      <label>address <input required formControlName="address"></label>
      <button>pay {{ model.orders() }}</button>
    </form>`,
})
class Presses {
  model = model;
  add = add;
  shared = shared;
  payment = payment;
  private timer?: ReturnType<typeof setTimeout>;
  get all() {
    return Reflect.get(window, 'model');
  }
  hold() {
    this.timer = setTimeout(() => add('held'), 500);
  }
  release() {
    clearTimeout(this.timer);
  }
  async save() {
    model.saving.set(true);
    await shared.server();
    model.saving.set(false);
    add('saved');
  }
  async pay() {
    if (model.paying() || payment.invalid) return;
    model.paying.set(true);
    await shared.bank();
    model.paying.set(false);
    add('orders');
  }
}

@Component({
  selector: 'app-todos',
  imports: [FormsModule, Focused],
  template: `
    <input aria-label="new todo" [(ngModel)]="title" (keydown.enter)="create()">
    <ul>
      @for (todo of model.todos(); track todo.id) {
        <li>
          <input type="checkbox" [attr.aria-label]="todo.title + ' done'" [ngModel]="todo.done"
            (ngModelChange)="change(todo, { done: $event })">
          @if (model.editing() === todo.id) {
            <input focused #field [attr.aria-label]="'edit ' + todo.title" [value]="todo.title"
              (keydown.enter)="change(todo, { title: field.value })" (keydown.escape)="model.editing.set(0)">
          } @else {
            <span (dblclick)="model.editing.set(todo.id)">{{ todo.title }}</span>
          }
          <button type="button" class="delete" (click)="remove(todo)">delete {{ todo.title }}</button>
        </li>
      }
    </ul>`,
})
class Todos {
  model = model;
  title = signal('');
  create() {
    const title = this.title().trim();
    if (title)
      model.todos.update((was: Todo[]) =>
        shared.sorted([...was, { id: shared.nextId(was), title, done: false }]),
      );
    this.title.set('');
  }
  change(todo: Todo, patch: Partial<Todo>) {
    model.editing.set(0);
    model.todos.update((was: Todo[]) =>
      shared.sorted(was.map((at) => (at === todo ? { ...at, ...patch } : at))),
    );
  }
  remove(todo: Todo) {
    model.todos.update((was: Todo[]) => was.filter((at) => at !== todo));
  }
}

@Component({
  selector: 'app-drags',
  template: `
    <ul>
      @for (name of model.order(); track name) {
        <li draggable="true" (dragstart)="dragged.set(name)" (dragover)="dragged() && $event.preventDefault()"
          (drop)="drop(name)" (dragend)="dragged.set('')">{{ name }}</li>
      }
    </ul>
    <div class="slider" role="slider" tabindex="0" aria-label="volume" [attr.aria-valuenow]="model.volume()"
      (pointerdown)="slide($event)"></div>
    <div class="feed" role="region" aria-label="feed" tabindex="0" (scroll)="model.bottom.set(shared.atBottom($event.target))">
      @for (post of shared.POSTS; track post) { <a href="#top">{{ post }}</a> }
    </div>`,
})
class Drags {
  model = model;
  shared = shared;
  dragged = signal('');
  drop(name: string) {
    model.order.update((was: string[]) => shared.moved(was, this.dragged(), name));
  }
  slide(event: PointerEvent) {
    const start = event.clientX - model.volume();
    const move = ({ clientX }: PointerEvent) => model.volume.set(shared.clamp(clientX - start));
    const up = () => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', up);
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', up);
  }
}

@Component({
  selector: 'app-root',
  imports: [FormsModule, Focused, Fields, Choices, Presses, DropDown, Todos, Drags],
  template: `
    <app-fields /><app-choices /><app-presses />
    @for (dropdown of shared.DROPDOWNS; track dropdown.name) { <drop-down [of]="dropdown" /> }
    <button type="button" (click)="model.dialog.set(true)">dialog</button>
    @if (model.dialog()) {
      <div class="overlay"><div #box role="dialog" aria-modal="true" aria-label="terms"
        (keydown.escape)="model.dialog.set(false)" (keydown)="shared.trapFocus($event, box)">
        <input focused aria-label="initials">
        <button type="button" (click)="model.dialog.set(false)">cancel</button>
        <button type="button" (click)="add('agreed'); model.dialog.set(false)">accept</button>
      </div></div>
    }
    <app-todos />
    <!-- Made anew whenever something in it changes. -->
    @for (key of [model.count() + model.volatile() + model.fresh()]; track key) {
      <section>
        <button type="button" (click)="add('count')">count</button>
        <input aria-label="volatile" [(ngModel)]="model.volatile">
        <input type="checkbox" aria-label="fresh" [(ngModel)]="model.fresh">
      </section>
    }
    <app-drags />`,
})
class App {
  model = model;
  add = add;
  shared = shared;
}

shared.addStyle(document);
document.getElementById('app')?.append(document.createElement('app-root'));
void bootstrapApplication(App);
