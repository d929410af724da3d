import { attr, closestTo, documentOf, findAll, fromDocument } from '../dom/read.ts';

/** Where a handle stands on its track, and how far it can go. */
export interface SliderState {
  now: number;
  min: number;
  max: number;
}

interface JQuery {
  jQuery?: { data?: (el: Element, key: string) => unknown };
}

interface Options {
  options?: { value?: unknown; values?: unknown; min?: unknown; max?: unknown };
}

const optionsOf = (slider: Element): Options['options'] => {
  try {
    const view = fromDocument(documentOf(slider), 'defaultView') as JQuery | null;
    return (view?.jQuery?.data?.(slider, 'ui-slider') as Options | undefined)?.options;
  } catch {
    // The page's own says nothing.
    return undefined;
  }
};

/** jQuery UI tells in its own records only what a slider is set to: its handles have neither role nor value. */
export const drawnSlider = (handle: Element): SliderState | undefined => {
  if (!/(?:^|\s)ui-slider-handle(?:\s|$)/.test(attr(handle, 'class') ?? '')) return undefined;
  const slider = closestTo(handle, '.ui-slider');
  const options = slider && optionsOf(slider);
  if (!options) return undefined;
  const { value, values, min, max } = options;
  const index = Array.from(findAll(slider, '.ui-slider-handle')).indexOf(handle);
  const state = { now: Array.isArray(values) ? values[index] : value, min, max };
  return Object.values(state).every((at) => typeof at === 'number' && Number.isFinite(at))
    ? (state as SliderState)
    : undefined;
};
