import { linearRegression, median, quantile } from 'simple-statistics';

export { median };

/** @typedef {{ median: number, p95: number, runs: number }} Times in ms */

/** @returns {Times | undefined} undefined where nothing was measured */
export const sumUpTimes = (/** @type {number[]} */ times) =>
  times.length === 0 ? undefined : { median: median(times), p95: quantile(times, 0.95), runs: times.length };

/** How time grows with size: 1 is linear, 2 quadratic. The slope in a log-log diagram. */
export const growthExponent = (/** @type {[size: number, time: number][]} */ points) =>
  linearRegression(points.map(([size, time]) => [Math.log(size), Math.log(time)])).m;
