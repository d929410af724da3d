/**
 * Writes a snapshot of about 100 KB of JSON (a made-up shop) to a file and times the TypeScript renderer on it: prints
 * the mean of a call in milliseconds, warm.
 *
 *   node kotlin/src/bench/node/render-bench.mjs <file>
 */
import { writeFileSync } from 'node:fs';
import { loadRenderer } from '../../test/node/rendered.mjs';

const [, , file = ''] = process.argv;
const { renderSnapshot } = await loadRenderer();
let ref = 0;
const card = (/** @type {number} */ i) => ({
  tag: 'article',
  role: 'article',
  name: `Lamp number ${i}, made of brass and paper`,
  children: [
    { tag: 'h3', role: 'heading', name: `Lamp number ${i}`, level: 3 },
    {
      ref: `e${++ref}`,
      tag: 'a',
      role: 'link',
      name: `Lamp number ${i} for “you”`,
      url: `/products/lamp-${i}?from=list`,
    },
    { role: 'text', text: `Only ${i} left, 24,50 €  per piece` },
    { ref: `e${++ref}`, tag: 'button', role: 'button', name: 'Add to cart', offscreen: i > 10 },
    { ref: `e${++ref}`, tag: 'input', role: 'checkbox', name: 'Compare', checked: i % 3 === 0 },
  ],
});
const tree = { tag: 'body', role: 'document', children: [{ tag: 'main', role: 'main', children: [] }] };
while (JSON.stringify(tree).length < 100_000) tree.children[0].children.push(card(ref));
const snapshot = {
  ok: true,
  type: 'snapshot',
  version: 1,
  meta: { url: 'https://shop.test/lamps', title: 'Lamps', ts: 0, document: 'd', revision: 1 },
  stats: { truncated: false },
  refs: {},
  tree,
};
writeFileSync(file, JSON.stringify(snapshot));
const rounds = 400;
for (let i = 0; i < rounds; i++) renderSnapshot(snapshot);
const before = performance.now();
for (let i = 0; i < rounds; i++) renderSnapshot(snapshot);
process.stdout.write(((performance.now() - before) / rounds).toFixed(3));
