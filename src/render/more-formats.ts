import { html } from './html.ts';
import { indexed, outline } from './numbered.ts';
import { yaml } from './yaml.ts';

/** The formats that the small page files leave out. */
export const moreFormats = { html, indexed, outline, yaml };
