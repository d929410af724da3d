import type { Driver } from '../driver.ts';
import { pause } from './pause.ts';

/** The DOM of a page that has loaded is quiet for so long before it is read. */
export const QUIET_MS = 150;

/** For so long after it has loaded: a clock or a ticker is never quiet. */
const CALM_MS = 3_000;

/** What it takes of a page. */
interface Waited {
  readonly driver: Driver;
  readonly options: { readonly pollMs: number };
  run(timeoutMs: number, verb: string, ...args: unknown[]): Promise<{ type: string }>;
}

/**
 * Waits until a page has loaded, has what it has asked servers for (where the driver knows), and is quiet.
 *
 * @returns false: it was left in the meantime
 */
export const awaitCalm = async (page: Waited, deadline: number, quietMs: number): Promise<boolean> => {
  const wait = (until: number, quiet?: number): Promise<{ type: string }> => {
    const timeoutMs = Math.max(1, until - Date.now());
    return page.run(timeoutMs, 'page', 'wait', { load: true, timeoutMs, ...(quiet && { quiet }) });
  };
  if ((await wait(deadline)).type === 'left') return false;
  const calm = Math.min(deadline, Date.now() + CALM_MS);
  const isAwaiting = (): boolean => Date.now() < calm && (page.driver.pendingRequests?.() ?? 0) > 0;
  do {
    while (isAwaiting()) await pause(page.options.pollMs);
    if ((await wait(calm, quietMs)).type === 'left') return false;
  } while (isAwaiting());
  return true;
};
