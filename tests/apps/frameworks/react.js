import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Controlled controls; what React knows is what `window.model` says. */
function App() {
  const [model, setModel] = useState({
    text: 'old',
    box: false,
    pick: 'a',
    date: '',
    sent: 0,
    hovered: false,
    files: '',
  });
  window.model = model;
  const set = (field) => (event) => setModel((was) => ({ ...was, [field]: event.target.value }));
  return h(
    'form',
    {
      onSubmit: (event) => {
        event.preventDefault();
        setModel((was) => ({ ...was, sent: was.sent + 1 }));
      },
    },
    h('input', { id: 'text', value: model.text, onChange: set('text') }),
    h('input', {
      id: 'box',
      type: 'checkbox',
      checked: model.box,
      onChange: (event) => {
        const { checked } = event.target;
        setModel((was) => ({ ...was, box: checked }));
      },
    }),
    h(
      'select',
      { id: 'pick', value: model.pick, onChange: set('pick') },
      h('option', null, 'a'),
      h('option', null, 'b'),
    ),
    h('input', { id: 'date', type: 'date', value: model.date, onChange: set('date') }),
    h(
      'div',
      { id: 'hover', tabIndex: 0, onMouseEnter: () => setModel((was) => ({ ...was, hovered: true })) },
      'hover',
    ),
    h('input', {
      id: 'file',
      type: 'file',
      onChange: (event) => {
        const { name } = event.target.files[0];
        setModel((was) => ({ ...was, files: name }));
      },
    }),
    h(
      'div',
      {
        id: 'toggle',
        role: 'switch',
        tabIndex: 0,
        'aria-checked': model.box,
        onClick: () => setModel((was) => ({ ...was, box: !was.box })),
      },
      'toggle',
    ),
    h('button', { id: 'go', type: 'submit' }, 'Go'),
  );
}

createRoot(document.getElementById('app')).render(h(App));
