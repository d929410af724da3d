import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

export const usage = `npm run demo                                the whole loop on the shop that comes with the project
npm run demo -- <url or file> [options]     the same for any page

  --format <format>      tree (default), html, indexed, outline, yaml, markdown, json
  --max-chars <n>        most characters of the text (default 12000)
  --max-nodes <n>        most lines of the text, and nodes that are collected
  --full                 everything, not only what can be acted on
  --json                 the result as JSON, and nothing else, on stdout
  --click <ref>          click, then show what changed; may be given again
  --fill <ref> <text>    fill in a text (or --fill <ref>=<text>), then show what changed; may be given again
  --viewport <WxH>       size of the page (default 1280x800)
  --headed               show the browser's window
  --help                 this text`;

export const formats = ['tree', 'text', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json'];

/** A mistake in the command line: its message is one sentence, and the exit code is 2. */
export class UsageError extends Error {}

/**
 * @typedef {{ kind: 'click' | 'fill', ref: string, text?: string | undefined }} Step
 * @typedef {{
 *   help: boolean, page: string | undefined, json: boolean, headed: boolean, steps: Step[],
 *   viewport: { width: number, height: number }, snapshot: Record<string, unknown>,
 * }} DemoOptions
 */

/** @type {import('node:util').ParseArgsConfig['options']} */
const known = {
  format: { type: 'string' },
  'max-chars': { type: 'string' },
  'max-nodes': { type: 'string' },
  full: { type: 'boolean' },
  json: { type: 'boolean' },
  click: { type: 'string', multiple: true },
  fill: { type: 'string', multiple: true },
  viewport: { type: 'string' },
  headed: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

const refPattern = /^\[?(?:ref=|@)?((?:[a-z]{2})?\d+)\]?$/;

function readRef(/** @type {string} */ option, /** @type {string} */ text) {
  const ref = refPattern.exec(text.trim())?.[1];
  if (!ref) throw new UsageError(`${option} wants a ref such as kd12, and got "${text}".`);
  return ref;
}

/** @returns {number | undefined} */
function readCount(/** @type {string} */ option, /** @type {string | undefined} */ text) {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`${option} wants a whole number from 1 up, and got "${text}".`);
  return Number(text);
}

function readViewport(/** @type {string} */ text) {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/i.exec(text) ?? [];
  if (!width || !height) throw new UsageError(`--viewport wants a size such as 1280x800, and got "${text}".`);
  return { width: Number(width), height: Number(height) };
}

/** The URL of a page: a path becomes a `file:` URL, a bare host name an `https:` one. */
export function readPageAddress(/** @type {string} */ text) {
  if (/^(https?|file|data|about):/i.test(text)) return text;
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), text);
  if (existsSync(path)) return pathToFileURL(path).href;
  if (/^(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?([/?#]|$)/i.test(text) && !/\.html?$/i.test(text))
    return `https://${text}`;
  throw new UsageError(`"${text}" is neither a URL nor a file that exists.`);
}

/**
 * Reads the command line. `--fill` takes its text from the same word (`kd5=text`) or from the next one.
 * @param {string[]} args
 * @returns {DemoOptions}
 */
export function readOptions(args) {
  const { tokens, values } = parse(args);
  /** @type {Step[]} */
  const steps = [];
  /** @type {(string | undefined)[]} */
  const words = [];
  /** @type {Step | undefined} a fill whose text is still to come */
  let open;
  for (const token of tokens) {
    if (open && token.kind === 'positional') {
      open.text = token.value;
      open = undefined;
    } else if (open) {
      break;
    } else if (token.kind === 'positional') {
      words.push(token.value);
    } else if (token.kind === 'option' && token.name === 'click') {
      steps.push({ kind: 'click', ref: readRef('--click', token.value ?? '') });
    } else if (token.kind === 'option' && token.name === 'fill') {
      const [, ref, text] = /^([^=]*\d\]?)=([\s\S]*)$/.exec(token.value ?? '') ?? [];
      /** @type {Step} */
      const step = { kind: 'fill', ref: readRef('--fill', ref ?? token.value ?? '') };
      steps.push(step);
      if (text === undefined) open = step;
      else step.text = text;
    }
  }
  if (open) throw new UsageError(`--fill ${open.ref} wants a text after it.`);
  if (words.length > 1)
    throw new UsageError(
      `One page at a time, please; got ${words.map((word) => `"${word}"`).join(' and ')}.`,
    );

  const format = values.format ?? 'text';
  if (!formats.includes(format))
    throw new UsageError(`--format knows ${formats.join(', ')}, and got "${format}".`);
  /** @type {Record<string, unknown>} */
  const snapshot = { format };
  if (values.full) snapshot.interactiveOnly = false;
  const maxChars = readCount('--max-chars', values['max-chars']);
  const maxNodes = readCount('--max-nodes', values['max-nodes']);
  // `maxCharsTotal` limits a text; a tree has no characters to limit.
  if (maxChars && format !== 'json') snapshot.maxCharsTotal = maxChars;
  if (maxNodes) snapshot.maxNodes = maxNodes;
  return {
    help: values.help === true,
    page: words[0] === undefined ? undefined : readPageAddress(words[0]),
    json: values.json === true,
    headed: values.headed === true,
    steps,
    viewport: readViewport(values.viewport ?? '1280x800'),
    snapshot,
  };
}

/**
 * @param {string[]} args
 * @returns {{ tokens: { kind: string, name?: string, value?: string }[], values: Record<string, any> }}
 */
function parse(args) {
  try {
    return /** @type {any} */ (
      parseArgs({ args, options: known, allowPositionals: true, tokens: true, strict: true })
    );
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : error}`.replace(/\. To specify .*/s, '.'),
    );
  }
}
