import type { jobSummary } from '../api/job-answers.ts';
import type { Document, Job, PageError } from '../contract/index.ts';

/** A job in the console's list. */
export type Summary = ReturnType<typeof jobSummary>;

export type WholeJob = Summary &
  Pick<Job, 'request' | 'webhook' | 'result'> & {
    robotsBlocked: string[];
    errors: PageError[];
  };

export interface PageRow {
  at: number;
  url: string;
  title?: string;
  statusCode: number;
  engine: string;
  cacheState?: string;
  hasScreenshot: boolean;
  warning?: string;
}

export type { Document };
