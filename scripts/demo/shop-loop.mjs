import { readChange } from './host.mjs';
import { bold, count, dim, green, print, printHeading, printText, yellow } from './terminal.mjs';

/**
 * One turn of the loop: the line of the text that the model picks, its reason, and its action on the ref in the line.
 * @typedef {{ why: string, line: RegExp, kind: 'click' | 'fill', text?: string }} Turn
 */

/** @type {Turn[]} */
const turns = [
  {
    why: 'A cookie banner covers the bottom of the page. It has a button that gives away least.',
    line: /button "Only necessary"/,
    kind: 'click',
  },
  {
    why: 'The search field is a combobox, so what it suggests will be in the change.',
    line: /combobox "Search products"/,
    kind: 'fill',
    text: 'lamp',
  },
  {
    why: 'One of the suggestions is a reading lamp. It is an option, and new in the change above.',
    line: /option "Leselampe/,
    kind: 'click',
  },
  {
    why: 'The card of that lamp has no role and no tab stop: the pointer cursor says that it can be clicked.',
    line: /clickable "Leselampe/,
    kind: 'click',
  },
  {
    why: 'A wrong turn on purpose: the search button is behind the dialog now, and the model has not noticed.',
    line: /button "Search"/,
    kind: 'click',
  },
  {
    why: "The error named the dialog. The dialog's own button puts the lamp into the cart.",
    line: /button "Add to cart"/,
    kind: 'click',
  },
];

/**
 * The loop on the shop that comes with the project. The choices of the model are those of {@link turns}; all refs,
 * texts and counts come from the page.
 * @param {import('./host.mjs').Host} host
 * @returns {Promise<boolean>} false if no line matched a turn, or the tool could not be called
 */
export async function showShopLoop(host) {
  const options = { format: 'text' };
  const first = await host.call('snapshot', options);
  printHeading('1. What a language model reads');
  printText(first.text ?? first.error?.message ?? '', { head: 60, tail: 12 });

  let { revision } = first.meta;
  /** The `after` of the rest of the page, where the text was cut. */
  let { next } = first;
  /** All texts that were read, the newest first: a ref stays valid as long as its element is in the document. */
  const read = [String(first.text)];
  const htmlLengths = [await htmlLength(host)];

  for (const [index, turn] of turns.entries()) {
    let chosen = findLine(read, turn.line);
    while (!chosen && next) {
      print();
      print(`What it looks for is not in what it has read: it reads on, ${bold(`after=${next}`)}.`);
      const more = await host.call('snapshot', { ...options, after: next });
      printText(more.text ?? more.error?.message ?? '', { head: 30, tail: 12 });
      read.unshift(String(more.text));
      htmlLengths.push(await htmlLength(host));
      ({ next } = more);
      chosen = findLine(read, turn.line);
    }
    if (!chosen) {
      print(yellow(`No line of what was read matches ${turn.line}.`));
      return false;
    }
    const verb = turn.kind === 'fill' ? `Fill "${turn.text}" into` : 'Click';
    printHeading(`${index + 2}. ${verb} ${chosen.what}`);
    print(turn.why);
    const action = await host.call('action', chosen.ref, turn.kind, turn.text);
    const call = `action(${chosen.ref}, ${turn.kind}${turn.text === undefined ? '' : `, "${turn.text}"`})`;
    if (!action.ok) {
      print(bold(`${call}: ${yellow(action.error?.code ?? 'error')}`));
      printText(action.error?.message ?? '');
      read.unshift(action.error?.message ?? '');
      htmlLengths.push(await htmlLength(host));
      continue;
    }
    print(bold(`${call}: ${green('done')}`));
    const change = await readChange(host, revision, options);
    revision = change.meta.revision;
    print(dim(`What has changed (${count(change.text.length)} characters):`));
    printText(change.text, { head: 30, tail: 4 });
    read.unshift(change.text);
    htmlLengths.push(await htmlLength(host));
  }
  const called = await callTool(host, turns.length + 2);
  if (called === undefined) return false;
  read.unshift(called);
  printSum(read, htmlLengths);
  return true;
}

/**
 * Calls a tool that the page offers, which replaces many clicks. Returns the text that a model reads; undefined if it
 * failed.
 */
async function callTool(/** @type {import('./host.mjs').Host} */ host, /** @type {number} */ index) {
  const { tools = [] } = await host.run('page', 'tools');
  printHeading(`${index}. Call searchProducts, a tool of the page`);
  print(
    `The page offers ${tools.map((/** @type {{ name: string }} */ { name }) => bold(name)).join(' and ')}.`,
  );
  const input = { words: 'tea', maxPrice: 100 };
  const { ok, output, error, snapshot } = await host.run('page', 'callTool', {
    name: 'searchProducts',
    input,
  });
  if (!ok) {
    print(yellow(error?.message ?? 'The tool could not be called.'));
    return undefined;
  }
  print(bold(`callTool(searchProducts, ${JSON.stringify(input)}): ${green('done')}`));
  printText(String(output));
  const text = `${output}\n${snapshot?.text ?? ''}`;
  if (snapshot?.text) printText(snapshot.text, { head: 12, tail: 4 });
  return text;
}

/** The newest line that matches, with the ref that follows the match: an error names several elements in one line. */
function findLine(/** @type {string[]} */ texts, /** @type {RegExp} */ pattern) {
  for (const text of texts) {
    for (const line of text.split('\n')) {
      const start = line.search(pattern);
      const [what, ref] = (start >= 0 && /^.*?\[ref=([a-z]{2}\d+)\]/.exec(line.slice(start))) || [];
      if (what && ref) return { what, ref };
    }
  }
  return undefined;
}

const htmlLength = async (/** @type {import('./host.mjs').Host} */ host) =>
  Number(await host.evaluate('document.documentElement.outerHTML.length'));

function printSum(/** @type {string[]} */ read, /** @type {number[]} */ htmlLengths) {
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, number) => total + number, 0);
  const text = sum(read.map(({ length }) => length));
  const html = sum(htmlLengths);
  printHeading('What it cost');
  print(`${bold(`${count(text)} characters in ${read.length} readings`)}: the page once, then what changed.`);
  print(
    `outerHTML in its place: ${count(html)} characters, ${(html / text).toFixed(1)} times as many, and no refs to act on.`,
  );
}
