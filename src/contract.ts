/**
 * The wire types between a page and its host. JSON only: no functions, no DOM types, no code.
 * Everything else in this project speaks them; other languages port exactly this file.
 *
 * Conventions: a field that has nothing to say is absent (never `null`, never an empty array or object).
 * Lengths are UTF-16 code units, positions and sizes are CSS px in the top document's viewport, times are ms.
 */

/**
 * `e<N>`: one element, for as long as it stays in the document. Never reused within a document. `f<N>e<M>`: `e<M>` of
 * the document that was number N in a frame of another origin, `f1f2e3` in a frame of that; another document there has
 * another number.
 */
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
  /** Leave out branches with no ref and no text, and text of nothing but separators. Default true. */
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
  /**
   * Give links their URL: a third of the tokens of most pages. Without, only a link that has no name says where it
   * leads. Default true.
   */
  urls?: boolean;
  /** Mirror refs into `data-agent-ref`. Default true. */
  markRefs?: boolean;
  /** Answer with what changed since this revision. */
  since?: number;
  /** Stop the walk after so many ms; the result says so. */
  timeBudgetMs?: number;
}

/** What frames of other origins ask for; part of the options of a snapshot and of the payload of an action or a query. */
export interface ChannelOptions {
  /**
   * Shows that the caller knows the key of the script, so that frames of other origins are part of the call. Only with
   * `start`; the result is fetched with `json('poll', job)`. See docs/security.md.
   */
  channelProof?: string;
}

/** `json` gives the tree; any other format renders in the page, and the {@link RenderOptions} count too. */
export interface SnapshotOptions
  extends CollectOptions,
    ChannelOptions,
    Omit<RenderOptions, 'format' | 'maxNodes'> {
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
export type InteractiveHint =
  | 'clickable'
  | 'focusable'
  | 'editable'
  | 'scrollable'
  | 'draggable'
  | 'droppable'
  | 'hoverable';

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
  /**
   * `cross_origin`, `sandboxed`, `not_loaded`, `disabled` (`frames: false`). With a `channelProof` also why the channel
   * did not help: `no_channel` (this document's script has no key, came late or was released), `tampered` (the page
   * keeps built-ins from being put back), `no_answer` (no script with this key there, or it is busy), `too_deep`,
   * `no_room` (a budget was spent before).
   */
  reason:
    | 'cross_origin'
    | 'sandboxed'
    | 'not_loaded'
    | 'disabled'
    | 'no_channel'
    | 'tampered'
    | 'no_answer'
    | 'too_deep'
    | 'no_room';
}

/** A frame of another origin that has told what it shows: its children are that document's. */
export interface ChannelFrame {
  src?: string;
  /** As the browser says it; `null` for a sandboxed document. */
  origin: string;
  access: 'channel';
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
  frame?: OpaqueFrame | ChannelFrame;
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
  /** The page began to be left for another one, which is slow, or for a download. */
  leaving?: boolean;
  /** A dialog that has opened. */
  dialog?: ElementLabel;
  /** The target left the document. */
  detached?: boolean;
  /** Where the container or page stands that was scrolled. */
  scroll?: ScrollState;
  /** `scroll` to a text: the element that holds it. */
  found?: ElementLabel;
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
}

export type QueryResult = QueryOk | ErrorResult;

// ---------------------------------------------------------------------------------------------- page

interface PageBase<Kind extends string> {
  ok: true;
  type: 'page';
  meta: Meta;
  kind: Kind;
}

