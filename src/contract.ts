/**
 * The wire types between a page and its host. JSON only: no functions, no DOM types, no code.
 * Everything else in this project speaks them; other languages port exactly this file.
 *
 * Conventions: a field that has nothing to say is absent (never `null`, never an empty array or object).
 * Lengths are UTF-16 code units, positions and sizes are CSS px in the top document's viewport, times are ms.
 */

/** `e<N>`: one element, for as long as it stays in the document. Never reused within a document. */
export type Ref = string;

// ---------------------------------------------------------------------------------------------- results

/** Why something could not be done. Closed: a host may switch over it. */
export type ErrorCode =
  | 'ref_not_found'
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
  | 'navigation_blocked'
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
  /** `element_blocked`: the element at the click point. */
  blocker?: ElementLabel;
  /** `element_blocked`: buttons and links inside the blocker that may dismiss it. */
  blockerActions?: ElementLabel[];
  /** `option_not_found`, `option_disabled`: what could have been chosen. */
  options?: string[];
  /** `value_rejected`: what the field holds instead. */
  observed?: string;
  /** `invalid_argument`: the argument that is wrong. */
  argument?: string;
  /** `invalid_argument`, `unsupported_kind`: the values that would have been right. */
  valid?: string[];
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
  url: string;
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

// ---------------------------------------------------------------------------------------------- snapshot

export type Format = 'tree' | 'html' | 'indexed' | 'outline' | 'yaml' | 'markdown' | 'json';

/** How a snapshot is rendered to text. The same in the page, in TypeScript and in other languages. */
export interface RenderOptions {
  /** Most characters of the text, a boundary included. Default 12000. */
  maxCharsTotal?: number;
  /** Most nodes with a line of their own. Default 200. */
  maxNodes?: number;
  /** Deepest level that is listed; deeper nodes are counted. Default 12. */
  maxDepth?: number;
  /** Leave out branches with no ref and no text. Default true. */
  compact?: boolean;
  /** Default `tree`; `text` is another word for it. */
  format?: Format | 'text';
  /** A nonce: the text stands between a begin and an end line that carry it. Default none. */
  boundary?: string;
}

/** What the walk collects. */
export interface CollectOptions {
  /** Only what can be acted on, with dialogs, alerts and live regions. Default true. */
  interactiveOnly?: boolean;
  /** Most nodes emitted; open modal dialogs first, then document order. Default 500. */
  maxNodes?: number;
  /**
   * Stop when the result is about so many bytes of JSON. Default 100000 where `maxNodes` is not given, else
   * none: who asks for more nodes has room for them.
   */
  maxJsonBytes?: number;
  /** Go on after this ref in document order. */
  after?: Ref;
  /** Longest name or text. Default 200. */
  maxTextPerNode?: number;
  /** Longest attribute value and URL. Default 150. */
  maxAttrValueLen?: number;
  /** A ref or a CSS selector: only that subtree. */
  scope?: string;
  /** `visible`: keep what meets the viewport; `{buffer}`: or is at most so many px away. Default `all`. */
  viewport?: 'all' | 'visible' | { buffer: number };
  /** Smaller boxes are not visible. Default 1 x 1. */
  minElementSize?: { width: number; height: number };
  /** List hidden nodes too, flagged. Default false. */
  includeHidden?: boolean;
  /** Find clickable elements that have no role. Default true. */
  cursorInteractive?: boolean;
  /** Descend into same-origin frames. Default true. */
  frames?: boolean;
  /** Descend into open shadow roots. Default true. */
  shadow?: boolean;
  /** Give every ref an XPath. Default false. */
  paths?: boolean;
  /** Give every node with a ref its box. Default false. */
  boxes?: boolean;
  /** Mark elements that another one covers at their click point. Default false. */
  occlusion?: boolean;
  /** Give descriptions. Default false. */
  description?: boolean;
  /** Mirror refs into `data-agent-ref`. Default true. */
  markRefs?: boolean;
  /** Answer with what changed since this revision. */
  since?: number;
  /** Stop the walk after so many ms; the result says so. */
  timeBudgetMs?: number;
}

/** `json` gives the tree; any other format renders in the page, and the {@link RenderOptions} count too. */
export interface SnapshotOptions extends CollectOptions, Omit<RenderOptions, 'format' | 'maxNodes'> {
  format?: Format | 'text';
}

/** Three-valued ARIA states. */
export type Tristate = boolean | 'mixed';

