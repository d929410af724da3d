import { readFileSync } from 'node:fs';
import type { Answer } from '../client/request.ts';
import { decode } from '../read/decode.ts';
import {
  act,
  type Command,
  fields,
  optionalNumber,
  optionalText,
  type Prepared,
  request,
  standardInput,
  target,
  text,
  UsageError,
} from './command.ts';
import { addressOf } from './navigation.ts';

const SNAPSHOT_OPTIONS = [
  ['-i, --interactive', 'what can be acted on, with its headings (the default)'],
  ['-a, --all', 'for reading: all that a person can read'],
  ['-s, --scope <target>', 'only this part: a ref or CSS selector'],
  ['--after <cursor>', 'go on where a text was cut'],
  ['--since <revision>', 'only what has changed since'],
  ['-f, --format <format>', 'tree (default), html, indexed, outline, yaml, markdown, json'],
  ['-d, --depth <n>', 'most levels'],
  ['-n, --max-nodes <n>', 'most elements'],
  ['--max-chars <n>', 'most characters (default 12000)'],
  ['--max-text <n>', 'most characters of one text'],
  ['--max-attr <n>', 'most characters of one attribute'],
  ['-c, --compact', 'leave out what has no ref and no text (the default)'],
  ['--no-compact', 'keep it'],
  ['-u, --urls', 'links with their addresses'],
  ['--visible', 'only what is in the viewport'],
  ['--buffer <px>', 'what is in the viewport, and so far around it'],
  ['--min-size <px>', 'smaller elements are not visible'],
  ['--include-hidden', 'hidden elements too'],
  ['--no-cursor', 'without what only its cursor shows to be clickable'],
  ['--no-frames', 'without what is in frames'],
  ['--no-shadow', 'without what is in shadow roots'],
  ['--paths', 'the XPath of each ref (in the JSON)'],
  ['--boxes', 'where things are'],
  ['--occlusion', 'mark what is covered'],
  ['--description', 'descriptions of elements'],
  ['--time-budget <ms>', 'stop reading after so long'],
  ['--boundary <text>', "lines around the text that a page can't forge"],
  ['--snapshot-mode <mode>', 'optimized, aria or auto'],
  ['--tree', 'the tree as JSON too (with --json)'],
] as const;

const whole = (value: unknown, name: string): number | undefined => optionalNumber(value, name);

const lookup: Record<string, string> = {
  text: 'text',
  value: 'value',
  html: 'html',
  outerhtml: 'outerHTML',
  styles: 'styles',
  box: 'box',
  xpath: 'xpath',
  selector: 'selector',
  options: 'options',
  describe: 'describe',
};

/** The answer to a query with its value alone, which is printed. `pick` chooses a part of the value. */
const plainValue = (answer: Answer, pick: (value: unknown) => unknown = (value) => value): Answer => {
  const value = pick((answer.result as { value?: unknown } | undefined)?.value);
  const words = typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
  return answer.ok ? { ...answer, value, text: words } : answer;
};

const query = (kind: string, ref: string, pick?: (value: unknown) => unknown): Prepared =>
  request('query', { ref: target(ref), kind }, { finish: (answer) => plainValue(answer, pick) });

const needed = (written: unknown, what: string): string => {
  const given = optionalText(written);
  if (given === undefined)
    throw new UsageError(`get ${what} needs a target: a ref, a locator or a CSS selector.`);
  return given;
};

