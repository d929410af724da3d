import { el } from '../../../cli/src/playground/element.ts';
import { picture } from './page-view.ts';
import type { StreamedEvent } from './service-client.ts';

/** Texts that are longer than this are folded into a disclosure (characters). */
const FOLDED = 160;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');

const isShort = (text: string): boolean => text.length <= FOLDED && !text.includes('\n');

const longView = (name: string, value: unknown): Node => {
  const shown = picture(value, name);
  if (shown) return shown;
  const text = textOf(value);
  const lines = text.split('\n').length;
  return el('details', {}, el('summary', {}, `${name} (${lines} lines)`), el('pre', {}, text));
};

/** One event of a job: type, number, time and the fields of its data. Long fields are folded. */
export const eventView = ({ id, type, data }: StreamedEvent): HTMLElement => {
  const { time, data: told } = (data ?? {}) as { time?: number; data?: unknown };
  const fields = Object.entries(typeof told === 'object' && told !== null ? told : { told }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const short = fields.filter(([, value]) => isShort(textOf(value)));
  const long = fields.filter(([, value]) => !isShort(textOf(value)));
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
    el(
      'div',
      { class: 'facts' },
      ...short.map(([name, value]) => el('span', {}, el('b', {}, `${name}: `), textOf(value))),
    ),
    ...long.map(([name, value]) => longView(name, value)),
  );
};
