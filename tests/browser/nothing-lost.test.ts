import fc from 'fast-check';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotText } from '../../src/contract.ts';
import { launchChromium, scriptRunner } from '../support/chromium.ts';
import { scriptWithParts } from '../support/page-script.ts';

/**
 * Every text and value that Chromium's accessibility tree holds and a person sees must be in a full snapshot, and
 * everything that can be acted on must have a ref.
 */

let browser: Browser;
let page: Page;
let cdp: CDPSession;
let runScript: (script: string) => Promise<void>;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  cdp = await page.context().newCDPSession(page);
  runScript = await scriptRunner(page);
});
afterAll(() => browser?.close());

const read = async (html: string, options: Record<string, unknown> = {}): Promise<string> => {
  await page.setContent(`<!doctype html><title>t</title><body>${html}`);
  await runScript(scriptWithParts);
  const given = { format: 'text', maxCharsTotal: 1e6, maxNodes: 1e5, maxDepth: 500, ...options };
  const json = await page.evaluate(
    (asked) =>
      (globalThis as unknown as { __agentBrowser: { json(...args: unknown[]): string } }).__agentBrowser.json(
        'snapshot',
        asked,
      ),
    given,
  );
  return (JSON.parse(json) as SnapshotText).text;
};

const readWhole = (html: string): Promise<string> => read(html, { interactiveOnly: false });

interface AxNode {
  ignored: boolean;
  role?: { value?: unknown };
  name?: { value?: unknown };
  value?: { value?: unknown };
}

/** The words of all texts and all values in Chromium's accessibility tree. */
const wordsInChromiumTree = async (): Promise<string[]> => {
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  const texts = nodes
    .filter(
      ({ ignored, role }) => !ignored && role?.value !== 'RootWebArea' && role?.value !== 'InlineTextBox',
    )
    .flatMap(({ name, value }) => [name?.value, value?.value]);
  return texts.flatMap(
    (text) => (typeof text === 'string' || typeof text === 'number' ? String(text).match(WORD) : null) ?? [],
  );
};

/** The words of the generated pages: each is in one place only. */
const WORD = /\b(?:w\d{3,4}|7\d{3})\b/g;

const KINDS: Readonly<Record<string, string>> = {
  'a progress bar in a label': '<label>w001<progress value=7001 max=9000></progress></label>',
  'a meter in a label': '<label>w001 <meter value=7001 max=9000>w002</meter></label>',
  'a meter alone': '<meter value=7001 max=9000></meter>',
  'an output in a label': '<label>w001 <output>w002</output> w003</label>',
  'an object and what stands for it': '<object data="data:x/y,">w001 <button>w002</button></object>',
  'audio and video':
    '<figure><audio controls title=w001></audio><video controls aria-label=w002></video><figcaption>w003</figcaption></figure>',
  'text of a drawing':
    '<svg width=90 height=40><title>w001</title><text y=20>w002</text><g><text y=35>w003</text></g></svg>',
  'text of a drawing in a button':
    '<button><svg width=90 height=40><text y=20>w001</text></svg> w002</button>',
  'details, open and closed':
    '<details open><summary>w001</summary>w002<p>w003</p></details><details><summary>w004</summary>w005</details>',
  'a component without a role in a label':
    '<label><x-box></x-box>w001</label><script>customElements.get("x-box") || customElements.define("x-box", class extends HTMLElement { static formAssociated = true; constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<input type=checkbox>"; } })</script>',
  'a field in a label with words on both sides':
    '<label>w001 <input value=w002> w003 <select><option>w004</select> w005</label>',
  'a legend and its group':
    '<fieldset><legend>w001 <b>w002</b></legend>w003<input aria-label=w004 value=w005></fieldset>',
  'a caption, heads and cells':
    '<table><caption>w001</caption><tr><th>w002<td>w003 <b>w004</b><tr><td colspan=2>w005<p>w006</table>',
  terms: '<dl><dt>w001<dd>w002<div>w003</div></dl>',
  'a button with more than a name': '<button aria-label=w001>w002</button>',
  'a label that is said otherwise': '<label>w001 <input aria-label=w002></label>',
  'a label under another role':
    '<label role=note onclick="1">w001 <meter value=7001 max=9000></meter> w002</label>',
  'a quotation and what is struck':
    '<blockquote>w001 <q>w002</q> <del>w003</del> <ins>w004</ins></blockquote>',
  'a slider': '<input type=range min=7000 max=7999 value=7123 aria-label=w001>',
  'a number':
    '<div role=spinbutton aria-valuenow=7123 aria-label=w001 tabindex=0 style="width:40px;height:20px"></div>',
};

/** Words of Chromium's tree that are not in the text. */
const missing = (expected: readonly string[], text: string): string[] =>
  expected.filter((word) => !text.includes(word));

