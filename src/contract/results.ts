/**
 * `kd5`: one element, for as long as it stays in the document. The two letters differ between documents; a ref is never
 * reused within a document. `f1kd5`: the element `kd5` of document number 1 in a frame of another origin, `f1f2kd5` of a
 * frame within that; another document in the same frame gets another number.
 */
export type Ref = string;

/** Why a call failed. A closed union: a host may switch over it. */
export type ErrorCode =
  | 'ref_not_found'
  | 'ambiguous'
  | 'not_visible'
  | 'not_enabled'
  | 'not_editable'
  | 'not_checkable'
  | 'not_selectable'
  | 'element_blocked'
  | 'option_not_found'
  | 'option_disabled'
  | 'value_rejected'
  | 'invalid_argument'
  | 'unsupported_kind'
  | 'needs_trusted_input'
  | 'no_effect'
  | 'timeout'
  | 'frame_inaccessible'
  | 'dialog_open'
  | 'job_lost'
  | 'part_missing'
  | 'navigation_blocked'
  | 'tool_not_found'
  | 'tool_failed'
  | 'tool_refused'
  | 'internal_error';

/** Why the element of a ref can't be found. */
export type DeadRefCause = 'detached' | 'replaced' | 'navigated' | 'unknown';

/** An element in a result or an error: enough to recognise it, with its ref if it has one. */
export interface ElementLabel {
  ref?: Ref;
  tag: string;
  role: string;
  name?: string;
}

export interface ErrorInfo {
  code: ErrorCode;
  /** One or two sentences for a model or a person: what went wrong and what to do next. */
  message: string;
  /** `ref_not_found`: what happened to the element. */
  cause?: DeadRefCause;
  /** `ref_not_found`: the only element with the same role and name. It is only named, never acted on instead. */
  suggestion?: ElementLabel;
  /** `ambiguous`, and `ref_not_found` of a locator: up to five possible elements, with their refs. */
  candidates?: ElementLabel[];
  /** `element_blocked`: the element that is hit at the hit point instead. */
  blocker?: ElementLabel;
  /** `element_blocked`: buttons and links inside the blocker that may dismiss it. */
  blockerActions?: ElementLabel[];
  /** `option_not_found`, `option_disabled`: the options that can be selected. */
  options?: string[];
  /** `value_rejected`: the value of the field instead. `tool_failed`: what the page's tool threw, where that is known. */
  observed?: string;
  /** `invalid_argument`: the argument that is wrong. */
  argument?: string;
  /** `invalid_argument`, `unsupported_kind`: the valid values. */
  valid?: string[];
  /** `part_missing`: the feature that the injected file does not have, */
  part?: string;
  /** and the file below `dist/` that has it. */
  file?: string;
  /** Where trusted input by the host would work. */
  point?: Point;
}

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The document that a result is about. */
export interface Meta {
  /** At most 20000 characters. */
  url: string;
  /** At most 1000 characters. */
  title: string;
  /** Milliseconds since the epoch. */
  ts: number;
  /** Random id of this document; a new document has a new one. */
  document: string;
}

export type Verb = 'snapshot' | 'action' | 'query' | 'page' | 'run' | 'start' | 'poll';

export interface ErrorResult {
  ok: false;
  type: Verb;
  meta: Meta;
  error: ErrorInfo;
}
