import { z } from 'zod';
import { type Format, type JobKind, ServiceError, type Webhook } from '../contract/index.ts';
import type { Api } from './context.ts';

/** The job id in a path. Any text is accepted here, so that a malformed id is answered like an unknown one, with 404. */
export const jobParams = z.object({ id: z.string().max(500) });

const JOB_ID = /^[\w-]{1,64}$/;

export const isJobId = (id: string): boolean => JOB_ID.test(id);

/** @param what needs the model, for the message @throws {ServiceError} `not_configured` where there is no model */
export const requireModel = ({ settings }: Api, what: JobKind | string): void => {
  if (settings.model) return;
  throw new ServiceError(
    'not_configured',
    `${what} needs a model, and this service has none: start it with --model-url and --model.`,
  );
};

/** Checks that there is a model if a format needs one. @throws {ServiceError} `not_configured` */
export const checkFormats = (api: Api, formats: readonly Format[] = []): void => {
  const needing = formats.find(({ type }) => type === 'json' || type === 'summary');
  if (needing) requireModel(api, `The format "${needing.type}"`);
};

/** Checks that the URL of a webhook may be opened. @throws {ServiceError} `url_blocked`, `bad_request` */
export const checkWebhook = ({ fetcher }: Api, webhook: Webhook | undefined): void => {
  if (webhook) fetcher.check(webhook.url);
};

/** Sorts URLs into those that may be opened (`good`, absolute) and the others (`bad`, as they were given). */
export const sortAddresses = (
  { fetcher }: Api,
  urls: readonly string[],
): { good: string[]; bad: string[]; firstError?: ServiceError } => {
  const good: string[] = [];
  const bad: string[] = [];
  let firstError: ServiceError | undefined;
  for (const url of urls)
    try {
      good.push(fetcher.check(url));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      firstError ??= error;
      bad.push(url);
    }
  return { good, bad, ...(firstError && { firstError }) };
};
