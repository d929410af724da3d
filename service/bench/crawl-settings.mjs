/** Settings of all crawls of the bench. */
export const benchSettings = (dataFolder, redis) => ({
  dataFolder,
  ...(redis && { redis }),
  prefix: 'bench',
  concurrency: 10,
  browserConcurrency: 1,
  agentConcurrency: 1,
  perDomain: { concurrency: 0, perSecond: 0 },
  allowPrivate: ['127.0.0.1'],
  limits: { pageBytes: 10_000_000, resultMs: 3_600_000, jobMs: 3_600_000, agentSteps: 1 },
  agentMay: 'read',
  userAgent: 'inpage-bench',
});

/** What this process uses from now on: `memory`, a sample (MB) four times a second, and `cpu` (ms). */
export function watchUse() {
  const memory = [];
  const began = process.cpuUsage();
  const sample = () => memory.push(Math.round(process.memoryUsage.rss() / 1e6));
  sample();
  setInterval(sample, 250).unref();
  return () => {
    sample();
    const { user, system } = process.cpuUsage(began);
    return { memory, cpu: (user + system) / 1_000 };
  };
}
