import { describe, expect, it } from 'vitest';
import { cutBetweenLines } from '../../src/host/executor/tool-budget.ts';
import { AgentSession, ToolExecutor, type ToolExecutorOptions, UrlPolicy } from '../../src/host/index.ts';

/** An executor on a page that never answers. */
const executor = (options: ToolExecutorOptions = {}): ToolExecutor =>
  new ToolExecutor(
    new AgentSession(() => Promise.reject(new Error('no page')), {
      script: '/*! agent-browser-inpage v1 | */',
      pollMs: 1,
      loadTimeoutMs: 10,
      evaluateTimeoutMs: 10,
    }),
    options,
  );

describe('the executor of tools', () => {
  it.each([
    ['web_click', '{}', 'Error: The argument "ref" is missing. web_click takes: ref.'],
    ['web_click', '{"ref":5}', 'Error: The argument "ref" must be a string.'],
    ['web_click', '{"ref":"kd1","x":1}', 'Error: There is no argument "x". web_click takes: ref.'],
    ['web_select', '{"ref":"kd1","options":"a"}', 'Error: The argument "options" must be a list of strings.'],
    [
      'web_swipe',
      '{"ref":"kd1","direction":"in"}',
      'Error: The argument "direction" must be one of: left, right, up, down.',
    ],
    ['web_snapshot', '{"maxNodes":"many"}', 'Error: The argument "maxNodes" must be a number.'],
    ['web_click', '[1]', 'Error: The arguments are not valid JSON: they must be an object.'],
    ['web_open', '{"url":"javascript:alert(1)"}', 'Error: Only http, https can be opened, not javascript.'],
  ])('%s %s: %s', async (name, given, text) => {
    expect(await executor().execute(name, given)).toEqual({ text, isError: true });
  });

  it('says which tools there are, and that JSON is broken', async () => {
    expect((await executor().execute('web_jump')).text).toMatch(
      /^Error: There is no tool web_jump\. Tools: web_open, /,
    );
    expect((await executor().execute('web_click', '{ref:')).text).toMatch(
      /^Error: The arguments are not valid JSON: /,
    );
  });

  it('leaves web_eval out unless it is turned on', async () => {
    expect(executor().tools.some(({ name }) => name === 'web_eval')).toBe(false);
    expect((await executor().execute('web_eval', { expression: '1' })).text).toContain(
      'There is no tool web_eval',
    );
    expect(executor({ evaluation: true }).tools.some(({ name }) => name === 'web_eval')).toBe(true);
  });

  it('never throws, whatever is given', async () => {
    for (const { name } of executor({ evaluation: true }).tools)
      for (const given of [
        undefined,
        null,
        5,
        '',
        'x',
        [],
        {},
        { ref: 'kd1', text: 'x', url: 'http://a.test' },
      ]) {
        const answer = await executor({ evaluation: true }).execute(name, given);
        expect(answer.text, name).not.toBe('');
      }
  });

  it('stops a model that goes in circles', async () => {
    const one = executor({ budget: { maxCalls: 2 } });
    await one.execute('web_click', {});
    expect(one.callsLeft).toBe(1);
    await one.execute('web_click', {});
    expect((await one.execute('web_click', {})).text).toContain('The budget of this task is spent.');
  });

  it('cuts between lines', () => {
    const text = cutBetweenLines(`${'line\n'.repeat(100)}end`, 200);
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).toMatch(/line\n\.\.\. 503 characters in all, cut here\./);
    expect(cutBetweenLines('short', 200)).toBe('short');
  });
});

describe('the addresses that a model may open', () => {
  const any = new UrlPolicy();
  const own = new UrlPolicy({ hosts: ['Example.com'] });

  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['example.com/a', 'https://example.com/a'],
    ['//example.com', 'https://example.com'],
    ['localhost:8080/x', 'https://localhost:8080/x'],
    [' \thttp://a.test\n', 'http://a.test'],
    ['about:blank', 'about:blank'],
  ])('%j is %s', (given, url) => expect(any.judge(given)).toEqual({ allowed: true, url }));

  it.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '',
    'http://',
  ])('%j is none', (given) => expect(any.judge(given).allowed).toBe(false));

  it.each(['https://example.com', 'https://EXAMPLE.com:8443/x', 'https://www.example.com', 'example.com'])(
    '%j is of the site',
    (given) => expect(own.judge(given).allowed).toBe(true),
  );

  it.each([
    'https://example.com.evil.test',
    'https://evilexample.com',
    'https://example.com@evil.test',
    'https://evil.test\\@example.com',
    'https://evil.test/#@example.com',
    'https://evil.test/?x=.example.com',
  ])('%j is not of the site', (given) => expect(own.judge(given).allowed).toBe(false));
});
