import { linearRegression, median, quantile } from 'simple-statistics';

export { median };

/**
 * In ms. `best` is the shortest time, that of the round with the least other load. On a busy machine only these can be
 * compared, so factors are computed from them.
 * @typedef {{ best: number, median: number, p95: number, runs: number }} Times
 */

/** @returns {Times | undefined} undefined where nothing was measured */
export const sumUpTimes = (/** @type {number[]} */ times) =>
  times.length === 0
    ? undefined
    : { best: Math.min(...times), median: median(times), p95: quantile(times, 0.95), runs: times.length };

/** The exponent of the growth of time with size, the slope in a log-log diagram: 1 is linear, 2 quadratic. */
export const growthExponent = (/** @type {[size: number, time: number][]} */ points) =>
  linearRegression(points.map(([size, time]) => [Math.log(size), Math.log(time)])).m;
