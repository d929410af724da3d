import { Bold, ClassicEditor, Essentials, Italic, Paragraph } from 'ckeditor5';
import 'ckeditor5/ckeditor5.css';
import { asParagraphs, freshPlace, textOfData } from './place.js';

let last;

window.mount = async ({ text, readOnly }) => {
  await last?.destroy();
  const element = document.createElement('div');
  freshPlace().append(element);
  element.innerHTML = asParagraphs(text);
  const editor = await ClassicEditor.create(element, {
    licenseKey: 'GPL',
    plugins: [Essentials, Paragraph, Bold, Italic],
    toolbar: ['bold', 'italic', 'undo'],
  });
  if (readOnly) editor.enableReadOnlyMode('test');
  last = editor;
  window.model = () => textOfData(editor.getData({ trim: 'none' }));
  window.bold = () => editor.getData().includes('<strong>');
};
