import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RunningHttpServer, runHttpServer } from '../../cli/src/server/run-server.ts';
import { overStdio, TestClient } from '../../cli/tests/mcp/support.ts';
import { appPage } from '../support/apps.ts';
import { chromiumPath } from '../support/chromium.ts';
import { type CommandLine, httpClient, openCommandLine, openSite, type Site } from './support.ts';

const APPS = ['react', 'vanilla', 'vue'];
const TOKEN = 'a-token-of-the-tests';

/** One step of the flow: an action on the ref of the line that matches. */
interface Step {
  kind: 'fill' | 'press' | 'click' | 'dblclick' | 'check' | 'hover';
  /** Matches the line of the element in a snapshot. */
  at: RegExp;
  value?: string;
}

const NEW = /(?:textbox|searchbox|combobox) "What needs to be done\?"|textbox/;
const add = (title: string): Step[] => [
  { kind: 'fill', at: NEW, value: title },
  { kind: 'press', at: NEW, value: 'Enter' },
];

const FLOW: readonly Step[] = [
  ...add('Buy milk'),
  ...add('Call "Ann" & Bob'),
  ...add('Zoë’s <list>'),
  { kind: 'check', at: /checkbox ~?"[^"]*Buy milk/ },
  { kind: 'check', at: /checkbox ~?"[^"]*Zoë/ },
  { kind: 'click', at: /(?:link|button|clickable|tab|listitem|generic) ~?"Active"/ },
  { kind: 'click', at: /(?:link|button|clickable|tab|listitem|generic) ~?"All"/ },
];

const END = `JSON.stringify([...document.querySelectorAll('.list li')].map((li) => [li.querySelector('label').textContent, li.querySelector('input[type=checkbox]').checked]))`;

interface Client {
  open(url: string): Promise<unknown>;
  /** The text of a snapshot. */
  snapshot(): Promise<string>;
  act(ref: string, step: Step): Promise<unknown>;
  evaluate(expression: string): Promise<string>;
}

const refIn = (text: string, at: RegExp): string => {
  const line = text.split('\n').find((one) => at.test(one) && /\[ref=/.test(one));
  const [, ref] = /\[ref=(\w+)\]/.exec(line ?? '') ?? [];
  if (!ref) throw new Error(`There is no ${at} in:\n${text}`);
  return ref;
};

const play = async (client: Client, url: string): Promise<unknown> => {
  await client.open(url);
  for (const step of FLOW) await client.act(refIn(await client.snapshot(), step.at), step);
  return JSON.parse(await client.evaluate(END));
};

let site: Site;
let server: RunningHttpServer;
let line: CommandLine;

beforeAll(async () => {
  const pages = await Promise.all(
    APPS.map(async (name) => [`/${name}`, `<!doctype html><body>${await appPage(`todos/${name}`)}`] as const),
  );
  site = await openSite(Object.fromEntries(pages));
  server = await runHttpServer({
    port: 0,
    token: TOKEN,
    evaluation: true,
    allowPrivate: ['127.0.0.1'],
    defaults: { browser: await chromiumPath() },
  });
  line = await openCommandLine();
});
afterAll(async () => {
  await Promise.all([line?.close(), server?.stop(), site?.close()]);
});

const overHttp = (input: 'trusted' | 'page'): Client => {
  const ask = httpClient(server.address, TOKEN);
  const call = async (path: string, body: unknown) => {
    const { body: answer } = await ask('POST', `/sessions/${input}${path}`, body);
    if (!answer.ok) throw new Error(answer.text ?? answer.error.message);
    return answer;
  };
  return {
    open: (url) => call('/open', { url, settings: { input } }),
    snapshot: async () => (await call('/snapshot', { interactiveOnly: true })).text,
    act: (ref, { kind, value }) =>
      call('/action', {
        ref,
        kind,
        ...(value !== undefined && { payload: kind === 'press' ? { key: value } : { text: value } }),
      }),
    evaluate: async (expression) => (await call('/evaluate', { expression })).value,
  };
};

const byCommands = (): Client => {
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await line.run(args);
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  return {
    open: (url) => run('open', url, '--quiet'),
    snapshot: () => run('snapshot'),
    act: (ref, { kind, value }) =>
      kind === 'press'
        ? run('press', value ?? '', '--target', ref)
        : run(kind, ref, ...(value === undefined ? [] : [value])),
    evaluate: (expression) => run('eval', expression),
  };
};

const TOOLS: Readonly<Partial<Record<Step['kind'], string>>> = { press: 'web_press_key' };

/** A client of MCP with the tools that a model has. It has no `input` option: the server uses trusted input. */
const overMcp = async (): Promise<Client> => {
  const client = await TestClient.connect(overStdio('--caps', 'eval'));
  onTestFinished(() => client.client.close());
  return {
    open: (url) => client.text('web_open', { url }),
    snapshot: () => client.text('web_snapshot'),
    act: (ref, { kind, value }) =>
      client.text(TOOLS[kind] ?? `web_${kind}`, {
        ref,
        ...(value !== undefined && (kind === 'press' ? { key: value } : { text: value })),
      }),
    evaluate: async (expression) => JSON.parse(await client.text('web_eval', { expression })),
  };
};

describe('the todo application', () => {
  it.each(APPS)(
    '%s ends in the same state over HTTP with both inputs (react by commands and by MCP, too)',
    async (name) => {
      const url = `${site.url}/${name}`;
      const expected = [
        ['Buy milk', true],
        ['Call "Ann" & Bob', false],
        ['Zoë’s <list>', true],
      ];
      const ways = [overHttp('trusted'), overHttp('page')];
      // Commands and MCP start processes, so they run with one app only.
      if (name === 'react') ways.push(byCommands(), await overMcp());
      expect(await Promise.all(ways.map((client) => play(client, url)))).toEqual(ways.map(() => expected));
    },
  );
});
