/**
 * A clock for the main thread of a page: ms of CPU time that its tasks have taken. Unlike wall time, it does not depend on
 * other load on the machine.
 * @param {import('playwright-core').CDPSession} session
 * @returns {Promise<() => Promise<number>>}
 */
export async function threadClock(session) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}

/** The thread's time for what `use` does with the page. */
export async function threadTimeOf(
  /** @type {() => Promise<number>} */ clock,
  /** @type {() => Promise<unknown>} */ use,
) {
  const start = await clock();
  await use();
  return (await clock()) - start;
}
