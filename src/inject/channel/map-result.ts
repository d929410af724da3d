import type { ErrorInfo, Point } from '../../contract.ts';
import { oneLine } from '../../render/one-line.ts';
import { cut } from '../dom/cut.ts';
import { isRecord } from '../payload.ts';
import { refHere } from './read-node.ts';

/** How the result of a frame is translated into this document. */
export interface Place {
  number: number;
  origin: string;
  /** The origin of its viewport in this viewport. */
  offset: Point;
  /** Most characters of a text. */
  limit: number;
}

const MAX_ITEMS = 1000;
const MAX_LEVELS = 8;

const isNumber = (value: unknown): value is number => typeof value === 'number' && value - value === 0;

export const moved = ({ x, y }: Point, { offset }: Pick<Place, 'offset'>): Point => ({
  x: Math.round((x + offset.x) * 10) / 10,
  y: Math.round((y + offset.y) * 10) / 10,
});

const isPoint = (value: unknown): value is Point => isRecord(value) && isNumber(value.x) && isNumber(value.y);

/** Whether a field holds a point of the viewport. */
const isPointField = (name: string, value: unknown): value is Point => name === 'point' && isPoint(value);

/** A copy of plain data with refs and points translated into this document, and texts cut to the limit. */
export const translated = (value: unknown, place: Place, level = 0): unknown => {
  if (typeof value === 'string') return cut(value, place.limit);
  if (typeof value !== 'object' || value === null) return value;
  if (level > MAX_LEVELS) return undefined;
  if (Array.isArray(value))
    return value.slice(0, MAX_ITEMS).map((item) => translated(item, place, level + 1));
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value).slice(0, MAX_ITEMS)) {
    const field: unknown = (value as Record<string, unknown>)[name];
    const found =
      name === 'ref'
        ? refHere(field, place.number)
        : isPointField(name, field)
          ? moved(field, place)
          : translated(field, place, level + 1);
    if (found !== undefined) copy[name] = found;
  }
  return copy;
};

/** A message with its refs translated. Names in messages can't contain what looks like a ref. */
const messageHere = (message: string, { number, origin }: Place): string =>
  `In the frame of ${origin}: ${cut(oneLine(message), 800)
    .replace(/\[ref=(?=(?:f\d+)*[a-z]{2}\d)/g, `[ref=f${number}`)
    .replace(/^(?=(?:f\d+)*[a-z]{2}\d+ )/, `f${number}`)}`;

/** The error of a frame, translated. */
export const errorHere = (error: unknown, place: Place): ErrorInfo => {
  const copy = translated(error, place) as Partial<ErrorInfo> | undefined;
  if (!isRecord(copy) || typeof copy.code !== 'string' || typeof copy.message !== 'string')
    return { code: 'internal_error', message: `The frame of ${place.origin} gave no readable result.` };
  return { ...copy, code: copy.code, message: messageHere(copy.message, place) };
};
