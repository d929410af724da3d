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
  /** Longest string in the answer. Default 4000. */
  limitChars?: number;
  /** Go on behind so many characters (options): the `after` of the last answer, with everything else as it was. */
  after?: number | string;
  /** `styles`: which properties; default: a set that tells what one sees. */
  properties?: string[];
  /** `count`: what to count below the element. */
  selector?: string;
  /** The document that the ref was seen in. */
  document?: string;
}

/** One choice of a select, a listbox or a combobox. */
export interface OptionInfo {
  ref: Ref;
  label: string;
  /** What a form would send, where it differs from the label. */
  value?: string;
  /** Absent where the choice is a secret. */
  selected?: boolean;
  disabled?: boolean;
}

/** `describe`: all that a snapshot could say of an element. */
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
  /** Where what was cut goes on; absent at the end. Of values by name, those that are longer go on there. */
  after?: number;
}

export type QueryResult = QueryOk | ErrorResult;
