import CodeMirror from 'codemirror';
import 'codemirror/lib/codemirror.css';
import { freshPlace } from './place.js';

/** The older CodeMirror: a hidden textarea takes the keys, and the text is drawn beside it. */
window.mount = ({ text, readOnly }) => {
  const editor = CodeMirror(freshPlace(), {
    value: text,
    readOnly,
    lineNumbers: true,
    screenReaderLabel: 'Notes',
  });
  window.model = () => editor.getValue();
};
