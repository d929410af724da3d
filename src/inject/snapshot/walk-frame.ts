import type { SightLine } from '../dom/hidden.ts';
import type { Draft } from './draft.ts';

/** One open element of the walk. */
export interface Frame {
  el: Element;
  children: ArrayLike<Node>;
  index: number;
  /** Takes what is found below. */
  sink: Draft;
  /** The draft of `el` itself, to finish when the walk leaves it. */
  own?: Draft | undefined;
  line: SightLine;
  /** Text directly below is seen. */
  visible: boolean;
  /** Hidden, and so is what is below (only walked with `includeHidden`). */
  unseen: boolean;
  /** The cursor that what is inside inherits. */
  cursor: string;
  /** Everything is shown, not only what can be acted on. */
  whole: boolean;
  /** Text is wanted, if only to name what is above. */
  text: boolean;
  /** Text on either side does not join. */
  block: boolean;
  /** Interactive nodes met before `el`. */
  before: number;
  /** What the sink held before it. */
  held: number;
}

/** What is open where the walk begins. */
export const topFrame = (sink: Draft, el: Element, children: ArrayLike<Node>, whole: boolean): Frame => ({
  el,
  children,
  index: 0,
  sink,
  line: {},
  visible: true,
  unseen: false,
  cursor: '',
  whole,
  text: whole,
  block: true,
  before: 0,
  held: 0,
});
