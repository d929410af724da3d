import { Bold, Italic } from '@ckeditor/ckeditor5-basic-styles';
import { ClassicEditor } from '@ckeditor/ckeditor5-editor-classic';
import { Essentials } from '@ckeditor/ckeditor5-essentials';
import { Paragraph } from '@ckeditor/ckeditor5-paragraph';
import '@ckeditor/ckeditor5-ui/dist/index.css';
import '@ckeditor/ckeditor5-editor-classic/dist/index.css';
import '@ckeditor/ckeditor5-engine/dist/index.css';
import '@ckeditor/ckeditor5-clipboard/dist/index.css';
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
