import type { Driver } from '../driver.ts';
import { pause } from './pause.ts';

/** A loaded page is read when its DOM has not changed for this many ms. */
export const QUIET_MS = 150;

/** How long that is waited for after the page has loaded: a clock or a ticker is never quiet. */
const MAX_CALM_WAIT_MS = 3_000;

/** The part of `Page` that is used. */
interface CalmPage {
  readonly driver: Driver;
  readonly options: { readonly pollMs: number };
  run(timeoutMs: number, verb: string, ...args: unknown[]): Promise<{ type: string }>;
}

/**
 * Waits until a page has loaded, has no requests without an answer (where the driver counts them), and its DOM is quiet.
 *
 * @returns false if the page was left meanwhile
 */
export const awaitCalm = async (page: CalmPage, deadline: number, quietMs: number): Promise<boolean> => {
  const wait = (until: number, quiet?: number): Promise<{ type: string }> => {
    const timeoutMs = Math.max(1, until - Date.now());
    return page.run(timeoutMs, 'page', 'wait', { load: true, timeoutMs, ...(quiet && { quiet }) });
  };
  if ((await wait(deadline)).type === 'left') return false;
  const calm = Math.min(deadline, Date.now() + MAX_CALM_WAIT_MS);
  const isAwaiting = (): boolean => Date.now() < calm && (page.driver.pendingRequests?.() ?? 0) > 0;
  do {
    while (isAwaiting()) await pause(page.options.pollMs);
    if ((await wait(calm, quietMs)).type === 'left') return false;
  } while (isAwaiting());
  return true;
};
