/**
 * Shadow roots that a page declares (`<template shadowrootmode>`), which the parsers of these DOMs do not make. Closed
 * ones are opened: nobody is there to keep out.
 */
export const showDeclaredRoots = (document: Document): void => {
  const todo: ParentNode[] = [document];
  for (let within = todo.pop(); within; within = todo.pop()) {
    for (const template of Array.from(within.querySelectorAll('template[shadowrootmode]'))) {
      const host = template.parentElement;
      if (!host || host.shadowRoot || typeof host.attachShadow !== 'function') continue;
      const { content } = template as HTMLTemplateElement;
      let root: ShadowRoot;
      try {
        root = host.attachShadow({ mode: 'open' });
      } catch {
        // Not an element that may have one: the template stays what it is, as in a browser.
        continue;
      }
      root.append(...Array.from((content ?? template).childNodes));
      template.remove();
      todo.push(root);
    }
  }
};
