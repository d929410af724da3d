import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readOptions, UsageError } from '../../scripts/demo/options.mjs';
import { chromiumPath } from '../support/chromium.ts';

const demo = fileURLToPath(new URL('../../scripts/demo.mjs', import.meta.url));
const newsletter = fileURLToPath(new URL('../fixtures/shop/newsletter.html', import.meta.url));

interface Run {
  code: number | null;
  out: string;
  news: string;
}

/** Runs the demo as `npm run demo -- ...args` does, with its output in pipes and without building anew. */
async function runDemo(...args: string[]): Promise<Run> {
  // Without windows it starts in a quarter of the time.
  const env = { ...process.env, AGENT_BROWSER_BUILT: '1', AGENT_BROWSER_CHROMIUM: await chromiumPath() };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [demo, ...args], { env });
    const run: Run = { code: null, out: '', news: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      run.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      run.news += text;
    });
    child.on('close', (code) => resolve({ ...run, code }));
  });
}

describe('the demo', () => {
  it('shows the whole loop on the shop', async () => {
    const { code, out, news } = await runDemo();
    expect(code, news + out).toBe(0);
    expect(news).toContain('Packages: installed');
    expect(news).toContain('Browser: ');
    // The text, an action on one of its refs, the change, an error that says what to do, and the summary.
    expect(out).toContain('title="Hearth & Hook: things for the home"');
    expect(out).toMatch(/action\([a-z]{2}\d+, click\): done/);
    expect(out).toMatch(/action\([a-z]{2}\d+, fill, "lamp"\): done/);
    expect(out).toContain('element_blocked');
    expect(out).toContain('callTool(searchProducts, {"words":"tea","maxPrice":100}): done');
    expect(out).toMatch(/p\d+: .*[Tt]ea/);
    expect(out).toMatch(/characters in \d+ readings/);
  });

  it('shows any page, acts on it and shows what has changed', async () => {
    const { code, out } = await runDemo(newsletter, '--fill', '1', 'ada@example.org', '--click', '2');
    expect(code, out).toBe(0);
    expect(out).toContain('- textbox "Your email"');
    expect(out).toContain('fill 1 "ada@example.org"');
    expect(out).toContain('click 2');
    expect(out).toContain('Thank you, ada@example.org.');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing but text is written into a pipe.
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it('prints nothing but JSON on stdout, within its limits', async () => {
    const { out } = await runDemo(newsletter, '--json', '--full', '--format', 'outline', '--max-chars', '60');
    const result = JSON.parse(out);
    expect(result).toMatchObject({ ok: true, type: 'snapshot', format: 'outline', truncated: true });
    expect(result.text.length).toBeLessThanOrEqual(60);
  });

  it('ends with an error that says why a step failed', async () => {
    const { code, out } = await runDemo(newsletter, '--click', '999');
    expect(code).toBe(1);
    expect(out).toContain('ref_not_found');
  });

  it('lists its options', async () => {
    const { code, out } = await runDemo('--help');
    expect(code).toBe(0);
    expect(out).toContain('--fill <ref> <text>');
  });

  it('answers unknown options with one sentence and exit code 2', async () => {
    const { code, out, news } = await runDemo('--click', 'button');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(news.trim()).toMatch(/^--click wants a ref such as kd12, and got "button"\. See .*$/);
  });

  it.each([
    [['--fill', 'kd5'], '--fill kd5 wants a text after it.'],
    [['--fill', 'name=Ada'], '--fill wants a ref such as kd12'],
    [['--format', 'xml'], '--format knows tree, text, html'],
    [['--max-chars', '0'], '--max-chars wants a whole number from 1 up, and got "0".'],
    [['--viewport', 'big'], '--viewport wants a size such as 1280x800'],
    [['--colour'], "Unknown option '--colour'."],
    [['no-such-file.html'], '"no-such-file.html" is neither a URL nor a file that exists.'],
    [['about:blank', 'about:srcdoc'], 'One page at a time'],
  ])('says of %j what is wrong', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
    expect(() => readOptions(args)).toThrow(UsageError);
  });
});
