import type { ErrorInfo, Point } from '../../contract.ts';
import { oneLine } from '../../render/one-line.ts';
import { cut } from '../dom/cut.ts';
import { isRecord } from '../payload.ts';
import { refHere } from './read-node.ts';

/** How what a frame says of an element becomes true here. */
export interface Place {
  number: number;
  origin: string;
  /** Where its viewport begins in this one. */
  offset: Point;
  /** Longest text. */
  limit: number;
}

const MOST_ITEMS = 1000;
const MOST_DEPTH = 8;

const isNumber = (value: unknown): value is number => typeof value === 'number' && value - value === 0;

export const moved = ({ x, y }: Point, { offset }: Pick<Place, 'offset'>): Point => ({
  x: Math.round((x + offset.x) * 10) / 10,
  y: Math.round((y + offset.y) * 10) / 10,
});

const isPoint = (value: unknown): value is Point => isRecord(value) && isNumber(value.x) && isNumber(value.y);

/** A point, or a box, which is one with a size. */
const isPlace = (name: string, value: unknown): value is Point => name === 'point' && isPoint(value);

/** A copy of plain data in which every ref leads here, and no text is longer than it may be. */
export const mapped = (value: unknown, place: Place, level = 0): unknown => {
  if (typeof value === 'string') return cut(value, place.limit);
  if (typeof value !== 'object' || value === null) return value;
  if (level > MOST_DEPTH) return undefined;
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => mapped(item, place, level + 1));
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value).slice(0, MOST_ITEMS)) {
    const field: unknown = (value as Record<string, unknown>)[name];
    const found =
      name === 'ref'
        ? refHere(field, place.number)
        : isPlace(name, field)
          ? moved(field, place)
          : mapped(field, place, level + 1);
    if (found !== undefined) copy[name] = found;
  }
  return copy;
};

/** Refs in the words of a message; names can't hold what looks like one. */
const wordsHere = (message: string, { number, origin }: Place): string =>
  `In the frame of ${origin}: ${cut(oneLine(message), 800)
    .replace(/\[ref=(?=(?:f\d+)*[a-z]{2}\d)/g, `[ref=f${number}`)
    .replace(/^(?=(?:f\d+)*[a-z]{2}\d+ )/, `f${number}`)}`;

/** What went wrong in a frame. */
export const errorHere = (error: unknown, place: Place): ErrorInfo => {
  const copy = mapped(error, place) as Partial<ErrorInfo> | undefined;
  if (!isRecord(copy) || typeof copy.code !== 'string' || typeof copy.message !== 'string')
    return { code: 'internal_error', message: `The frame of ${place.origin} gave no readable result.` };
  return { ...copy, code: copy.code, message: wordsHere(copy.message, place) };
};
