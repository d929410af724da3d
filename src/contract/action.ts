import type { ElementLabel, ErrorResult, Meta, Point, Ref } from './results.ts';
import type { ScrollState, SnapshotDelta, SnapshotText, SnapshotTree, Tristate } from './snapshot.ts';

export type ActionKind =
  | 'click'
  | 'dblclick'
  | 'contextmenu'
  | 'longpress'
  | 'tap'
  | 'swipe'
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
  | 'dispatch'
  /** The host presses and types itself. The script checks, aims, waits and tells what came of it. */
  | 'observe';

/** What was observed after an action; each field only where it differs from before. */
export interface Effect {
  /** What the field holds now; cut after 4000 characters, which `…` marks. */
  value?: string;
  checked?: Tristate;
  /** Labels of what is chosen now, each cut like a value. */
  selected?: string[];
  expanded?: boolean;
  /** What has the focus now. */
  focus?: ElementLabel;
  /** Where the document is now. At most 20000 characters. */
  url?: string;
  /** The page began to be left for another one, which is slow, or for a download. */
  leaving?: boolean;
  /** So many answers of servers that the page has asked because of it are still to come, after 2 s; only with `run`. */
  awaiting?: number;
  /** A dialog that has opened. */
  dialog?: ElementLabel;
  /** The target left the document. */
  detached?: boolean;
  /** Where the container or page stands that was scrolled. */
  scroll?: ScrollState;
  /** `scroll` to a text: the element that holds it. */
  found?: ElementLabel;
  /**
   * DOM mutations seen while the action ran (in the same task). That the focus was put elsewhere counts as one: what was shown
   * then may stand in a shadow tree.
   */
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
