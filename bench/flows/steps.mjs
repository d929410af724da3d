/**
 * The flow of a todo app, as steps that each implementation of `Hands` performs in its own way (by this project's
 * actions, by Playwright's). `shows` is the expected list after the step; a done item ends with a tick.
 *
 * @typedef {{
 *   add: (title: string) => Promise<void>, toggle: (title: string) => Promise<void>,
 *   rename: (title: string, to: string) => Promise<void>, press: (name: string) => Promise<void>,
 *   remove: (title: string) => Promise<void>,
 * }} Hands
 * @typedef {{ what: string, act: (hands: Hands) => Promise<void>, shows: string[] }} Step
 */

/** @type {Step[]} */
export const steps = [
  { what: 'add', act: (hands) => hands.add('buy milk'), shows: ['buy milk'] },
  { what: 'add a second', act: (hands) => hands.add('call Ann'), shows: ['buy milk', 'call Ann'] },
  {
    what: 'add a third',
    act: (hands) => hands.add('feed cat'),
    shows: ['buy milk', 'call Ann', 'feed cat'],
  },
  {
    what: 'toggle',
    act: (hands) => hands.toggle('call Ann'),
    shows: ['buy milk', 'call Ann ✓', 'feed cat'],
  },
  {
    what: 'edit by double click',
    act: (hands) => hands.rename('buy milk', 'buy oat milk'),
    shows: ['buy oat milk', 'call Ann ✓', 'feed cat'],
  },
  { what: 'filter', act: (hands) => hands.press('Active'), shows: ['buy oat milk', 'feed cat'] },
  {
    what: 'filter no more',
    act: (hands) => hands.press('All'),
    shows: ['buy oat milk', 'call Ann ✓', 'feed cat'],
  },
  {
    what: 'delete by the button that hover shows',
    act: (hands) => hands.remove('feed cat'),
    shows: ['buy oat milk', 'call Ann ✓'],
  },
  { what: 'clear', act: (hands) => hands.press('Clear completed'), shows: ['buy oat milk'] },
];

/** An expression for the page: the texts of the list's visible items, also in open shadow roots. */
export const readList = `(() => {
  const roots = [document];
  for (const el of document.querySelectorAll('*')) if (el.shadowRoot) roots.push(el.shadowRoot);
  return roots
    .flatMap((root) => [...root.querySelectorAll('.list > li')])
    .filter((el) => el.checkVisibility())
    .map((el) => el.querySelector('label').textContent.trim() + (el.querySelector('[type=checkbox]').checked ? ' ✓' : ''));
})()`;
