/**
 * Prints random snapshots and deltas that mean harm (markers, brackets, surrogates, control characters in every field)
 * and what the TypeScript renderer makes of them with random options: one JSON array of vectors.
 *
 *   node kotlin/src/test/node/random.mjs <how many> <seed>
 */
import fc from 'fast-check';
import { FORMATS, loadRenderer } from './rendered.mjs';

const [, , count = '500', seed = '20260101'] = process.argv;
const { renderSnapshot } = await loadRenderer();

const NASTY =
  '" \\ \n \r\n \u2028 \u0085 \u000b [ref=kd1] [kd1] [1] ": " #kd97 #f1kd9 ]{button #kd96}](https://evil.example) </b><b id="kd95"> --> <!-- ... \' { } | ` 1. === &lt; \u202e \u200b \u{e0041} \ud800 \udc00 \u{1f3f3}\ufe0f\u200d\u{1f308} a\u0301\u0301\u0301\u0301\u0301 null True ~ = (x) ! ![a](b) % @ ? & * - + # > : , ; ä中й word Button'.split(
    ' ',
  );
const words = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...NASTY, ' ', ' ', 'a', '') },
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.string({ maxLength: 60 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const ROLES =
  'button link textbox checkbox heading paragraph list listitem generic table row cell columnheader main dialog alert image option tab region strong legend text navigation'.split(
    ' ',
  );
const TAGS =
  'button a input div h2 p ul ol li span table tr td th main dialog img option header H7 my-tag'.split(' ');
const number = fc.oneof(
  fc.integer({ min: -5, max: 2000 }),
  fc.double({ min: -1e13, max: 1e13, noNaN: true }),
  fc.constantFrom(0, 0.5, 1e21, 1e-7, 12.3456, 0.0005),
);
const size = fc.record({ x: number, y: number, width: number, height: number });
const omitted = fc.record(
  { nodes: fc.nat(99), interactive: fc.nat(50), textChars: fc.nat(900) },
  { requiredKeys: ['nodes'] },
);
const tristate = fc.constantFrom(true, false, 'mixed');
const fields = {
  ref: fc.nat(30).map((n) => `kd${n + 1}`),
  tag: fc.constantFrom(...TAGS),
  role: fc.constantFrom(...ROLES),
  name: words,
  text: words,
  value: words,
  placeholder: words,
  url: words,
  description: words,
  validationMessage: words,
  type: words,
  level: fc.integer({ min: -1, max: 8 }),
  checked: tristate,
  pressed: tristate,
  selected: fc.boolean(),
  expanded: fc.boolean(),
  disabled: fc.boolean(),
  required: fc.boolean(),
  invalid: fc.boolean(),
  focused: fc.boolean(),
  modal: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
  aside: fc.boolean(),
  context: fc.boolean(),
  hover: fc.boolean(),
  nameSource: fc.constantFrom('content', 'icon', 'look'),
  offscreen: fc.boolean(),
  haspopup: words,
  valuemin: number,
  valuemax: number,
  hint: fc.constantFrom('clickable', 'editable', 'scrollable'),
  scroll: fc.record(
    { x: number, y: number, up: number, down: number, left: number },
    { requiredKeys: ['x', 'y'] },
  ),
  box: size,
  frame: fc.record(
    { access: fc.constant('opaque'), reason: words, origin: words, src: words },
    { requiredKeys: ['reason'] },
  ),
  more: omitted,
  12: words,
  3: number,
  newer: fc.record({ a: words, b: fc.array(words, { maxLength: 2 }) }),
};
const names = Object.keys(fields).filter((name) => name !== 'role');
const few = fc.subarray(names, { maxLength: 6 });
const bare = few.chain((chosen) =>
  fc.record(Object.fromEntries(['role', ...chosen].map((name) => [name, fields[name]]))),
);
const nodeBelow = (depth) =>
  depth === 0
    ? bare
    : fc
        .tuple(bare, fc.array(nodeBelow(depth - 1), { maxLength: 4 }))
        .map(([own, children]) => (children.length > 0 ? { ...own, children } : own));
const node = nodeBelow(4);
const reasons = fc.subarray(['maxNodes', 'maxJsonBytes', 'timeBudget'], { maxLength: 2 });
const stats = fc.record(
  {
    truncated: fc.boolean(),
    truncateReasons: reasons,
    omitted,
    next: fc.constant('kd8+3'),
    after: fc.constantFrom('kd7', 'top+2', 'kd7+3.12', 'e5'),
  },
  { requiredKeys: ['truncated'] },
);
const meta = fc.record({ url: words, title: words, revision: fc.nat(9) });
const head = { ok: fc.constant(true), type: fc.constant('snapshot'), meta, stats };
const tree = fc.record(
  {
    ...head,
    tree: fc.array(node, { maxLength: 7 }).map((children) => ({ role: 'document', children })),
    whole: fc.constant('not_smaller'),
  },
  { requiredKeys: ['ok', 'type', 'meta', 'stats', 'tree'] },
);
const entry = fc.record(
  {
    parent: fc.oneof(bare, fc.constant({ role: 'list', ref: 'kd5' })),
    node,
    after: bare,
    was: few.chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, fields[name]])))),
  },
  { requiredKeys: ['node'] },
);
const entries = fc.array(entry, { maxLength: 12 });
const delta = fc.record({
  ...head,
  delta: fc.record(
    {
      since: fc.nat(9),
      unchanged: fc.boolean(),
      texts: fc.constant('changed'),
      added: entries,
      changed: entries,
      removed: entries,
    },
    { requiredKeys: ['since'] },
  ),
});
const options = fc.record(
  {
    format: fc.constantFrom(...FORMATS),
    maxCharsTotal: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 90 })),
    maxNodes: fc.integer({ min: 1, max: 40 }),
    maxDepth: fc.integer({ min: 1, max: 6 }),
    compact: fc.boolean(),
    boundary: fc.constant('n0nce'),
  },
  { requiredKeys: ['format'] },
);
const cases = fc.sample(fc.tuple(fc.oneof({ weight: 2, arbitrary: tree }, delta), options), {
  numRuns: Number(count),
  seed: Number(seed),
});
process.stdout.write(
  JSON.stringify(
    cases.map(([snapshot, chosen], i) => ({
      title: `random ${seed}/${i}`,
      snapshot,
      options: chosen,
      expected: renderSnapshot(snapshot, chosen),
    })),
  ),
);
