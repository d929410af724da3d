import type { Entry } from './entry.ts';
import { callForm, declarationOf } from './form-call.ts';
import { schemaOf } from './form-schema.ts';
import { DECLARED, isToolName } from './own-context.ts';

/** The forms of a root (and of open shadow roots in it) that declare a tool, by name; of two with the same name the first. */
export const declaredTools = (
  root: Document | ShadowRoot,
  found = new Map<string, Entry>(),
): Map<string, Entry> => {
  for (const form of root.querySelectorAll<HTMLFormElement>(DECLARED)) {
    const [name = '', description = '', title = ''] = declarationOf(form);
    if (isToolName(name) && !found.has(name))
      found.set(name, {
        tool: { name, title, description },
        schema: schemaOf(form),
        call: (input, signal, begun) => callForm(form, input, signal, begun),
      });
  }
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) declaredTools(shadowRoot, found);
  return found;
};
