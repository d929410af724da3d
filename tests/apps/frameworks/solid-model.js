import { createStore } from 'solid-js/store';
import { initial } from './shared.js';

/** What Solid knows is what `window.model` says. */
export const [model, set] = createStore(initial());
window.model = model;

export const add = (name) => () => set(name, (was) => was + 1);
