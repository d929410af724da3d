/** Makes an element: `el('button', { type: 'button' }, 'Go')`. */
export const el = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no #${id}.`);
  return found as E;
};

/** Fills a tab list; returns a function that marks another tab as selected. */
export const tabs = (
  list: HTMLElement,
  names: readonly string[],
  choose: (name: string) => void,
): ((name: string) => void) => {
  const buttons = names.map((name) => el('button', { type: 'button', role: 'tab', 'data-name': name }, name));
  const show = (name: string): void => {
    for (const button of buttons) button.setAttribute('aria-selected', String(button.dataset.name === name));
  };
  for (const button of buttons)
    button.addEventListener('click', () => {
      show(button.dataset.name ?? '');
      choose(button.dataset.name ?? '');
    });
  list.replaceChildren(...buttons);
  show(names[0] ?? '');
  return show;
};
