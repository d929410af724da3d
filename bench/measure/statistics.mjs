import { linearRegression, median, quantile } from 'simple-statistics';

export { median };

/**
 * In ms. `best`: of the round that was disturbed least. On a busy machine only it can be compared with another's, so
 * factors are of these.
 * @typedef {{ best: number, median: number, p95: number, runs: number }} Times
 */

/** @returns {Times | undefined} undefined where nothing was measured */
export const sumUpTimes = (/** @type {number[]} */ times) =>
  times.length === 0
    ? undefined
    : { best: Math.min(...times), median: median(times), p95: quantile(times, 0.95), runs: times.length };

/** How time grows with size: 1 is linear, 2 quadratic. The slope in a log-log diagram. */
export const growthExponent = (/** @type {[size: number, time: number][]} */ points) =>
  linearRegression(points.map(([size, time]) => [Math.log(size), Math.log(time)])).m;
