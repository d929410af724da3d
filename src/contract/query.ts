import type { Box, ElementLabel, ErrorResult, Meta, Ref } from './results.ts';
import type { ChannelOptions, InteractiveHint, NodeStates } from './snapshot.ts';

export type QueryKind =
  | 'text'
  | 'value'
  | 'attrs'
  | 'html'
  | 'outerHTML'
  | 'styles'
  | 'box'
  | 'xpath'
  | 'selector'
  | 'options'
  | 'describe'
  | 'isVisible'
  | 'isEnabled'
  | 'isChecked'
  | 'isEditable'
  | 'count';

export interface QueryPayload extends ChannelOptions {
  /** Most characters of each string in the answer. Default 4000. */
  limitChars?: number;
  /** Skip this many characters (of options: entries): the `after` of the last answer, with all else unchanged. */
  after?: number | string;
  /** `styles`: CSS properties. Default: a set about looks and visibility. */
  properties?: string[];
  /** `count`: CSS selector of the descendants to count. */
  selector?: string;
  /** Id of the document that the ref was issued in. */
  document?: string;
}

/** One choice of a select, a listbox or a combobox. */
export interface OptionInfo {
  ref: Ref;
  label: string;
  /** The value that a form submits, where it differs from the label. */
  value?: string;
  /** Absent where the choice is a secret. */
  selected?: boolean;
  disabled?: boolean;
}

/** `describe`: all that a snapshot could print of an element. */
export interface Description extends NodeStates, ElementLabel {
  hint?: InteractiveHint;
  focused?: boolean;
}

/**
 * `text, value, html, outerHTML, xpath, selector`: a string; `attrs, styles`: strings by name; `is...`: a boolean
 * (`isChecked` also `mixed`); `count`: a number; `box`, `options`, `describe`: as their types say.
 */
export type QueryValue =
  | string
  | number
  | boolean
  | Record<string, string>
  | Box
  | OptionInfo[]
  | Description;

export interface QueryOk {
  ok: true;
  type: 'query';
  meta: Meta;
  ref: Ref;
  kind: QueryKind;
  value: QueryValue;
  /** Some string was cut at `limitChars`, or not all options are listed. */
  truncated?: boolean;
  /** Length of the whole before the cut, where the value is one string. */
  totalChars?: number;
  /** The `after` of the next part; absent at the end. In an object, it applies to the strings that are longer. */
  after?: number;
}

export type QueryResult = QueryOk | ErrorResult;
