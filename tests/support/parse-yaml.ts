import { parse } from 'yaml';
import { eatName, eatText, type ParsedText, type Row, Scanner } from './parse-rows.ts';

const rowOfKey = (key: string, level: number): Row => {
  const scanner = new Scanner(key);
  const row: Row = { level, mark: '', ref: '', role: '', words: [], attributes: {} };
  row.role = scanner.need(/[A-Za-z][A-Za-z0-9_-]*/);
  eatName(scanner, row);
  while (scanner.eat(/ \[/)) {
    const label = scanner.need(/[a-z]+/);
    row.attributes[label] = scanner.eat(/=/) ? eatText(scanner, /[^ "\\[\](),<>{}]+/) : true;
    scanner.need(/\]/);
  }
  if (!scanner.done) throw new SyntaxError(`left over: ${scanner.rest}`);
  row.ref = (row.attributes.ref as string) ?? '';
  return row;
};

/** Reads the yaml format with a YAML parser, and its keys with the grammar. */
export const parseYaml = (text: string): ParsedText => {
  const comments = text.split('\n').filter((line) => /^ *#/.test(line));
  const parsed: ParsedText = {
    head: comments.find((line) => line.startsWith('# [')) ?? '',
    rows: [],
    cuts: comments.filter((line) => /^ *# \.\.\. /.test(line)),
  };
  const stack: { list: unknown[]; at: number; level: number; owner: Row | undefined }[] = [];
  const root: unknown = parse(text, { uniqueKeys: false, maxAliasCount: 0 });
  if (Array.isArray(root)) stack.push({ list: root, at: 0, level: 0, owner: undefined });
  while (stack.length > 0) {
    const top = stack[stack.length - 1] as (typeof stack)[number];
    if (top.at === top.list.length) {
      stack.pop();
      continue;
    }
    const entry = top.list[top.at++];
    const [key, value]: [string, unknown] =
      typeof entry === 'string' ? [entry, null] : (Object.entries(entry as object)[0] as [string, unknown]);
    if (key === '/url' || key === '/placeholder' || key === '/states') {
      (top.owner as Row).attributes[key.slice(1)] = value as string;
    } else if (key === '/value') (top.owner as Row).words.push(value as string);
    else if (key === '/name' || key === '/guess') (top.owner as Row).words.unshift(value as string);
    else {
      const row = rowOfKey(key, top.level);
      parsed.rows.push(row);
      if (typeof value === 'string') row.words.push(value);
      else if (Array.isArray(value)) stack.push({ list: value, at: 0, level: top.level + 1, owner: row });
      else if (value !== null) throw new SyntaxError(`not a string: ${JSON.stringify(value)}`);
    }
  }
  return parsed;
};
