import tinymce from 'tinymce';
import 'tinymce/icons/default';
import 'tinymce/models/dom';
import 'tinymce/themes/silver';
import 'tinymce/skins/ui/oxide/content.js';
import 'tinymce/skins/ui/oxide/skin.css';
import { asParagraphs, freshPlace, textOfData } from './place.js';

/** TinyMCE as the page's own element, or in a frame of its own. */
export const mountTinymce = async ({ text, readOnly }, options) => {
  tinymce.remove();
  const target = document.createElement(options.inline ? 'div' : 'textarea');
  freshPlace().append(target);
  if (options.inline) target.innerHTML = asParagraphs(text);
  else target.value = asParagraphs(text);
  const [editor] = await tinymce.init({
    target,
    license_key: 'gpl',
    readonly: Boolean(readOnly),
    skin: false,
    content_css: false,
    toolbar: 'bold italic undo',
    menubar: false,
    branding: false,
    promotion: false,
    ...options,
  });
  window.model = () => textOfData(editor.getContent());
  window.bold = () => editor.getContent().includes('<strong>');
};