/** States and properties of a node, each only where it applies. */
export interface NodeStates {
  /** Live value of a field, a select or a range. Secrets are masked. */
  value?: string;
  placeholder?: string;
  /** Input type where the role does not say it: `date`, `time`, `color`, `file`, `password`, `email`, ... */
  type?: string;
  /** Where a link leads; without the origin where that is the document's own. */
  url?: string;
  /** Heading level, tree level, 1 and up. */
  level?: number;
  checked?: Tristate;
  selected?: boolean;
  expanded?: boolean;
  pressed?: Tristate;
  disabled?: boolean;
  readonly?: boolean;
  required?: boolean;
  invalid?: boolean;
  /** What the page or the browser says about an invalid value. */
  validationMessage?: string;
  focused?: boolean;
  /** `menu`, `listbox`, `tree`, `grid` or `dialog`. */
  haspopup?: string;
  /** `page`, `step`, `location`, `date`, `time` or `true`. */
  current?: string;
  modal?: boolean;
  multiselectable?: boolean;
  busy?: boolean;
  /** `polite` or `assertive`, on regions whose role does not already say so. */
  live?: string;
  /** `ascending`, `descending` or `other`. */
  sort?: string;
  valuemin?: number;
  valuemax?: number;
  description?: string;
}

/** Why an element without a widget role has a ref. */
export type InteractiveHint = 'clickable' | 'focusable' | 'editable' | 'scrollable' | 'draggable';

/** Where a scroll container stands, and how far (px) it can still go. */
export interface ScrollState {
  x: number;
  y: number;
  left?: number;
  right?: number;
  up?: number;
  down?: number;
}

/** A frame that could not be entered. */
export interface OpaqueFrame {
  src?: string;
  origin?: string;
  access: 'opaque';
  reason: 'cross_origin' | 'sandboxed' | 'not_loaded' | 'disabled';
}

export interface SnapshotNode extends NodeStates {
  ref?: Ref;
  /** Lower-case tag name; absent on loose text. */
  tag?: string;
  /** ARIA role; `text` for loose text, `generic` where there is none. */
  role: string;
  /** Accessible name, white space collapsed, at most `maxTextPerNode`. */
  name?: string;
  /** Own text that is not the name, at most `maxTextPerNode`. */
  text?: string;
  hint?: InteractiveHint;
  scroll?: ScrollState;
  box?: Box;
  /** Another element is at the click point (only with `occlusion`). */
  covered?: boolean;
  /** Has a ref and lies outside of the viewport. */
  offscreen?: boolean;
  /** Only with `includeHidden`. */
  hidden?: boolean;
  frame?: OpaqueFrame;
  /** Children that are not listed. */
  more?: Omitted;
  children?: SnapshotNode[];
}

export interface Omitted {
  nodes: number;
  interactive?: number;
  textChars?: number;
}

/** What a ref stands for, to look it up without walking the tree. */
export interface RefEntry {
  ref: Ref;
  tag: string;
  role: string;
  name?: string;
  /** Of `href, src, type, name, value, placeholder, action, method, alt, title, aria-label, role`; live values. */
  attrs?: Record<string, string>;
  /** XPath; steps into shadow roots and frames are joined by ` >>> `. Only with `paths`. */
  path?: string;
}

export type TruncateReason = 'maxNodes' | 'maxJsonBytes' | 'timeBudget' | 'maxDepth' | 'maxCharsTotal';

export interface SnapshotMeta extends Meta {
  /** Grows with every snapshot of this document; `since` takes it. */
  revision: number;
  viewport: { width: number; height: number };
  scroll: ScrollState;
  /** The focused element's ref, if it has one. */
  focus?: Ref;
}

export interface SnapshotStats {
  nodesVisited: number;
  nodesEmitted: number;
  nodesHidden: number;
  interactive: number;
  truncated: boolean;
  truncateReasons?: TruncateReason[];
  omitted?: Omitted;
  /** Where to go on: pass it as `after`. */
  next?: Ref;
  jsTimeMs: number;
}

interface SnapshotBase {
  ok: true;
  type: 'snapshot';
  /** Version of this format. */
  version: 1;
  meta: SnapshotMeta;
  stats: SnapshotStats;
}

/** The whole page, or the scope. */
export interface SnapshotTree extends SnapshotBase {
  refs: Record<Ref, RefEntry>;
  tree: SnapshotNode;
  /** `since` was given, and this is the whole all the same: why. */
  whole?: 'unknown_revision' | 'other_options' | 'not_smaller';
}

/** What changed since a revision. Nodes carry their refs and no children unless they are new. */
export interface SnapshotDelta extends SnapshotBase {
  refs: Record<Ref, RefEntry>;
  delta: Delta;
}

export interface Delta {
  since: number;
  /** Nothing a snapshot shows has changed. */
  unchanged?: boolean;
  added?: DeltaNode[];
  changed?: DeltaNode[];
  removed?: DeltaNode[];
}

