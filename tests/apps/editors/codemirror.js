import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { freshPlace } from './place.js';

/** The keys that `@codemirror/commands` would bind. */
const keys = [
  {
    key: 'Enter',
    run: (view) => {
      view.dispatch(view.state.replaceSelection('\n'));
      return true;
    },
  },
  {
    key: 'Mod-a',
    run: (view) => {
      view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
      return true;
    },
  },
];

window.mount = ({ text, readOnly }) => {
  const view = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of(keys),
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
