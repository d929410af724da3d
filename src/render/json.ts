import type { Format } from './format.ts';
import { decimal } from './one-line.ts';
import { quoteJson, toJson } from './to-json.ts';
import { kindsInWords, quote, REF_MARKER, say } from './words.ts';

/** JSON of a field, which holds nothing deeper than one object; empty if there is nothing to say. */
const valueJson = (value: unknown, width: number): string => {
  if (typeof value === 'string') return quote(say(value, width), REF_MARKER);
  if (typeof value === 'number') return decimal(value);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value ? `{${fieldsJson(value, width)}}` : '';
};

/** All fields but the children, in the order in which they come. */
const fieldsJson = (from: object, width: number): string =>
  Object.keys(from)
    .filter((name) => name !== 'children')
    .map((name) => {
      const json = valueJson((from as Readonly<Record<string, unknown>>)[name], width);
      return json && `${quoteJson(say(name, width))}:${json}`;
    })
    .filter(Boolean)
    .join(',');

/** A field of the header: strings hold page text. */
const headJson = (value: unknown): string =>
  typeof value === 'string' ? quote(value, REF_MARKER) : toJson(value);

/** `{"ref":"e6","role":"button","name":"Remove","disabled":true}`: one node a line, valid JSON however it is cut. */
export const json: Format = {
  line({ node, mark, was, hasChildren }, width) {
    const change =
      mark === 'listed' ? '' : `"change":"${mark}",${was ? `"was":${valueJson(was, width)},` : ''}`;
    return `{${change}${fieldsJson(node, width)}${hasChildren ? ',"children":[' : '}'}`;
  },
  close: () => ']}',
  cut: ({ nodes, kinds, chars, hint }) =>
    toJson({
      more: nodes,
      of: kinds.length > 0 ? kindsInWords(kinds) : undefined,
      characters: chars || undefined,
      see: hint || undefined,
    }),
  head: (head) =>
    `{${head ? head.fields.map(([label, value]) => `"${label}":${headJson(value)},`).join('') : ''}"children":[`,
  foot: ']}',
  empty: '{}',
  comma: ',',
};
