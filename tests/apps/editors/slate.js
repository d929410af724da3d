import { createElement as h, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createEditor, Editor, Node } from 'slate';
import { Editable, Slate, withReact } from 'slate-react';
import { freshPlace } from './place.js';

const leaf = ({ attributes, children, leaf: { bold } }) =>
  h('span', attributes, bold ? h('strong', null, children) : children);

function App({ text, readOnly }) {
  const editor = useMemo(() => withReact(createEditor()), []);
  const [value] = useState(() =>
    text.split('\n').map((line) => ({ type: 'paragraph', children: [{ text: line }] })),
  );
  window.model = () => editor.children.map((node) => Node.string(node)).join('\n');
  window.bold = () => Array.from(Node.texts(editor)).some(([node]) => node.bold);
  const bold = (event) => {
    event.preventDefault();
    Editor.addMark(editor, 'bold', true);
  };
  return h(
    Slate,
    { editor, initialValue: value },
    h('button', { type: 'button', onMouseDown: bold }, 'Bold'),
    h(Editable, { readOnly, renderLeaf: leaf, 'aria-label': 'Notes', 'aria-readonly': readOnly }),
  );
}

window.mount = (options) => {
  createRoot(freshPlace()).render(h(App, options));
};
