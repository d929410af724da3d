import type { Ref, RefEntry, SnapshotNode } from '../../contract.ts';
import { cut } from '../dom/cut.ts';
import { isRecord } from '../payload.ts';

/** The fields that are accepted of a node from another document, by their type; all others are dropped. */
const FIELDS: Readonly<Record<string, string>> = {
  word: 'tag role type haspopup current live sort hint nameSource',
  text: 'name text value placeholder validationMessage description',
  url: 'url',
  boolean:
    'selected expanded disabled readonly required invalid focused modal multiselectable busy covered offscreen hidden hover aside',
  tristate: 'checked pressed',
  number: 'level valuemin valuemax',
  numbers: 'scroll box more',
  frame: 'frame',
  ref: 'ref',
};

const KIND_BY_FIELD = new Map<string, string>();
for (const kind of Object.keys(FIELDS))
  for (const name of (FIELDS[kind] as string).split(' ')) KIND_BY_FIELD.set(name, kind);

/** Most characters of its texts. */
export interface Limits {
  maxTextPerNode: number;
  maxAttrValueLen: number;
}

const WORD_CHARS = 40;
const REF = /^(?:f[1-9]\d{0,5}){0,8}[b-df-hj-np-tv-xz]{2}[1-9]\d{0,8}$/;
const IDENTITY = /^(?:f[1-9]\d{0,5}){0,8}n[1-9]\d{0,8}$/;

const isNumber = (value: unknown): value is number => typeof value === 'number' && value - value === 0;

/** The numbers of an object by name, at most 8; undefined for a value that is no object. */
const numbersOf = (value: unknown): Record<string, number> | undefined => {
  if (!isRecord(value)) return undefined;
  const numbers: Record<string, number> = {};
  for (const name of Object.keys(value).slice(0, 8)) {
    const number = value[name];
    if (isNumber(number)) numbers[cut(name, WORD_CHARS)] = number;
  }
  return numbers;
};

const textsOf = (value: unknown, max: number): Record<string, string> | undefined => {
  if (!isRecord(value)) return undefined;
  const texts: Record<string, string> = {};
  for (const name of Object.keys(value).slice(0, 20)) {
    const text = value[name];
    if (typeof text === 'string') texts[cut(name, WORD_CHARS)] = cut(text, max);
  }
  return Object.keys(texts).length > 0 ? texts : undefined;
};

const frameOf = (value: unknown, max: number): SnapshotNode['frame'] => {
  const { access = '', ...rest } = textsOf(value, max) || {};
  return access === 'channel' || access === 'opaque'
    ? ({ ...rest, access } as SnapshotNode['frame'])
    : undefined;
};

/** The ref `kd5` of document N as `fNkd5`; undefined for what is no ref. */
export const refHere = (ref: unknown, number: number): Ref | undefined =>
  typeof ref === 'string' && REF.test(ref) ? `f${number}${ref}` : undefined;

export const identityHere = (identity: unknown, number: number): string | undefined =>
  typeof identity === 'string' && IDENTITY.test(identity) ? `f${number}${identity}` : undefined;

const fieldOf = (kind: string | undefined, value: unknown, number: number, limits: Limits): unknown => {
  switch (kind) {
    case 'word':
      return typeof value === 'string' ? cut(value, WORD_CHARS) : undefined;
    case 'text':
      return typeof value === 'string' ? cut(value, limits.maxTextPerNode) : undefined;
    case 'url':
      return typeof value === 'string' ? cut(value, limits.maxAttrValueLen) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'tristate':
      return typeof value === 'boolean' || value === 'mixed' ? value : undefined;
    case 'number':
      return isNumber(value) ? value : undefined;
    case 'numbers':
      return numbersOf(value);
    case 'frame':
      return frameOf(value, limits.maxAttrValueLen);
    default:
      return kind && refHere(value, number);
  }
};

/** A node of document N without its children, with known fields of the right types only. */
export const readNode = (
  value: Readonly<Record<string, unknown>>,
  number: number,
  limits: Limits,
): SnapshotNode => {
  const node: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const field = fieldOf(KIND_BY_FIELD.get(name), value[name], number, limits);
    if (field !== undefined) node[name] = field;
  }
  if (typeof node.role !== 'string') node.role = 'generic';
  return node as unknown as SnapshotNode;
};

/** The entry of a ref of document N in `refs`; undefined where the document sent none. */
export const readEntry = (
  value: unknown,
  ref: Ref,
  limits: Limits,
  path: string | undefined,
): RefEntry | undefined => {
  const { tag, role, name, path: below } = textsOf(value, Math.max(limits.maxTextPerNode, 2000)) || {};
  if (!isRecord(value) || tag === undefined || role === undefined) return undefined;
  const attrs = textsOf(value.attrs, limits.maxAttrValueLen);
  return {
    ref,
    tag: cut(tag, WORD_CHARS),
    role: cut(role, WORD_CHARS),
    ...(name !== undefined && { name: cut(name, limits.maxTextPerNode) }),
    ...(attrs && { attrs }),
    ...(path && below !== undefined && { path: `${path} >>> ${below}` }),
  };
};
