import type { Box, ErrorResult, Meta, Ref } from './results.ts';

export type Format = 'tree' | 'html' | 'indexed' | 'outline' | 'yaml' | 'markdown' | 'json';

/** Formats that are read as text; `text` is another word for `tree`. */
export type TextFormat = Exclude<Format, 'json'> | 'text';

/** How a snapshot is rendered to text. The same in the page, in TypeScript and in other languages. */
export interface RenderOptions {
  /** Most characters of the text, a boundary included. Default 12000. */
  maxCharsTotal?: number;
  /** Most nodes with a line of their own. Default 200. */
  maxNodes?: number;
  /** Deepest level of nesting; what is deeper stands at the deepest level. Default 12. */
  maxDepth?: number;
  /** Leave out branches with no ref and no text, and text of nothing but separators. Default true. */
  compact?: boolean;
  /** Default `tree`; `text` is another word for it. */
  format?: Format | 'text';
  /** A nonce: the text stands between a begin and an end line that carry it. Default none. */
  boundary?: string;
}

/**
 * A place in the order in which a tree is given out when not everything fits (`src/render/chain.ts`):
 * `<ref>[+n][.c]`. `kd8`: behind the node with this ref; `+n`: and n further nodes have been given whole; `.c`: and so
 * many characters of the next node's words. `top` in place of the ref where no node with a ref has been given.
 */
export type Cursor = string;

/** What the walk collects. */
export interface CollectOptions {
  /**
   * Only what can be acted on, with dialogs, alerts and live regions, the texts at fields, at the controls of forms and
   * between two buttons (the amount that they step), what stands above a list of things alike (the title of a column), and
   * with `since` the first of the texts that are new; where there is none of that, the first of the page's texts. Default true.
   */
  interactiveOnly?: boolean;
  /** Most nodes emitted; open modal dialogs first, then document order. Default 500. */
  maxNodes?: number;
  /**
   * Stop when the result is about so many bytes of JSON. Default 100000 where `maxNodes` is not given, else
   * none: who asks for more nodes has room for them.
   */
  maxJsonBytes?: number;
  /**
   * Where to go on: a {@link Cursor} that a cut has named, with all other options as they were. The ref alone means
   * behind its node.
   */
  after?: Cursor;
  /** Longest name or text. Default 200. */
  maxTextPerNode?: number;
  /** Longest value of an attribute in `refs`, and address of a frame. Default 150. */
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
   * Give links their URL: a third of the tokens of most pages. Without, only a link that has no name, not even a guessed
   * one, says in at most 80 characters where it leads. Default false.
   */
  urls?: boolean;
  /** Mirror refs into `data-agent-ref`. Default true. */
  markRefs?: boolean;
  /** Answer with what changed since this revision. 0, for a page that comes after another one: the whole, with its first texts. */
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
  /** Live value of a field, a select or a range, at most 4000 characters in a snapshot. Secrets are masked. */
  value?: string;
  placeholder?: string;
  /** Input type where the role does not say it: `date`, `time`, `color`, `file`, `password`, `email`, ... */
  type?: string;
  /**
   * Where a link leads; without the origin where that is the document's own. At most 20000 characters, `data:` in a
   * snapshot at most `maxTextPerNode`.
   */
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
  /** `page`, `step`, `location`, `date`, `time` or `true`; `true` also where only a class tells it from others alike. */
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

/**
 * Where a name comes from that the browser would not compute. `content`: the visible text of something that has no role
 * which is named by it. The others are guesses, printed behind `~`: `label` (text that stands beside it), `tooltip`,
 * `value` (what it would send), `icon` (the file, symbol or class of its icon), `author` (its name or id in the code),
 * `look` (what is drawn there). Absent: the name is the accessible name.
 */
export type NameSource = 'content' | 'label' | 'tooltip' | 'value' | 'icon' | 'author' | 'look';

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

/** A frame of another origin that has reported what it shows: its children are that document's. */
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
  nameSource?: NameSource;
  /** Own text that is not the name, at most `maxTextPerNode`. */
  text?: string;
  hint?: InteractiveHint;
  /** Something to act on is shown only while the pointer is over it. */
  hover?: boolean;
  /**
   * Stands around the main content (banner, navigation, complementary, footer, list of links), itself and all below it:
   * it is printed last where there is no room for everything.
   */
  aside?: boolean;
  /** Was given before, or is yet to come: it is here only to say where others stand, or what `more` counts. */
  context?: boolean;
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

export type TruncateReason = 'maxNodes' | 'maxJsonBytes' | 'timeBudget' | 'maxCharsTotal';

export interface SnapshotMeta extends Meta {
  /** Grows with every snapshot of this document; `since` takes it. */
  revision: number;
  viewport: { width: number; height: number };
  scroll: ScrollState;
  /** The focused element's ref, if it has one. */
  focus?: Ref;
  /**
   * Names of the tools that the page offers (`page('tools')`), at most 50; absent where there are none. In a delta: only
   * where they are others than before, empty where none are left.
   */
  tools?: string[];
}

export interface SnapshotStats {
  nodesVisited: number;
  nodesEmitted: number;
  nodesHidden: number;
  interactive: number;
  truncated: boolean;
  truncateReasons?: TruncateReason[];
  omitted?: Omitted;
  /** Where this snapshot begins: the `after` that it was taken with. */
  after?: Cursor;
  /** Where to go on: pass it as `after`. What `more` counts in the tree is part of `omitted` then. */
  next?: Cursor;
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
  /**
   * Nothing listed has changed, but texts that a snapshot for acting leaves out have gone or stand in another order: a
   * snapshot for reading has them.
   */
  texts?: 'changed';
  added?: DeltaNode[];
  changed?: DeltaNode[];
  removed?: DeltaNode[];
}

export interface DeltaNode {
  /** The nearest listed ancestor that says where: it has a ref or a name. */
  parent?: SnapshotNode;
  node: SnapshotNode;
  /** What was moved, or is new between others of its role: the sibling behind which it stands now. */
  after?: SnapshotNode;
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
  /** Where to go on, the same that the text says; absent where all has been given. */
  next?: Cursor;
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
  /** Where to go on, the same that the text says; absent where all has been given. */
  next?: Cursor;
}
