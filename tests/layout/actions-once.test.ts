import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** `n` counts the events that the page receives. `held` is evaluated at the end. */
const CASES: readonly {
  what: string;
  html: string;
  steps: readonly (readonly [kind: string, payload?: string])[];
  n: number;
  held?: readonly [expression: string, value: unknown];
}[] = [
  {
    what: 'Enter in a field of a form',
    html: '<form onsubmit="event.preventDefault(); n++"><input id=f><button>Go</button></form>',
    steps: [
      ['type', 'ab'],
      ['press', 'Enter'],
    ],
    n: 1,
    held: ['f.value', 'ab'],
  },
  {
    what: 'Enter and Space on a button',
    html: '<button id=f onclick="n++">B</button>',
    steps: [
      ['press', 'Enter'],
      ['press', 'Space'],
    ],
    n: 2,
  },
  {
    what: 'Space on a box',
    html: '<input type=checkbox id=f aria-label=F onchange="n++">',
    steps: [['press', 'Space']],
    n: 1,
    held: ['f.checked', true],
  },
  {
    what: 'Enter on a link',
    html: '<a href="#x" id=f onclick="n++">L</a>',
    steps: [['press', 'Enter']],
    n: 1,
  },
  {
    what: 'Enter on a summary',
    html: '<details id=d><summary id=f onclick="n++">S</summary>x</details>',
    steps: [['press', 'Enter']],
    n: 1,
    held: ['d.open', true],
  },
  {
    what: 'an arrow in a select',
    html: '<select id=f aria-label=F oninput="n++"><option>a<option>b<option>c</select>',
    steps: [['press', 'ArrowDown']],
    n: 1,
    held: ['f.value', 'b'],
  },
  {
    what: 'an arrow in a number field',
    html: '<input type=number id=f value=3 oninput="n++">',
    steps: [['press', 'ArrowUp']],
    n: 1,
    held: ['f.value', '4'],
  },
  {
    what: 'an arrow on a slider',
    html: '<input type=range id=f aria-label=F value=3 oninput="n++">',
    steps: [['press', 'ArrowRight']],
    n: 1,
    held: ['f.value', '4'],
  },
  {
    what: 'keys in a text area',
    html: '<textarea id=f oninput="n++">ab</textarea>',
    steps: ['End', 'Enter', 'x', 'Backspace', 'ArrowLeft', 'y'].map((key) => ['press', key] as const),
    n: 4,
    held: ['f.value', 'aby\n'],
  },
  {
    what: 'keys in a text field',
    html: '<input id=f value=abc oninput="n++">',
    steps: ['End', 'Backspace', 'Home', 'Delete', 'z', 'Shift+ArrowRight', 'y'].map(
      (key) => ['press', key] as const,
    ),
    n: 4,
    held: ['f.value', 'zy'],
  },
  {
    what: 'lines typed into an editable',
    html: '<div contenteditable id=f aria-label=F oninput="n++">ab</div>',
    steps: [['type', 'c\nd']],
    n: 3,
    held: ['f.innerText.replace(/\\n+/g, "|")', 'abc|d'],
  },
  {
    what: 'Escape in a dialog',
    html: '<dialog id=d onclose="n++"><button id=f>B</button></dialog><script>d.showModal()</script>',
    steps: [['press', 'Escape']],
    n: 1,
    held: ['d.open', false],
  },
  {
    what: 'a click on what submits',
    html: '<form onsubmit="event.preventDefault(); n++"><button id=f>Go</button></form>',
    steps: [['click'], ['submit']],
    n: 2,
  },
];

describe('the default action of an event from the script happens once', () => {
  it.each(CASES)('$what', async ({ html, steps, n, held: [expression, value] = ['0', 0] }) => {
    await play(engine, `<script>var n = 0</script>${html}`, async ({ run, state }) => {
      for (const [kind, payload] of steps) await run('#f', kind, payload);
      expect([await state('n'), await state(expression)]).toEqual([n, value]);
    });
  });
});
