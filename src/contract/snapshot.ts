import type { Box, ErrorResult, Meta, Ref } from './results.ts';

export type Format = 'tree' | 'html' | 'indexed' | 'outline' | 'yaml' | 'markdown' | 'json';

/** Formats that are read as text; `text` is an alias of `tree`. */
export type TextFormat = Exclude<Format, 'json'> | 'text';

/** How a snapshot is rendered to text. The same in the page, in TypeScript and in other languages. */
export interface RenderOptions {
  /** Most characters of the text, boundary lines included. Default 12000. */
  maxCharsTotal?: number;
  /** Most nodes with a line of their own. Default 200. */
  maxNodes?: number;
  /** Deepest level of indentation; deeper nodes are printed at it. Default 12. */
  maxDepth?: number;
  /** Leave out branches with no ref and no text, and text of nothing but separators. Default true. */
  compact?: boolean;
  /** Default `tree`; `text` is an alias of it. */
  format?: Format | 'text';
  /** A nonce: the text is put between a begin and an end line with it. Default none. */
  boundary?: string;
}

/**
 * A place in the order in which a tree is printed when not everything fits (`src/render/chain.ts`): `<ref>[+n][.c]`.
 * `kd8`: behind the node with this ref; `+n`: n further nodes behind; `.c`: and c characters of the next node's text. `top`
 * in place of the ref where no node with a ref comes before.
 */
export type Cursor = string;

/** Options of reading the page. */
export interface CollectOptions {
  /**
   * Only interactive elements, with dialogs, alerts and live regions, texts next to fields and other controls of forms,
   * texts between two buttons (the amount that they step), the title above a list of similar items (of a column), and with
   * `since` the first new texts; where the page has none of these, its first texts. Default true.
   */
  interactiveOnly?: boolean;
  /** Most nodes emitted; open modal dialogs first, then document order. Default 500. */
  maxNodes?: number;
  /**
   * Stop when the result is about this many bytes of JSON. Default 100000; none where `maxNodes` or a text format limits the
   * result already.
   */
  maxJsonBytes?: number;
  /**
   * Begin behind this {@link Cursor}, which a cut result has named, with all other options unchanged. A ref alone: behind
   * its node.
   */
  after?: Cursor;
  /** Most characters of a name or text. Default 200. */
  maxTextPerNode?: number;
  /** Most characters of an attribute in `refs`, and of a frame's URL. Default 150. */
  maxAttrValueLen?: number;
  /** A ref or a CSS selector: only that subtree. */
  scope?: string;
  /** `visible`: only what intersects the viewport; `{buffer}`: or is at most this many CSS px away. Default `all`. */
  viewport?: 'all' | 'visible' | { buffer: number };
  /** Elements with a smaller box count as not visible, in CSS px. Default 1 x 1. */
  minElementSize?: { width: number; height: number };
  /** List hidden nodes too, flagged. Default false. */
  includeHidden?: boolean;
  /** Find clickable elements that have no role. Default true. */
  cursorInteractive?: boolean;
  /** Descend into same-origin frames. Default true. */
  frames?: boolean;
  /** Descend into open shadow roots. Default true. */
  shadow?: boolean;
  /** Add an XPath to every ref. Default false. */
  paths?: boolean;
  /** Add the box to every node with a ref. Default false. */
  boxes?: boolean;
  /** Mark elements whose hit point is covered by another element. Default false. */
  occlusion?: boolean;
  /** Add accessible descriptions. Default false. */
  description?: boolean;
  /**
   * Add the URL to links, which costs a third of the tokens of most pages. Without it, only a link without a name, even a
   * guessed one, has its URL, in at most 80 characters. Default false.
   */
  urls?: boolean;
  /** Mirror refs into `data-agent-ref`. Default true. */
  markRefs?: boolean;
  /** Return the changes since this revision. 0, for a page after a navigation: the whole page, with its first texts. */
  since?: number;
  /** Stop reading after this many ms; the result says so. */
  timeBudgetMs?: number;
}

/** The option that includes frames of other origins, for a snapshot, and in the payload of an action or a query. */
export interface ChannelOptions {
  /**
   * Proves that the caller knows the key of the script, so that the call includes frames of other origins. Only with
   * `start`; the result is fetched with `json('poll', job)`. See docs/security.md.
   */
  channelProof?: string;
}

/** `json` returns the tree; any other format is rendered in the page, with the {@link RenderOptions}. */
export interface SnapshotOptions
  extends CollectOptions,
    ChannelOptions,
    Omit<RenderOptions, 'format' | 'maxNodes'> {
  format?: Format | 'text';
}

/** Three-valued ARIA states. */
export type Tristate = boolean | 'mixed';

/** States and properties of a node, each present only where it applies. */
export interface NodeStates {
  /** Live value of a field, a select or a range, at most 4000 characters in a snapshot. Secrets are masked. */
  value?: string;
  placeholder?: string;
  /** Input type where the role does not tell it: `date`, `time`, `color`, `file`, `password`, `email`, ... */
  type?: string;
  /**
   * URL of a link, without the origin where that is the document's own. At most 20000 characters; a `data:` URL in a
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
  /** The message of the page or the browser about an invalid value. */
  validationMessage?: string;
  focused?: boolean;
  /** `menu`, `listbox`, `tree`, `grid` or `dialog`. */
  haspopup?: string;
  /** `page`, `step`, `location`, `date`, `time` or `true`; `true` also where only a class marks it among similar elements. */
  current?: string;
  modal?: boolean;
  multiselectable?: boolean;
  busy?: boolean;
  /** `polite` or `assertive`, on live regions whose role does not imply it. */
  live?: string;
  /** `ascending`, `descending` or `other`. */
  sort?: string;
  valuemin?: number;
  valuemax?: number;
  description?: string;
}

