import type { Format } from './format.ts';
import { decimal } from './one-line.ts';
import { quoteJson, toJson } from './to-json.ts';
import { kindsInWords, quote, REF_MARKER, say } from './words.ts';

/** JSON of a field's value; empty where it has none. Recursion is safe: fields nest one object deep. */
const valueJson = (value: unknown): string => {
  if (typeof value === 'string') return quote(say(value), REF_MARKER);
  if (typeof value === 'number') return decimal(value);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value ? `{${fieldsJson(value)}}` : '';
};

/** All fields but the children, in the order in which they come. */
const fieldsJson = (from: object): string =>
  Object.keys(from)
    .filter((name) => name !== 'children')
    .map((name) => {
      const json = valueJson((from as Readonly<Record<string, unknown>>)[name]);
      return json && `${quoteJson(say(name))}:${json}`;
    })
    .filter(Boolean)
    .join(',');

/** A field of the header: strings hold page text. */
const headJson = (value: unknown): string =>
  typeof value === 'string' ? quote(value, REF_MARKER) : toJson(value);

/** `{"ref":"kd6","role":"button","name":"Remove","disabled":true}`: one node a line, valid JSON however it is cut. */
export const json: Format = {
  line({ node, mark, entry, hasChildren }) {
    const { was, after } = entry || {};
    const change =
      mark === 'listed'
        ? ''
        : `"change":"${mark}",${after ? `"after":${valueJson(after)},` : ''}${was ? `"was":${valueJson(was)},` : ''}`;
    return `{${change}${fieldsJson(node)}${hasChildren ? ',"children":[' : '}'}`;
  },
  close: () => ']}',
  cut: ({ label, nodes, kinds, hint }) => {
    const of = kinds.length > 0 ? kindsInWords(kinds) : undefined;
    const counts = toJson({ more: nodes, of, see: hint || undefined });
    const { role, name, nameSource, ref } = label || {};
    return label ? `{${fieldsJson({ role, name, nameSource, ref })},${counts.slice(1)}` : counts;
  },
  head: (head) =>
    `{${head ? head.fields.map(([label, value]) => `"${label}":${headJson(value)},`).join('') : ''}"children":[`,
  foot: ']}',
  empty: '{}',
  comma: ',',
  keepsText: true,
  keepsRefs: true,
};
