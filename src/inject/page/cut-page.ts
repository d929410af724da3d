import { escapedStart } from './markdown-text.ts';
import type { MarkdownLine } from './markdown-writer.ts';

/** One page of a long text. */
export interface TextPage {
  text: string;
  /** Where the next page begins, in characters of the whole; absent on the last one. */
  after?: number;
}

/** A line is cut where more than this share of the page would stay empty: full pages mean fewer calls. */
const MAX_UNUSED_SHARE = 0.2;

/** Where to cut a text: at a space, or, where none is near, between two characters. */
const placeToCut = (text: string, room: number): number => {
  const space = text.lastIndexOf(' ', room);
  if (space > room / 2) return space;
  let at = room;
  while (at > 1 && /[\\\ud800-\udbff]/.test(text[at - 1] as string)) at--;
  return at;
};

/** As many lines as have room, from a character on. */
const fillPage = (lines: readonly MarkdownLine[], from: number, room: number): TextPage => {
  let text = '';
  let open: MarkdownLine['code'];
  let foot = '';
  let begin = 0;
  for (const line of lines) {
    const skipped = Math.max(0, from - begin);
    begin += line.text.length;
    if (from > 0 && begin <= from) continue;
    const { code } = line;
    const isStart = skipped === 0;
    const rest = isStart ? line.text : line.text.slice(skipped).trimStart();
    const written = (part: string): string => (isStart || code ? part : escapedStart(part));
    let head = open && open !== code ? foot : '';
    head += text && line.isApart && isStart ? `\n${line.gap}\n` : text && '\n';
    head += isStart ? line.lead : line.rest;
    if (code && open !== code) head += `${code.fence}\n${line.rest}`;
    const nextFoot = code ? `\n${line.rest}${code.fence}` : '';
    // A line that goes on may get an escape of one character.
    const left = room - text.length - head.length - nextFoot.length - (isStart ? 0 : 1);
    if (rest.length > left) {
      const isCut = text === '' || left > room * MAX_UNUSED_SHARE;
      const at = isCut ? placeToCut(rest, Math.max(left, 1)) : 0;
      const after = begin - rest.length + at;
      return { text: text + (at > 0 ? head + written(rest.slice(0, at)) + nextFoot : foot), after };
    }
    const whole = written(rest);
    text += head + whole;
    open = code;
    foot = nextFoot;
  }
  return { text: text + foot };
};

/** The page of at most `limit` characters that begins after `after` characters; its last line names the `after` of the next page. */
export const cutPage = (lines: readonly MarkdownLine[], after: number, limit: number): TextPage => {
  const page = fillPage(lines, after, limit);
  if (page.after === undefined) return page;
  const total = lines.reduce((sum, { text }) => sum + text.length, 0);
  const hint = (at: number): string => `\n... ${total - at} more characters: after=${at}`;
  const room = limit - hint(total).length - String(total).length;
  // A page this small has no room for the line about the next one.
  if (room < limit / 2) return { text: page.text.slice(0, limit), after: page.after };
  const cut = fillPage(lines, after, room);
  const next = cut.after as number;
  return { text: cut.text + hint(next), after: next };
};
