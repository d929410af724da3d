import type { SnapshotTree } from '../../src/contract.ts';
import type { TestPage } from './engine.ts';

/** Every action with a payload that it takes. */
const ACTIONS: readonly [kind: string, payload?: unknown][] = [
  ['click'],
  ['dblclick'],
  ['contextmenu'],
  ['tap'],
  ['hover'],
  ['focus'],
  ['blur'],
  ['fill', { text: 'x' }],
  ['type', { text: 'y' }],
  ['clear'],
  ['press', { key: 'Tab' }],
  ['select', { label: 'x' }],
  ['selectText', {}],
  ['check'],
  ['uncheck'],
  ['setChecked', { checked: true }],
  ['scroll', { direction: 'down' }],
  ['scrollIntoView'],
  ['dispatch', { type: 'mine' }],
  ['submit'],
  ['longpress', { ms: 1 }],
  ['drag', { dx: 3, dy: 3 }],
  ['swipe', { direction: 'up', ms: 1 }],
  ['drop', { data: { 'text/plain': 'x' } }],
  ['upload', { files: [{ name: 'a.txt', text: 'x' }] }],
];

const QUERIES =
  'text value attrs html outerHTML styles box xpath selector options describe isVisible isEnabled isChecked isEditable';

const PAGE: readonly [kind: string, payload?: unknown][] = [
  ['info'],
  ['find', { value: 'x' }],
  ['find', { value: '//*', by: 'xpath' }],
  ['search', { pattern: 'x' }],
  ['wait', { selector: 'body' }],
  ['scroll', { direction: 'down' }],
  ['extract'],
  ['highlight'],
  ['pressKey', { key: 'Escape' }],
  ['mouseMove', { x: 5, y: 5 }],
  ['storage'],
  ['cookies'],
  ['release'],
];

const OPTIONS = [
  {},
  { interactiveOnly: false, format: 'markdown' },
  { paths: true, boxes: true, occlusion: true, description: true, includeHidden: true },
];

interface Answer {
  ok: boolean;
  error?: { code: string; message: string };
}

type Call = readonly unknown[];

/** Separates the answers: no JSON text contains it. */
const SEPARATOR = '\u0001';

/** The answers to several calls, in answer evaluation. */
const answersTo = async (page: TestPage, calls: readonly Call[]): Promise<Answer[]> => {
  const expressions = calls.map((args) => `window.__agentBrowser.json(${args.map(asArgument).join(', ')})`);
  const text = await page.evaluateText(expressions.join(` + ${JSON.stringify(SEPARATOR)} + `));
  return text.split(SEPARATOR).map((answer) => JSON.parse(answer));
};

const asArgument = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

/**
 * Calls every verb on the first refs of a page. Returns the calls that failed with `internal_error`, which is a bug
 * of the script, or without a message.
 */
export const crashesOf = async (page: TestPage, refsTried = 3): Promise<string[]> => {
  const crashes: string[] = [];
  const callAll = async (...calls: Call[]): Promise<Answer[]> => {
    const answers = await answersTo(page, calls);
    for (const [i, answer] of answers.entries()) {
      if (await page.loadMissing(answer)) await callAll(calls[i] as Call);
      else if (!answer.ok && (!answer.error?.message || answer.error.code === 'internal_error'))
        crashes.push(`${JSON.stringify(calls[i])}: ${answer.error?.message}`);
    }
    return answers;
  };
  // Keeps clicks and submits from leaving the page, which would end the test.
  await page.run(
    "for (const type of ['submit', 'click']) EventTarget.prototype.addEventListener.call(window, type, (event) => event.preventDefault(), true);",
  );
  const snapshots = await callAll(...OPTIONS.map((options) => ['snapshot', options]), [
    'snapshot',
    { interactiveOnly: false },
  ]);
  const { refs = {} } = snapshots.at(-1) as Answer & Partial<SnapshotTree>;
  for (const ref of Object.keys(refs).slice(0, refsTried))
    await callAll(
      ...QUERIES.split(' ').map((kind) => ['query', ref, kind]),
      ['query', ref, 'count', { selector: '*' }],
      ...ACTIONS.map(([kind, payload]) => ['action', ref, kind, payload]),
    );
  await callAll(...PAGE.map(([kind, payload]) => ['page', kind, payload]));
  return crashes;
};

/** State of the page that reading must not change. */
export const STATE = `({
  html: document.documentElement ? new XMLSerializer().serializeToString(document).replace(/ data-agent-ref="[a-z]+\\d+"/g, '') : '',
  focus: Document.prototype.__lookupGetter__('activeElement').call(document)?.localName,
  scroll: [window.scrollX, window.scrollY],
  globals: Object.keys(window).length,
})`;
