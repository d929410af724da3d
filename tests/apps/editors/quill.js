import Quill from 'quill';
import 'quill/dist/quill.snow.css';
import { asParagraphs, freshPlace } from './place.js';

window.mount = ({ text, readOnly }) => {
  const host = document.createElement('div');
  freshPlace().append(host);
  host.innerHTML = asParagraphs(text);
  const quill = new Quill(host, {
    theme: 'snow',
    readOnly,
    modules: { toolbar: ['bold', 'italic'] },
  });
  window.model = () => quill.getText().replace(/\n$/, '');
  window.bold = () => quill.getContents().ops.some((op) => op.attributes?.bold);
};
