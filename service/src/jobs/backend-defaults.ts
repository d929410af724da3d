export const BACKEND_DEFAULTS = {
  /** Time after which the tasks of a dead worker are delivered again (ms): BullMQ's own default. */
  lockMs: 30_000,
  /** Pause before the second attempt of a webhook (ms); doubled for each further one. */
  webhookBackoffMs: 2_000,
  /** Attempts of a webhook. With pauses from 2 s to 64 s they take about two minutes. */
  webhookAttempts: 7,
};
