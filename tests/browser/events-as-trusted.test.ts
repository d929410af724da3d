import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../src/contract.ts';
import { launchChromium, scriptRunner } from '../support/chromium.ts';
import { scriptWithParts } from '../support/page-script.ts';

/**
 * What the page hears of an action is what it hears of Playwright's, whose input is trusted: the same events in the
 * same order, and the same state at the end.
 */
let browser: Browser;
let page: Page;
let runScript: (script: string) => Promise<void>;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  runScript = await scriptRunner(page);
});
afterAll(() => browser?.close());

const HEARD =
  'keydown keypress keyup beforeinput input change submit reset focus blur focusin focusout click dblclick';

const LISTEN = `
  window.log = [];
  for (const type of ${JSON.stringify(HEARD.split(' '))}) document.addEventListener(type, (event) => {
    const at = event.composedPath()[0];
    const said = [event.key, event.inputType, event.data].filter((part) => part != null && part !== '');
    log.push([type + '@' + (at.id || at.localName || 'window'), ...said].join(' '));
  }, true);`;

const STATE = `JSON.stringify([document.body.innerText, document.activeElement.id, [...document.querySelectorAll('input, textarea, select')].map((el) => [el.value, el.checked])])`;

/** What is done to `#f`, or to what is named behind an `@`: `fill milk`, `press Enter`, `focus @b`. */
type Step = string;

const partsOf = (step: Step): { kind: string; payload: string; id: string } => {
  const [what, id = 'f'] = step.split(' @') as [string, string | undefined];
  const [kind = '', ...payload] = what.split(' ');
  return { kind, payload: payload.join(' '), id };
};

const act = async (step: Step): Promise<void> => {
  const { kind, payload, id } = partsOf(step);
  const result = await page.evaluate<ActionResult, unknown[]>(
    ([ref, verb, given]) => window.__agentBrowser?.run('action', ref, verb, given) as never,
    [`css=#${id}`, kind, payload || undefined],
  );
  if (!result.ok) throw new Error(`${step}: ${result.error.message}`);
};

const actTrusted = async (step: Step): Promise<void> => {
  const { kind, payload, id } = partsOf(step);
  const at = page.locator(`#${id}`);
  if (kind === 'fill') await at.fill(payload);
  else if (kind === 'clear') await at.clear();
  else if (kind === 'type') await at.pressSequentially(payload);
  else if (kind === 'press') await at.press(payload);
  else if (kind === 'select') await at.selectOption(payload);
  else if (kind === 'check') await at.check();
  else if (kind === 'uncheck') await at.uncheck();
  else if (kind === 'click') await at.click();
  else if (kind === 'focus') await at.focus();
  else throw new Error(kind);
};

interface Heard {
  log: string[];
  state: string;
}

const hear = async (
  html: string,
  steps: readonly Step[],
  how: (step: Step) => Promise<void>,
  script?: string,
): Promise<Heard> => {
  await page.goto('about:blank');
  await page.setContent(`<!doctype html><body>${html}<button id="b" type="button">B</button>`);
  await page.evaluate(LISTEN);
  if (script) await runScript(script);
  for (const step of steps) await how(step);
  return { log: await page.evaluate('log'), state: await page.evaluate(STATE) };
};

/** Playwright chooses without a press, and a person with one. */
const withoutPress = ({ log, state }: Heard): Heard => ({
  log: log.filter((event) => !/^(?:focus|blur|click)/.test(event)),
  state,
});

/** `fill` is no typing to Playwright either: it sends no keys. Ours lifts one, for pages that search then. */
const withoutKeys = ({ log, state }: Heard): Heard => ({
  // Whether what is selected is taken away backwards or forwards is all the same.
  log: log.filter((event) => !event.startsWith('key')).map((event) => event.replace(/Forward|Backward/, '')),
  state,
});

const TEXT_TYPES: Readonly<Record<string, string>> = {
  text: 'milk',
  search: 'milk',
  email: 'a@b.c',
  url: 'http://a.b/',
  tel: '123',
  password: 'milk',
  number: '12',
};

const WHOLE_TYPES: Readonly<Record<string, string>> = {
  date: '2026-03-14',
  month: '2026-03',
  week: '2026-W11',
  time: '13:45',
  'datetime-local': '2026-03-14T13:45',
  color: '#1e90ff',
  range: '70',
};

const FIELDS = Object.entries(TEXT_TYPES)
  .map(([type, text]) => [type, `<input id="f" type="${type}">`, text])
  .concat([['textarea', '<textarea id="f"></textarea>', 'milk']]) as [string, string, string][];

