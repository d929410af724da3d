import { mountTinymce } from './tinymce-start.js';

window.mount = (options) => mountTinymce(options, { inline: true });
