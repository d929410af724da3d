/**
 * `e<N>`: one element, for as long as it stays in the document. Never reused within a document. `f<N>e<M>`: `e<M>` of
 * the document that was number N in a frame of another origin, `f1f2e3` in a frame of that; another document there has
 * another number.
 */
export type Ref = string;

/** Why something could not be done. Closed: a host may switch over it. */
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

/** Why a ref no longer leads to its element. */
export type DeadRefCause = 'detached' | 'replaced' | 'navigated' | 'unknown';

/** An element named in an error: enough to recognise it, with its ref if it has one. */
export interface ElementLabel {
  ref?: Ref;
  tag: string;
  role: string;
  name?: string;
}

export interface ErrorInfo {
  code: ErrorCode;
  /** One or two sentences for a model or a person: what is wrong and what to do next. */
  message: string;
  /** `ref_not_found`: what became of the element. */
  cause?: DeadRefCause;
  /** `ref_not_found`: the only element with the same role and name, never acted on by itself. */
  suggestion?: ElementLabel;
  /** `ambiguous`, `ref_not_found` of a locator: up to five elements that may have been meant, with their refs. */
  candidates?: ElementLabel[];
  /** `element_blocked`: the element at the click point. */
  blocker?: ElementLabel;
  /** `element_blocked`: buttons and links inside the blocker that may dismiss it. */
  blockerActions?: ElementLabel[];
  /** `option_not_found`, `option_disabled`: what could have been chosen. */
  options?: string[];
  /** `value_rejected`: what the field holds instead. `tool_failed`: what the tool of the page threw, where that is known. */
  observed?: string;
  /** `invalid_argument`: the argument that is wrong. */
  argument?: string;
  /** `invalid_argument`, `unsupported_kind`: the values that would have been right. */
  valid?: string[];
  /** `part_missing`: what is not in the file that was injected, */
  part?: string;
  /** and the file below `dist/` that holds it. */
  file?: string;
  /** Where a trusted tap by the host would do it. */
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

/** What every result says about the document it speaks of. */
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
