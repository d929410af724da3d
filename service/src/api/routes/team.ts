import type { FastifyInstance } from 'fastify';
import type { Api } from '../context.ts';
import { wholeCredits } from '../job-answers.ts';
import { answerSchemas } from '../openapi.ts';

/** Stands for unlimited credits and tokens in answers: clients read whole numbers, and JSON has no Infinity. */
const UNLIMITED = 999_999_999;

const whole = (credits: number): number => Math.min(UNLIMITED, Math.floor(credits));

/** Most running jobs of a tenant that are counted. */
const MOST_COUNTED = 10_000;

/** Routes for the usage of a tenant: running jobs, credits, tokens. */
export const addTeamRoutes = (app: FastifyInstance, { access, backend, settings }: Api): void => {
  const running = (tenant: string) => backend.store.list({ tenant, status: 'scraping', limit: MOST_COUNTED });
  const named = (operationId: string, summary: string) => ({
    response: answerSchemas,
    operationId,
    summary,
  });
  app.get('/v2/concurrency-check', {
    schema: named('concurrency', 'Jobs that are running, and how many may.'),
    handler: async ({ tenant }) => {
      const { length } = await running(tenant.name);
      return {
        success: true,
        concurrency: length,
        maxConcurrency: tenant.limits.concurrency ?? settings.concurrency,
      };
    },
  });
  const period = (start: number, end: number) => ({
    billingPeriodStart: new Date(start).toISOString(),
    billingPeriodEnd: new Date(end).toISOString(),
  });
  app.get('/v2/team/credit-usage', {
    schema: named('creditUsage', 'Credits that are left.'),
    handler: async ({ tenant }) => {
      const { remainingCredits, creditsThisMonth, periodStart, periodEnd } = await access.usage(tenant);
      const data = {
        remainingCredits: whole(remainingCredits),
        planCredits: whole(tenant.limits.creditsPerMonth ?? Infinity),
        usedCredits: wholeCredits(creditsThisMonth),
        ...period(periodStart, periodEnd),
      };
      return { success: true, data };
    },
  });
  app.get('/v2/team/token-usage', {
    schema: named('tokenUsage', 'Tokens of models that were used; credits limit them.'),
    handler: async ({ tenant }) => {
      const { tokensThisMonth, periodStart, periodEnd } = await access.usage(tenant);
      const data = {
        remainingTokens: UNLIMITED,
        planTokens: UNLIMITED,
        usedTokens: tokensThisMonth,
        ...period(periodStart, periodEnd),
      };
      return { success: true, data };
    },
  });
  app.get('/v2/team/queue-status', {
    schema: named('queueStatus', 'Jobs that are running or wait.'),
    handler: async ({ tenant }) => {
      const jobs = await running(tenant.name);
      const active = jobs.filter(({ completed }) => completed > 0).length;
      const [last] = await backend.store.list({ tenant: tenant.name, status: 'completed', limit: 1 });
      return {
        success: true,
        jobsInQueue: jobs.length,
        activeJobsInQueue: active,
        waitingJobsInQueue: jobs.length - active,
        maxConcurrency: tenant.limits.concurrency ?? settings.concurrency,
        mostRecentSuccess: last?.endedAt ? new Date(last.endedAt).toISOString() : null,
      };
    },
  });
};
