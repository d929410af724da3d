import { createApp, nextTick, onUnmounted, reactive, ref, watch } from 'vue/dist/vue.esm-bundler.js';
import * as shared from './shared.js';

const { COLOURS, DEBOUNCE_MS, DROPDOWNS, FORMATS, POSTS, TOPPINGS, addStyle, bank, server, sorted } = shared;

/** What Vue knows is what `window.model` says. */
const model = reactive(shared.initial());
window.model = model;

const Fields = {
  setup() {
    let timer;
    watch(
      () => model.query,
      (query) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          model.found = shared.results(query);
        }, DEBOUNCE_MS);
      },
    );
    /** As fields that format are written: the handler sets the state and writes it back. */
    const format = (name, event) => {
      model[name] = FORMATS[name](event.target.value);
      event.target.value = model[name];
    };
    return { model, FORMATS, format, markedIn: shared.markedIn };
  },
  template: `<section>
    <label>text <input v-model="model.text" @focus="model.focused++" @blur="model.blurred++"></label>
    <label>email <input type="email" v-model.lazy="model.email"></label>
    <label>number <input type="number" v-model.number="model.number"></label>
    <label>search <input type="search" v-model.trim="model.search"></label>
    <label v-for="type in ['password', 'tel', 'url', 'range', 'color', 'date', 'time', 'datetime-local', 'month', 'week']"
      :key="type">{{ type }} <input :type="type" v-model="model[type]"></label>
    <label>notes <textarea v-model="model.notes" @select="model.marked = markedIn($event.target)"></textarea></label>
    <div class="rich" role="textbox" aria-label="rich" contenteditable
      @input="model.rich = $event.target.textContent"></div>
    <label v-for="(_, name) in FORMATS" :key="name">{{ name }}
      <input :value="model[name]" @input="format(name, $event)"></label>
    <label>query <input v-model="model.query"> <output>{{ model.found }}</output></label>
  </section>`,
};

const Choices = {
  setup: () => ({ model, COLOURS, TOPPINGS, namesOf: shared.namesOf }),
  template: `<section>
    <label><input type="checkbox" v-model="model.box">box</label>
    <span role="switch" tabindex="0" :aria-checked="model.toggle" @click="model.toggle = !model.toggle"
      @keydown.space.prevent="model.toggle = !model.toggle">toggle</span>
    <span role="checkbox" tabindex="0" :aria-checked="model.agree" @click="model.agree = !model.agree"
      @keydown.space.prevent="model.agree = !model.agree">agree</span>
    <label v-for="colour in COLOURS" :key="colour">
      <input type="radio" name="colour" :value="colour" v-model="model.colour">{{ colour }}</label>
    <label>size <select v-model="model.size">
      <option>small</option><option>large</option><option disabled>huge</option></select></label>
    <label>toppings <select multiple v-model="model.toppings">
      <option v-for="name in TOPPINGS" :key="name">{{ name }}</option></select></label>
    <label>file <input type="file" multiple @change="model.file = namesOf($event.target.files)"></label>
    <div class="drop" role="button" tabindex="0" @dragover.prevent
      @drop.prevent="model.dropped = namesOf($event.dataTransfer.files)">dropped</div>
  </section>`,
};

const Presses = {
  setup() {
    let timer;
    const hold = () => {
      timer = setTimeout(() => model.held++, 500);
    };
    const save = async () => {
      model.saving = true;
      await server();
      model.saving = false;
      model.saved++;
    };
    const pay = async () => {
      if (model.paying) return;
      model.paying = true;
      await bank();
      model.paying = false;
      model.orders++;
    };
    return { model, hold, release: () => clearTimeout(timer), save, pay, summary: shared.summary };
  },
  template: `<section>
    <button type="button" @click="model.clicks++" @dblclick="model.dblclicks++" @contextmenu.prevent="model.menus++"
      @pointerdown="model.pointer = $event.pointerType" @touchstart.passive="hold" @touchend="release"
      @wheel="model.zoom = $event.deltaY">clicks</button>
    <output>{{ summary(model) }}</output>
    <div @mouseenter="model.account = true" @mouseleave="model.account = false">
      <button type="button">account</button>
      <button v-if="model.account" type="button" @click="model.picked = 'profile'">profile</button>
    </div>
    <button type="button" @pointerenter="model.tip = true" @pointerleave="model.tip = false">tip</button>
    <button type="button" :disabled="model.saving" @click="save">save</button>
    <form @submit.prevent="pay" :aria-busy="model.paying">
      <label>address <input required v-model="model.address"></label>
      <button>pay {{ model.orders }}</button>
    </form>
  </section>`,
};

