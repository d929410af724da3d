/**
 * A clock for the main thread of a page: ms that it has worked since the page is there, whatever else the machine does
 * meanwhile. Wall time on a busy machine says more of the others than of what is measured.
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

/** How long the thread works for what a function does with the page. */
export async function threadTimeOf(
  /** @type {() => Promise<number>} */ clock,
  /** @type {() => Promise<unknown>} */ use,
) {
  const start = await clock();
  await use();
  return (await clock()) - start;
}
