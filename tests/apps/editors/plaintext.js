import { freshPlace } from './place.js';

/** Plain text: lines are line feeds. */
window.mount = ({ text, readOnly }) => {
  const host = freshPlace();
  host.setAttribute('role', 'textbox');
  host.setAttribute('aria-label', 'Notes');
  host.style.whiteSpace = 'pre-wrap';
  if (readOnly) host.setAttribute('aria-readonly', 'true');
  else host.setAttribute('contenteditable', 'plaintext-only');
  host.textContent = text;
  let model = text;
  host.addEventListener('input', () => {
    model = host.textContent.replace(/\n$/, '');
  });
  window.model = () => model;
};
