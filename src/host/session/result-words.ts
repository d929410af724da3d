import type {
  ActionOk,
  Effect,
  ElementLabel,
  OptionInfo,
  PageCallTool,
  PageFind,
  PageOk,
  PageSearch,
  PageTool,
  PageTools,
  QueryOk,
  ScrollState,
} from '../../contract.ts';
import { decimal, token } from '../../render/one-line.ts';
import { quote, REF_MARKER, say } from '../../render/words.ts';
import type { HostErrorInfo } from './errors.ts';

/** Most characters of one detail. */
const DETAIL_CHARS = 200;

/** Most characters of an error's message. */
const MESSAGE_CHARS = 1_000;

/** Most entries of a list in an error. */
const MAX_ENTRIES = 25;

/** For strings that the page has limited already. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Page text in quotes, which can't be taken for anything else. */
export const quoted = (text: string): string => quote(say(text, DETAIL_CHARS), REF_MARKER);

/** `button "Accept" [ref=kd4]` */
export const labelWords = ({ role, name, ref }: ElementLabel): string =>
  (token(String(role ?? '')).replace(/^generic$/, '') || 'element') +
  (name ? ` ${quoted(name)}` : '') +
  (ref ? ` [ref=${token(ref)}]` : '');

/** The target of a call: a ref as it is, a locator quoted. */
export const targetWords = (target: string): string =>
  target !== '' && token(target) === target ? target : quoted(target);

const list = (words: readonly string[]): string =>
  words.slice(0, MAX_ENTRIES).join(', ') +
  (words.length > MAX_ENTRIES ? `, ... ${words.length - MAX_ENTRIES} more` : '');

const isNonEmpty = (words: string | false | undefined): words is string =>
  typeof words === 'string' && words !== '';

/**
 * An error as text. Its message already names blockers, candidates and options, with refs; the observed value is added
 * where the message does not contain it.
 */
export const errorWords = ({ code, message, observed }: HostErrorInfo): string => {
  const words = `Error ${token(String(code))}: ${say(message, MESSAGE_CHARS)}`;
  return observed === undefined || message.includes(observed)
    ? words
    : `${words}\nIt holds: ${quoted(observed)}.`;
};

/** https://www.iana.org/assignments/http-status-codes */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  410: 'Gone',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Addresses of what browsers show in place of a page that they could not load. */
export const NOT_LOADED = /^(?:chrome-error:|about:neterror)/;

/** The line about a page that the server gave with an error status, or that could not be loaded; empty for any other. */
export const statusWords = (url: string, status = 0): string => {
  if (NOT_LOADED.test(url))
    return "The address could not be loaded, and this is the browser's page about that. Go back, or try another address.";
  return status < 400 ? '' : `The server answered with ${[status, STATUS_NAMES[status]].join(' ').trim()}.`;
};

const scrollWords = (scroll: ScrollState): string => {
  const ways = (['up', 'down', 'left', 'right'] as const).flatMap((way) => {
    const px = scroll[way];
    return px !== undefined && px > 0 ? [`${way} ${decimal(px)}`] : [];
  });
  // Printed for any x but 0: in right-to-left pages it is negative.
  const across = scroll.x === 0 ? '' : `x=${decimal(scroll.x)} `;
  return `scroll ${across}y=${decimal(scroll.y)}${ways.length > 0 ? ` (px left: ${ways.join(', ')})` : ''}`;
};

const effectWords = (effect: Effect): string =>
  [
    effect.value !== undefined && `value=${quoted(effect.value)}`,
    effect.checked !== undefined && `checked=${token(String(effect.checked))}`,
    effect.selected && `selected=${list(effect.selected.map(quoted))}`,
    effect.expanded !== undefined && `expanded=${effect.expanded === true}`,
    effect.url !== undefined && `url=${quoted(effect.url)}`,
    effect.leaving && 'the page is being left',
    effect.dialog && `opened ${labelWords(effect.dialog)}`,
    effect.focus && `focus on ${labelWords(effect.focus)}`,
    effect.found && `found in ${labelWords(effect.found)}`,
    effect.scroll && scrollWords(effect.scroll),
    effect.detached && 'the element is gone',
    effect.awaiting !== undefined && 'still waiting for a server: look again later',
  ]
    .filter(isNonEmpty)
    .join(', ');

