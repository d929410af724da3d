import * as monaco from 'monaco-editor-core/esm/vs/editor/editor.api.js';
import { freshPlace } from './place.js';

// Workers colour and check code; the text does not wait for them.
window.MonacoEnvironment = { getWorker: () => new Worker(URL.createObjectURL(new Blob(['']))) };

let last;

window.mount = ({ text, readOnly }) => {
  last?.dispose();
  const place = freshPlace();
  place.style.height = '300px';
  const editor = monaco.editor.create(place, {
    value: text,
    readOnly,
    language: 'plaintext',
    ariaLabel: 'Notes',
  });
  last = editor;
  window.model = () => editor.getModel().getValue();
};
