import { execFileSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answering, descendants, openSite, type Site, until } from '../../../tests/cli/support.ts';
import { chromiumPath } from '../../../tests/support/chromium.ts';
import {
  type Document,
  type Fetcher,
  type Reader,
  type Scraper,
  ServiceError,
  scrapeOptions,
} from '../../src/contract/index.ts';
import { createFetcher } from '../../src/fetch/fetcher.ts';
import { createScraper } from '../../src/scrape/scraper.ts';
import { cacheOnly, contextFor, settingsFor } from './support.ts';

const SENTENCE =
  'Water boils at a lower temperature on a mountain, because the air above it weighs less there. ';

const ARTICLE = `<!doctype html><html lang=en><head><title>Boiling water</title>
<meta name=description content="How it boils"><meta name=keywords content="water, heat"><meta property=og:title content="Boiling">
<meta property=og:image content=/og.png><meta property=article:published_time content=2026-01-02>
<link rel=canonical href=/boiling><link rel="shortcut icon" href=/icon.ico><style>.off { display: none }</style></head><body>
<nav><a href=/>Home</a> <a href=/about>About</a></nav>
<main><h1>Boiling water</h1><p>${SENTENCE.repeat(3)}</p><p class=off>Not shown</p>
<h2>Table</h2><table><tr><th>Height</th><th>Point</th></tr><tr><td>0 m</td><td>100</td></tr></table>
<h2>List</h2><ol><li>Pour<li>Heat<ul><li>slowly</ul></ol>
<pre><code class="language-js">heat(water);\n  wait();</code></pre>
<blockquote><p>Hot.</p></blockquote>
<figure><img src=pot.jpg alt="A pot"><figcaption>Seen from above</figcaption></figure>
<p>${SENTENCE} See <a href="../more?x=1#top">more</a> and <a href="#list">below</a>.</p>
<img alt=Drawn src="data:image/png;base64,iVBORw0KGgo="><img alt=Late src="data:image/gif;base64,R0lGOD" data-src="/late.png">
<p class=ad>Buy now</p></main><footer>All rights reserved</footer><script>window.code = 1</script></body></html>`;

const ARTICLE_MARKDOWN = `# Boiling water

${SENTENCE.repeat(3).trim()}

## Table

| Height | Point |
| --- | --- |
| 0 m | 100 |

## List

1. Pour
2. Heat
   - slowly

\`\`\`js
heat(water);
  wait();
\`\`\`

> Hot.

![A pot](SITE/docs/pot.jpg)
Seen from above

${SENTENCE.trim()} See [more](SITE/more?x=1#top) and [below](SITE/docs/article#list).

![Drawn](<Base64-Image-Removed>)![Late](SITE/late.png)

Buy now`;

const APP = `<!doctype html><title>App</title><div id=root></div><noscript>Please switch scripts on to see this.</noscript>
<script>setTimeout(() => {
  document.getElementById('root').innerHTML = '<h1>Drawn</h1><p>' + navigator.userAgent + ' ' + innerWidth + '</p><a href=/from-script>link</a>';
}, 150)</script>`;

const FORM = `<!doctype html><title>Form</title><label>Name <input id=name></label><button class=go>Go</button><ul></ul>
<div style="height: 3000px">tall</div><script>
document.querySelector('.go').addEventListener('click', (event) => setTimeout(() => {
  const item = document.createElement('li');
  item.className = 'result';
  item.textContent = 'Hello ' + document.getElementById('name').value + ' ' + event.isTrusted;
  document.querySelector('ul').append(item);
}, 100));</script>`;

const typed =
  (type: string, body: string | Buffer, status = 200): Answering =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };

/** A page that is never sent to its end. */
const endless: Answering = (_, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write('<title>Endless</title><p>begin<script src=/hang></script>');
};