export interface DeltaNode {
  /** The nearest listed ancestor that says where: it has a ref or a name. */
  parent?: SnapshotNode;
  node: SnapshotNode;
  /** `changed`: the fields that differ, as they were; a field that was absent is not listed. */
  was?: Partial<SnapshotNode>;
}

/** Rendered in the page: no tree crosses the bridge. */
export interface SnapshotText extends SnapshotBase {
  format: Format;
  text: string;
  truncated: boolean;
  truncateReasons?: TruncateReason[];
  nodes: number;
  /** The refs that the text shows, in its order. */
  refs: Ref[];
  omitted?: Omitted;
}

export type SnapshotResult = SnapshotTree | SnapshotDelta | SnapshotText | ErrorResult;

/** What {@link RenderOptions} lead to. */
export interface RenderResult {
  text: string;
  truncated: boolean;
  truncateReasons: TruncateReason[];
  /** Nodes with a line of their own. */
  nodes: number;
  /** The refs that the text shows, in its order. */
  refs: Ref[];
  omitted: Required<Omitted>;
}

// ---------------------------------------------------------------------------------------------- action

export type ActionKind =
  | 'click'
  | 'dblclick'
  | 'contextmenu'
  | 'longpress'
  | 'tap'
  | 'hover'
  | 'focus'
  | 'blur'
  | 'fill'
  | 'type'
  | 'clear'
  | 'press'
  | 'select'
  | 'selectText'
  | 'check'
  | 'uncheck'
  | 'setChecked'
  | 'upload'
  | 'drop'
  | 'drag'
  | 'scroll'
  | 'scrollIntoView'
  | 'submit'
  | 'dispatch';

/** What was observed after an action; each field only where it differs from before. */
export interface Effect {
  /** What the field holds now. */
  value?: string;
  checked?: Tristate;
  selected?: string[];
  expanded?: boolean;
  /** What has the focus now. */
  focus?: ElementLabel;
  /** Where the document is now. */
  url?: string;
  /** A dialog that has opened. */
  dialog?: ElementLabel;
  /** The target left the document. */
  detached?: boolean;
  /** DOM mutations seen while the action ran (in the same task). */
  mutations: number;
  /** A handler called preventDefault on the action's main event. */
  defaultPrevented?: boolean;
}

export interface ActionOk {
  ok: true;
  type: 'action';
  meta: Meta;
  ref: Ref;
  kind: ActionKind;
  effect: Effect;
  /** `true`: read back and right; `unknown`: the events were sent and nothing could be observed. */
  verified: boolean | 'unknown';
  /** Where the action took place; a host may tap there for real. */
  point?: Point;
  /** `run` only: what has changed since the last snapshot, with that snapshot's options. */
  snapshot?: SnapshotTree | SnapshotDelta | SnapshotText;
}

export type ActionResult = ActionOk | ErrorResult;

// ---------------------------------------------------------------------------------------------- query

export type QueryKind = 'text' | 'value' | 'attrs' | 'outerHTML';

/** What a query answers: text, or the attributes by name. */
export interface QueryOk {
  ok: true;
  type: 'query';
  meta: Meta;
  ref: Ref;
  kind: QueryKind;
  value: string | Record<string, string>;
  /** Some string was cut at `limitChars`. */
  truncated?: boolean;
  /** Length of the whole before the cut. */
  totalChars?: number;
}

export type QueryResult = QueryOk | ErrorResult;

// ---------------------------------------------------------------------------------------------- page

export type PageKind = 'info';

export interface PageInfo {
  ok: true;
  type: 'page';
  meta: Meta;
  kind: 'info';
  version: string;
  viewport: { width: number; height: number };
  /** Size of the whole document. */
  size: { width: number; height: number };
  scroll: ScrollState;
  readyState: string;
  language?: string;
  focus?: ElementLabel;
  /** Open dialogs, topmost first. */
  dialogs?: ElementLabel[];
  /** Revision of the last snapshot, 0 before the first. */
  revision: number;
}

export type PageResult = PageInfo | ErrorResult;

// ---------------------------------------------------------------------------------------------- jobs

/** `start` gives the name of a job, for hosts that can't await. */
export interface JobStarted {
  ok: true;
  type: 'start';
  meta: Meta;
  /** Carries the document's id: a job that a navigation has ended is known as such. */
  job: string;
}

/** `poll`: `result` once it is `done`. */
export interface JobState {
  ok: true;
  type: 'poll';
  meta: Meta;
  job: string;
  done: boolean;
  result?: SnapshotResult | ActionResult | QueryResult | PageResult;
}