/** `click kd5: done, verified; expanded=true.` */
export const actionWords = ({ kind, ref, verified, effect }: ActionOk): string => {
  const unsure =
    effect.value === undefined
      ? 'but no effect could be observed on the element itself'
      : 'look at what the page has made of it';
  const how = `done, ${verified === true ? 'verified' : unsure}`;
  const seen = effectWords(effect);
  return `${token(kind)} ${token(ref)}: ${how}${seen && `; ${seen}`}.`;
};

const optionWords = ({ label, selected, disabled }: OptionInfo): string =>
  quoted(label) + (selected === true ? ' [selected]' : '') + (disabled ? ' [disabled]' : '');

const fieldsInWords = (value: object): string =>
  Object.entries(value)
    .map(
      ([name, field]) =>
        `${say(name, DETAIL_CHARS)}=${typeof field === 'string' ? quoted(field) : say(JSON.stringify(field), DETAIL_CHARS)}`,
    )
    .join(', ');

/** The value of a query, strings in one line and quoted. */
export const queryWords = ({ kind, ref, value, truncated, totalChars, after }: QueryOk): string => {
  const from = totalChars === undefined ? '' : ` from ${totalChars} characters`;
  const cut = truncated ? ` (cut${from}${after === undefined ? '' : `, after=${after} goes on`})` : '';
  const what = `${token(kind)} of ${token(ref)}${cut}: `;
  if (typeof value === 'string') return what + quote(say(value, UNLIMITED), REF_MARKER);
  if (Array.isArray(value)) return what + list(value.map(optionWords));
  return what + (typeof value === 'object' ? fieldsInWords(value) : String(value));
};

/** The line about `many` entries that a list lacks at its end, with the `after` of the rest where that is known. */
const moreWords = (many: number, after: number | undefined): string[] =>
  many > 0 ? [`- ... ${many} more${after === undefined ? '' : `: after=${after}`}`] : [];

const findWords = ({ elements, total, hidden = 0, after }: PageFind, from: number): string => {
  if (elements.length === 0)
    return `Nothing found.${hidden > 0 ? ` ${hidden} match but are not shown.` : ''} Try a shorter text, another "by", or take a snapshot.`;
  const lines = elements.map((element) => `- ${labelWords(element)}`);
  return [...lines, ...moreWords(total - from - elements.length, after)].join('\n');
};

const searchWords = ({ matches, total, after }: PageSearch, from: number): string => {
  if (matches.length === 0) return 'Nothing found.';
  const lines = matches.map(
    ({ text, ref, near = [] }) =>
      `- ${quoted(text)} in [ref=${token(ref)}]${near.length > 0 ? `; near: ${list(near.map(labelWords))}` : ''}`,
  );
  return [...lines, ...moreWords(total - from - matches.length, after)].join('\n');
};

const HINTS = [
  ['readOnlyHint', 'only reads'],
  ['consequentialHint', 'consequential'],
  ['untrustedContentHint', 'gives untrusted content'],
  ['debugging', 'for developers'],
] as const;

const toolLine = (tool: PageTool): string => {
  const { name, title, description, inputSchema, schemaChars, annotations = {}, source, waits, ref } = tool;
  const notes = [
    source === 'form' || ref ? `form${ref ? ` ref=${token(ref)}` : ''}` : '',
    waits && 'a person submits it',
    ...HINTS.map(([hint, words]) => annotations[hint] === true && words),
    schemaChars !== undefined && `input: ${decimal(schemaChars)} characters, too long to show`,
  ].filter(isNonEmpty);
  const schema =
    inputSchema && JSON.stringify(withoutDuplicateChoices(inputSchema)).replace(REF_MARKER, '\\u005bref=');
  return [
    `- ${toolName(name)}:`,
    title && quoted(title),
    quote(say(description, TOOL_TEXT_CHARS), REF_MARKER),
    schema && say(schema, SCHEMA_CHARS),
    notes.length > 0 && `[${notes.join('; ')}]`,
  ]
    .filter(isNonEmpty)
    .join(' ');
};

