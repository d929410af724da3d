import $ from 'jquery';
import * as shared from './shared.js';

const { COLOURS, DEBOUNCE_MS, DROPDOWNS, FORMATS, PICKERS, POSTS, TOPPINGS, bank, server, sorted } = shared;

/** The model is a plain object; each part of the page is written anew by `.html()`, and events are delegated. */
const model = shared.initial();
window.model = model;

const markup = `
  <section id="fields">
    ${['text', 'email', 'number', 'search', 'password', 'tel', 'url', ...PICKERS]
      .map(
        (type) =>
          `<label>${type} <input class="field" type="${type}" name="${type}" value="${model[type]}"></label>`,
      )
      .join('')}
    <label>notes <textarea class="field" name="notes"></textarea></label>
    <div class="rich" role="textbox" aria-label="rich" contenteditable></div>
    ${Object.keys(FORMATS)
      .map((name) => `<label>${name} <input class="formatted" name="${name}"></label>`)
      .join('')}
    <label>query <input class="field" name="query"> <output id="found"></output></label>
  </section>
  <section id="choices">
    <label><input type="checkbox" id="box">box</label>
    <span class="toggle" role="switch" tabindex="0" aria-checked="false">toggle</span>
    <span class="toggle" role="checkbox" tabindex="0" aria-checked="false">agree</span>
    ${COLOURS.map((name) => `<label><input type="radio" name="colour" value="${name}">${name}</label>`).join('')}
    <label>size <select id="size"><option>small</option><option>large</option><option disabled>huge</option></select></label>
    <label>toppings <select id="toppings" multiple>${TOPPINGS.map((name) => `<option>${name}</option>`).join('')}</select></label>
    <label>file <input type="file" multiple></label>
    <div class="drop" role="button" tabindex="0">dropped</div>
  </section>
  <section id="presses">
    <button type="button" id="clicks">clicks</button> <output id="summary"></output>
    <div id="account"><button type="button">account</button></div>
    <button type="button" id="tip">tip</button>
    <button type="button" id="save">save</button>
    <form><label>address <input class="field" name="address" required></label><button>pay 0</button></form>
  </section>
  ${DROPDOWNS.map(
    ({ name }) =>
      `<div class="dropdown" id="${name}"><button type="button" role="combobox" aria-label="${name}" aria-expanded="false"></button></div>`,
  ).join('')}
  <button type="button" id="dialog">dialog</button>
  <input id="create" aria-label="new todo">
  <ul id="todos"></ul>
  <section id="recreated"></section>
  <ul id="order"></ul>
  <div class="slider" role="slider" tabindex="0" aria-label="volume" aria-valuenow="20"></div>
  <div class="feed" role="region" aria-label="feed" tabindex="0">${POSTS.map((post) => `<a href="#top">${post}</a>`).join('')}</div>`;

const $app = $('#app').html(markup);
$(`[value=${model.colour}]`).prop('checked', true);

const tell = (name, value) => {
  model[name] = value;
  $('#summary').text(shared.summary(model));
};
const add = (name) => tell(name, model[name] + 1);

function bindFields() {
  let timer;
  $app
    .on('input', '.field', ({ target }) => {
      model[target.name] = target.value;
    })
    .on('input', '[name=query]', ({ target: { value } }) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        model.found = shared.results(value);
        $('#found').text(model.found);
      }, DEBOUNCE_MS);
    })
    .on('input', '.formatted', ({ target }) => {
      model[target.name] = FORMATS[target.name](target.value);
      $(target).val(model[target.name]);
    })
    .on('input', '.rich', ({ currentTarget }) => {
      model.rich = $(currentTarget).text();
    })
    .on('select', '[name=notes]', ({ target }) => {
      model.marked = shared.markedIn(target);
    });
  $('[name=text]')
    .on('focus', () => add('focused'))
    .on('blur', () => add('blurred'));
}

function bindChoices() {
  const toggle = ({ currentTarget }) => {
    const name = $(currentTarget).text();
    model[name] = !model[name];
    $(currentTarget).attr('aria-checked', String(model[name]));
  };
  $app
    .on('change', '#box', ({ target }) => tell('box', target.checked))
    .on('click', '.toggle', toggle)
    .on('keydown', '.toggle', (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      toggle(event);
    })
    .on('change', '[name=colour]', ({ target }) => tell('colour', target.value))
    .on('change', '#size', ({ target }) => tell('size', $(target).val()))
    .on('change', '#toppings', ({ target }) => tell('toppings', $(target).val()))
    .on('change', '[type=file]', ({ target }) => tell('file', shared.namesOf(target.files)))
    .on('dragover', '.drop', (event) => event.preventDefault())
    .on('drop', '.drop', (event) => {
      event.preventDefault();
      tell('dropped', shared.namesOf(event.originalEvent.dataTransfer.files));
    });
}

function bindPresses() {
  let timer;
  const later = async (answer, busy, done, show) => {
    if (model[busy]) return;
    tell(busy, true);
    show();
    await answer();
    tell(busy, false);
    add(done);
    show();
  };
  $('#clicks')
    .on('click', () => add('clicks'))
    .on('dblclick', () => add('dblclicks'))
    .on('contextmenu', () => {
      add('menus');
      return false;
    })
    .on('pointerdown', (event) => tell('pointer', event.pointerType))
    .on('touchstart', () => {
      timer = setTimeout(() => add('held'), 500);
    })
    .on('touchend', () => clearTimeout(timer))
    .on('wheel', (event) => tell('zoom', event.originalEvent.deltaY));
  $('#account')
    .on('mouseenter', ({ currentTarget }) => {
      tell('account', true);
      $(currentTarget).append('<button type="button" id="profile">profile</button>');
    })
    .on('mouseleave', () => {
      tell('account', false);
      $('#profile').remove();
    });
  $('#tip')
    .on('pointerenter', () => tell('tip', true))
    .on('pointerleave', () => tell('tip', false));
  $app
    .on('click', '#profile', () => tell('picked', 'profile'))
    .on('click', '#save', () =>
      later(server, 'saving', 'saved', () => $('#save').prop('disabled', model.saving)),
    )
    .on('submit', 'form', (event) => {
      event.preventDefault();
      later(bank, 'paying', 'orders', () => $('form button').text(`pay ${model.orders}`));
    });
}

