/** A parsed line of a snapshot text. */
export interface Row {
  level: number;
  /** `-`, `+`, `~`, `@`; empty where the format has no mark. */
  mark: string;
  ref: string;
  role: string;
  /** The name and the texts behind it, as far as the line has them. */
  words: string[];
  /** Labels with `true`, or the value as text. */
  attributes: Record<string, string | true>;
}

/** A parsed text: the header, the nodes, and the lines about what is left out. */
export interface ParsedText {
  head: string;
  rows: Row[];
  cuts: string[];
}

/** Reads a string from left to right; what does not match the grammar is an error. */
export class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  /** The text that `pattern` (sticky) matches here, or undefined. */
  eat(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (!found) return undefined;
    this.at = sticky.lastIndex;
    return found[0];
  }

  need(pattern: RegExp): string {
    const found = this.eat(pattern);
    if (found === undefined) {
      throw new SyntaxError(`expected ${pattern} at ${this.at} of ${JSON.stringify(this.text)}`);
    }
    return found;
  }

  get done(): boolean {
    return this.at === this.text.length;
  }

  get rest(): string {
    return this.text.slice(this.at);
  }
}

const STRING = /"(?:[^"\\]|\\.)*"/;

/** A quoted string, or plain text up to where `plain` ends. */
export const eatText = (scanner: Scanner, plain: RegExp): string => {
  const quoted = scanner.eat(STRING);
  return quoted === undefined ? scanner.need(plain) : (JSON.parse(quoted) as string);
};

/** Reads a name after its role; a tilde stands before a guessed one. */
export const eatName = (scanner: Scanner, row: Row): void => {
  if (scanner.eat(/ ~(?=")/)) row.attributes['~'] = true;
  else if (!scanner.eat(/ (?=")/)) return;
  row.words.push(eatText(scanner, /$/));
};

const eatAttribute = (scanner: Scanner, into: Record<string, string | true>): void => {
  const label = scanner.need(/[a-z]+/);
  into[label] = scanner.eat(/=/) ? eatText(scanner, /[^ "\\[\](),<>{}]+/) : true;
};

const eatTreeLine = (line: string): Row => {
  const scanner = new Scanner(line);
  const level = scanner.need(/ */).length / 2;
  const mark = scanner.need(/[-+~@]/);
  const row: Row = { level, mark, ref: '', role: '', words: [], attributes: {} };
  scanner.need(/ /);
  row.role = scanner.need(/[A-Za-z][A-Za-z0-9_-]*/);
  eatName(scanner, row);
  while (scanner.eat(/ \[/)) {
    if (scanner.eat(/was /)) {
      do {
        const before: Record<string, string | true> = {};
        eatAttribute(scanner, before);
        for (const label of Object.keys(before))
          row.attributes[`was ${label}`] = before[label] as string | true;
      } while (scanner.eat(/, /));
    } else eatAttribute(scanner, row.attributes);
    scanner.need(/\]/);
  }
  if (scanner.eat(/: /)) row.words.push(eatText(scanner, /[^"[\].-][^[\]]*/));
  else scanner.eat(/:/);
  if (!scanner.done) throw new SyntaxError(`left over: ${scanner.rest}`);
  row.ref = (row.attributes.ref as string) ?? '';
  return row;
};

const eatStates = (scanner: Scanner, row: Row): void => {
  if (!scanner.eat(/ \(/)) return;
  do eatAttribute(scanner, row.attributes);
  while (scanner.eat(/, /));
  scanner.need(/\)/);
};

const eatIndex = (scanner: Scanner): string =>
  scanner.eat(/\[/) ? scanner.need(/[A-Za-z0-9_-]+(?=\] )/) : '';

const eatIndexedLine = (line: string): Row => {
  const scanner = new Scanner(line);
  const level = scanner.need(/ */).length / 2;
  const index = eatIndex(scanner);
  if (index) scanner.need(/\] /);
  const row: Row = {
    level,
    mark: '',
    ref: index.replace(/^(\d+)$/, 'kd$1'),
    role: '',
    words: [],
    attributes: {},
  };
  row.role = scanner.need(/[A-Za-z][A-Za-z0-9_-]*/);
  eatName(scanner, row);
  eatStates(scanner, row);
  if (scanner.eat(/: /)) row.words.push(eatText(scanner, /[^"[\].-][^[\]]*/));
  else scanner.eat(/:/);
  if (!scanner.done) throw new SyntaxError(`left over: ${scanner.rest}`);
  return row;
};

const eatOutlineLine = (line: string): Row => {
  const scanner = new Scanner(line);
  const level = scanner.need(/ */).length / 2;
  const ref = eatIndex(scanner);
  if (ref) scanner.need(/\] /);
  const row: Row = { level, mark: '', ref, role: '', words: [], attributes: {} };
  row.role = scanner.need(/[A-Za-z][A-Za-z0-9_-]*/);
  if (scanner.eat(/: ~(?=")/)) {
    row.attributes['~'] = true;
    row.words.push(eatText(scanner, /$/));
  } else if (scanner.eat(/: /)) row.words.push(eatText(scanner, /[^"~=[\]()][^=[\]()]*?(?= \(| = |$)/));
  eatStates(scanner, row);
  if (scanner.eat(/ = /)) row.words.push(eatText(scanner, /[^"~=[\]()][^=[\]()]*/));
  if (!scanner.done) throw new SyntaxError(`left over: ${scanner.rest}`);
  return row;
};

const parseLines = (text: string, cut: RegExp, eatLine: (line: string) => Row): ParsedText => {
  const parsed: ParsedText = { head: '', rows: [], cuts: [] };
  if (text === '') return parsed;
  const lines = text.split('\n');
  if (/^\[(?:snapshot|delta)\]/.test(lines[0] as string)) parsed.head = lines.shift() as string;
  for (const line of lines) {
    if (cut.test(line)) parsed.cuts.push(line.trim());
    else parsed.rows.push(eatLine(line));
  }
  return parsed;
};

export const parseTree = (text: string): ParsedText => parseLines(text, /^ *(?:[-+~] )?\.\.\. /, eatTreeLine);
export const parseIndexed = (text: string): ParsedText => parseLines(text, /^ *\.\.\. /, eatIndexedLine);
export const parseOutline = (text: string): ParsedText => parseLines(text, /^ *\.\.\. /, eatOutlineLine);
