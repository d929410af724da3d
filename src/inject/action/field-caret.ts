import type { Field } from '../dom/input-type.ts';
import { call, props } from '../dom/read.ts';

const lastChar = (text: string): number => (Array.from(text).pop() || '').length;
const firstChar = (text: string): number => (Array.from(text.slice(0, 2))[0] || '').length;

/**
 * Start and end of the selection of a field; null in fields that do not expose it to scripts, such as number and
 * email fields.
 */
export const selectionIn = (field: Field): readonly [start: number | null, end: number | null] => {
  const { selectionStart, selectionEnd } = props(field as HTMLInputElement, 'selectionStart', 'selectionEnd');
  return [selectionStart, selectionEnd];
};

export const exposesSelection = (field: Field): boolean => selectionIn(field)[1] !== null;

/** The position of the caret after a key, from `at`. */
const TARGETS: Readonly<Record<string, (value: string, at: number) => number>> = {
  ArrowLeft: (value, at) => at - lastChar(value.slice(0, at)),
  ArrowRight: (value, at) => at + firstChar(value.slice(at)),
  Home: (value, at) => value.lastIndexOf('\n', at - 1) + 1,
  End: (value, at) => (value.slice(at).includes('\n') ? value.indexOf('\n', at) : value.length),
};

/** Moves the caret of a field by a key, or (`extend`) the moving end of its selection. */
export const moveInField = (field: Field, key: string, extend: boolean): void => {
  const { value, selectionDirection } = props(field as HTMLInputElement, 'value', 'selectionDirection');
  const [start, end] = selectionIn(field);
  const target = TARGETS[key];
  if (start === null || end === null || !target) return;
  const backward = selectionDirection === 'backward';
  const anchor = backward ? end : start;
  const collapses = !extend && start !== end && key.startsWith('Arrow');
  const to = collapses ? (key === 'ArrowLeft' ? start : end) : target(value, backward ? start : end);
  const direction = extend && to < anchor ? 'backward' : 'forward';
  const [from, until] = extend ? [Math.min(anchor, to), Math.max(anchor, to)] : [to, to];
  call(field as HTMLInputElement, 'setSelectionRange', from, until, direction as SelectionDirection);
};
