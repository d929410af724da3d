import type { AgentRequest, Document, Job } from '../contract/index.ts';

/** Rounds credits up, because clients read them as whole numbers. 1e-9 absorbs rounding errors of sums of fractions. */
export const wholeCredits = (credits: number): number => Math.ceil(credits - 1e-9);

/** A document as clients read it, with `metadata.creditsUsed` as a whole number. */
export const toClientDocument = <D extends Partial<Pick<Document, 'metadata'>>>(document: D): D =>
  document.metadata
    ? {
        ...document,
        metadata: { ...document.metadata, creditsUsed: wholeCredits(document.metadata.creditsUsed) },
      }
    : document;

const isoTime = (time: number): string => new Date(time).toISOString();

/** Status of a crawl or batch, without its pages. */
export const crawlStatus = ({ status, total, completed, creditsUsed, expiresAt, error, warning }: Job) => ({
  success: true as const,
  status,
  total,
  completed,
  creditsUsed: wholeCredits(creditsUsed),
  expiresAt: isoTime(expiresAt),
  ...(error !== undefined && { error }),
  ...(warning !== undefined && { warning }),
});

/** Status of an `extract` job, with its data. */
export const extractStatus = (job: Job) => {
  const { status, creditsUsed, tokensUsed, expiresAt, error, warning } = job;
  const { data, sources } = (job.result ?? {}) as { data?: unknown; sources?: unknown };
  return {
    success: status !== 'failed',
    id: job.id,
    status: status === 'scraping' ? 'processing' : status,
    ...(data !== undefined && { data }),
    ...(sources !== undefined && { sources }),
    creditsUsed: wholeCredits(creditsUsed),
    tokensUsed: tokensUsed ?? 0,
    expiresAt: isoTime(expiresAt),
    ...(error !== undefined && { error }),
    ...(warning !== undefined && { warning }),
  };
};

/**
 * Status of an `agent` job, with its result. Firecrawl's Python client knows only `processing`, `completed` and
 * `failed`, so a cancelled job is `failed` with `stopReason: "cancelled"`.
 */
export const agentStatus = (job: Job) => {
  const { status, creditsUsed, tokensUsed, expiresAt, warning } = job;
  const { model } = job.request as AgentRequest;
  const isCancelled = status === 'cancelled';
  const { data, ...rest } = (job.result ?? {}) as { data?: unknown };
  const error = isCancelled ? 'The job was cancelled.' : job.error;
  return {
    success: status === 'scraping' || status === 'completed',
    id: job.id,
    status: status === 'scraping' ? 'processing' : isCancelled ? 'failed' : status,
    ...rest,
    ...(data !== undefined && { data }),
    ...(isCancelled && { stopReason: 'cancelled' }),
    ...(model !== undefined && { model }),
    creditsUsed: wholeCredits(creditsUsed),
    tokensUsed: tokensUsed ?? 0,
    expiresAt: isoTime(expiresAt),
    ...(error !== undefined && { error }),
    ...(warning !== undefined && { warning }),
  };
};

/** A job as the console lists it: without its pages, request and result. */
export const jobSummary = (job: Job) => {
  const { id, kind, status, createdAt, endedAt, expiresAt, total, completed, failed } = job;
  const { creditsUsed, maxCredits, tokensUsed = 0, error, warning } = job;
  const { url, urls, prompt, query } = job.request as Partial<Record<string, unknown>>;
  const [first] = Array.isArray(urls) ? urls : [url];
  return {
    id,
    kind,
    status,
    title: String(first ?? prompt ?? query ?? '').slice(0, 300),
    createdAt,
    endedAt,
    expiresAt,
    total,
    completed,
    failed,
    creditsUsed,
    maxCredits,
    tokensUsed,
    error,
    warning,
  };
};