const expectSame = async (
  html: string,
  steps: readonly Step[],
  sift = (heard: Heard): Heard => heard,
): Promise<void> => {
  const trusted = sift(await hear(html, steps, actTrusted));
  const ours = sift(await hear(html, steps, act, scriptWithParts));
  expect(ours).toEqual(trusted);
};

describe('a text field', () => {
  describe.each(FIELDS)('%s', (_, html, text) => {
    it.each<[string, Step[]]>([
      ['is filled, and left', [`fill ${text}`, 'focus @b']],
      ['is filled twice, and left', [`fill ${text}`, `fill ${text}1`, 'focus @b']],
      ['is filled, emptied and left', [`fill ${text}`, 'clear', 'focus @b']],
      ['is filled, and something else is pressed', [`fill ${text}`, 'click @b']],
    ])('%s', (_, steps) => expectSame(html, steps, withoutKeys));

    it.each<[string, Step[]]>([
      ['is typed into, and left', [`type ${text}`, 'focus @b']],
      ['is typed into, and Enter is pressed', [`type ${text}`, 'press Enter', 'focus @b']],
      ['loses its last character by Backspace', [`type ${text}`, 'press Backspace', 'focus @b']],
    ])('%s', (_, steps) => expectSame(html, steps));
  });
});

describe('a field that takes its value as a whole', () => {
  it.each(Object.entries(WHOLE_TYPES))('%s', (type, value) =>
    expectSame(`<input id="f" type="${type}">`, [`fill ${value}`, 'focus @b'], withoutKeys),
  );
});

describe('what is chosen and checked', () => {
  const OPTIONS = '<option>small<option>large';
  it.each<[string, string, Step[]]>([
    ['a checkbox', '<input id="f" type="checkbox">', ['check', 'uncheck', 'focus @b']],
    ['a radio', '<input id="f" type="radio" name="r"><input type="radio" name="r">', ['check', 'focus @b']],
    ['a box by Space', '<input id="f" type="checkbox">', ['press Space', 'focus @b']],
    ['a box that is checked already', '<input id="f" type="checkbox" checked>', ['check', 'focus @b']],
    ['a select by key', `<select id="f">${OPTIONS}</select>`, ['press ArrowDown', 'focus @b']],
  ])('%s', (_, html, steps) => expectSame(html, steps));

  it.each(['', 'multiple', 'size="3"'])('an option of a select %s', (how) =>
    expectSame(`<select id="f" ${how}>${OPTIONS}</select>`, ['select large', 'focus @b'], withoutPress),
  );
});

/** How todo applications take a new item. */
const TECHNIQUES: Readonly<Record<string, string>> = {
  change: 'f.onchange = add;',
  'change, by Enter too': 'f.onchange = add; f.onkeydown = (e) => { if (e.key === "Enter") add(); };',
  'keydown Enter': 'f.onkeydown = (e) => { if (e.key === "Enter") add(); };',
  'keypress Enter': 'f.onkeypress = (e) => { if (e.key === "Enter") add(); };',
  'keyup Enter': 'f.onkeyup = (e) => { if (e.key === "Enter") add(); };',
  'form submit': 'f.form.onsubmit = (e) => { e.preventDefault(); add(); };',
  blur: 'f.onblur = add;',
  input: 'f.oninput = () => { if (/[kd]$/.test(f.value)) add(); };',
  'input and Enter':
    'let v = ""; f.oninput = () => { v = f.value; }; f.onkeydown = (e) => { if (e.key === "Enter" && v) { add(); v = ""; } };',
};

const todo = (technique: string): string => `<form><input id="f"></form><ul id="list"></ul><script>
  const list = document.getElementById('list');
  const f = document.getElementById('f');
  if (!${technique === 'form submit'}) f.form.onsubmit = (e) => e.preventDefault();
  const add = () => { if (!f.value) return; const li = document.createElement('li'); li.textContent = f.value; list.append(li); f.value = ''; };
  ${TECHNIQUES[technique]}</script>`;

describe('a todo list that takes an item by', () => {
  it.each(Object.keys(TECHNIQUES))('%s: filled, Enter', (technique) =>
    expectSame(
      todo(technique),
      ['fill milk', 'press Enter', 'fill bread', 'press Enter', 'focus @b'],
      withoutKeys,
    ),
  );
  it.each(Object.keys(TECHNIQUES))('%s: typed, Enter', (technique) =>
    expectSame(todo(technique), ['type milk', 'press Enter', 'type bread', 'press Enter', 'focus @b']),
  );
  it.each(Object.keys(TECHNIQUES))('%s: filled, then another thing is pressed', (technique) =>
    expectSame(todo(technique), ['fill milk', 'click @b', 'fill bread', 'click @b'], withoutKeys),
  );
});