/**
 * The source of a name that is not the accessible name. `content`: the visible text of an element whose role is not named
 * from content. The others are guesses, printed behind `~`: `label` (text beside the element), `tooltip`, `value` (the
 * value it submits), `icon` (file, symbol or class of its icon), `author` (its name or id in the code), `look` (what is
 * drawn there). Absent: the name is the accessible name.
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

/** The scroll position of a container, and how far it can still be scrolled, in CSS px. */
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
   * did not work: `no_channel` (this document's script has no key, was injected late or released), `tampered` (the page
   * prevents built-ins from being restored), `no_answer` (no script with this key there, or it is busy), `too_deep`,
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

/** A frame of another origin that has reported its content: the node's children are that document's. */
export interface ChannelFrame {
  src?: string;
  /** As told by the browser; `null` for a sandboxed document. */
  origin: string;
  access: 'channel';
}

export interface SnapshotNode extends NodeStates {
  ref?: Ref;
  /** Lower-case tag name; absent on loose text. */
  tag?: string;
  /** ARIA role; `text` for loose text, `generic` without a role. */
  role: string;
  /** Accessible name, white space collapsed, at most `maxTextPerNode`. */
  name?: string;
  nameSource?: NameSource;
  /** Own text that is not part of the name, at most `maxTextPerNode`. */
  text?: string;
  hint?: InteractiveHint;
  /** Controls appear only while the pointer is over it. */
  hover?: boolean;
  /**
   * A part around the main content (banner, navigation, complementary, footer, list of links) with all its descendants: it
   * is printed last where not everything has room.
   */
  aside?: boolean;
  /** Printed in an earlier or later part: the node is here only as the ancestor of others, or for its `more`. */
  context?: boolean;
  scroll?: ScrollState;
  box?: Box;
  /** Another element covers the hit point (only with `occlusion`). */
  covered?: boolean;
  /** Has a ref and lies outside of the viewport. */
  offscreen?: boolean;
  /** Only with `includeHidden`. */
  hidden?: boolean;
  frame?: OpaqueFrame | ChannelFrame;
  /** Counts of children that are not listed. */
  more?: Omitted;
  children?: SnapshotNode[];
}

export interface Omitted {
  nodes: number;
  interactive?: number;
  textChars?: number;
}

/** The element of a ref, for a look-up without a walk of the tree. */
export interface RefEntry {
  ref: Ref;
  tag: string;
  role: string;
  name?: string;
  /** Those among `href, src, type, name, value, placeholder, action, method, alt, title, aria-label, role`; live values. */
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
   * Names of the tools that the page offers (`page('tools')`), at most 50; absent where there are none. In a delta only
   * where they have changed, empty where none are left.
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
  /** The `after` that this snapshot was taken with. */
  after?: Cursor;
  /** The `after` of the next part. `omitted` then includes what `more` counts in the tree. */
  next?: Cursor;
  /** How long the call took in the page, whole ms. */
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
  /** Why this is the whole page although `since` was given. */
  whole?: 'unknown_revision' | 'other_options' | 'not_smaller';
}

/** The changes since a revision. Nodes have no children unless they are new. */
export interface SnapshotDelta extends SnapshotBase {
  refs: Record<Ref, RefEntry>;
  delta: Delta;
}

export interface Delta {
  since: number;
  /** Nothing that a snapshot shows has changed. */
  unchanged?: boolean;
  /**
   * Nothing listed has changed, but texts that only a snapshot for reading shows were removed or reordered.
   */
  texts?: 'changed';
  added?: DeltaNode[];
  changed?: DeltaNode[];
  removed?: DeltaNode[];
}

export interface DeltaNode {
  /** The nearest listed ancestor with a ref or a name. */
  parent?: SnapshotNode;
  node: SnapshotNode;
  /** For a node that was moved, or added between siblings of its role: the sibling that it now follows. */
  after?: SnapshotNode;
  /** `changed`: the former values of the fields that differ; a field that was absent is not listed. */
  was?: Partial<SnapshotNode>;
}

/** A snapshot rendered in the page, so that the tree does not cross the bridge. */
export interface SnapshotText extends SnapshotBase {
  format: Format;
  text: string;
  truncated: boolean;
  truncateReasons?: TruncateReason[];
  nodes: number;
  /** The refs that the text shows, in its order. */
  refs: Ref[];
  omitted?: Omitted;
  /** The `after` of the rest, as the text names it; absent where nothing is left. */
  next?: Cursor;
}

export type SnapshotResult = SnapshotTree | SnapshotDelta | SnapshotText | ErrorResult;

/** The text of a snapshot, with what it shows and leaves out. */
export interface RenderResult {
  text: string;
  truncated: boolean;
  truncateReasons: TruncateReason[];
  /** Nodes with a line of their own. */
  nodes: number;
  /** The refs that the text shows, in its order. */
  refs: Ref[];
  omitted: Required<Omitted>;
  /** The `after` of the rest, as the text names it; absent where nothing is left. */
  next?: Cursor;
}
