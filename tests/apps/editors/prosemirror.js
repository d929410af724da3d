import { baseKeymap, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import 'prosemirror-view/style/prosemirror.css';
import { freshPlace } from './place.js';

window.mount = ({ text, readOnly }) => {
  const paragraph = (line) => schema.node('paragraph', null, line ? [schema.text(line)] : []);
  const keys = { 'Mod-z': undo, 'Mod-y': redo, 'Mod-b': toggleMark(schema.marks.strong) };
  const view = new EditorView(freshPlace(), {
    state: EditorState.create({
      doc: schema.node('doc', null, text.split('\n').map(paragraph)),
      plugins: [history(), keymap(keys), keymap(baseKeymap)],
    }),
    editable: () => !readOnly,
    attributes: { role: 'textbox', 'aria-label': 'Notes', 'aria-multiline': 'true' },
  });
  window.model = () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n', '\n');
  window.bold = () => view.state.doc.rangeHasMark(0, view.state.doc.content.size, schema.marks.strong);
};