const prepareGet: Command['prepare'] = (args) => {
  const what = text(args, 0).toLowerCase();
  if (what === 'title' || what === 'url')
    return request(
      'page',
      { kind: 'info' },
      {
        finish: (answer) => {
          const { meta } = (answer.result ?? {}) as { meta?: Record<string, string> };
          return answer.ok ? { ...answer, value: meta?.[what], text: meta?.[what] ?? '' } : answer;
        },
      },
    );
  const where = needed(args[1], what);
  if (what === 'count') {
    const [by = 'css', value = where] =
      /^(text|role|label|placeholder|alt|title|testid|css|xpath)=(.*)$/.exec(where)?.slice(1) ?? [];
    return request(
      'page',
      { kind: 'find', payload: { by, value: value.replace(/^"|"$/g, ''), limit: 1 } },
      {
        finish: (answer) => {
          const total = (answer.result as { total?: number } | undefined)?.total ?? 0;
          return answer.ok ? { ...answer, value: total, text: String(total) } : answer;
        },
      },
    );
  }
  if (what === 'attr' || what === 'attrs') {
    const name = optionalText(args[2]);
    return query('attrs', where, (all) =>
      name === undefined ? all : ((all as Record<string, string>)?.[name] ?? null),
    );
  }
  const kind = lookup[what];
  if (!kind)
    throw new UsageError(
      `get knows: ${Object.keys(lookup).join(', ')}, attr, title, url, count; not "${what}".`,
    );
  return query(kind, where);
};

const STATES: Record<string, string> = {
  visible: 'isVisible',
  enabled: 'isEnabled',
  checked: 'isChecked',
  editable: 'isEditable',
};

const WAYS = 'text role label placeholder alt title testid css xpath'.split(' ');

/** What `find` can do with the element that it finds, by agent-browser's names. */
const ACTIONS: Record<string, string> = {
  click: 'click',
  fill: 'fill',
  type: 'type',
  check: 'check',
  uncheck: 'uncheck',
  hover: 'hover',
  focus: 'focus',
  dblclick: 'dblclick',
};

const prepareFind: Command['prepare'] = (args, options) => {
  const [first = '', second, third, ...rest] = args.map((one) => optionalText(one));
  const isBy = second !== undefined && WAYS.includes(first);
  const [by, value, action, given] = isBy
    ? [first, second, third, rest[0]]
    : [undefined, first, second, third];
  const name = optionalText(options.name);
  if (action === undefined)
    return request('page', {
      kind: 'find',
      payload: fields({
        by,
        value,
        name,
        exact: options.exact,
        hidden: options.hidden,
        limit: whole(options.limit, '--limit'),
        after: whole(options.after, '--after'),
      }),
    });
  const kind = ACTIONS[action];
  if (kind) {
    const quoted = JSON.stringify(value);
    const locator =
      by === 'role'
        ? `role=${value}${name ? `[name=${JSON.stringify(name)}]` : ''}`
        : by === 'css' || by === 'xpath'
          ? `${by}=${value}`
          : `${by ?? 'text'}=${quoted}`;
    return act(kind, locator, given === undefined ? undefined : { text: given });
  }
  throw new UsageError(`find does: ${Object.keys(ACTIONS).join(', ')}; not "${action}".`);
};

/** Files that are read as they are. */
const PLAIN_FILE = /\.(?:csv|json|log|markdown|md|tsv|txt|xml|ya?ml)$/i;

const prepareRead: Command['prepare'] = async (args, options) => {
  const where = optionalText(args[0]);
  const how = fields({
    scope: options.scope,
    urls: options.urls,
    after: whole(options.after, '--after'),
    maxCharsTotal: whole(options.maxChars, '--max-chars'),
  });
  if (where === undefined) return request('page', { kind: 'extract', payload: how });
  if (where === '-') return request('read', { html: await standardInput('HTML'), ...how });
  const url = addressOf(where);
  if (url === where) return request('read', { url, ...how });
  const type = PLAIN_FILE.test(where) ? 'text/plain' : undefined;
  return request('read', { html: decode(readFileSync(where), ''), type, url, ...how });
};

