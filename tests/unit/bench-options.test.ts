import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/options.mjs';
import { mixedPage, tablePage } from '../../bench/pages/generated.mjs';
import { drawChart } from '../../bench/report/chart.mjs';
import { putIntoReadme } from '../../bench/report/readme.mjs';

describe('the command line of the bench', () => {
  it('measures everything without options', () => {
    expect(readOptions([])).toMatchObject({
      quick: false,
      write: false,
      profile: false,
      pages: [],
      only: [],
    });
  });

  it('takes pages and parts more than once, and paths relative to the working folder', () => {
    const options = readOptions([
      '--page',
      'shop',
      '--page',
      'article',
      '--only',
      'time',
      '--corpus',
      '/a/b',
    ]);
    expect(options).toMatchObject({ pages: ['shop', 'article'], only: ['time'], corpus: '/a/b' });
  });

  it.each([
    [['--only', 'speed'], /--only knows reading, .*"speed"/],
    [['--fast'], /--fast/],
    [['shop'], /shop/],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});

describe('the pages of the bench', () => {
  it('are the same in every run', () => {
    expect(tablePage(20)).toBe(tablePage(20));
    expect(mixedPage(800).match(/<a /g)?.length).toBe(100);
  });
});

describe('the tables in README', () => {
  it('are inserted between its two marks', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const changed = putIntoReadme(readme, '| new |');
    expect(changed).toContain('-->\n| new |\n<!--');
    expect(changed.length).toBeLessThan(readme.length);
    expect(() => putIntoReadme('# Without marks', '| new |')).toThrow('README.md has no');
  });
});

describe('a chart', () => {
  it('has a dot for each existing figure, further right for larger ones', () => {
    const svg = drawChart({
      title: 'A & B',
      unit: 'ms',
      rows: [
        { label: 'small <page>', values: { ours: 1, theirs: 10 } },
        { label: 'large', values: { ours: 100, theirs: undefined } },
      ],
    });
    expect(svg).toContain('<title>A &amp; B</title>');
    expect(svg).toContain('small &lt;page>');
    const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="(\d+)"/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    // The first two dots are those of the legend.
    expect(dots.slice(2).map(([x]) => x)).toEqual([190, 515, 840]);
  });
});
