import type { Notification, ProgressToken } from '@modelcontextprotocol/server';

/** Interval of progress notifications (ms): a shorter call sends none. */
const EVERY_MS = 500;

/** Longest time (s) that a call takes, where its arguments say it: the timeout of `web_wait`. */
const totalOf = (name: string, given: Record<string, unknown> | undefined): number | undefined => {
  if (name !== 'web_wait') return undefined;
  const { timeoutMs = 5_000 } = (given ?? {}) as { timeoutMs?: unknown };
  return typeof timeoutMs === 'number' && timeoutMs > 0 ? Math.min(timeoutMs, 30_000) / 1_000 : undefined;
};

/**
 * Sends a progress notification every half second, until the returned function is called. Sends none where the client
 * has given no token.
 */
export const reportProgress = (
  token: ProgressToken | undefined,
  call: { name: string; arguments?: Record<string, unknown> | undefined },
  send: (notification: Notification) => Promise<void>,
): (() => void) => {
  if (token === undefined) return () => undefined;
  const started = Date.now();
  const total = totalOf(call.name, call.arguments);
  const name = call.name.slice(0, 40);
  const timer = setInterval(() => {
    const progress = (Date.now() - started) / 1_000;
    const params = {
      progressToken: token,
      progress,
      ...(total !== undefined && { total: Math.max(total, progress) }),
      message: `${name}: ${progress.toFixed(1)} s`,
    };
    // It rejects where the client has gone.
    send({ method: 'notifications/progress', params }).catch(() => clearInterval(timer));
  }, EVERY_MS);
  return () => clearInterval(timer);
};
