import { oneLine } from '../../render/core.ts';

/** Text that Markdown takes for nothing but text inside of a line. */
export function escaped(text: string): string {
  return text.replace(/[\\[\]`<]|&(?=#?\w+;)/g, '\\$&');
}

/** A line that begins no block, and is no line about something left out. */
export const escapedStart = (line: string): string =>
  /^(?:[>|]|(?:#{1,6}|[-+*=]|[0-9]{1,9}[.)])(?!\S)|[-+*=_~:|]{2}|\.{3})/.test(line)
    ? line.replace(/^[0-9]*/, '$&\\')
    : line;

/** Where a link leads, as it stands behind its words. */
export const destination = (url: string): string =>
  /[\s()<>]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url;

/** A line of code keeps its spaces; what else would break it goes as in any line. */
export const codeLine = (text: string): string =>
  text
    .replace(/\t/g, '    ')
    .replace(/\u00a0/g, ' ')
    .replace(/[^ ]+/g, oneLine)
    .replace(/ +$/, '');

/** Longer than any run of backticks in the code. */
export const fenceFor = (code: string, least: number): string => {
  const runs = code.match(/`+/g) || [];
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), least));
};
