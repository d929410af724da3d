import { el } from '../../../cli/src/playground/element.ts';
import { picture } from './page-view.ts';
import type { StreamedEvent } from './service-client.ts';

/** Longer texts are folded (characters). */
const FOLDED = 160;

const valueView = (name: string, value: unknown): Node => {
  const shown = picture(value, name);
  if (shown) return shown;
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  if (text.length <= FOLDED && !text.includes('\n')) return el('div', {}, el('b', {}, `${name}: `), text);
  const lines = text.split('\n').length;
  return el('details', {}, el('summary', {}, `${name} (${lines} lines)`), el('pre', {}, text));
};

/** One event: its kind and time, and what it tells; what a model saw is unfolded by a click. */
export const eventView = ({ id, type, data }: StreamedEvent): HTMLElement => {
  const { time, data: told } = (data ?? {}) as { time?: number; data?: unknown };
  const fields = typeof told === 'object' && told !== null ? Object.entries(told) : [['told', told] as const];
  return el(
    'li',
    { 'data-event': String(id) },
    el(
      'p',
      { class: 'row' },
      el('span', { class: 'kind' }, type),
      el('span', {}, `#${id}`),
      ...(time ? [el('span', {}, new Date(time).toLocaleTimeString())] : []),
    ),
    ...fields
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => valueView(name, value)),
  );
};
