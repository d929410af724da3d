import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { scriptWithParts } from '../support/page-script.ts';

const CANARY = 'Wolframite';

/** A button and a paragraph. */
const BOTH = `<button>${CANARY}</button><p>${CANARY} text</p>`;

const inside = (style: string): string => `<div style="${style}">${BOTH}</div>`;

const HIDDEN: Readonly<Record<string, string>> = {
  'display: none': inside('display: none'),
  'display: none, loose': `<div style="display: none">${CANARY}</div>`,
  'visibility: hidden': inside('visibility: hidden'),
  'visibility: collapse': inside('visibility: collapse'),
  'the attribute hidden': `<div hidden>${BOTH}</div>`,
  'hidden=until-found': `<div hidden=until-found>${BOTH}</div>`,
  'hidden=until-found, loose': `<div hidden=until-found>${CANARY}</div>`,
  'closed details': `<details><summary>Open</summary>${BOTH}</details>`,
  'closed details, loose': `<details><summary>Open</summary>${CANARY}</details>`,
  'a second summary': `<details><summary>Open</summary><summary>${CANARY}</summary></details>`,
  'a closed dialog': `<dialog>${BOTH}</dialog>`,
  'a closed popover': `<div popover>${BOTH}</div>`,
  'content-visibility: hidden': inside('content-visibility: hidden'),
  'content-visibility: hidden, loose': `<div style="content-visibility: hidden">${CANARY}</div>`,
  'content-visibility: hidden on a button': `<button style="content-visibility: hidden">${CANARY}</button>`,
  'aria-hidden': `<div aria-hidden=true>${BOTH}</div>`,
  inert: `<div inert>${BOTH}</div>`,
  'opacity: 0': inside('opacity: 0'),
  'opacity: 0 above': `<div style="opacity: 0"><div>${BOTH}</div></div>`,
  'no size and clipped': inside('width: 0; height: 0; overflow: hidden'),
  'no height and clipped': inside('height: 0; overflow: hidden'),
  'max-height: 0': inside('max-height: 0; overflow: clip'),
  'off to the left': inside('position: absolute; left: -9999px'),
  'off to the top': inside('position: absolute; top: -9999px'),
  'fixed off the screen': inside('position: fixed; left: 200vw'),
  'moved off by transform': inside('position: absolute; transform: translateX(-9999px)'),
  'a template': `<template>${BOTH}</template>`,
  noscript: `<noscript>${BOTH}</noscript>`,
  'a script': `<script type=application/json>"${CANARY}"</script>`,
  'a style sheet': `<style>.x::before { content: "${CANARY}" }</style>`,
  'a comment': `<!-- ${CANARY} -->`,
  'a hidden option': `<select><option>Own<option hidden>${CANARY}</select>`,
  'an option without a box': `<select><option>Own<option style="display: none">${CANARY}</select>`,
  'an option in a hidden group': `<select><option>Own<optgroup hidden label=${CANARY}><option>${CANARY}</select>`,
  'a datalist': `<input list=d><datalist id=d><option>${CANARY}</datalist>`,
  'a hidden input': `<input type=hidden value=${CANARY} name=x>`,
  'a field that is drawn as dots': `<input style="-webkit-text-security: disc" value=${CANARY}>`,
  'attributes nobody reads': `<p data-x=${CANARY} class=${CANARY}>Own</p>`,
  'generated content of something hidden': `<style>#g::before { content: "${CANARY}" }</style><p id=g style="visibility: hidden">x</p>`,
  'generated content that is hidden': `<style>#h::before { content: "${CANARY}"; display: none }</style><p id=h>Own</p>`,
  'an unslotted child': `<div id=host>${BOTH}</div><script>document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<p>Own</p>'</script>`,
  'a hidden host': `<div id=host2 style="display: none"></div><script>document.getElementById('host2').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(BOTH)}</script>`,
  'a hidden part of a shadow tree': `<div id=host3></div><script>document.getElementById('host3').attachShadow({ mode: 'open' }).innerHTML = '<div hidden>' + ${JSON.stringify(BOTH)} + '</div>'</script>`,
  'a slot that is hidden': `<div id=host4>${BOTH}</div><script>document.getElementById('host4').attachShadow({ mode: 'open' }).innerHTML = '<div hidden><slot></slot></div>'</script>`,
  'a hidden frame': `<iframe hidden srcdoc='${BOTH}'></iframe>`,
  'a frame with no size': `<div style="height: 0; overflow: hidden"><iframe srcdoc='${BOTH}'></iframe></div>`,
  'hidden in a frame': `<iframe srcdoc='<div hidden>${BOTH}</div>'></iframe>`,
  'the fallback of an object': `<video controls>${BOTH}</video>`,
  'the fallback of a film, loose': `<video controls>${CANARY} <span>${CANARY}</span></video>`,
  'the fallback of a sound, loose': `<audio controls>${CANARY}</audio>`,
  'the fallback of a meter': `<meter value=0.5>${CANARY} <i>${CANARY}</i></meter><progress>${CANARY}</progress>`,
  'the fallback of a frame': `<iframe>${CANARY}</iframe>`,
  'parts of a drawing that are not drawn': `<svg><defs><text>${CANARY}</text></defs><clipPath><text>${CANARY}</text></clipPath><metadata>${CANARY}</metadata></svg>`,
  'a canvas that nobody drew': `<canvas hidden>${BOTH}</canvas>`,
  'transform: scale(0)': inside('transform: scale(0)'),
  'font-size: 0': `<p style="font-size: 0">${CANARY}</p>`,
};

