import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../src/contract.ts';
import { launchChromium } from '../support/chromium.ts';
import { scriptWithParts } from '../support/page-script.ts';

/**
 * The page gets the same events in the same order from our actions as from Playwright's, whose input is trusted, and
 * has the same state at the end.
 */
let browser: Browser;
/** One tab for each side: they keep their documents, and only the body is replaced for each test. */
let trustedTab: Page;
let ourTab: Page;
beforeAll(async () => {
  browser = await launchChromium();
  trustedTab = await openTab();
  ourTab = await openTab();
  await ourTab.evaluate(scriptWithParts);
});
afterAll(() => browser?.close());

const openTab = async (): Promise<Page> => {
  const tab = await browser.newPage();
  await tab.setContent('<!doctype html><body>');
  await tab.evaluate(LISTEN);
  return tab;
};

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

/** An action on `#f`, or on the element named behind an `@`: `fill milk`, `press Enter`, `focus @b`. */
type Step = string;

const partsOf = (step: Step): { kind: string; payload: string; id: string } => {
  const [what, id = 'f'] = step.split(' @') as [string, string | undefined];
  const [kind = '', ...payload] = what.split(' ');
  return { kind, payload: payload.join(' '), id };
};

const act = async (step: Step): Promise<void> => {
  const { kind, payload, id } = partsOf(step);
  const result = await ourTab.evaluate<ActionResult, unknown[]>(
    ([ref, verb, given]) => window.__agentBrowser?.run('action', ref, verb, given) as never,
    [`css=#${id}`, kind, payload || undefined],
  );
  if (!result.ok) throw new Error(`${step}: ${result.error.message}`);
};

const actTrusted = async (step: Step): Promise<void> => {
  const { kind, payload, id } = partsOf(step);
  const at = trustedTab.locator(`#${id}`);
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

/** The content of a body, and a script of the page that runs after it was put there. */
interface Stage {
  html: string;
  script?: string;
}

const hear = async (
  tab: Page,
  { html, script = '' }: Stage,
  steps: readonly Step[],
  how: (step: Step) => Promise<void>,
): Promise<Heard> => {
  const body = `${html}<button id="b" type="button">B</button>`;
  await tab.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}; log.length = 0; { ${script} }`);
  for (const step of steps) await how(step);
  return { log: await tab.evaluate('log'), state: await tab.evaluate(STATE) };
};

/** Without focus events: Playwright chooses an option without the focus, which a person's click or key gives. */
const withoutFocus = ({ log, state }: Heard): Heard => ({
  log: log.filter((event) => !/^(?:focus|blur)/.test(event)),
  state,
});

/** Without key events: Playwright's `fill` sends none, ours a keyup, for pages that search upon it. */
const withoutKeys = ({ log, state }: Heard): Heard => ({
  // Whether selected text is deleted backwards or forwards makes no difference.
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
  stage: string | Stage,
  steps: readonly Step[],
  sift = (heard: Heard): Heard => heard,
): Promise<void> => {
  const given = typeof stage === 'string' ? { html: stage } : stage;
  const trusted = sift(await hear(trustedTab, given, steps, actTrusted));
  const ours = sift(await hear(ourTab, given, steps, act));
  expect(ours).toEqual(trusted);
};

describe('a text field', () => {
  const html = '<input id="f">';
  it.each<[string, Step[]]>([
    ['is filled, and left', ['fill milk', 'focus @b']],
    ['is filled twice, and left', ['fill milk', 'fill milk1', 'focus @b']],
    ['is filled, emptied and left', ['fill milk', 'clear', 'focus @b']],
    ['is filled, and something else is pressed', ['fill milk', 'click @b']],
  ])('%s', (_, steps) => expectSame(html, steps, withoutKeys));

  it.each<[string, Step[]]>([
    ['is typed into, and left', ['type milk', 'focus @b']],
    ['is typed into, and Enter is pressed', ['type milk', 'press Enter', 'focus @b']],
    ['loses its last character by Backspace', ['type milk', 'press Backspace', 'focus @b']],
  ])('%s', (_, steps) => expectSame(html, steps));
});

describe.each(FIELDS)('%s', (_, html, text) => {
  it('fill, blur, fill again, clear, click elsewhere', () =>
    expectSame(
      html,
      [`fill ${text}`, 'focus @b', `fill ${text}1`, 'click @b', `fill ${text}`, 'clear', 'focus @b'],
      withoutKeys,
    ));

  it('type and blur; Backspace, Enter', () =>
    expectSame(html, [`type ${text}`, 'focus @b', 'type 1', 'press Backspace', 'press Enter', 'focus @b']));
});

describe('a field that is set as a whole', () => {
  it.each(Object.entries(WHOLE_TYPES))('%s', (type, value) =>
    expectSame(`<input id="f" type="${type}">`, [`fill ${value}`, 'focus @b'], withoutKeys),
  );
});

describe('selection and checking', () => {
  const OPTIONS = '<option>small<option>large';
  it.each<[string, string, Step[]]>([
    ['a checkbox', '<input id="f" type="checkbox">', ['check', 'uncheck', 'focus @b']],
    ['a radio', '<input id="f" type="radio" name="r"><input type="radio" name="r">', ['check', 'focus @b']],
    ['a box by Space', '<input id="f" type="checkbox">', ['press Space', 'focus @b']],
    ['a box that is checked already', '<input id="f" type="checkbox" checked>', ['check', 'focus @b']],
    ['a select by key', `<select id="f">${OPTIONS}</select>`, ['press ArrowDown', 'focus @b']],
  ])('%s', (_, html, steps) => expectSame(html, steps));

  it.each(['', 'multiple', 'size="3"'])('an option of a select %s', (how) =>
    expectSame(`<select id="f" ${how}>${OPTIONS}</select>`, ['select large', 'focus @b'], withoutFocus),
  );
});

/** Ways in which todo applications add an item. */
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

const todo = (technique: string): Stage => ({
  html: '<form><input id="f"></form><ul id="list"></ul>',
  script: `
  const list = document.getElementById('list');
  const f = document.getElementById('f');
  if (!${technique === 'form submit'}) f.form.onsubmit = (e) => e.preventDefault();
  const add = () => { if (!f.value) return; const li = document.createElement('li'); li.textContent = f.value; list.append(li); f.value = ''; };
  ${TECHNIQUES[technique]}`,
});

describe('a todo list that adds an item by', () => {
  it.each(Object.keys(TECHNIQUES))('%s: fill, Enter', (technique) =>
    expectSame(
      todo(technique),
      ['fill milk', 'press Enter', 'fill bread', 'press Enter', 'focus @b'],
      withoutKeys,
    ),
  );
  it.each(Object.keys(TECHNIQUES))('%s: type, Enter', (technique) =>
    expectSame(todo(technique), ['type milk', 'press Enter', 'type bread', 'press Enter', 'focus @b']),
  );
  it.each(Object.keys(TECHNIQUES))('%s: fill, then click elsewhere', (technique) =>
    expectSame(todo(technique), ['fill milk', 'click @b', 'fill bread', 'click @b'], withoutKeys),
  );
});