export interface PageInfo extends PageBase<'info'> {
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

export type FindBy = 'role' | 'text' | 'label' | 'placeholder' | 'alt' | 'title' | 'testid' | 'css' | 'xpath';

export interface FindPayload {
  value: string;
  /** Default `text`. */
  by?: FindBy;
  /** Accessible name, to narrow any of them. */
  name?: string;
  /** The whole text in the same case; default: part of it in any case. */
  exact?: boolean;
  /** List hidden elements too. Default false. */
  hidden?: boolean;
  /** Most elements listed. Default 20. */
  limit?: number;
}

export interface PageFind extends PageBase<'find'> {
  /** In document order; each has a ref. */
  elements: ElementLabel[];
  /** How many match, listed or not. */
  total: number;
  /** How many more match and are not shown on the page. */
  hidden?: number;
}

export interface SearchPayload {
  value: string;
  /** `value` is a regular expression (JavaScript, any case). */
  regex?: boolean;
  /** The same case. */
  exact?: boolean;
  /** Characters on either side. Default 60. */
  context?: number;
  /** Most matches listed. Default 20. */
  limit?: number;
}

export interface SearchMatch {
  match: string;
  /** The match with what stands around it, in one line. */
  text: string;
  /** The element that the text stands in. */
  ref: Ref;
  /** What can be acted on there: the link or button that holds the text, else the next ones around it. */
  near?: ElementLabel[];
}

export interface PageSearch extends PageBase<'search'> {
  matches: SearchMatch[];
  total: number;
}

export type WaitState =
  | 'visible'
  | 'hidden'
  | 'enabled'
  | 'disabled'
  | 'checked'
  | 'unchecked'
  | 'editable'
  | 'readonly'
  | 'attached'
  | 'detached';

/** All that is given must hold. */
export interface WaitPayload {
  /** Something visible matches this CSS selector. */
  selector?: string;
  /** The page shows this text (part of it, any case). */
  text?: string;
  /** The address holds this. */
  url?: string;
  /** The element of this ref is in `state`. */
  ref?: Ref;
  /** Of the ref, else of what the selector or the text finds. Default `visible`. */
  state?: WaitState;
  /** The DOM has not changed for so many ms; true: 500. Only with `run` and `start`. */
  quiet?: boolean | number;
  /** The page is loaded. */
  load?: boolean;
  /** `selector`, `text` and `url` must not hold; a `ref` alone neither. */
  absent?: boolean;
  /** Default 5000. */
  timeoutMs?: number;
}

export interface PageWait extends PageBase<'wait'> {
  holds: boolean;
  /** What was found. */
  element?: ElementLabel;
}

export interface ScrollPayload {
  /** Default `down`. */
  direction?: 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom';
  /** px. Default: 90 % of what is seen. */
  amount?: number;
  /** Scroll what this element is in (or is). Default: the page, or what scrolls in its place. */
  ref?: Ref;
  /** Scroll until this text is there and bring it into view. */
  text?: string;
}

export interface PageScroll extends PageBase<'scroll'> {
  /** Where what was scrolled stands now. */
  scroll: ScrollState;
  /** With `text`: where it stands. */
  element?: ElementLabel;
}

export interface KeyPayload {
  /** `Enter`, `a`, `Control+a`; `char`: the text to type. */
  key: string;
}

export interface MousePayload extends Point {
  /** `wheel`: how far (px). */
  deltaX?: number;
  deltaY?: number;
}

export type InputKind =
  | 'pressKey'
  | 'keyDown'
  | 'keyUp'
  | 'char'
  | 'mouseMove'
  | 'mouseDown'
  | 'mouseUp'
  | 'mouseClick'
  | 'wheel';

export interface PageInput extends PageBase<InputKind> {
  /** What got the events; absent: the body. */
  target?: ElementLabel;
  /** A handler called preventDefault on the main event. */
  defaultPrevented?: boolean;
}

export interface PageNavigation extends PageBase<'navigate' | 'back' | 'forward' | 'reload' | 'pushState'> {
  /** Where it goes; the page that answers next has another document id, unless only the fragment changes. */
  to?: string;
}

export type HookName = 'dialogs' | 'console' | 'network' | 'listeners' | 'closedShadowRoots';

/** The answer that a matching request gets without leaving the page. */
export interface Mock {
  /** Part of the address. */
  url: string;
  /** Default: any. */
  method?: string;
  /** Default 200. */
  status?: number;
  body?: string;
  /** Default `application/json`. */
  contentType?: string;
}

export interface HooksPayload {
  /** Answer alert, confirm and prompt: `accept` or `dismiss` (what true means), or the text for prompts. */
  dialogs?: boolean | 'accept' | 'dismiss' | { text: string };
  /** Keep what goes to the console, and uncaught errors. */
  console?: boolean;
  /** Keep a log of fetch and XMLHttpRequest, and answer some of them. */
  network?: boolean | { mocks: Mock[] };
  /** See who listens for presses from now on, so that snapshots find them. */
  listeners?: boolean;
  /** See into closed shadow roots that are attached from now on. */
  closedShadowRoots?: boolean;
  /** Give what was kept, and forget it. */
  read?: boolean;
}

export interface DialogRecord {
  ts: number;
  dialog: 'alert' | 'confirm' | 'prompt';
  message: string;
  answer?: string | boolean;
}

export interface ConsoleRecord {
  ts: number;
  level: string;
  text: string;
}

export interface NetworkRecord {
  ts: number;
  method: string;
  url: string;
  /** Absent while the answer is due; 0: it failed. */
  status?: number;
  mocked?: boolean;
}

export interface PageHooks extends PageBase<'hooks'> {
  installed: HookName[];
  dialogs?: DialogRecord[];
  console?: ConsoleRecord[];
  network?: NetworkRecord[];
}

export interface StoragePayload {
  /** Items to write; none of the two: export. */
  local?: Record<string, string>;
  session?: Record<string, string>;
  /** Empty it first. */
  clear?: boolean;
}

export interface PageStorage extends PageBase<'storage'> {
  local?: Record<string, string>;
  session?: Record<string, string>;
}

export interface CookiesPayload {
  /** Cookies to write, each as for `document.cookie`: `theme=dark; path=/; max-age=3600`. */
  set?: string[];
}

export interface PageCookies extends PageBase<'cookies'> {
  /** Those that scripts may see. */
  cookies: Record<string, string>;
}

export interface HighlightPayload {
  /** Default: all that can be acted on in the viewport. */
  refs?: Ref[];
  /** Take the boxes away. */
  off?: boolean;
}

export interface PageHighlight extends PageBase<'highlight'> {
  boxes: { ref: Ref; box: Box }[];
}

export interface ExtractPayload {
  /** A ref or a CSS selector. Default: the article, the main part, or all. */
  scope?: string;
  maxCharsTotal?: number;
  boundary?: string;
}

export interface PageExtract extends PageBase<'extract'> {
  /** Markdown. */
  text: string;
  truncated: boolean;
  /** What was read. */
  element: ElementLabel;
  omitted?: Omitted;
}

export interface PageRelease extends PageBase<'release'> {
  /** Marks that were taken away. */
  marks: number;
}

export type PageOk =
  | PageInfo
  | PageFind
  | PageSearch
  | PageWait
  | PageScroll
  | PageInput
  | PageNavigation
  | PageHooks
  | PageStorage
  | PageCookies
  | PageHighlight
  | PageExtract
  | PageRelease;

export type PageKind = PageOk['kind'];

export type PageResult = PageOk | ErrorResult;

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
