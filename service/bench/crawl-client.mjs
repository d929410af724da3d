/** What the bench of crawls uses of the service in its own process. */
export { crawlRequest } from '../src/contract/index.ts';
export { submitJob, waitForEnd } from '../src/crawl/submit.ts';
export { openBackend } from '../src/jobs/backend.ts';
