export const BACKEND_DEFAULTS = {
  /** BullMQ's own default. */
  lockMs: 30_000,
  webhookBackoffMs: 2_000,
  /** With 2 s to begin with: about two minutes in all. */
  webhookAttempts: 7,
};
