import type { Format } from '../../src/contract.ts';
import { parseHtml } from './parse-html.ts';
import { parseJsonText } from './parse-json.ts';
import { type ParsedText, parseIndexed, parseOutline, parseTree } from './parse-rows.ts';
import { parseYaml } from './parse-yaml.ts';

/** The parser of each format that keeps the whole tree. */
export const PARSERS: Readonly<Record<Exclude<Format, 'markdown'>, (text: string) => ParsedText>> = {
  tree: parseTree,
  html: parseHtml,
  indexed: parseIndexed,
  outline: parseOutline,
  yaml: parseYaml,
  json: parseJsonText,
};

export type WholeFormat = keyof typeof PARSERS;
export const WHOLE_FORMATS = Object.keys(PARSERS) as WholeFormat[];