/** Most characters of a description, and of a schema. */
const TOOL_TEXT_CHARS = 4_000;
const SCHEMA_CHARS = 20_000;

const toolName = (name: string): string => name.replace(/[^A-Za-z0-9_.~-]+/g, '').slice(0, 140);

/** A schema without `anyOf` where it has the same choices as `enum`: browsers list them twice, once with titles. */
const withoutDuplicateChoices = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutDuplicateChoices);
  if (typeof schema !== 'object' || schema === null) return schema;
  const given = schema as Record<string, unknown>;
  const { anyOf, ...rest } = given;
  const isDuplicate = Array.isArray(anyOf) && Array.isArray(given.enum) && anyOf.length === given.enum.length;
  return Object.fromEntries(
    Object.entries(isDuplicate ? rest : given).map(([key, value]) => [key, withoutDuplicateChoices(value)]),
  );
};

const toolsWords = ({ tools, total, after }: PageTools, from: number): string => {
  if (total === 0) return 'The page offers no tools.';
  const lines = tools.map(toolLine);
  return [
    'Tools of the page, with its own words about them:',
    ...lines,
    ...moreWords(total - from - tools.length, after),
  ].join('\n');
};

const calledWords = (result: PageCallTool): string => {
  const { name, output, totalChars, after, isError, navigates, waits, submit } = result;
  const cut =
    totalChars === undefined
      ? ''
      : ` (cut from ${decimal(totalChars)} characters${after === undefined ? '' : `, after=${decimal(after)} goes on`})`;
  const what = `callTool ${toolName(name)}: ${isError ? 'the tool says that it failed' : 'done'}`;
  if (waits)
    return `callTool ${toolName(name)}: the form is filled, nothing is sent yet. A person has to look at it and submit it${submit ? ` with ${labelWords(submit)}` : ''}: tell the user, or submit it if you were told to.`;
  if (navigates) return `${what}; the form goes to another page.`;
  return output === '' ? `${what}.` : `${what}${cut}; it gave: ${quote(say(output, UNLIMITED), REF_MARKER)}`;
};

/**
 * The result of a page verb as text. Storage, cookies and logs may hold secrets, so a model is only told that they were
 * read. `from`: how many entries of a list were skipped (the call's `after`).
 */
export const pageWords = (result: PageOk, from = 0): string => {
  switch (result.kind) {
    case 'info':
      return [
        `url=${quoted(result.meta.url)} title=${quoted(result.meta.title)} ${scrollWords(result.scroll)}`,
        ...(result.dialogs ?? []).map((dialog) => `open: ${labelWords(dialog)}`),
      ].join('\n');
    case 'find':
      return findWords(result, from);
    case 'search':
      return searchWords(result, from);
    case 'wait':
      return result.holds
        ? `It holds${result.element ? `: ${labelWords(result.element)}` : ''}.`
        : 'The page has not changed and come to rest in that time.';
    case 'scroll':
      return `Scrolled: ${scrollWords(result.scroll)}${result.element ? `; ${labelWords(result.element)} is in view` : ''}.`;
    case 'tools':
      return toolsWords(result, from);
    case 'callTool':
      return calledWords(result);
    case 'extract':
      return String(result.text);
    case 'highlight':
      return `${result.boxes.length} boxes are drawn.`;
    case 'pressKey':
    case 'keyDown':
    case 'keyUp':
    case 'char':
    case 'mouseMove':
    case 'mouseDown':
    case 'mouseUp':
    case 'mouseClick':
    case 'wheel':
      return `${token(result.kind)}: sent to ${result.target ? labelWords(result.target) : 'the page'}${result.focus ? `; focus on ${labelWords(result.focus)}` : ''}.`;
    default:
      return `${token((result as PageOk).kind)}: done.`;
  }
};