const reader: Reader = {
  summary: async (text) => ({ text: `about ${text.length} characters`, tokens: 100 }),
  json: async (text, { schema }) => ({ value: { title: /^# (.*)/m.exec(text)?.[1], schema }, tokens: 300 }),
};

describe('scraping', () => {
  let site: Site;
  let fetcher: Fetcher;
  let scraper: Scraper;
  let answers = 0;

  beforeAll(async () => {
    site = await openSite(
      {
        '/docs/article': ARTICLE,
        '/app': APP,
        '/form': FORM,
        '/counted': (_, response) => {
          answers++;
          response.writeHead(200, { 'content-type': 'text/html' });
          response.end(`<p>Answer ${answers} <a href=/next>next</a>`);
        },
        '/redirect': (_, response) => {
          response.writeHead(301, { location: '/docs/article' });
          response.end();
        },
        '/refresh': '<meta http-equiv=refresh content="0; url=/docs/article">',
        '/plain': typed('text/plain; charset=utf-8', 'Grüße\n  as it is'),
        '/data.json': typed('application/json', '{"a":[1,2]}'),
        '/file.pdf': typed('application/pdf', Buffer.from('%PDF-1.4')),
        '/broken': typed('text/html', '<title>Oops</title><h1>Server error</h1><p>Sorry about that.', 500),
        '/fragment': '<h1>No head</h1><p>and no body',
        '/title-only': '<title>T</title><body><p>Body without html',
        '/comments': `${'<!---->'.repeat(5_000)}<p>after comments`,
        '/open-tags': `<noscript>${'<'.repeat(200_000)}</noscript><script src=a.js></script><img data-x="a${'.png?'.repeat(200_000)} x"><p>after them`,
        '/deep': `${'<div>'.repeat(50_000)}deep`,
        '/classes': `<p class="${'a '.repeat(500_000)}">many`,
        '/endless': endless,
        '/hang': () => undefined,
        '/echo': (request, response) => {
          response.writeHead(200, { 'content-type': 'text/html' });
          response.end(`<pre>${JSON.stringify(request.headers)}</pre>`);
        },
        '/refresh-echo': '<meta http-equiv=refresh content="0;url=/echo">',
        '/refresh-away': (request, response) => {
          const { port } = new URL(`http://${request.headers.host}`);
          response.setHeader('content-type', 'text/html');
          response.end(`<meta http-equiv=refresh content="0;url=http://127.0.0.2:${port}/echo">`);
        },
        '/listing': `<header>Shop header</header><nav><a href=/a>Menu</a></nav><ul><li><a href=/p/1>First product</a><li><a href=/p/2>Second</a></ul><footer>Imprint</footer>`,
        '/shadow': `<title>Shadow</title><x-card><b slot=name>Slotted</b></x-card><style>.gone{display:none}</style><p class=late>Hidden by script</p><script>
        document.querySelector('x-card').attachShadow({ mode: 'open' }).innerHTML = '<p>In the <a href=/dark>shadow</a></p><slot name=name>nothing</slot>';
        document.querySelector('.late').classList.add('gone');</script>`,
      },
      '0.0.0.0',
    );
    const settings = settingsFor({
      browser: await chromiumPath(),
      allowPrivate: ['127.0.0.1', '127.0.0.2'],
      model: { baseUrl: '', name: '', creditsPer1000: 10 },
    });
    fetcher = createFetcher(settings);
    scraper = createScraper({ settings, fetcher, store: cacheOnly(), reader });
  });
  afterAll(async () => {
    await scraper.close();
    await fetcher.close();
    await site.close();
  });

  const scrape = async (path: string, options: object = {}, context = contextFor()): Promise<Document> =>
    (await scraper.scrape(site.url + path, scrapeOptions.parse(options), context)).document;

  const failure = async (work: Promise<unknown>): Promise<ServiceError> => {
    const thrown = await work.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(thrown instanceof ServiceError)) throw new Error(`Not a ServiceError: ${thrown}`);
    return thrown;
  };

  describe('without a browser', () => {
    it('writes the article as Markdown with absolute addresses', async () => {
      const { markdown, metadata } = await scrape('/docs/article');
      expect(markdown).toBe(ARTICLE_MARKDOWN.replaceAll('SITE', site.url));
      expect(metadata.engine).toBe('static');
    });

    it('returns the metadata of the page', async () => {
      const { metadata } = await scrape('/redirect');
      expect(metadata).toMatchObject({
        title: 'Boiling water',
        description: 'How it boils',
        language: 'en',
        keywords: 'water, heat',
        ogTitle: 'Boiling',
        ogImage: '/og.png',
        publishedTime: '2026-01-02',
        canonicalURL: `${site.url}/boiling`,
        favicon: `${site.url}/icon.ico`,
        sourceURL: `${site.url}/redirect`,
        url: `${site.url}/docs/article`,
        statusCode: 200,
        contentType: 'text/html; charset=utf-8',
        creditsUsed: 1,
      });
    });

    it('returns exactly the requested formats', async () => {
      const document = await scrape('/docs/article', {
        formats: [
          'html',
          'rawHtml',
          'links',
          'images',
          { type: 'attributes', selectors: [{ selector: 'main img', attribute: 'alt' }] },
        ],
      });
      expect(Object.keys(document).sort()).toEqual([
        'attributes',
        'html',
        'images',
        'links',
        'metadata',
        'rawHtml',
      ]);
      expect(document.rawHtml).toBe(ARTICLE);
      expect(document.links).toEqual([`${site.url}/`, `${site.url}/about`, `${site.url}/more?x=1`]);
      expect(document.images).toEqual([`${site.url}/og.png`, `${site.url}/docs/pot.jpg`]);
      expect(document.attributes?.[0]?.values).toEqual(['A pot', 'Drawn', 'Late']);
      expect(document.html).toContain(`<a href="${site.url}/more?x=1#top">more</a>`);
      expect(document.html).not.toMatch(/<script|<style|Not shown|Home|All rights/);
    });

    it('returns the whole page on request', async () => {
      const { markdown } = await scrape('/docs/article', { onlyMainContent: false });
      expect(markdown).toContain(`[Home](${site.url}/) [About](${site.url}/about)`);
      expect(markdown).toContain('All rights reserved');
      expect(markdown).not.toMatch(/Not shown|window\.code/);
    });

    it('includes and excludes tags and selectors', async () => {
      expect(
        (await scrape('/docs/article', { excludeTags: ['.ad', 'table', 'no[selector'] })).markdown,
      ).not.toMatch(/Buy now|\b100\b/);
      const { markdown } = await scrape('/docs/article', {
        includeTags: ['h1', 'figcaption', 'nav a:first-child'],
      });
      expect(markdown).toBe(`[Home](${site.url}/)\n\n# Boiling water\n\nSeen from above`);
    });

    it('keeps inline pictures unless they are to be removed', async () => {
      expect((await scrape('/docs/article', { removeBase64Images: false })).markdown).toContain(
        '![Drawn](data:image/png;base64,iVBORw0KGgo=)',
      );
    });

    it('leaves out navigation of a page without an article', async () => {
      expect((await scrape('/listing')).markdown).toBe(
        `- [First product](${site.url}/p/1)\n- [Second](${site.url}/p/2)`,
      );
    });

    it.each([
      ['/fragment', '# No head\n\nand no body'],
      ['/title-only', 'Body without html'],
      ['/comments', 'after comments'],
      ['/plain', 'Grüße\n  as it is'],
      ['/data.json', '```json\n{"a":[1,2]}\n```'],
    ])('reads %s', async (path, markdown) => {
      expect((await scrape(path)).markdown).toBe(markdown);
    });

    it('survives pages made to be slow to match', async () => {
      const { markdown } = await scrape('/open-tags', { timeout: 20_000 });
      expect(markdown).toContain('after them');
    });

    it('sends headers only to the host of the address', async () => {
      const headers = { Authorization: 'Basic abc', 'X-Key': 'secret' };
      expect((await scrape('/refresh-echo', { headers })).markdown).toContain('secret');
      const { markdown = '' } = await scrape('/refresh-away', { headers });
      expect(markdown).toContain('accept');
      expect(markdown).not.toMatch(/secret|abc/);
    });

    it('follows an immediate refresh', async () => {
      const { metadata } = await scrape('/refresh');
      expect([metadata.sourceURL, metadata.url]).toEqual([`${site.url}/refresh`, `${site.url}/docs/article`]);
    });

    it('returns error pages as documents', async () => {
      const { markdown, metadata } = await scrape('/broken');
      expect(markdown).toContain('Server error');
      expect([metadata.statusCode, metadata.error]).toEqual([500, 'Internal Server Error']);
      expect((await scrape('/nowhere')).metadata.statusCode).toBe(404);
    });

    it('reports what can not be read', async () => {
      expect((await failure(scrape('/file.pdf'))).message).toContain('application/pdf, which is no text');
      expect((await failure(scrape('/deep'))).code).toBe('too_large');
      expect((await failure(scrape('/classes'))).code).toBe('too_large');
    });

    it('calls the model, and counts its costs', async () => {
      const { document, credits } = await scraper.scrape(
        `${site.url}/docs/article`,
        scrapeOptions.parse({ formats: ['summary', { type: 'json', schema: { type: 'object' } }] }),
        contextFor(),
      );
      expect(document.summary).toMatch(/^about \d+ characters$/);
      expect(document.json).toEqual({ title: 'Boiling water', schema: { type: 'object' } });
      expect([document.markdown, credits, document.metadata.creditsUsed]).toEqual([undefined, 5, 5]);
    });

    it('says what to do without a model', async () => {
      const settings = settingsFor();
      const without = createScraper({ settings, fetcher, store: cacheOnly() });
      const asked = without.scrape(site.url, scrapeOptions.parse({ formats: ['summary'] }), contextFor());
      expect((await failure(asked)).code).toBe('not_configured');
      await without.close();
    });

    it('returns all links to a crawl', async () => {
      const { links } = await scraper.scrape(`${site.url}/counted`, scrapeOptions.parse({}), contextFor());
      expect(links).toEqual([`${site.url}/next`]);
    });

    it('uses a cached copy that is young enough, of the same tenant and options', async () => {
      const first = await scrape('/counted');
      const again = await scrape('/counted', { maxAge: 60_000 });
      expect(again.markdown).toBe(first.markdown);
      expect(again.metadata.cacheState).toBe('hit');
      expect(Date.parse(String(again.metadata.cachedAt))).toBeGreaterThan(0);
      const withLinks = await scrape('/counted', { maxAge: 60_000, formats: ['links'] });
      expect([withLinks.metadata.cacheState, withLinks.links]).toEqual(['miss', [`${site.url}/next`]]);
      const others = await scrape('/counted', { maxAge: 60_000 }, contextFor('b'));
      expect([others.metadata.cacheState, others.markdown === first.markdown]).toEqual(['miss', false]);
      const part = await scrape('/counted#part', { maxAge: 60_000 });
      expect([part.metadata.cacheState, part.markdown === first.markdown]).toEqual(['miss', false]);
      const fresh = await scrape('/counted', { maxAge: 0, storeInCache: false });
      expect(fresh.metadata.cacheState).toBeUndefined();
    });

    it('ends at its timeout', async () => {
      const { code, message } = await failure(scrape('/hang', { timeout: 300 }));
      expect([code, message]).toEqual(['SCRAPE_TIMEOUT', expect.stringContaining('longer than 300 ms')]);
    });
  });

  describe('in a browser', () => {
    it('reads a page that scripts draw, and says why it used a browser', async () => {
      const { markdown, metadata, links } = await scrape('/app', { formats: ['markdown', 'links'] });
      expect(markdown).toContain('# Drawn');
      expect(markdown).toContain('inpage-service-test 1280');
      expect([metadata.engine, metadata.engineReason]).toEqual(['browser', 'noscript asks for JavaScript']);
      expect(links).toEqual([`${site.url}/from-script`]);
    });

    it('reads shadow roots, and not what style sheets hide', async () => {
      const { markdown, rawHtml, links } = await scrape('/shadow', {
        waitFor: 1,
        formats: ['markdown', 'rawHtml', 'links'],
      });
      expect(markdown).toBe(`In the [shadow](${site.url}/dark)\n\n**Slotted**`);
      expect(links).toEqual([`${site.url}/dark`]);
      expect(rawHtml).not.toContain('data-inpage');
    });

    it('takes screenshots, and emulates a phone on request', async () => {
      const { screenshot, markdown } = await scrape('/app', {
        formats: ['markdown', 'screenshot'],
        mobile: true,
      });
      expect(screenshot).toMatch(/^data:image\/png;base64,iVBOR/);
      expect(markdown).toMatch(/iPhone/);
      const { screenshot: jpeg } = await scrape('/form', {
        formats: [{ type: 'screenshot', fullPage: true, quality: 30, viewport: { width: 320, height: 200 } }],
      });
      expect(jpeg).toMatch(/^data:image\/jpeg;base64,/);
    });

    it('carries out actions with trusted input', async () => {
      const { actions, markdown } = await scrape('/form', {
        actions: [
          { type: 'wait', milliseconds: 10 },
          { type: 'write', selector: '#name', text: 'Ann' },
          { type: 'press', key: 'a' },
          { type: 'click', selector: 'button.go' },
          { type: 'wait', selector: '.result' },
          { type: 'scroll', direction: 'down' },
          { type: 'scroll', direction: 'up' },
          { type: 'screenshot' },
          { type: 'scrape' },
          { type: 'executeJavascript', script: 'document.querySelectorAll("li").length' },
          { type: 'executeJavascript', script: 'const a = 2; return { a }' },
          { type: 'pdf' },
        ],
      });
      expect(markdown).toContain('Hello Anna true');
      expect(actions?.screenshots).toHaveLength(1);
      expect(actions?.scrapes[0]?.url).toBe(`${site.url}/form`);
      expect(actions?.scrapes[0]?.html).toContain('<li class="result">Hello Anna true</li>');
      expect(actions?.javascriptReturns).toEqual([
        { type: 'number', value: 1 },
        { type: 'object', value: { a: 2 } },
      ]);
      expect(actions?.pdfs[0]).toMatch(/^data:application\/pdf;base64,JVBER/);
    });

    it('reads documents that are no HTML without a browser, and says so', async () => {
      const { markdown, metadata, warning } = await scrape('/data.json', { waitFor: 10 });
      expect([markdown, metadata.engine]).toEqual(['```json\n{"a":[1,2]}\n```', 'static']);
      expect(warning).toContain('waitFor was left out');
      const file = await failure(scrape('/file.pdf', { formats: ['screenshot'] }));
      expect(file.message).toContain('application/pdf, which is no text');
    });

    it('says which action failed, and why', async () => {
      const { code, message, details } = await failure(
        scrape('/form', {
          actions: [
            { type: 'click', selector: '.go' },
            { type: 'wait', selector: '.never', milliseconds: 200 },
          ],
        }),
      );
      expect(code).toBe('action_failed');
      expect(message).toBe(
        'Action 2 (wait) failed: Nothing that can be seen matched .never within 200 ms. Check the selector, or wait longer.',
      );
      expect(details).toEqual({ action: 1, type: 'wait' });
    });

    it('sends headers and cookies only to the site of the page', async () => {
      const { markdown } = await scrape('/echo', {
        waitFor: 1,
        headers: { Authorization: 'Bearer abc', Cookie: 'a=1; b=2', 'User-Agent': 'other' },
      });
      const headers = JSON.parse(/\{.*\}/s.exec(markdown ?? '')?.[0] ?? '{}');
      expect([headers.authorization, headers.cookie, headers['user-agent']]).toEqual([
        'Bearer abc',
        'a=1; b=2',
        'other',
      ]);
    });

    it('keeps no cookies from one page to the next', async () => {
      await scrape('/form', {
        actions: [{ type: 'executeJavascript', script: 'document.cookie = "seen=1"' }],
      });
      expect((await scrape('/echo', { waitFor: 1 })).markdown).not.toContain('seen=1');
    });

    it('closes the page at once when it is cancelled', async () => {
      const controller = new AbortController();
      const code = failure(scrape('/endless', { waitFor: 20_000 }, contextFor('a', controller.signal)));
      await until(() => site.seen.some((one) => one.endsWith('/hang')), 'the page');
      const begun = Date.now();
      controller.abort();
      expect((await code).code).toBe('cancelled');
      expect(Date.now() - begun).toBeLessThan(5_000);
      await expect.poll(() => scraper.browsers).toBe(0);
    });

    it('ends at its timeout', async () => {
      expect((await failure(scrape('/app', { waitFor: 60_000, timeout: 1_500 }))).code).toBe(
        'SCRAPE_TIMEOUT',
      );
    });

    it('replaces a crashed browser', async () => {
      const browsers = (): number[] =>
        descendants(process.pid)
          .filter(({ command }) => command.includes('--remote-debugging') && !command.includes('--type='))
          .map(({ pid }) => pid);
      const running = scrape('/app', { waitFor: 1_500 });
      const [pid] = await until(async () => {
        const found = browsers();
        return scraper.browsers > 0 && found.length > 0 ? found : undefined;
      }, 'a browser');
      await until(() => site.seen.filter((one) => one.endsWith('/app')).length > 0, 'the page');
      execFileSync('kill', ['-9', String(pid)]);
      expect((await running).markdown).toContain('# Drawn');
      expect((await scrape('/app')).markdown).toContain('# Drawn');
    });
  });
});

describe('the guard of browsers', () => {
  it('refuses pages that lead into the own network', async () => {
    const redirect: Answering = (request, response) => {
      const location = new URL(request.url ?? '', 'http://x').searchParams.get('to') ?? '';
      response.writeHead(302, { location, connection: 'close' });
      response.end();
    };
    const site = await openSite(
      { '/fine': '<p>fine', '/secret': '<p>SECRET', '/redirect': redirect },
      '0.0.0.0',
    );
    const settings = settingsFor({ allowPrivate: ['127.0.0.2/32'], browser: await chromiumPath() });
    const fetcher = createFetcher(settings, async (host) => [
      { address: host === 'private.example' ? '127.0.0.1' : '127.0.0.2', family: 4 },
    ]);
    const scraper = createScraper({ settings, fetcher, store: cacheOnly() });
    const codeOf = async (url: string, options: object = {}): Promise<string> => {
      const whole = scrapeOptions.parse({ waitFor: 1, ...options });
      const at = url.replaceAll('PORT', String(site.port));
      return scraper.scrape(at, whole, contextFor()).then(
        ({ document }) => document.markdown ?? '',
        (thrown: ServiceError) => thrown.code,
      );
    };
    const web = 'http://web.example:PORT';
    expect(await codeOf(`${web}/fine`)).toBe('fine');
    expect(await codeOf('http://127.0.0.1:PORT/secret')).toBe('url_blocked');
    expect(await codeOf('http://private.example:PORT/secret')).toBe('url_blocked');
    expect(await codeOf(`${web}/redirect?to=http://127.0.0.1:PORT/secret`)).toBe('url_blocked');
    expect(await codeOf(`${web}/redirect?to=http://2130706433:PORT/secret`)).toBe('url_blocked');
    expect(await codeOf(`${web}/redirect?to=http://private.example:PORT/secret`)).toBe('url_blocked');
    const script = 'location = "http://127.0.0.1:PORT/secret"'.replace('PORT', String(site.port));
    expect(await codeOf(`${web}/fine`, { actions: [{ type: 'executeJavascript', script }] })).not.toContain(
      'SECRET',
    );
    expect(site.seen.filter((one) => one.endsWith('/secret'))).toEqual([]);
    await scraper.close();
    await fetcher.close();
    await site.close();
  });
});
