import { computed, createApp, nextTick, reactive, ref } from 'vue/dist/vue.esm-bundler.js';
import { addStyle, filters, isShown, left, newTodo } from './shared.js';

/** `v-model`, and Enter on keyup. */
const App = {
  setup() {
    const model = reactive({ todos: [], title: '', filter: 'All', edited: 0, draft: '' });
    const fields = ref();
    const add = () => {
      if (model.title.trim()) model.todos.push(newTodo(model.title));
      model.title = '';
    };
    const edit = async (todo) => {
      model.edited = todo.id;
      model.draft = todo.title;
      await nextTick();
      fields.value[0].focus();
    };
    const commit = (todo) => {
      if (model.edited) todo.title = model.draft.trim();
      model.edited = 0;
    };
    const remove = (todo) => {
      model.todos = model.todos.filter(({ id }) => id !== todo.id);
    };
    const clear = () => {
      model.todos = model.todos.filter(({ done }) => !done);
    };
    const shown = computed(() => model.todos.filter((todo) => isShown(todo, model.filter)));
    return { model, fields, filters, shown, add, edit, commit, remove, clear, left };
  },
  template: `<h1>todos</h1>
    <input class="new" placeholder="What needs to be done?" v-model="model.title" @keyup.enter="add">
    <ul class="list">
      <li v-for="todo in shown" :key="todo.id" :class="{ done: todo.done, editing: model.edited === todo.id }">
        <div class="view">
          <input type="checkbox" v-model="todo.done">
          <label @dblclick="edit(todo)">{{ todo.title }}</label>
          <button type="button" class="destroy" @click="remove(todo)"></button>
        </div>
        <input v-if="model.edited === todo.id" ref="fields" class="edit" v-model="model.draft"
          @blur="commit(todo)" @keyup.enter="commit(todo)" @keyup.esc="model.edited = 0">
      </li>
    </ul>
    <footer v-show="model.todos.length > 0">
      <span>{{ left(model.todos) }}</span>
      <ul class="filters"><li v-for="name in filters" :key="name">
        <a :href="'#/' + name.toLowerCase()" :class="{ selected: name === model.filter }" @click="model.filter = name">{{ name }}</a>
      </li></ul>
      <button v-show="model.todos.some(({ done }) => done)" type="button" @click="clear">Clear completed</button>
    </footer>`,
};

addStyle();
createApp(App).mount('#app');
