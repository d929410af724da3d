import { el } from './element.ts';

const REF = /\[ref=([^\]]+)\]/;

/** The parts of a line that are highlighted: refs, states, guessed names. */
const PIECES = /(\[ref=[^\]]+\])|(\[[\w-]+(?:=(?:"(?:[^"\\]|\\.)*"|[^\]]*))?\])|(~"(?:[^"\\]|\\.)*")/g;

const piecesOf = (line: string): (Node | string)[] => {
  const pieces: (Node | string)[] = [];
  let from = 0;
  for (const match of line.matchAll(PIECES)) {
    pieces.push(line.slice(from, match.index));
    const kind = match[1] ? 'ref' : match[2] ? 'state' : 'guess';
    pieces.push(el('span', { class: kind }, match[0]));
    from = match.index + match[0].length;
  }
  pieces.push(line.slice(from));
  return pieces;
};

/** A line of a snapshot's text; a button where its ref can be acted on. */
export const lineOf = (text: string, isDelta: boolean, refs: ReadonlySet<string>): HTMLElement => {
  const words = text.trimStart();
  const level = Math.floor((text.length - words.length) / 2);
  const own = REF.exec(words)?.[1] ?? /\b([a-z]{2}\d+)\b/.exec(words)?.[1] ?? undefined;
  const ref = own !== undefined && refs.has(own) ? own : undefined;
  const classes = ['line'];
  if (words.startsWith('[snapshot]') || words.startsWith('[delta]')) classes.push('head');
  else if (isDelta && words.startsWith('+')) classes.push('added');
  else if (isDelta && words.startsWith('-')) classes.push('removed');
  const attributes = { class: classes.join(' '), style: `--level:${Math.min(level, 12)}` };
  if (ref === undefined) return el('div', attributes, ...piecesOf(words));
  return el('button', { ...attributes, type: 'button', 'data-ref': ref }, ...piecesOf(words));
};
