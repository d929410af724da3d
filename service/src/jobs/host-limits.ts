/** Keeps one host from more pages at once, or per second, than settings allow; across all workers that share a backend. */
export interface HostLimits {
  /** @returns `release` if a page of the host may be worked on now; else when to ask again (ms) */
  enter(host: string): Promise<{ release(): Promise<void> } | { retryMs: number }>;
}

export const NO_LIMITS: HostLimits = {
  enter: () => Promise.resolve({ release: () => Promise.resolve() }),
};

/** A page whose worker is gone holds its place no longer than the longest page takes (ms). */
export const LEASE_MS = 360_000;

/** Those who wait for a place ask again at different times (ms). */
export const retryForPlace = (): number => 200 + Math.floor(Math.random() * 300);
