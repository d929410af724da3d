import { mount } from 'svelte';
import App from './svelte.svelte';

mount(App, { target: document.getElementById('app') });
