import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { FRAMEWORKS, openApp, play } from '../support/framework-stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** What other tools do to a control, `el`, so that it holds `to`; and what of the model tells that it is heard. */
const TECHNIQUES: Readonly<Record<string, { part: string; own: [kind: string, at: string]; tries: object }>> =
  {
    text: {
      part: 'text',
      own: ['fill', 'text'],
      tries: {
        'own setter + input': `el.value = to; send('input')`,
        'prototype setter + input': `set(to); send('input')`,
        'prototype setter + change': `set(to); send('change')`,
        execCommand: `el.focus(); el.select(); document.execCommand('insertText', false, to)`,
        'keys only': `for (const key of to) for (const type of ['keydown', 'keypress', 'keyup']) send(type, { key })`,
        'paste only': `send('paste')`,
      },
    },
    box: {
      part: 'box',
      own: ['setChecked', 'box'],
      tries: {
        click: `el.click()`,
        'checked + change': `el.checked = to; send('change')`,
      },
    },
    size: {
      part: 'size',
      own: ['select', 'size'],
      tries: {
        'value + change': `el.value = to; send('change')`,
        'value + input': `el.value = to; send('input')`,
      },
    },
    date: {
      part: 'date',
      own: ['fill', 'date'],
      tries: {
        'prototype setter + input + change': `set(to); send('input'); send('change')`,
        'prototype setter + change': `set(to); send('change')`,
      },
    },
    focus: {
      part: 'focused',
      own: ['focus', 'text'],
      tries: {
        'focusin event': `send('focusin')`,
        'focus event': `send('focus', { bubbles: false })`,
        'focus()': `el.focus()`,
      },
    },
  };

/** Y: the model changed; React's column and Vue's are those of ../shared/facts/events.md. */
const KNOWN = `
                                       react react@18 vue svelte preact angular lit solid jquery
text ours                              Y     Y        Y   Y      Y      Y       Y   Y     Y
text own setter + input                -     -        Y   Y      Y      Y       Y   Y     Y
text prototype setter + input          Y     Y        Y   Y      Y      Y       Y   Y     Y
text prototype setter + change         Y     Y        -   -      -      -       -   -     -
text execCommand                       Y     Y        Y   Y      Y      Y       Y   Y     Y
text keys only                         -     -        -   -      -      -       -   -     -
text paste only                        -     -        -   -      -      -       -   -     -
box ours                               Y     Y        Y   Y      Y      Y       Y   Y     Y
box click                              Y     Y        Y   Y      Y      Y       Y   Y     Y
box checked + change                   -     -        Y   Y      -      Y       Y   Y     Y
size ours                              Y     Y        Y   Y      Y      Y       Y   Y     Y
size value + change                    Y     Y        Y   Y      Y      Y       Y   Y     Y
size value + input                     -     -        -   -      -      -       -   -     -
date ours                              Y     Y        Y   Y      Y      Y       Y   Y     Y
date prototype setter + input + change Y     Y        Y   Y      Y      Y       Y   Y     Y
date prototype setter + change         Y     Y        -   -      -      -       -   -     -
focus ours                             Y     Y        Y   Y      Y      Y       Y   Y     Y
focus focusin event                    Y     Y        -   -      -      -       -   -     -
focus focus event                      -     -        Y   Y      Y      Y       Y   Y     Y
focus focus()                          Y     Y        Y   Y      Y      Y       Y   Y     Y
`;

/** The control of a label in the page or in the app's shadow root. */
const CONTROL = `(name) => {
  const root = document.querySelector('lit-app')?.shadowRoot ?? document;
  const label = [...root.querySelectorAll('label')].find((label) => label.textContent.trim().startsWith(name));
  return label.querySelector('input, select');
}`;

/** The value that a control shall have next; the one that it has is another. */
const next = (part: string, now: unknown, turn: number): unknown =>
  part === 'box'
    ? !now
    : part === 'size'
      ? now === 'small'
        ? 'large'
        : 'small'
      : part === 'date'
        ? `2026-01-${10 + turn}`
        : part === 'focused'
          ? Number(now) + 1
          : `text ${turn}`;

const attempt = (tab: Page, name: string, code: string, to: unknown): Promise<void> =>
  tab.evaluate(`{
    const el = (${CONTROL})('${name === 'focus' ? 'text' : name}');
    const to = ${JSON.stringify(to)};
    const send = (type, init) => el.dispatchEvent(new (/^key/.test(type) ? KeyboardEvent : /^focus/.test(type) ? FocusEvent : Event)(type, { bubbles: true, composed: true, ...init }));
    const set = (value) => Reflect.set(HTMLInputElement.prototype, 'value', value, el);
    ${code}
  }`);

/** Looks, 20 ms apart, for a model that follows, and for one that does not. */
const LOOKS = { Y: 500, '-': 10 };

/** Tries each technique and tells of each whether the model followed; ours first, as others leave the page at odds with it. */
const tryAll = async (name: string): Promise<string[]> => {
  const tab = await openApp(browser, name);
  const heard: string[] = [];
  let turn = 0;
  for (const [control, { part, own, tries }] of Object.entries(TECHNIQUES)) {
    for (const [technique, code] of [['ours', ''], ...Object.entries(tries)]) {
      await tab.evaluate(`(${CONTROL})('text').blur()`);
      const to = next(part, await tab.evaluate(`window.model[${JSON.stringify(part)}]`), turn++);
      if (technique !== 'ours') await attempt(tab, control, code as string, to);
      else {
        const [kind, at] = own;
        const payload = kind === 'focus' ? undefined : kind === 'setChecked' ? { checked: to } : to;
        await play(tab, 'run', { kind, at, payload, model: {}, result: true });
      }
      const right = `JSON.stringify(window.model[${JSON.stringify(part)}]) === ${JSON.stringify(JSON.stringify(to))}`;
      const looks = LOOKS[known(name)[heard.length]?.endsWith('Y') ? 'Y' : '-'];
      await tab.evaluate(`(async () => {
        for (let i = 0; i < ${looks} && !(${right}); i++) await new Promise((done) => setTimeout(done, 20));
      })()`);
      heard.push(`${control} ${technique}: ${(await tab.evaluate(right)) ? 'Y' : '-'}`);
    }
  }
  await tab.context().close();
  return heard;
};

const [head = '', ...lines] = KNOWN.trim().split('\n');
const columns = head.trim().split(/\s+/);

/** The column of a framework in the table. */
const known = (name: string): string[] =>
  lines.map((line) => {
    const cells = line.trim().split(/\s+/);
    return `${cells.slice(0, -columns.length).join(' ')}: ${cells.slice(-columns.length)[columns.indexOf(name)]}`;
  });

describe.concurrent.each(FRAMEWORKS)('%s', (name) => {
  it('hears of every technique what is known, and always ours', async () => {
    const heard = await tryAll(name);
    expect(heard).toEqual(known(name));
    expect(heard.filter((line) => / ours: Y$/.test(line))).toHaveLength(Object.keys(TECHNIQUES).length);
    expect(heard).toHaveLength(20);
  });
});
