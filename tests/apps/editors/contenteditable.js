import { asParagraphs, freshPlace } from './place.js';

/** Plain rich text: what the application has is what it heard of by `input`. */
window.mount = ({ text, readOnly }) => {
  const host = freshPlace();
  host.setAttribute('role', 'textbox');
  host.setAttribute('aria-label', 'Notes');
  host.setAttribute('aria-multiline', 'true');
  host.contentEditable = String(!readOnly);
  if (readOnly) host.setAttribute('aria-readonly', 'true');
  host.innerHTML = asParagraphs(text);
  let model = text;
  // Paragraphs are two line feeds apart in innerText; the application counts blocks.
  const read = () => {
    const blocks = Array.from(host.childNodes, (node) => (node.innerText ?? node.data).replace(/\n$/, ''));
    model = blocks.join('\n').replace(/\u00a0/g, ' ');
  };
  host.addEventListener('input', read);
  window.model = () => model;
};