/**
 * Generated pages of nested elements; each text and value is a unique word. Labels that only assistive technology
 * reads are left out, except for those of fields, because a person does not see them.
 */
interface Shape {
  open: string;
  close: string;
  inside: (Shape | 'word')[];
}

const TAGS =
  'div div span p b em li ul h2 h4 button label details summary table tr td th fieldset legend figure figcaption dl dt dd blockquote pre code q output section article aside nav ins del mark sup time address menu object meter progress'.split(
    ' ',
  );
const ROLES =
  'button link checkbox heading group list listitem none region tab row cell tooltip alert status note term img article option menuitem treeitem'.split(
    ' ',
  );
const LEAVES = [
  '<input aria-label=# value=#>',
  '<input placeholder=#>',
  '<select aria-label=#><option>#<option selected>#</select>',
  '<textarea aria-label=#>#</textarea>',
  '<progress value=$ max=9000></progress>',
  '<meter value=$ max=9000></meter>',
  '<img alt=# width=20 height=20 src="data:,">',
  '<svg width=90 height=40><text y=20>#</text></svg>',
  '<a href="/#">#</a>',
  '<input type=checkbox>#',
  '<input type=submit value=#>',
  '<audio controls aria-label=#></audio>',
];

const shape = fc.letrec<{ node: Shape; child: Shape | 'word' }>((tie) => ({
  node: fc.oneof(
    fc.constantFrom(...LEAVES).map((open): Shape => ({ open, close: '', inside: [] })),
    fc
      .record({
        tag: fc.constantFrom(...TAGS),
        role: fc.option(fc.constantFrom(...ROLES), { freq: 4 }),
        extra: fc.constantFrom('', '', '', ' tabindex=0', ' onclick="1"', ' style="display:block"'),
        inside: fc.array(tie('child'), { minLength: 1, maxLength: 4 }),
      })
      .map(({ tag, role, extra, inside }): Shape => {
        const own = tag === 'details' ? ' open' : /meter|progress/.test(tag) ? ' value=$ max=9000' : '';
        return {
          open: `<${tag}${own || (role ? ` role=${role}` : '')}${extra}>`,
          close: `</${tag}>`,
          inside,
        };
      }),
  ),
  child: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant('word' as const), tie('node')),
})).node;

let words = 0;
const htmlOf = (node: Shape | 'word'): string => {
  const numbered = (text: string): string =>
    text.replace(
      /[#$]/g,
      (sign) => `${sign === '#' ? 'w' : ''}${(sign === '#' ? 1000 : 7000) + (words++ % 999)}`,
    );
  if (node === 'word') return ` ${numbered('#')} `;
  return numbered(node.open) + node.inside.map(htmlOf).join('') + node.close;
};

const PAGES = 12;
const SHAPES = 40;
/** AGENT_BROWSER_SEED=… generates other pages. */
const SEED = Number(process.env.AGENT_BROWSER_SEED ?? 20_260_101);

describe('nothing is lost', () => {
  it.each(Object.entries(KINDS))('of %s', async (_, html) => {
    const text = await readWhole(html);
    const inChromium = await wordsInChromiumTree();
    expect(inChromium.length).toBeGreaterThan(0);
    expect(missing(inChromium, text), text).toEqual([]);
  });

  it('of a control in another one whose event handlers are unknown', async () => {
    const html =
      '<p role=tab tabindex=0 style="width:150px"><br><button id=b style="width:95px">Submit</button></p>';
    expect((await read(html)).split('\n').slice(1)).toEqual([
      expect.stringMatching(/^- tab "Submit" \[ref=\w+\].*:$/),
      expect.stringMatching(/^ {2}- button "Submit" \[ref=\w+\]$/),
    ]);
  });

  it(`of ${PAGES} generated pages (seed ${SEED})`, async () => {
    const all = fc.sample(shape, { numRuns: PAGES * SHAPES, seed: SEED });
    let count = 0;
    const lost: [string[], string][] = [];
    for (let i = 0; i < all.length; i += SHAPES) {
      words = 0;
      const parts = all.slice(i, i + SHAPES).map(htmlOf);
      const text = await readWhole(parts.map((part) => `<section>${part}</section>`).join('\n'));
      const inChromium = await wordsInChromiumTree();
      count += inChromium.length;
      const gone = missing(inChromium, text);
      for (const part of parts) {
        const own = gone.filter((word) => part.includes(word));
        if (own.length > 0) lost.push([own, part]);
      }
    }
    lost.sort((a, b) => a[1].length - b[1].length);
    expect(count).toBeGreaterThan(700);
    expect(lost.slice(0, 12), `${lost.length} shapes`).toEqual([]);
  });
});
