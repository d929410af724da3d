import { ContentState, Editor, EditorState, RichUtils } from 'draft-js';
import 'draft-js/dist/Draft.css';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { freshPlace } from '../editors/place.js';

function App({ text, readOnly }) {
  const [editorState, setEditorState] = useState(() =>
    EditorState.createWithContent(ContentState.createFromText(text)),
  );
  const content = editorState.getCurrentContent();
  window.model = () => content.getPlainText('\n');
  window.bold = () =>
    content
      .getBlocksAsArray()
      .some((block) => block.getCharacterList().some((char) => char.hasStyle('BOLD')));
  const handleKeyCommand = (command, state) => {
    const next = RichUtils.handleKeyCommand(state, command);
    if (next) setEditorState(next);
    return next ? 'handled' : 'not-handled';
  };
  const bold = (event) => {
    event.preventDefault();
    setEditorState(RichUtils.toggleInlineStyle(editorState, 'BOLD'));
  };
  return h(
    'div',
    null,
    h('button', { type: 'button', onMouseDown: bold }, 'Bold'),
    h(Editor, {
      editorState,
      onChange: setEditorState,
      handleKeyCommand,
      readOnly: Boolean(readOnly),
      ariaLabel: 'Notes',
    }),
  );
}

window.mount = (options) => {
  createRoot(freshPlace()).render(h(App, options));
};
