import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { registerRichText } from '@lexical/rich-text';
import { $createParagraphNode, $createTextNode, $getRoot, createEditor, FORMAT_TEXT_COMMAND } from 'lexical';
import { freshPlace } from './place.js';

window.mount = ({ text, readOnly }) => {
  const place = freshPlace();
  const toolbar = document.createElement('button');
  toolbar.textContent = 'Bold';
  const host = document.createElement('div');
  host.contentEditable = String(!readOnly);
  host.setAttribute('role', 'textbox');
  host.setAttribute('aria-label', 'Notes');
  if (readOnly) host.setAttribute('aria-readonly', 'true');
  place.append(toolbar, host);
  const editor = createEditor({
    namespace: 'test',
    editable: !readOnly,
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(host);
  toolbar.onclick = () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'bold');
  editor.update(
    () => {
      $getRoot().clear();
      for (const line of text.split('\n')) {
        $getRoot().append($createParagraphNode().append(...(line ? [$createTextNode(line)] : [])));
      }
    },
    { discrete: true },
  );
  registerRichText(editor);
  registerHistory(editor, createEmptyHistoryState(), 300);
  const read = (give) => editor.getEditorState().read(give);
  window.model = () =>
    read(() =>
      $getRoot()
        .getChildren()
        .map((block) => block.getTextContent())
        .join('\n'),
    );
  window.bold = () =>
    read(() =>
      $getRoot()
        .getAllTextNodes()
        .some((node) => node.hasFormat('bold')),
    );
};
