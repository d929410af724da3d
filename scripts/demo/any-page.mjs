import { readChange } from './host.mjs';
import { bold, count, dim, green, print, printHeading, printText, yellow } from './terminal.mjs';

/** @typedef {import('./host.mjs').Result} Result */

/** The text of a result, or its tree as JSON. */
const textOf = (/** @type {Result} */ result) =>
  result.text ?? JSON.stringify(result.tree ?? result.delta ?? result.error, undefined, 2);

/**
 * Shows a page, does the steps of the command line, and shows the changes after each.
 * @param {import('./host.mjs').Host} host
 * @param {import('./options.mjs').DemoOptions} options
 * @returns {Promise<boolean>} false if a call failed
 */
export async function showPage(host, { snapshot, steps, json }) {
  const first = await host.call('snapshot', snapshot);
  const results = [first];
  let revision = first.meta?.revision;
  if (!json) await printFirst(host, first);
  for (const { kind, ref, text } of steps) {
    const action = await host.call('action', ref, kind, kind === 'fill' ? text : undefined);
    results.push(action);
    if (!json) printAction(`${kind} ${ref}${text === undefined ? '' : ` "${text}"`}`, action);
    if (!action.ok) break;
    const change = await readChange(host, revision, snapshot);
    results.push(change);
    revision = change.meta?.revision;
    if (!json) printText(textOf(change));
  }
  // Without steps the output is one result, else a list of all results in order.
  if (json) print(JSON.stringify(steps.length === 0 ? first : results, undefined, 2));
  return results.every(({ ok }) => ok);
}

async function printFirst(/** @type {import('./host.mjs').Host} */ host, /** @type {Result} */ first) {
  printHeading('What a language model reads');
  printText(textOf(first));
  if (!first.ok) return;
  const html = Number(await host.evaluate('document.documentElement.outerHTML.length'));
  const length = textOf(first).length;
  print();
  print(`${bold(`${count(length)} characters`)}; the page's HTML has ${count(html)}.`);
  if (first.truncated) print(dim('It is cut at its limits; --max-chars and --max-nodes move them.'));
}

function printAction(/** @type {string} */ what, /** @type {Result} */ action) {
  printHeading(what);
  print(
    action.ok
      ? `${green('done')}, verified: ${action.verified}, effect: ${JSON.stringify(action.effect)}`
      : `${yellow(action.error?.code ?? 'error')}: ${action.error?.message}`,
  );
}
