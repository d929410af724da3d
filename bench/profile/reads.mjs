import { median } from '../measure/statistics.mjs';
import { timed } from '../measure/time.mjs';
import { withPage } from '../pages/open.mjs';
import { floor } from '../peers/floor.mjs';

/**
 * The code of passes over all elements, each of which reads more than the one before and does nothing with it. The last one
 * reads all that a snapshot needs of a visible element, which is the least that a snapshot can cost.
 * @type {[what: string, reads: string][]}
 */
const steps = [
  [
    'what hides and clips it',
    'read += style.opacity.length + style.position.length + style.overflow.length + style.transform.length + style.scale.length + style.cursor.length + style.contentVisibility.length;',
  ],
  [
    'text of its pseudo-elements',
    "for (const pseudo of ['::before', '::after']) read += getComputedStyle(el, pseudo).content.length;",
  ],
  [
    'ten attributes of role, name and state',
    "for (const name of ['role', 'aria-hidden', 'aria-label', 'aria-labelledby', 'aria-describedby', 'id', 'tabindex', 'title', 'onclick', 'data-agent-ref']) if (el.getAttribute(name)) read++;",
  ],
  ['its text', 'for (const child of el.childNodes) if (child.nodeType === 3) read += child.data.length;'],
];

const passWith = (/** @type {string} */ reads) => `(() => {
  let read = 0;
  for (const el of document.querySelectorAll('*')) {
    const style = getComputedStyle(el);
    const { display, visibility } = style;
    const { width } = el.getBoundingClientRect();
    if (display === 'none' || visibility !== 'visible' || width === 0) continue;
    ${reads}
  }
  return read;
})()`;

/** @typedef {{ what: string, floors: number }} Reads the time of all reads up to this step, as a multiple of the floor's */

/**
 * Measures the passes in turns with the floor.
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ rounds: number }} options
 * @returns {Promise<Reads[]>}
 */
export function measureReads(browser, page, { rounds }) {
  const passes = steps.map(([what], i) => ({
    what,
    expression: passWith(
      steps
        .slice(0, i + 1)
        .map(([, reads]) => reads)
        .join('\n'),
    ),
  }));
  return withPage(browser, page, {}, async ({ evaluate }) => {
    const contestants = [{ what: 'floor', expression: floor }, ...passes];
    /** @type {Map<string, number[]>} */
    const times = new Map(contestants.map(({ what }) => [what, []]));
    for (let round = 0; round <= rounds; round++)
      for (const { what, expression } of contestants) {
        const time = await evaluate(timed(expression));
        // The first round only compiles the code.
        if (round > 0) times.get(what)?.push(time);
      }
    const least = median(times.get('floor') ?? []);
    return passes.map(({ what }) => ({ what, floors: median(times.get(what) ?? []) / least }));
  });
}
