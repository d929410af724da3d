/**
 * Attaches declarative shadow roots (`<template shadowrootmode>`), which the parsers of these DOMs do not. Closed ones
 * become open, since no script of the page runs.
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
        // The element can't have a shadow root: the template stays, as in a browser.
        continue;
      }
      root.append(...Array.from((content ?? template).childNodes));
      template.remove();
      todo.push(root);
    }
  }
};