export const READING_COMMANDS: readonly Command[] = [
  {
    usage: 'snapshot',
    summary: 'print the page: one element a line, with refs to act on',
    options: SNAPSHOT_OPTIONS,
    peer: 'snapshot',
    prepare: (_, options) => {
      const size = whole(options.minSize, '--min-size');
      const buffer = whole(options.buffer, '--buffer');
      return request('snapshot', {
        interactiveOnly: options.all === true ? false : undefined,
        scope: options.scope,
        after: options.after,
        since: whole(options.since, '--since'),
        format: options.format,
        maxDepth: whole(options.depth, '--depth'),
        maxNodes: whole(options.maxNodes, '--max-nodes'),
        maxCharsTotal: whole(options.maxChars, '--max-chars'),
        maxTextPerNode: whole(options.maxText, '--max-text'),
        maxAttrValueLen: whole(options.maxAttr, '--max-attr'),
        compact: options.compact,
        urls: options.urls,
        viewport: buffer !== undefined ? { buffer } : options.visible === true ? 'visible' : undefined,
        minElementSize: size === undefined ? undefined : { width: size, height: size },
        includeHidden: options.includeHidden,
        cursorInteractive: options.cursor === false ? false : undefined,
        frames: options.frames === false ? false : undefined,
        shadow: options.shadow === false ? false : undefined,
        paths: options.paths,
        boxes: options.boxes,
        occlusion: options.occlusion,
        description: options.description,
        timeBudgetMs: whole(options.timeBudget, '--time-budget'),
        boundary: options.boundary,
        snapshotMode: options.snapshotMode,
        tree: options.tree,
      });
    },
  },
  {
    usage: 'read [address]',
    summary: 'read as Markdown: the page, or an address or file without a browser (- is standard input)',
    options: [
      ['-s, --scope <target>', 'only this part'],
      ['-u, --urls', 'links with their addresses'],
      ['--after <n>', 'go on where a text was cut'],
      ['--max-chars <n>', 'most characters (default 12000)'],
    ],
    peer: 'read',
    prepare: prepareRead,
  },
  {
    usage: 'get <what> [target] [name]',
    summary:
      'text, value, html, attr NAME, styles, box, options, describe, selector, xpath, count; title, url',
    peer: 'get',
    prepare: prepareGet,
  },
  {
    usage: 'is <state> <target>',
    summary: 'whether it is visible, enabled, checked, editable; exit code 1 where it is not',
    peer: 'is',
    prepare: (args) => {
      const kind = STATES[text(args, 0)];
      if (!kind) throw new UsageError(`is knows: ${Object.keys(STATES).join(', ')}.`);
      return { ...query(kind, text(args, 1)), exit: (answer) => (answer.value === true ? 0 : 1) };
    },
  },
  {
    usage: 'find <by> [value] [action] [text]',
    summary: `elements by ${WAYS.join(', ')}, or by what they are called; and what to do with one`,
    options: [
      ['--name <name>', 'the accessible name, to narrow it'],
      ['--exact', 'the whole text in the same case'],
      ['--hidden', 'hidden elements too'],
      ['--limit <n>', 'most elements (default 20)'],
      ['--after <n>', 'go on behind so many'],
    ],
    peer: 'find',
    prepare: prepareFind,
  },
  {
    usage: 'search <value>',
    summary: 'look through the text of the page, as grep does',
    options: [
      ['--regex', ''],
      ['--exact', 'the same case'],
      ['--context <n>', ''],
      ['--limit <n>', ''],
      ['--after <n>', ''],
    ],
    peer: '',
    prepare: (args, options) =>
      request('page', {
        kind: 'search',
        payload: fields({
          value: text(args, 0),
          regex: options.regex,
          exact: options.exact,
          context: whole(options.context, '--context'),
          limit: whole(options.limit, '--limit'),
          after: whole(options.after, '--after'),
        }),
      }),
  },
  {
    usage: 'eval [expression]',
    summary: 'evaluate JavaScript in the page (- or none: from standard input)',
    peer: 'eval',
    prepare: async (args) => {
      const given = optionalText(args[0]) ?? '-';
      return request('evaluate', {
        expression: given === '-' ? await standardInput('an expression') : given,
      });
    },
  },
];