function bindOverlays() {
  const show = ({ name, options }) => {
    const isOpen = model.open === name;
    $(`#${name} button`).attr('aria-expanded', String(isOpen)).text(model[name]);
    $(`#${name} ul`).remove();
    const list = options.map((option) => `<li role="option">${option}</li>`).join('');
    if (isOpen) $(`#${name}`).append(`<ul role="listbox">${list}</ul>`);
  };
  for (const dropdown of DROPDOWNS) {
    const { name, closedBy } = dropdown;
    const open = (to) => {
      model.open = to;
      show(dropdown);
    };
    $app
      .on('click', `#${name} button`, () => open(model.open === name ? '' : name))
      .on('click', `#${name} li`, ({ currentTarget }) => {
        model[name] = $(currentTarget).text();
        open('');
      });
    $(document).on(closedBy, ({ target }) => {
      if (model.open === name && !$(target).closest(`#${name}`).length) open('');
    });
  }
  const close = () => {
    tell('dialog', false);
    $('.overlay').remove();
  };
  $app
    .on('click', '#dialog', () => {
      tell('dialog', true);
      $app.append(`<div class="overlay"><div role="dialog" aria-modal="true" aria-label="terms">
        <input aria-label="initials"><button type="button">cancel</button><button type="button" id="accept">accept</button>
      </div></div>`);
      $('.overlay input').trigger('focus');
    })
    .on('keydown', '[role=dialog]', (event) => {
      if (event.key === 'Escape') close();
      else shared.trapFocus(event, event.currentTarget);
    })
    .on('click', '[role=dialog] button', ({ currentTarget }) => {
      if (currentTarget.id === 'accept') add('agreed');
      close();
    });
}

function bindTodos() {
  const line = ({ id, title, done }) => `<li data-id="${id}">
    <input type="checkbox" aria-label="${title} done" ${done ? 'checked' : ''}>
    ${model.editing === id ? `<input class="edit" aria-label="edit ${title}" value="${title}">` : `<span>${title}</span>`}
    <button type="button" class="delete">delete ${title}</button></li>`;
  const show = () => {
    model.todos = sorted(model.todos);
    $('#todos').html(model.todos.map(line).join(''));
    $('.edit').trigger('focus');
  };
  const todoAt = ({ currentTarget }) => {
    const id = $(currentTarget).closest('li').data('id');
    return model.todos.find((todo) => todo.id === id);
  };
  $('#create').on('keydown', ({ key, target }) => {
    const title = target.value.trim();
    if (key !== 'Enter' || !title) return;
    model.todos.push({ id: shared.nextId(model.todos), title, done: false });
    target.value = '';
    show();
  });
  $('#todos')
    .on('change', '[type=checkbox]', (event) => {
      todoAt(event).done = event.target.checked;
      show();
    })
    .on('dblclick', 'span', (event) => {
      model.editing = todoAt(event).id;
      show();
    })
    .on('keydown', '.edit', (event) => {
      if (event.key === 'Enter') todoAt(event).title = event.target.value;
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      model.editing = 0;
      show();
    })
    .on('click', '.delete', (event) => {
      const gone = todoAt(event);
      model.todos = model.todos.filter((todo) => todo !== gone);
      show();
    });
  show();
}

/** Written anew whenever something in it changes. */
function bindRecreated() {
  const show = () =>
    $(
      '#recreated',
    ).html(`<button type="button">count</button> <input aria-label="volatile" value="${model.volatile}">
      <input type="checkbox" aria-label="fresh" ${model.fresh ? 'checked' : ''}>`);
  $('#recreated')
    .on('click', 'button', () => {
      add('count');
      show();
    })
    .on('input', '[aria-label=volatile]', ({ target }) => {
      model.volatile = target.value;
      show();
    })
    .on('change', '[type=checkbox]', ({ target }) => {
      model.fresh = target.checked;
      show();
    });
  show();
}

function bindDrags() {
  let dragged = '';
  const show = () =>
    $('#order').html(model.order.map((name) => `<li draggable="true">${name}</li>`).join(''));
  $('#order')
    .on('dragstart', 'li', ({ currentTarget }) => {
      dragged = $(currentTarget).text();
    })
    .on('dragover', 'li', (event) => dragged && event.preventDefault())
    .on('drop', 'li', ({ currentTarget }) => {
      model.order = shared.moved(model.order, dragged, $(currentTarget).text());
      show();
    })
    .on('dragend', 'li', () => {
      dragged = '';
    });
  $('.slider').on('pointerdown', ({ clientX, currentTarget }) => {
    const start = clientX - model.volume;
    $(document)
      .on('pointermove.slide', (event) => {
        tell('volume', shared.clamp(event.clientX - start));
        $(currentTarget).attr('aria-valuenow', model.volume);
      })
      .on('pointerup.slide', () => $(document).off('.slide'));
  });
  $('.feed').on('scroll', ({ target }) => tell('bottom', shared.atBottom(target)));
  show();
}

shared.addStyle(document);
bindFields();
bindChoices();
bindPresses();
bindOverlays();
bindTodos();
bindRecreated();
bindDrags();
