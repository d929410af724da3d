import { oneLine } from '../../render/core.ts';

/** Escapes what Markdown would take for syntax inside of a line. */
export function escaped(text: string): string {
  return text.replace(/[\\[\]`<]|&(?=#?\w+;)/g, '\\$&');
}

/** Escapes the beginning of a line that Markdown would take for a block, or a reader for a line about omitted text. */
export const escapedStart = (line: string): string =>
  /^(?:[>|]|(?:#{1,6}|[-+*=]|[0-9]{1,9}[.)])(?!\S)|[-+*=_~:|]{2}|\.{3})/.test(line)
    ? line.replace(/^[0-9]*/, '$&\\')
    : line;

/** The URL of a link as it is written in parentheses behind its text. */
export const destination = (url: string): string =>
  /[\s()<>]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url;

/** A line of code: spaces are kept, all else is cleaned as in any line. */
export const codeLine = (text: string): string =>
  text
    .replace(/\t/g, '    ')
    .replace(/\u00a0/g, ' ')
    .replace(/[^ ]+/g, oneLine)
    .replace(/ +$/, '');

/** A fence of at least `least` backticks, longer than any run of them in the code. */
export const fenceFor = (code: string, least: number): string => {
  const runs = code.match(/`+/g) || [];
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), least));
};
