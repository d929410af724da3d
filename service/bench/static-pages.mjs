#!/usr/bin/env node
/**
 * What a static page costs: CPU time of this process and pages per second, of our scraper and of what a bare
 * CheerioCrawler does (got-scraping, cheerio, links) on the same pages in the same run.
 *
 *   node scripts/build.mjs && node service/bench/static-pages.mjs [pages] [concurrency]
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const SENTENCE =
  'Bread rises because yeast turns sugar into gas, and the dough is elastic enough to hold it. ';

/** About 20 KB, as pages of documentation are: text, links, a menu. */
function pageOf(/** @type {number} */ i) {
  const menu = Array.from(
    { length: 40 },
    (_, n) => `<li><a href="/page/${(i * 7 + n) % 1000}">Chapter ${n}</a></li>`,
  );
  const sections = Array.from(
    { length: 12 },
    (_, n) =>
      `<h2 id="s${n}">Section ${n}</h2><p>${SENTENCE.repeat(5)}</p><p>${SENTENCE.repeat(4)} <a href="/page/${(i + n) % 1000}#s">See also</a> <code>bake(${n})</code></p><ul><li>${SENTENCE}</li><li>One</li></ul>`,
  );
  return `<!doctype html><html lang=en><head><title>Page ${i}</title><meta name=description content="About ${i}"><link rel=stylesheet href=/a.css></head><body><nav><ul>${menu.join('')}</ul></nav><main><h1>Page ${i}</h1>${sections.join('')}</main><footer>Imprint</footer></body></html>`;
}

if (process.argv[2] === 'serve') {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)));
  });
  server.listen(0, '127.0.0.1', () => process.send?.(/** @type {any} */ (server.address()).port));
} else await measure();

async function measure() {
  const [pages = 500, concurrency = 10] = process.argv.slice(2).map(Number);
  const site = fork(fileURLToPath(import.meta.url), ['serve']);
  const port = await new Promise((resolve) => site.once('message', resolve));
  const [{ gotScraping }, cheerio, { loadScraper }] = await Promise.all([
    import('got-scraping'),
    import('cheerio'),
    import('./load-scraper.mjs'),
  ]);
  const { scrape, fetcher, close } = await loadScraper();

  const bare = async (/** @type {string} */ url) => {
    const { body } = await gotScraping({ url, throwHttpErrors: false });
    const $ = cheerio.load(body);
    const links = $('a[href]')
      .map((_, el) => new URL($(el).attr('href') ?? '', url).href)
      .get();
    return $('title').text().length + $('body').text().length + links.length;
  };
  /** @type {Record<string, (url: string) => Promise<unknown>>} */
  const ways = {
    'bare Crawlee': bare,
    'fetch alone': (url) => fetcher.get(url),
    'scrape: links': (url) => scrape(url, { formats: ['links'] }),
    'scrape: markdown': (url) => scrape(url, { formats: ['markdown', 'links'] }),
  };
  console.log(
    `${pages} pages of ${Math.round(pageOf(1).length / 1000)} KB, ${concurrency} at once, two rounds, the better one`,
  );
  for (const [name, way] of Object.entries(ways)) {
    let best = { cpu: Infinity, perSecond: 0 };
    for (let round = 0; round < 3; round++) {
      const [cpu, begun] = [process.cpuUsage(), performance.now()];
      let next = 0;
      const work = async () => {
        while (next < pages) await way(`http://127.0.0.1:${port}/page/${next++}`);
      };
      await Promise.all(Array.from({ length: concurrency }, work));
      const { user, system } = process.cpuUsage(cpu);
      const ms = (user + system) / 1000 / pages;
      // The first round warms up.
      if (round > 0 && ms < best.cpu)
        best = { cpu: ms, perSecond: (pages / (performance.now() - begun)) * 1000 };
    }
    console.log(
      `${name.padEnd(18)} ${best.cpu.toFixed(2)} ms CPU a page, ${best.perSecond.toFixed(0)} pages per second`,
    );
  }
  await close();
  site.kill();
}