const Dropdown = {
  props: ['name', 'options', 'closedBy'],
  setup({ name, closedBy }) {
    const box = ref();
    const close = (event) => {
      if (model.open === name && !box.value.contains(event.target)) model.open = '';
    };
    document.addEventListener(closedBy, close);
    onUnmounted(() => document.removeEventListener(closedBy, close));
    return { model, box };
  },
  template: `<div ref="box">
    <button type="button" role="combobox" :aria-label="name" :aria-expanded="model.open === name"
      @click="model.open = model.open === name ? '' : name">{{ model[name] }}</button>
    <ul v-if="model.open === name" role="listbox">
      <li v-for="option in options" :key="option" role="option" :aria-selected="model[name] === option"
        @click="model[name] = option; model.open = ''">{{ option }}</li>
    </ul>
  </div>`,
};

const Dialog = {
  setup: () => ({ model, trapFocus: shared.trapFocus }),
  mounted() {
    this.$refs.first.focus();
  },
  template: `<div class="overlay"><div role="dialog" aria-modal="true" aria-label="terms"
    @keydown.esc="model.dialog = false" @keydown.tab="trapFocus($event, $event.currentTarget)">
    <input ref="first" aria-label="initials">
    <button type="button" @click="model.dialog = false">cancel</button>
    <button type="button" @click="model.agreed++; model.dialog = false">accept</button>
  </div></div>`,
};

const Todos = {
  setup() {
    const field = ref();
    const title = ref('');
    const draft = ref('');
    const sort = () => {
      model.todos = sorted(model.todos);
    };
    const add = () => {
      if (title.value.trim())
        model.todos.push({ id: shared.nextId(model.todos), title: title.value.trim(), done: false });
      title.value = '';
      sort();
    };
    const edit = (todo) => {
      model.editing = todo.id;
      draft.value = todo.title;
      nextTick(() => field.value[0].focus());
    };
    const commit = (todo) => {
      if (model.editing) todo.title = draft.value;
      model.editing = 0;
    };
    const remove = ({ id }) => {
      model.todos = model.todos.filter((todo) => todo.id !== id);
    };
    return { model, field, title, draft, sort, add, edit, commit, remove };
  },
  template: `<section>
    <input aria-label="new todo" v-model="title" @keydown.enter="add">
    <ul><li v-for="todo in model.todos" :key="todo.id">
      <input type="checkbox" :aria-label="todo.title + ' done'" v-model="todo.done" @change="sort">
      <input v-if="model.editing === todo.id" ref="field" :aria-label="'edit ' + todo.title" v-model="draft"
        @blur="commit(todo)" @keydown.enter="commit(todo)" @keydown.esc="model.editing = 0">
      <span v-else @dblclick="edit(todo)">{{ todo.title }}</span>
      <button type="button" class="delete" @click="remove(todo)">delete {{ todo.title }}</button>
    </li></ul>
  </section>`,
};

/** Made anew whenever something in it changes. */
const Recreated = {
  setup: () => ({ model }),
  template: `<section :key="[model.count, model.volatile, model.fresh].join()">
    <button type="button" @click="model.count++">count</button>
    <input aria-label="volatile" v-model="model.volatile">
    <input type="checkbox" aria-label="fresh" v-model="model.fresh">
  </section>`,
};

const Drags = {
  setup() {
    const dragged = ref('');
    const slide = (event) => {
      const start = event.clientX - model.volume;
      const move = ({ clientX }) => {
        model.volume = shared.clamp(clientX - start);
      };
      const up = () => {
        document.removeEventListener('pointermove', move);
        document.removeEventListener('pointerup', up);
      };
      document.addEventListener('pointermove', move);
      document.addEventListener('pointerup', up);
    };
    const dropOn = (name) => {
      model.order = shared.moved(model.order, dragged.value, name);
    };
    const over = (event) => dragged.value && event.preventDefault();
    return { model, POSTS, dragged, slide, dropOn, over, atBottom: shared.atBottom };
  },
  template: `<section>
    <ul><li v-for="name in model.order" :key="name" draggable="true" @dragstart="dragged = name"
      @dragover="over" @drop="dropOn(name)" @dragend="dragged = ''">{{ name }}</li></ul>
    <div class="slider" role="slider" tabindex="0" aria-label="volume" :aria-valuenow="model.volume"
      @pointerdown="slide"></div>
    <div class="feed" role="region" aria-label="feed" tabindex="0" @scroll="model.bottom = atBottom($event.target)">
      <a v-for="post in POSTS" :key="post" href="#top">{{ post }}</a>
    </div>
  </section>`,
};

addStyle(document);
createApp({
  components: { Fields, Choices, Presses, Dropdown, Dialog, Todos, Recreated, Drags },
  setup: () => ({ model, DROPDOWNS }),
  template: `<Fields /><Choices /><Presses />
    <Dropdown v-for="dropdown in DROPDOWNS" :key="dropdown.name" v-bind="dropdown" />
    <button type="button" @click="model.dialog = true">dialog</button>
    <Dialog v-if="model.dialog" /><Todos /><Recreated /><Drags />`,
}).mount('#app');
