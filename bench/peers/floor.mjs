/** An expression with the least work of any reader of a page: one pass over all elements that reads style and box. */
export const floor = `(() => {
  let seen = 0;
  for (const el of document.querySelectorAll('*')) {
    const { display, visibility } = getComputedStyle(el);
    const { width } = el.getBoundingClientRect();
    if (display !== 'none' && visibility === 'visible' && width > 0) seen++;
  }
  return seen;
})()`;
