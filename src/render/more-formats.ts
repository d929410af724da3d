import { html } from './html.ts';
import { indexed, outline } from './numbered.ts';
import { yaml } from './yaml.ts';

/** The formats that a small page file does without. */
export const moreFormats = { html, indexed, outline, yaml };
