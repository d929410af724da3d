import { z } from 'zod';
import { statusWords } from '../../../../src/host/session/result-words.ts';
import { fetchPage } from '../../read/fetch-page.ts';
import { readDocument } from '../../read/read-html.ts';
import { SessionError } from '../../sessions/index.ts';
import { addressFor, unreachedBy } from './addresses.ts';
import { alone, type Reply } from './operation.ts';

const input = z.strictObject({
  url: z.string().max(20_000).optional(),
  html: z.string().max(20_000_000).optional().describe('In the place of what is at the address.'),
  type: z.string().max(200).optional().describe('The media type of html. Default: text/html.'),
  scope: z.string().max(2_000).optional(),
  urls: z.boolean().optional().describe('Links with their addresses.'),
  after: z.number().int().min(0).optional(),
  maxCharsTotal: z.number().int().min(100).max(1_000_000).optional(),
});

export const READ_OPERATIONS = {
  read: alone(input, async ({ input, policy }): Promise<Reply> => {
    const { url, html, type = 'text/html', ...options } = input;
    if (html !== undefined) return readDocument(html, type, url ?? 'about:blank', options);
    if (url === undefined) throw new SessionError('invalid_argument', 'Give an address (url), or html.');
    const address = addressFor(url, policy);
    const since = Date.now();
    const page = await fetchPage(address, await policy.proxy?.address()).catch((thrown: unknown) => {
      throw unreachedBy(policy, since, [address]) ?? thrown;
    });
    if (policy.guard) addressFor(page.url, policy);
    const read = await readDocument(page.text, page.type, page.url, options);
    const status = statusWords(page.url, page.status);
    return {
      status: page.status,
      ...read,
      text: status && input.after === undefined ? `${status}\n${read.text}` : read.text,
    };
  }),
};
