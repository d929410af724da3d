import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Shows an app whose state is what `window.model` says; `set(field)` gives a handler that stores what it is given. */
export const show = (App, initial) => {
  function Root() {
    const [model, change] = useState(initial);
    window.model = model;
    const put = (fields) => change((was) => ({ ...was, ...fields }));
    const set = (field) => (value) => put({ [field]: value });
    const count = (field) => () => change((was) => ({ ...was, [field]: was[field] + 1 }));
    return createElement(App, { model, put, set, count });
  }
  createRoot(document.getElementById('app')).render(createElement(Root));
};
