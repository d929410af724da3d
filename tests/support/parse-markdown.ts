import { Scanner } from './parse-rows.ts';

/** What a reader of Markdown finds in a text: blocks, links and controls. */
export interface ParsedMarkdown {
  head: string;
  /** Level and words, without links and controls. */
  headings: [level: number, words: string][];
  items: number;
  rows: string[][];
  links: [words: string, url: string][];
  controls: { role: string; ref: string; words: string }[];
  cuts: string[];
  /** All words, without markup. */
  words: string;
}

const REF = /(?:f[0-9]+)*(?:e|[b-df-hj-np-tv-xz]{2})[0-9]+/;

const unescapeText = (text: string): string => text.replace(/\\(.)/gs, '$1');

/** Reads a label up to its closing bracket; a backslash escapes a character. */
const eatLabel = (scanner: Scanner): string => {
  const label = scanner.need(/(?:\\.|[^\\[\]])*/);
  scanner.need(/\]/);
  return unescapeText(label);
};

const eatControl = (scanner: Scanner, words: string): ParsedMarkdown['controls'][number] => {
  const role = scanner.need(/[A-Za-z][A-Za-z0-9_-]*/);
  const ref = scanner.eat(/ #(?=[a-z0-9]+)/) ? scanner.need(REF) : '';
  scanner.need(/(?:[^"{}]|"(?:[^"\\]|\\.)*")*/);
  scanner.need(/\}/);
  return { role, ref, words };
};

/**
 * Parses links `[words](url)`, images `![words]` and controls `[words]{role #ref ...}`. Returns the words without
 * markup.
 */
const inlineOf = (line: string, into: ParsedMarkdown): string => {
  const scanner = new Scanner(line);
  let words = '';
  while (!scanner.done) {
    const text = scanner.eat(
      /(?:\\.|[^\\[\]!{]|!(?!\[)|\{(?![a-z][a-z0-9_-]* #(?:f[0-9]+)*(?:e|[b-df-hj-np-tv-xz]{2})[0-9]))+/i,
    );
    words += unescapeText(text ?? '');
    if (text !== undefined) continue;
    if (scanner.eat(/\{/)) {
      into.controls.push(eatControl(scanner, ''));
      continue;
    }
    const isImage = scanner.eat(/!/);
    scanner.need(/\[/);
    const label = eatLabel(scanner);
    words += label;
    if (isImage) continue;
    if (scanner.eat(/\(/)) {
      const bracketed = scanner.eat(/<[^<>]*>/);
      into.links.push([label, bracketed === undefined ? scanner.need(/[^ ()<>]*/) : bracketed.slice(1, -1)]);
      scanner.need(/\)/);
    } else {
      scanner.need(/\{/);
      into.controls.push(eatControl(scanner, label));
    }
  }
  return words;
};

/** Reads the markdown format line by line. */
export const parseMarkdown = (text: string): ParsedMarkdown => {
  const parsed: ParsedMarkdown = {
    head: '',
    headings: [],
    items: 0,
    rows: [],
    links: [],
    controls: [],
    cuts: [],
    words: '',
  };
  const all: string[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const body = line.trim();
    if (i === 0 && /^\[(?:snapshot|delta)\] /.test(body)) {
      parsed.head = body;
      continue;
    }
    if (body === '' || /^\|(?: --- \|)+$/.test(body)) continue;
    if (body.startsWith('... ')) {
      parsed.cuts.push(body);
      continue;
    }
    const heading = /^(#{1,6}) (.*)$/.exec(body);
    const item = /^(?:-|\d+\.) (.*)$/.exec(body) ?? (/^(?:-|\d+\.)$/.test(body) ? ['', ''] : null);
    if (heading) {
      const words = inlineOf(heading[2] as string, parsed);
      parsed.headings.push([(heading[1] as string).length, words]);
      all.push(words);
    } else if (item) {
      parsed.items++;
      all.push(inlineOf(item[1] as string, parsed));
    } else if (body.startsWith('| ')) {
      const cells = body.split(/ \| |^\| | \|(?: (?=\{)|$)/).filter((_, at) => at > 0);
      parsed.rows.push(cells.map((cell) => inlineOf(cell, parsed)));
    } else {
      if (/^(?:[#>+*=~:|-]|\d+[.)])/.test(body)) throw new SyntaxError(`text that begins a block: ${line}`);
      all.push(inlineOf(body, parsed));
    }
  }
  parsed.words = all.join('\n');
  return parsed;
};
