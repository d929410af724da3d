/** The least that any reader of a page has to do: one pass over all elements that reads style and box, and nothing else. */
export const floor = `(() => {
  let seen = 0;
  for (const el of document.querySelectorAll('*')) {
    const { display, visibility } = getComputedStyle(el);
    const { width } = el.getBoundingClientRect();
    if (display !== 'none' && visibility === 'visible' && width > 0) seen++;
  }
  return seen;
})()`;
