import { type ParsedText, type Row, Scanner } from './parse-rows.ts';

/** Unescapes text of the html format, which must not contain an angle bracket. */
export const unescapeText = (text: string): string => {
  if (/[<>]/.test(text)) throw new SyntaxError(`unescaped: ${text}`);
  return text
    .replace(/&#91;/g, '[')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
};

const OWN_ROLE: Record<string, string> = {
  a: 'link',
  p: 'paragraph',
  ul: 'list',
  ol: 'list',
  li: 'listitem',
  nav: 'navigation',
  header: 'banner',
  footer: 'contentinfo',
  aside: 'complementary',
  tr: 'row',
  td: 'cell',
  th: 'columnheader',
  img: 'image',
  textarea: 'textbox',
  div: 'generic',
  span: 'generic',
  section: 'region',
};

const roleOfTag = (tag: string): string => (/^h[1-6]$/.test(tag) ? 'heading' : (OWN_ROLE[tag] ?? tag));

const openRow = (line: string, level: number): Row => {
  const scanner = new Scanner(line);
  scanner.need(/</);
  const tag = scanner.need(/[a-z][a-z0-9_-]*/);
  const row: Row = { level, mark: '', ref: '', role: roleOfTag(tag), words: [], attributes: {} };
  while (scanner.eat(/ /)) {
    const label = scanner.need(/[a-z-]+/);
    row.attributes[label] = scanner.eat(/="/) ? unescapeText(scanner.need(/[^"]*(?=")/)) : true;
    if (row.attributes[label] !== true) scanner.need(/"/);
  }
  scanner.need(/>/);
  const { id, role, value } = row.attributes;
  if (id) row.ref = id as string;
  if (role) row.role = role as string;
  const name = row.attributes['aria-label'] ?? row.attributes.guess;
  if (name) row.words.push(name as string);
  if (value) row.words.push(value as string);
  const content = unescapeText(scanner.need(/[^<]*/));
  if (content) row.words.push(content);
  if (scanner.eat(/<\//)) {
    scanner.need(new RegExp(`${tag}>`));
  }
  if (!scanner.done) throw new SyntaxError(`left over: ${scanner.rest}`);
  return row;
};

/** Reads the html format line by line; every tag must be closed at the level where it was opened. */
export const parseHtml = (text: string): ParsedText => {
  const parsed: ParsedText = { head: '', rows: [], cuts: [] };
  if (text === '') return parsed;
  const open: string[] = [];
  for (const line of text.split('\n')) {
    const indent = (/^ */.exec(line) as RegExpExecArray)[0].length;
    const level = indent / 2;
    const body = line.slice(indent);
    if (/^<!-- \[/.test(body)) parsed.head = body;
    else if (/^<!-- \.\.\. [^<>]* -->$/.test(body)) parsed.cuts.push(body);
    else if (/^<\//.test(body)) {
      const tag = open[level];
      if (body !== `</${tag}>`) throw new SyntaxError(`closes what is not open: ${line}`);
    } else if (body.startsWith('<')) {
      open[level] = (/^<([a-z][a-z0-9_-]*)/.exec(body) as RegExpExecArray)[1] as string;
      parsed.rows.push(openRow(body, level));
    } else {
      parsed.rows.push({
        level,
        mark: '',
        ref: '',
        role: 'text',
        words: [unescapeText(body)],
        attributes: {},
      });
    }
  }
  return parsed;
};
