import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { freshPlace } from './place.js';

window.mount = ({ text, readOnly }) => {
  const view = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.readOnly.of(Boolean(readOnly)),
        EditorView.editable.of(!readOnly),
        EditorView.contentAttributes.of({ 'aria-label': 'Notes' }),
        EditorView.theme({ '&': { maxHeight: '300px' } }),
      ],
    }),
    parent: freshPlace(),
  });
  window.model = () => view.state.doc.toString();
};
