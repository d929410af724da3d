import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ActionOk, ErrorResult, SnapshotTree } from '../../src/contract.ts';
import { appPage } from '../support/apps.ts';
import { ENGINE, openEngine, type TestPage } from '../support/engine.ts';
import { canTry, LATE_EDITORS } from '../support/engine-differences.ts';
import { IS_FULL, some } from '../support/selection.ts';
import { runJob } from '../support/stage.ts';

const OLD = 'old one\nold two';
const WORDS = 'word '.repeat(1000).trim();
const LINES = Array.from({ length: 80 }, (_, i) => `line ${i}`).join('\n');

interface Editor {
  name: string;
  /** Its page, where that is not the one of this name in tests/apps/editors. */
  app?: string;
  /** The line of the editor in the snapshot. */
  line: RegExp;
  /** How the editor makes text bold: by Ctrl+B, by a button of its toolbar, or by both. */
  bold?: 'key' | 'button' | 'both';
  /** The history of the editor does not know edits by other scripts. */
  noUndo?: true;
  /**
   * The editor changes its model after the task in which it is edited: `action` can't see the change, and reports
   * that.
   */
  late?: true;
  /**
   * The editor handles Ctrl+A itself, and copies nothing in the same task: whether it holds several lines is not
   * known then.
   */
  ownKeys?: true;
  /** The editor draws its text by script, and keeps its own selection. */
  drawn?: true;
}

const MORE: readonly Editor[] = IS_FULL
  ? [
      {
        name: 'draft',
        app: 'more/draft',
        line: /textbox "Notes" .*: old one old two/,
        bold: 'both',
        late: true,
      },
    ]
  : [];

const EDITORS: readonly Editor[] = [
  { name: 'contenteditable', line: /textbox "Notes" .*: old one old two/ },
  { name: 'plaintext', line: /textbox "Notes" .*: old one old two/ },
  { name: 'prosemirror', line: /textbox "Notes" .*: old one old two/, bold: 'key' },
  { name: 'lexical', line: /textbox "Notes" .*: old one old two/, bold: 'both', late: true },
  { name: 'slate', line: /textbox "Notes" .*: old one old two/, bold: 'button', noUndo: true, late: true },
  { name: 'quill', line: /editable "old one old two"/, bold: 'both' },
  { name: 'codemirror', line: /textbox "Notes" .*: old one old two/, noUndo: true },
  { name: 'codemirror5', line: /textbox "Notes" .*: old one old two/, drawn: true },
  { name: 'ckeditor', line: /textbox "Rich Text Editor.*: old one old two/, bold: 'both', ownKeys: true },
  // The history of TinyMCE knows only edits made with keys.
  { name: 'tinymce', line: /editable "old one old two"/, bold: 'both', noUndo: true },
  {
    name: 'tinymce-frame',
    // The body has a name except in Firefox, where screen readers would read it twice.
    line: /editable "(?:Rich Text Area" .*: )?old one old two/,
    bold: 'both',
    noUndo: true,
  },
  // Monaco draws in the next frame: typed text can't be read in the same task.
  { name: 'monaco', line: /textbox "Notes" .*: old one old two/, drawn: true, late: true },
  ...MORE,
];

type Step = readonly [kind: string, payload?: unknown];

