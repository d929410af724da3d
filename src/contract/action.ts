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
  /** The host sends the mouse and key input itself. The script checks the element, finds the hit point, waits and observes the effect. */
  | 'observe';

/** What was observed after an action; each field only where it differs from before. */
export interface Effect {
  /** The value of the field after the action, cut after 4000 characters with `…`. */
  value?: string;
  checked?: Tristate;
  /** Labels of the options that are selected after the action, each cut like a value. */
  selected?: string[];
  expanded?: boolean;
  /** The focused element after the action. */
  focus?: ElementLabel;
  /** The document's URL after the action. At most 20000 characters. */
  url?: string;
  /** The page has begun a navigation that is not done yet (a slow server), or a download. */
  leaving?: boolean;
  /** The number of calls to servers, caused by the action, without an answer after 2 s; only with `run`. */
  awaiting?: number;
  /** A dialog that has opened. */
  dialog?: ElementLabel;
  /** The target left the document. */
  detached?: boolean;
  /** The position of the scroll container or page that was scrolled. */
  scroll?: ScrollState;
  /** `scroll` to a text: the element that contains it. */
  found?: ElementLabel;
  /**
   * DOM mutations observed while the action ran (in the same task). A move of the focus counts as one, since its effect may
   * be in a shadow tree.
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
  /** `true`: the effect was read back and is right; `unknown`: the events were sent, and no effect could be observed. */
  verified: boolean | 'unknown';
  /** The point of the action; a host may send trusted input there. */
  point?: Point;
  /** `run` only: the changes since the last snapshot, with that snapshot's options. */
  snapshot?: SnapshotTree | SnapshotDelta | SnapshotText;
}

export type ActionResult = ActionOk | ErrorResult;
