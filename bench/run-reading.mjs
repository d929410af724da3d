import { measureExtract } from './measure/extract.mjs';
import { measureHints } from './measure/hints.mjs';
import { measureReading } from './measure/reading.mjs';
import { measureTokens } from './measure/tokens.mjs';
import { choosePages } from './pages/choose.mjs';
import { withPage } from './pages/open.mjs';

/** The parts of the bench about the texts that a model reads; none of them measures time. */
export const readingParts = ['reading', 'hints', 'extract', 'tokens'];

/**
 * Measures these parts; each page is opened once for all of them. A quick run follows hints, which takes longest, on the
 * job's pages, and measures the rest on all real ones.
 * @param {import('./run.mjs').Job} job
 * @param {import('./run.mjs').GetBrowser} get a browser that can be reached at the port, and in which nothing else is open
 * @param {number} port
 */
export async function runReading(job, get, port) {
  const { options, scripts, pages, results, attempt, resultOf, wanted } = job;
  const parts = readingParts.filter(wanted);
  if (parts.length === 0) return;
  for (const page of choosePages(options, true))
    await attempt(`${parts.join(', ')}: ${page.name}`, async () => {
      await withPage(await get(), page, { script: scripts.whole }, async (open) => {
        const result = resultOf(page);
        if (wanted('reading')) result.reading = await measureReading(open);
        if (wanted('hints') && pages.some(({ name }) => name === page.name))
          result.hints = await measureHints(open, options.quick);
        if (wanted('extract')) result.extract = await measureExtract(open, scripts.readability);
        if (wanted('tokens')) {
          const { error, ...tokens } = await measureTokens(open, { script: scripts.playwright, port });
          result.tokens = tokens;
          if (error) results.errors.push(`agent-browser -i: ${page.name}: ${error}`);
        }
      });
    });
}
