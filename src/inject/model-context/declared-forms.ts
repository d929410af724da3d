/** What a tool may be called: https://webmachinelearning.github.io/webmcp/#tool-definition-name */
export const isToolName = (name: string): boolean => /^[\w.-]{1,128}$/.test(name);

const DECLARED = 'form[toolname][tooldescription]';

const addForms = (root: Document | ShadowRoot, into: Map<string, HTMLFormElement>): void => {
  for (const form of root.querySelectorAll<HTMLFormElement>(DECLARED)) {
    const name = form.getAttribute('toolname') as string;
    if (isToolName(name) && !into.has(name)) into.set(name, form);
  }
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) addForms(shadowRoot, into);
};

/**
 * The forms of a document that are tools, by name; of two with one name the first.
 */
export const declaredForms = (doc: Document): Map<string, HTMLFormElement> => {
  const forms = new Map<string, HTMLFormElement>();
  addForms(doc, forms);
  return forms;
};