interface Operation {
  what: string;
  from?: string;
  steps: readonly Step[];
  model: string;
  /**
   * The operation selects text. Editors that draw their text are left out: their selection is not that of the page.
   */
  selects?: true;
  /** The operation is tried with `action`, in one task, too. */
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

/** Where a text would go if the editor were not read-only. */
const READ_ONLY =
  '[role=textbox], .native-edit-context, .CodeMirror textarea, [contenteditable], [aria-label=Notes]';

/** As in a WebView without the system's focus: the active element changes, but the page receives no focus events. */
const UNFOCUSED = `
  document.hasFocus = () => false;
  for (const type of ['focus', 'focusin', 'blur', 'focusout'])
    window.addEventListener(type, (event) => { if (event.isTrusted) event.stopImmediatePropagation(); }, true);`;

const open = async ({ name, app = `editors/${name}` }: Editor): Promise<TestPage> =>
  (await openEngine()).open(`<!doctype html><body>${await appPage(app)}`);

const modelOf = (page: TestPage): Promise<string> => page.evaluate('model()');

/** Creates an editor with this text in the same page. */
const mount = async (page: TestPage, text: string, readOnly = false): Promise<void> => {
  const given = JSON.stringify({ text, readOnly });
  // The editor before may hold the same text: without the reset it would be taken for one that is created in a later
  // task.
  await page.run(
    `window.mounted = ''; window.model = undefined; Promise.resolve(mount(${given})).then(() => { mounted = 'yes'; }, (reason) => { mounted = String(reason); });`,
  );
  await vi.waitUntil(() => page.evaluate('mounted'), WAIT);
  expect(await page.evaluate('mounted')).toBe('yes');
  await vi.waitUntil(
    () => page.evaluate(`Boolean(window.model) && model() === ${JSON.stringify(text)}`),
    WAIT,
  );
};

/** A test runs some dozens of actions, while other editors are tested at the same time. */
const LONG = { timeout: 180_000 };

/** For editors that draw by script in the next frame. */
const WAIT = { timeout: 20_000, interval: 20 };

/** Returns the ref of the editor in the snapshot. */
const findEditor = async (page: TestPage): Promise<string> => {
  const { refs } = await page.json<SnapshotTree>('snapshot');
  const found = Object.values(refs).filter(
    ({ tag, role }) => role === 'textbox' || (role === 'generic' && /^(?:div|body)$/.test(tag)),
  );
  const [editor] = found.sort((a, b) => Number(b.role === 'textbox') - Number(a.role === 'textbox'));
  if (!editor) throw new Error(`No editor among ${JSON.stringify(refs)}`);
  return editor.ref;
};

type Result = ActionOk | ErrorResult;

const act = (page: TestPage, verb: 'run' | 'action', ref: string, [kind, payload]: Step): Promise<Result> => {
  const args = [ref, kind, payload ?? null] as const;
  return verb === 'run' ? runJob(page, 'action', ...args) : page.json('action', ...args);
};

/** Returns the ref of the first match. */
const find = async (page: TestPage, by: object): Promise<string | undefined> => {
  const { elements } = await page.json<{ elements: { ref: string }[] }>('page', 'find', by);
  return elements[0]?.ref;
};

const summaryOf = (result: Result): string =>
  result.ok ? `ok ${result.verified}` : `${result.error.code}: ${result.error.message}`;

const suite = (editor: Editor): void => {
  const { name, drawn } = editor;
  // Most editors are large: one page is loaded, and the editor is created anew for each operation.
  let page: TestPage;
  beforeAll(async () => {
    page = await open(editor);
  });
  afterAll(() => page.close());
  /** A sixth of the operations; the next editor tries the next sixth, so that two try each. */
  const share = (operations: readonly Operation[]) => some(operations, 6, EDITORS.indexOf(editor));
  const fitting = share(
    OPERATIONS.filter(({ what, selects }) => !(selects && drawn) && canTry(`${name}: ${what}`)),
  );

  it.sequential(`leaves the expected text in the model with run, ${fitting.length} times`, LONG, async () => {
    let ran = 0;
    for (const { what, from = OLD, steps, model } of fitting) {
      await mount(page, from);
      const results: string[] = [];
      const ref = await findEditor(page);
      for (const step of steps) {
        const result = await act(page, 'run', ref, step);
        results.push(summaryOf(result));
        if (result.ok && result.effect.value !== undefined && !/\s/.test(model) && step === steps.at(-1))
          expect([what, result.effect.value]).toEqual([what, model]);
      }
      const verified = steps.map(([kind], i) =>
        /fill|clear|type|selectText/.test(kind) ? 'ok true' : results[i],
      );
      expect([what, await modelOf(page), results]).toEqual([what, model, verified]);
      ran++;
    }
    expect(ran).toBe(fitting.length);
    expect(ran).toBeGreaterThanOrEqual(IS_FULL ? 25 : 4);
  });

  it.sequential('leaves the expected text in the model within one task, or reports value_rejected', async () => {
    const done: string[] = [];
    const tried = share(OPERATIONS.filter(({ atOnce }) => atOnce));
    for (const { what, from = OLD, steps, model } of tried) {
      await mount(page, from);
      const result = await act(page, 'action', await findEditor(page), steps[0] as Step);
      // An edit that the editor makes later must not turn a success into something else.
      await runJob(page, 'page', 'wait', { quiet: 50 });
      const held = await modelOf(page);
      const known = editor.ownKeys && model.includes('\n') && what.startsWith('fill') ? 'unknown' : true;
      if (result.ok) expect([what, summaryOf(result), held]).toEqual([what, `ok ${known}`, model]);
      else expect([what, result.error]).toEqual([what, expect.objectContaining({ code: 'value_rejected' })]);
      if (held === model && result.ok) done.push(what);
    }
    expect(tried.length).toBeGreaterThanOrEqual(IS_FULL ? 16 : 2);
    if (!editor.late && !LATE_EDITORS.includes(name)) expect(done).toEqual(tried.map(({ what }) => what));
  });

  it.sequential('undoes a fill with Control+Z', async () => {
    await mount(page, OLD);
    const ref = await findEditor(page);
    await act(page, 'run', ref, ['fill', 'new']);
    const undone: Result[] = [];
    while (undone.length < 4 && (await modelOf(page)) !== OLD)
      undone.push(await act(page, 'run', ref, ['press', 'Control+Z']));
    const held = await modelOf(page);
    if (!editor.noUndo) expect(held).toBe(OLD);
    // Without undo the action must not report a value that has not come back.
    else if (held === 'new')
      for (const result of undone) expect(result.ok && result.effect.value).toBeFalsy();
  });

  it.sequential('refuses to edit a read-only editor', async () => {
    await mount(page, OLD, true);
    const { refs } = await page.json<SnapshotTree>('snapshot', { interactiveOnly: false });
    const ref = (await find(page, { by: 'css', value: READ_ONLY })) ?? Object.keys(refs)[0];
    let refused = 0;
    for (const step of [['fill', 'new'], ['type', 'x'], ['clear']] as const) {
      for (const verb of ['run', 'action'] as const) {
        const given = step[1] === undefined ? { timeoutMs: 0 } : { text: step[1], timeoutMs: 0 };
        const result = await act(page, verb, ref as string, [step[0], given]);
        if (!result.ok) expect(result.error.code).toMatch(/^(?:not_editable|not_enabled|value_rejected)$/);
        expect([step[0], result.ok, await modelOf(page)]).toEqual([step[0], false, OLD]);
        refused++;
      }
    }
    expect(refused).toBe(6);
  });

  it.sequential('is listed with its text', async () => {
    await mount(page, OLD);
    const shown = async (): Promise<string[]> => {
      const { text } = await page.json<{ text: string }>('snapshot', { format: 'text' });
      return text.split('\n').filter((line) => editor.line.test(line));
    };
    await vi.waitUntil(async () => (await shown()).length === 1, WAIT);
  });

  it.sequential('is filled through the ref of an element in it', async () => {
    await mount(page, OLD);
    const ref = await find(page, { by: 'text', value: 'old two' });
    if (drawn || !ref) {
      // An element that an editor draws by script does not lead to the editor: the action is refused.
      if (ref)
        expect(summaryOf(await act(page, 'run', ref, ['fill', { text: 'x', timeoutMs: 0 }]))).toMatch(
          /not_editable|not_visible/,
        );
      expect(await modelOf(page)).toBe(OLD);
      return;
    }
    expect([summaryOf(await act(page, 'run', ref, ['fill', 'new'])), await modelOf(page)]).toEqual([
      'ok true',
      'new',
    ]);
  });

  it.runIf(editor.bold).sequential('makes the selected text bold', async () => {
    let tried = 0;
    for (const way of ['key', 'button'] as const) {
      if (editor.bold !== way && editor.bold !== 'both') continue;
      await mount(page, OLD);
      const ref = await findEditor(page);
      expect(summaryOf(await act(page, 'run', ref, ['selectText', { text: 'one' }]))).toBe('ok true');
      const button = await find(page, { by: 'role', value: 'button', name: 'bold' });
      const step: Step = way === 'key' ? ['press', 'Control+B'] : ['click'];
      const result = await act(page, 'run', way === 'key' ? ref : (button as string), step);
      expect([way, summaryOf(result), await page.evaluate('[bold(), model()]')]).toEqual([
        way,
        'ok true',
        [true, OLD],
      ]);
      tried++;
    }
    expect(tried).toBe(editor.bold === 'both' ? 2 : 1);
  });

  it.sequential('fills and types in a view without the focus (last test: the page stays without it)', async () => {
    await mount(page, OLD);
    await page.run(UNFOCUSED);
    const ref = await findEditor(page);
    const results = [
      summaryOf(await act(page, 'run', ref, ['fill', 'new\ntext'])),
      summaryOf(await act(page, 'run', ref, ['type', ' more'])),
    ];
    expect([results, await modelOf(page)]).toEqual([['ok true', 'ok true'], 'new\ntext more']);
  });
};

// Editors that draw by script wait for frames, which many concurrent tabs do not get. Several windows have the focus
// at the same time in Chromium only.
const atOnce = ENGINE === 'chromium' ? describe.concurrent : describe;
atOnce.each(EDITORS.filter(({ drawn }) => !drawn))('$name', suite);
describe.each(EDITORS.filter(({ drawn }) => drawn))('$name', suite);

it('has tried all editors', () => {
  expect(EDITORS.length).toBe(IS_FULL ? 13 : 12);
});
