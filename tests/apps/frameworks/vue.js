import { createApp, h, reactive } from 'vue/dist/vue.runtime.esm-bundler.js';

/** Controlled controls, as `v-model` compiles them; what Vue knows is what `window.model` says. */
const model = reactive({ text: 'old', box: false, pick: 'a', date: '', sent: 0, hovered: false, files: '' });
window.model = model;
const text = (id, type = 'text') =>
  h('input', {
    id,
    type,
    value: model[id],
    onInput: (event) => {
      model[id] = event.target.value;
    },
  });

createApp({
  render: () =>
    h(
      'form',
      {
        onSubmit: (event) => {
          event.preventDefault();
          model.sent++;
        },
      },
      [
        text('text'),
        h('input', {
          id: 'box',
          type: 'checkbox',
          checked: model.box,
          onChange: (event) => {
            model.box = event.target.checked;
          },
        }),
        h(
          'select',
          {
            id: 'pick',
            value: model.pick,
            onChange: (event) => {
              model.pick = event.target.value;
            },
          },
          [h('option', 'a'), h('option', 'b')],
        ),
        text('date', 'date'),
        h(
          'div',
          {
            id: 'hover',
            tabindex: 0,
            onMouseenter: () => {
              model.hovered = true;
            },
          },
          'hover',
        ),
        h('input', {
          id: 'file',
          type: 'file',
          onChange: (event) => {
            model.files = event.target.files[0].name;
          },
        }),
        h(
          'div',
          {
            id: 'toggle',
            role: 'switch',
            tabindex: 0,
            'aria-checked': model.box,
            onClick: () => {
              model.box = !model.box;
            },
          },
          'toggle',
        ),
        h('button', { id: 'go' }, 'Go'),
      ],
    ),
}).mount('#app');
