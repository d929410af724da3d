import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionOk, ErrorResult, SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { openTheatre, type Stage, type Theatre } from '../support/acting.ts';
import { appPage } from '../support/apps.ts';

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
});
afterAll(() => theatre.close());

const OLD = 'old one\nold two';
const WORDS = 'word '.repeat(1000).trim();
const LINES = Array.from({ length: 120 }, (_, i) => `line ${i}`).join('\n');

interface Editor {
  name: string;
  /** Its line in the snapshot. */
  line: RegExp;
  /** What it binds to Ctrl+B. */
  bold?: 'key' | 'button' | 'both';
  /** It keeps no history. */
  noUndo?: true;
  /** It changes its model after the task in which it is edited: `action` can't see it, and says so. */
  late?: true;
  /** The text is drawn by script: selections are the editor's own. */
  drawn?: true;
}

const EDITORS: readonly Editor[] = [
  { name: 'contenteditable', line: /textbox "Notes" .*: old one old two/ },
  { name: 'plaintext', line: /textbox "Notes" .*: old one old two/ },
  { name: 'prosemirror', line: /textbox "Notes" .*: old one old two/, bold: 'key' },
  { name: 'lexical', line: /textbox "Notes" .*: old one old two/, bold: 'both', late: true },
  { name: 'slate', line: /textbox "Notes" .*: old one old two/, bold: 'button', noUndo: true, late: true },
  { name: 'quill', line: /editable "old one old two"/, bold: 'both' },
  { name: 'codemirror', line: /textbox "Notes" .*: old one old two/, noUndo: true },
  { name: 'codemirror5', line: /textbox "Notes" .*: old one old two/, drawn: true },
  { name: 'draft', line: /textbox "Notes" .*: old one old two/, bold: 'both', late: true },
  { name: 'draft@18', line: /textbox "Notes" .*: old one old two/, bold: 'both', late: true },
  { name: 'ckeditor', line: /textbox "Rich Text Editor.*: old one old two/, bold: 'both' },
  { name: 'tinymce', line: /editable "old one old two"/, bold: 'both' },
  { name: 'tinymce-frame', line: /editable "Rich Text Area" .*: old one old two/, bold: 'both' },
  { name: 'monaco', line: /textbox "Notes" .*: old one old two/, drawn: true },
];

type Step = readonly [kind: string, payload?: unknown];

interface Operation {
  what: string;
  from?: string;
  steps: readonly Step[];
  model: string;
  /** Not for editors that draw their text: their selection is not the page's. */
  selects?: true;
  /** `action` is tried too. */
  atOnce?: true;
}

const fill = (what: string, text: string, from = OLD): Operation => ({
  what: `fill ${what}`,
  from,
  steps: [['fill', text]],
  model: text,
  atOnce: true,
});

const OPERATIONS: readonly Operation[] = [
  fill('one line', 'new'),
  fill('several lines', 'one\ntwo\nthree'),
  fill('a blank line', 'one\n\nthree'),
  fill('a blank line first', '\nb'),
  fill('emoji', 'a👩‍👩‍👧‍👦b🇨🇭é😀'),
  fill('right to left', 'שלום (עולם) 12'),
  fill('combining marks', 'e\u0301a\u0308 n\u0303'),
  fill('where nothing was', 'new', ''),
  fill('spaces', '  a  b '),
  fill('5,000 characters', WORDS),
  fill('more lines than are shown', LINES),
  fill('what looks like markup', '# a <b> & * b'),
  { what: 'clear', steps: [['clear']], model: '', atOnce: true },
  { what: 'clear what is empty', from: '', steps: [['clear']], model: '', atOnce: true },
  { what: 'type at the end', steps: [['type', ' more']], model: `${OLD} more`, atOnce: true },
  { what: 'type into nothing', from: '', steps: [['type', 'ab c']], model: 'ab c', atOnce: true },
  { what: 'type emoji', steps: [['type', '😀é']], model: `${OLD}😀é` },
  { what: 'type two lines', steps: [['type', '!\nb']], model: `${OLD}!\nb` },
  {
    what: 'type over what is selected',
    steps: [
      ['selectText', { text: 'one' }],
      ['type', 'X'],
    ],
    model: 'old X\nold two',
    selects: true,
  },
  {
    what: 'fill, and type behind it',
    steps: [
      ['fill', 'new'],
      ['type', 'er'],
    ],
    model: 'newer',
  },
  {
    what: 'Enter',
    steps: [
      ['type', '!'],
      ['press', 'Enter'],
      ['type', 'b'],
    ],
    model: `${OLD}!\nb`,
  },
  {
    what: 'Backspace',
    steps: [
      ['type', 'ab'],
      ['press', 'Backspace'],
    ],
    model: `${OLD}a`,
  },
  {
    what: 'everything deleted',
    steps: [
      ['type', 'a'],
      ['press', 'Control+A'],
      ['press', 'Delete'],
    ],
    model: '',
  },
  {
    what: 'everything replaced',
    steps: [
      ['type', 'a'],
      ['press', 'Control+A'],
      ['type', 'bc'],
    ],
    model: 'bc',
  },
  {
    what: 'ArrowLeft',
    steps: [
      ['type', 'ab'],
      ['press', 'ArrowLeft'],
      ['type', 'X'],
    ],
    model: `${OLD}aXb`,
  },
  {
    what: 'Home and End',
    steps: [
      ['type', 'a'],
      ['press', 'Home'],
      ['type', 'X'],
      ['press', 'End'],
      ['type', 'Z'],
    ],
    model: 'old one\nXold twoaZ',
  },
];

/** A fresh editor with a text in it, on a page that stays. */
const mount = async ({ tab }: Stage, text: string, readOnly = false): Promise<void> => {
  await tab.evaluate(`(async () => { await mount(${JSON.stringify({ text, readOnly })}) })()`);
  await tab.waitForFunction(`window.model && model() === ${JSON.stringify(text)}`);
};

/** The ref of the editor, as the snapshot shows it to a model. */
const findEditor = async ({ tab }: Stage): Promise<string> => {
  const { refs } = await tab.evaluate<SnapshotTree>('window.__agentBrowser.snapshot()');
  const found = Object.values(refs).filter(
    ({ tag, role }) => role === 'textbox' || (role === 'generic' && /^(?:div|body)$/.test(tag)),
  );
  const [editor] = found.sort((a, b) => Number(b.role === 'textbox') - Number(a.role === 'textbox'));
  if (!editor) throw new Error(`No editor among ${JSON.stringify(refs)}`);
  return editor.ref;
};

type Result = ActionOk | ErrorResult;

const act = ({ tab }: Stage, verb: 'run' | 'action', ref: string, [kind, payload]: Step): Promise<Result> => {
  const args = JSON.stringify([ref, kind, payload ?? null]);
  return tab.evaluate<Result>(
    verb === 'run'
      ? `window.__agentBrowser.run('action', ...${args})`
      : `window.__agentBrowser.action(...${args})`,
  );
};

const said = (result: Result): string =>
  result.ok ? `ok ${result.verified}` : `${result.error.code}: ${result.error.message}`;

/** Who has no say in what a page does later: the model as it is when the page is quiet. */
const quietModel = async ({ tab }: Stage): Promise<string> => {
  await tab.evaluate(`window.__agentBrowser.run('page', 'wait', { quiet: true })`).catch(() => undefined);
  return tab.evaluate<string>('model()');
};

const play = async (name: string, use: (stage: Stage) => Promise<void>): Promise<void> => {
  await theatre.play(await appPage(`editors/${name}`), use);
};

describe.each(EDITORS)('$name', (editor) => {
  const { name, drawn } = editor;
  const fitting = OPERATIONS.filter(({ selects }) => !(selects && drawn));

  it(`does with run what its model then holds, ${fitting.length} times`, async () => {
    await play(name, async (stage) => {
      let ran = 0;
      for (const { what, from = OLD, steps, model } of fitting) {
        await mount(stage, from);
        const results: string[] = [];
        const ref = await findEditor(stage);
        for (const step of steps) {
          const result = await act(stage, 'run', ref, step);
          results.push(said(result));
          if (result.ok && result.effect.value !== undefined && !/\s/.test(model) && step === steps.at(-1))
            expect([what, result.effect.value]).toEqual([what, model]);
        }
        const verified = steps.map(([kind], i) =>
          /fill|clear|type|selectText/.test(kind) ? 'ok true' : results[i],
        );
        expect([what, await quietModel(stage), results]).toEqual([what, model, verified]);
        ran++;
      }
      expect(ran).toBe(drawn ? 25 : 26);
    });
  });
});
