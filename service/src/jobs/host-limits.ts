/** Limits the pages of one host at once and per second (`Settings.perDomain`), across all workers of a backend. */
export interface HostLimits {
  /** Asks to process a page of a host. @returns `release` if that is allowed now, else after which time to ask again (ms) */
  enter(host: string): Promise<{ release(): Promise<void> } | { retryMs: number }>;
}

export const NO_LIMITS: HostLimits = {
  enter: () => Promise.resolve({ release: () => Promise.resolve() }),
};

/** Longest time that a page counts against its host's limit (ms). It ends the place of a page whose worker died. */
export const LEASE_MS = 360_000;

/** Pause before a page asks for a place again (ms). Random, so that waiting pages do not all ask at the same time. */
export const retryForPlace = (): number => 200 + Math.floor(Math.random() * 300);