/**
 * Text that is hidden from sighted people or from screen readers, and still in answers: names and text are what
 * assistive technology reads, and colors are not compared.
 */
const REPORTED: Readonly<Record<string, string>> = {
  'text-indent': `<p style="text-indent: -9999px; overflow: hidden">${CANARY}</p>`,
  'clip-path': inside('clip-path: inset(100%)'),
  'one pixel that is clipped': inside(
    'position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)',
  ),
  'the color of the background': `<p style="color: white; background: white">${CANARY}</p>`,
  'a transparent part of a name': `<button>Own<span style="opacity: 0"> ${CANARY}</span></button>`,
  'a label that is hidden': `<button aria-labelledby=l>x</button><span id=l hidden>${CANARY}</span>`,
  'a field that its picture covers': `<label><input type=checkbox aria-label="${CANARY}" style="opacity: 0">Own</label>`,
};

let browser: Browser;
let tab: Page;
beforeAll(async () => {
  browser = await launchChromium();
  tab = await browser.newPage();
  await tab.goto('about:blank');
  await tab.evaluate(scriptWithParts);
});
afterAll(() => browser.close());

const FORMATS = ['json', 'tree', 'html', 'indexed', 'outline', 'yaml', 'markdown'];

/** All calls that read the page. */
const CALLS: readonly (readonly unknown[])[] = [
  ...FORMATS.flatMap((format) => [
    ['snapshot', { format }],
    ['snapshot', { format, interactiveOnly: false, description: true }],
  ]),
  ['page', 'info'],
  ['page', 'extract'],
  ['page', 'extract', { scope: 'body' }],
  ['page', 'search', { value: '[a-z]+', regex: true }],
  ['page', 'wait', { text: CANARY }],
  ['page', 'scroll', { text: 'Own words' }],
];

const json = (page: Page, calls: readonly (readonly unknown[])[]): Promise<string[]> =>
  page.evaluate((all: unknown[][]) => {
    const { __agentBrowser: agent } = window as unknown as {
      __agentBrowser: { json(...args: unknown[]): string };
    };
    return all.map((call) => agent.json(...call));
  }, calls as unknown[][]);

/** The calls whose answers contain the canary, with the text before it. */
const leaks = async (html: string): Promise<string[]> => {
  await tab.setContent(`<!doctype html><title>t</title><body><p>Own words</p>${html}`);
  const answers = await json(tab, CALLS);
  return answers.flatMap((answer, i) => {
    const at = Math.max(answer.indexOf(CANARY), answer.indexOf('"holds":true'));
    return at < 0 ? [] : [`${JSON.stringify(CALLS[i])}: ${answer.slice(Math.max(0, at - 80), at + 20)}`];
  });
};

describe('text that nobody can see', () => {
  it.each(Object.keys(HIDDEN))('is in no answer: %s', async (how) => {
    expect(await leaks(HIDDEN[how] as string)).toEqual([]);
  });

  it('has all these cases', () => expect(Object.keys(HIDDEN).length).toBe(56));

  it('is found only by a call that asks for hidden elements', async () => {
    for (const how of [
      'display: none',
      'closed details',
      'opacity: 0',
      'off to the left',
      'no height and clipped',
    ]) {
      await tab.setContent(`<!doctype html><body>${HIDDEN[how]}`);
      const [found = '', all = ''] = await json(tab, [
        ['page', 'find', { by: 'role', value: 'button', name: CANARY }],
        ['page', 'find', { by: 'text', value: CANARY }],
      ]);
      for (const answer of [found, all])
        expect(JSON.parse(answer), how).toMatchObject({ elements: [], total: 0 });
    }
  });

  it('is in answers where the documentation says so', async () => {
    for (const how of Object.keys(REPORTED))
      expect(await leaks(REPORTED[how] as string), how).not.toEqual([]);
    await tab.setContent(`<!doctype html><body>${HIDDEN['display: none']}`);
    const [shown = ''] = await json(tab, [['snapshot', { includeHidden: true, interactiveOnly: false }]]);
    expect(shown).toContain(CANARY);
  });
});
