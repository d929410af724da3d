import type { Box, HighlightPayload, PageHighlight, Ref } from '../../contract.ts';
import { type Agent, keepUndo } from '../agent.ts';
import { rootElement } from '../dom/read.ts';
import { createViewport, isNearViewport, viewBoxOf } from '../dom/view-box.ts';
import { ONE_PIXEL } from '../dom/visibility.ts';
import { lookUp } from '../element/lookup.ts';
import { type Failure, isFailure } from '../result.ts';
import { readPage } from '../snapshot/read-page.ts';
import { takeBack } from '../state.ts';
import { checked } from './checked.ts';
import type { Answer } from './page.ts';

const PAYLOAD = { refs: 'strings', off: 'boolean' };

const OVERLAY = 'overlay';

type Boxes = { ref: Ref; box: Box }[];

/** CSS of the overlay: above all content, transparent for the pointer. */
const COVER = 'all:initial;position:fixed;inset:0;overflow:hidden;pointer-events:none;z-index:2147483647';

const COLORS = ['#d00', '#06c', '#080', '#80c', '#b50'];

const draw = (boxes: Boxes): HTMLElement => {
  const make = (css: string): HTMLElement => {
    // In an XML document `createElement` makes elements without the HTML namespace.
    const el = Document.prototype.createElementNS.call(
      document,
      'http://www.w3.org/1999/xhtml',
      'div',
    ) as HTMLElement;
    el.style.cssText = css;
    return el;
  };
  const host = make(COVER);
  host.setAttribute('aria-hidden', 'true');
  const root = host.attachShadow({ mode: 'closed' });
  boxes.forEach(({ ref, box: { x, y, width, height } }, i) => {
    const color = COLORS[i % COLORS.length];
    const frame = make(
      `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;box-sizing:border-box;border:2px solid ${color}`,
    );
    const tag = make(
      `position:absolute;left:-2px;${y < 16 ? 'top:0' : 'bottom:100%'};padding:0 3px;font:bold 12px/16px sans-serif;color:#fff;background:${color}`,
    );
    tag.textContent = ref;
    frame.append(tag);
    root.append(frame);
  });
  return host;
};

/** Appends the overlay beside the body, so that no reader of the page meets it; as a popover, above open dialogs, where the engine has popovers. */
const show = (host: HTMLElement): void => {
  const root = rootElement();
  if (!root) return;
  root.append(host);
  if (typeof host.showPopover !== 'function') return;
  host.popover = 'manual';
  host.showPopover();
};

/** The refs of all interactive elements in the viewport, at most `maxNodes`. */
const inViewport = (agent: Agent): Ref[] | Failure => {
  const reading = readPage(agent, { viewport: 'visible' }, { isWhole: true });
  if (isFailure(reading)) return reading;
  const refs: Ref[] = [];
  reading.byRef.forEach(({ interactivity }, ref) => {
    if (interactivity && refs.length < reading.request.options.maxNodes) refs.push(ref);
  });
  return refs;
};

/** Draws a box labelled with the ref around elements, for a screenshot. Boxes of an earlier call are removed. */
export const highlight = checked(
  'highlight',
  PAYLOAD,
  (agent, payload: HighlightPayload): Answer<PageHighlight> | Failure => {
    takeBack(agent.state, OVERLAY);
    if (payload.off) return { boxes: [] };
    const refs = payload.refs || inViewport(agent);
    if (isFailure(refs)) return refs;
    const viewport = createViewport();
    const boxes: Boxes = [];
    for (const spelled of refs) {
      const found = lookUp(agent, spelled);
      if (isFailure(found)) return found;
      const box = viewBoxOf(found.element, viewport, ONE_PIXEL);
      if (box && isNearViewport(box, viewport, 0)) boxes.push({ ref: found.ref, box });
    }
    const host = draw(boxes);
    show(host);
    keepUndo(agent, OVERLAY, () => host.remove());
    return { boxes };
  },
);
