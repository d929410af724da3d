import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROUTES } from '../../cli/src/server/routes.ts';
import { type RunningHttpServer, runHttpServer, runSocketServer } from '../../cli/src/server/run-server.ts';
import { BrowserPool } from '../../cli/src/sessions/browser-pool.ts';
import { BrowserSession, SessionManager } from '../../cli/src/sessions/index.ts';
import { DEFAULT_LIMITS } from '../../cli/src/sessions/session-settings.ts';
import { chromiumPath } from '../support/chromium.ts';
import {
  type CommandLine,
  descendants,
  httpClient,
  isThere,
  openCommandLine,
  openSite,
  type Site,
  serverOf,
  until,
} from './support.ts';

const TOKEN = 'a-token-of-the-tests';

let site: Site;
let server: RunningHttpServer;
let call: ReturnType<typeof httpClient>;

beforeAll(async () => {
  site = await openSite({
    '/': '<title>Start</title><h1>Start</h1><button onclick="this.textContent = \'Pressed\'">Press</button>',
    '/cookie': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'kept=yes; Max-Age=1000' });
      response.end('<h1>Cookie</h1>');
    },
    '/closes': '<button onclick="window.open(\'/\')">Open</button>',
    '/never': () => undefined,
  });
  server = await runHttpServer({
    port: 0,
    token: TOKEN,
    evaluation: true,
    allowPrivate: ['127.0.0.1'],
    defaults: { browser: await chromiumPath() },
  });
  call = httpClient(server.address, TOKEN);
});
afterAll(async () => {
  await server.stop();
  await site.close();
});

const open = (name: string, path = '/') => call('POST', `/sessions/${name}/open`, { url: site.url + path });

/** The number of browsers, without the scripts that start them. */
const browserProcesses = (): number[] =>
  descendants(process.pid)
    .filter(({ command }) => /^(?!\/bin\/sh)(?!.*--type=).*remote-debugging-pipe/.test(command))
    .map(({ pid }) => pid);

/** The process id of the browser that all sessions of the server share. */
const browserProcess = (): number => {
  const [found] = browserProcesses();
  if (found === undefined) throw new Error('No browser runs.');
  return found;
};

describe('a session', () => {
  it('continues after its browser was killed, with its cookies and address, and reports it', async () => {
    await Promise.all([open('one', '/cookie'), open('two')]);
    const waiting = call('POST', '/sessions/two/wait', { text: 'never comes', timeoutMs: 60_000 });
    await until(() => server.manager.get('two')?.isBusy, 'the call');
    process.kill(browserProcess(), 'SIGKILL');
    const { status, body } = await waiting;
    expect([status, body.ok, body.error.code]).toEqual([503, false, 'browser_lost']);
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => call('POST', `/sessions/${name}/snapshot`)),
    );
    expect(one?.body.notices[0]).toContain('The browser had ended');
    expect(one?.body.text).toContain('heading "Cookie"');
    expect(two?.body.text).toContain('button "Press"');
    expect((await call('GET', '/sessions/one/cookies')).body.cookies).toMatchObject([
      { name: 'kept', value: 'yes' },
    ]);
  });

  it('is refused where its browser is killed while it opens, and no call hangs', async () => {
    // At any time between the creation of its context and that of its page.
    for (let delay = 40; delay < 200; delay += 40) {
      const manager = new SessionManager({ defaults: { browser: await chromiumPath() } });
      const others = new Set(browserProcesses());
      await manager.open('first');
      const own = browserProcesses().find((pid) => !others.has(pid)) as number;
      const opening = manager.open('second').catch((thrown: unknown) => thrown);
      await pause(delay);
      process.kill(own, 'SIGKILL');
      const outcome = await opening;
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'browser_lost' });
      await manager.end();
    }
  });

  it('continues after its page crashed, and does not affect other sessions', async () => {
    await Promise.all([open('one'), open('two')]);
    await call('POST', '/sessions/two/action', { ref: 'role=button', kind: 'click' });
    const waiting = call('POST', '/sessions/one/wait', { text: 'never comes', timeoutMs: 60_000 });
    await until(() => server.manager.get('one')?.isBusy, 'the call');
    const page = server.manager.get('one')?.page;
    const cdp = await page?.context().newCDPSession(page);
    await cdp?.send('Page.crash').catch(() => undefined);
    expect((await waiting).body.error.code).toBe('page_crashed');
    const again = await call('POST', '/sessions/one/snapshot');
    expect(again.body.text).toMatch(/The page crashed and was loaded again[\s\S]*button "Press"/);
    expect((await call('POST', '/sessions/two/snapshot')).body.text).toContain('button "Pressed"');
  });

  it('continues in another tab when its tab closes itself', async () => {
    await open('one', '/closes');
    const opened = await call('POST', '/sessions/one/action', { ref: 'role=button', kind: 'click' });
    expect(opened.body.text).toContain('A new tab was opened and is the page now');
    await call('POST', '/sessions/one/evaluate', { expression: 'setTimeout(close)' });
    const after = await until(async () => {
      const { body } = await call('POST', '/sessions/one/snapshot');
      return /button "Open"/.test(body.text) && body;
    }, 'the first tab');
    expect(after.ok).toBe(true);
  });

  it('continues in a new tab when all tabs close at once, the current one first', async () => {
    await open('closing');
    await call('POST', '/sessions/closing/tabs', { url: `${site.url}/cookie` });
    const session = server.manager.get('closing') as BrowserSession;
    const [first, second] = session.tabs.pages;
    expect(session.page).toBe(second);
    await Promise.all([second?.close(), first?.close()]);
    expect((await call('POST', '/sessions/closing/snapshot')).body.ok).toBe(true);
    expect([session.tabs.pages.length, session.page.isClosed()]).toEqual([1, false]);
    await call('DELETE', '/sessions/closing');
  });

  it('continues in the tab that its agent selects after it closed one', async () => {
    const { body } = await open('chosen');
    expect(body.ok).toBe(true);
    const session = server.manager.get('chosen') as BrowserSession;
    await call('POST', '/sessions/chosen/tabs', { url: `${site.url}/cookie` });
    await call('POST', '/sessions/chosen/tabs', { url: `${site.url}/closes` });
    await call('PUT', '/sessions/chosen/tabs/1');
    await call('PUT', '/sessions/chosen/tabs/2');
    const shown = await session.run(({ agent }) => agent.closeTab());
    expect(shown.text).toContain('button "Press"');
    await session.ready();
    expect(session.tabs.idOf(session.page)).toBe('t1');
    await call('DELETE', '/sessions/chosen');
  });

  it('stays as it was where its settings can not be changed', async () => {
    await open('one', '/cookie');
    const session = server.manager.get('one') as BrowserSession;
    const { page } = session;
    const refused = await call('PATCH', '/sessions/one/settings', { device: 'iPhone 99' });
    expect(refused.body.error.code).toBe('invalid_argument');
    const missing = session.reconfigure({ browser: '/nowhere/browser' });
    await expect(missing).rejects.toMatchObject({ code: 'browser_missing' });
    expect([session.state, session.page, session.settings.device]).toEqual(['open', page, undefined]);
    expect((await call('PATCH', '/sessions/one/settings', { device: 'Pixel 7' })).body.ok).toBe(true);
    const after = await call('POST', '/sessions/one/evaluate', {
      expression: '[screen.width, document.cookie, location.pathname].join()',
    });
    expect(after.body.text).toContain('412,kept=yes,/cookie');
    expect([page.isClosed(), session.settings.device]).toEqual([true, 'Pixel 7']);
    await call('DELETE', '/sessions/one');
  });

  it('with a profile stays, or is restarted, where its settings can not be changed', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'inpage-profile-'));
    const pool = new BrowserPool();
    const settings = { browser: await chromiumPath(), profile };
    const keeper = { pool, limits: DEFAULT_LIMITS, onClosed: () => undefined };
    const session = await BrowserSession.start('profile', keeper, settings);
    try {
      await session.run(({ agent }) => agent.open(`${site.url}/cookie`));
      const { page } = session;
      await expect(session.reconfigure({ device: 'iPhone 99' })).rejects.toMatchObject({
        code: 'invalid_argument',
      });
      expect([session.state, page.isClosed()]).toEqual(['open', false]);

      const take = pool.take.bind(pool);
      const taking = vi.spyOn(pool, 'take').mockImplementation((given) => {
        return given.profile === undefined ? take(given) : Promise.reject(new Error('It does not start.'));
      });
      await expect(session.reconfigure({ device: 'Pixel 7' })).rejects.toThrow('It does not start.');
      taking.mockRestore();
      expect([session.state, session.settings]).toEqual(['lost', settings]);
      const shown = await session.run(({ agent }) => agent.snapshot());
      expect(shown.text).toContain('heading "Cookie"');
      expect(await session.context.cookies()).toMatchObject([{ name: 'kept', value: 'yes' }]);
    } finally {
      await session.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  });

  it('that is closed during its restart stays closed, and leaves no browser', async () => {
    const pool = new BrowserPool();
    const keeper = { pool, limits: DEFAULT_LIMITS, onClosed: () => undefined };
    const session = await BrowserSession.start('closed', keeper, { browser: await chromiumPath() });
    await session.context.browser()?.close();
    await until(() => session.state === 'lost', 'the end of the browser');
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const take = pool.take.bind(pool);
    let taken: Awaited<ReturnType<typeof take>> | undefined;
    vi.spyOn(pool, 'take').mockImplementation(async (given) => {
      taken = await take(given);
      await gate;
      return taken;
    });
    const running = session.run(({ agent }) => agent.snapshot()).catch((thrown: unknown) => thrown);
    const { browser } = await until(() => taken, 'the start');
    const closing = session.close();
    goOn();
    await closing;
    expect(await running).toMatchObject({ code: 'session_not_found' });
    expect([session.state, browser?.isConnected()]).toEqual(['closed', false]);
  });

  it('survives clients that disconnect in the middle of a request, and of an answer', async () => {
    await open('one');
    const { hostname, port } = new URL(server.address);
    const head = (path: string, length: number, method = 'POST') =>
      `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
    const gone = [
      `${head('/sessions/one/snapshot', 5_000)}{"all":`,
      `${head('/sessions/one/wait', 34)}{"text":"never", "timeoutMs":60000}`,
      `${head('/sessions/one/screenshot', 2)}{}`,
      head('/sessions/one/events', 0, 'GET'),
      'POST /sessions/one/snap',
    ];
    await Promise.all(
      gone.map(
        (text) =>
          new Promise<void>((resolve) => {
            const socket = connect(Number(port), hostname, () =>
              socket.write(text, () => setTimeout(() => socket.destroy(), 50)),
            );
            socket.on('close', () => resolve());
            socket.on('error', () => undefined);
          }),
      ),
    );
    // The wait of the disconnected client runs first.
    await call('DELETE', '/sessions/one');
    expect((await open('one')).body.text).toContain('button "Press"');
  });

  it('sends its events until it is closed', async () => {
    await open('heard');
    const stream = call('GET', '/sessions/heard/events');
    await call('POST', '/sessions/heard/evaluate', {
      expression: 'console.warn("careful"), setTimeout(() => { throw Error("oops") })',
    });
    await until(
      async () => (await call('GET', '/sessions/heard/errors')).body.errors.length > 0,
      'the error',
    );
    await call('DELETE', '/sessions/heard');
    const { status, type, body } = await stream;
    expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(body).toMatch(
      /event: console\ndata: \{[^\n]*"careful"[\s\S]*event: error\ndata: \{[^\n]*"oops"[\s\S]*event: closed/,
    );
  });
});

/** Pseudo-random numbers from 0 up to 1, the same in each run. */
const randomly = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

it('answers 1,000 random requests, each in the shape of an answer, and keeps its sessions', {
  timeout: 120_000,
}, async () => {
  await open('kept');
  const random = randomly(7);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  // Without routes that end the session or the server, and those that wait by design.
  const paths = Object.values(ROUTES)
    .filter(
      ({ method, path }) =>
        !(method === 'DELETE' && /^\/sessions(?:\/:session)?$/.test(path)) &&
        !/shutdown|events|pdf|trace|har$/.test(path),
    )
    .map(({ path }) => path);
  const names = ['kept', 'missing', '..%2f..', '%00', 'x'.repeat(150), '%F0%9F%92%A9', '%', '-', '__proto__'];
  const values: unknown[] = [
    null,
    true,
    -1,
    1e308,
    '',
    '\u0000',
    '../../etc/passwd',
    '<script>',
    'x'.repeat(5_000),
    [],
    {},
    [[[]]],
    { toString: 1 },
  ];
  const fields =
    'ref kind payload url text key type x y files steps expression cookies values area tab scope of'.split(
      ' ',
    );
  const bodies = [
    () => undefined,
    () => '{',
    () => 'null',
    () => '[]',
    () => '"text"',
    () => '{"__proto__": {"polluted": true}}',
    () => '{"constructor": {"prototype": {"polluted": true}}}',
    () => `{"ref": ${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    () => Object.fromEntries([pick(fields), pick(fields), pick(fields)].map((name) => [name, pick(values)])),
  ];
  const nonsense = Array.from({ length: 1_000 }, () => {
    const path = pick(paths).replace(/:\w+/g, (one) =>
      one === ':session' ? pick(names) : pick(['1', 'x', '%2e%2e', '-1', 't1']),
    );
    const method = pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const);
    const body = method === 'GET' ? undefined : pick(bodies)();
    return { method, path: random() < 0.05 ? `${path}/nowhere?${pick(fields)}=%` : path, body };
  }).filter(({ method, path }) => !(method === 'DELETE' && /^\/sessions(?:\/[^/]+)?$/.test(path)));
  const wrong: unknown[] = [];
  let answered = 0;
  for (let at = 0; at < nonsense.length; at += 20) {
    const some = nonsense.slice(at, at + 20);
    const answers = await Promise.all(some.map(({ method, path, body }) => call(method, path, body)));
    for (const [i, { status, body }] of answers.entries()) {
      answered++;
      const isRight =
        body.ok === true
          ? status === 200
          : body.ok === false && /^[a-z_]+$/.test(body.error?.code) && body.error.message;
      if (!isRight || body.error?.code === 'internal_error') wrong.push({ ...some[i], status, body });
    }
  }
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(950);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect((await call('GET', '/sessions')).body.sessions.map(({ name }: { name: string }) => name)).toContain(
    'kept',
  );
  expect((await call('POST', '/sessions/kept/open', { url: site.url })).body.ok).toBe(true);
});

it('refuses requests without a token or with a wrong one, sessions beyond the limit, and answers that are too large', async () => {
  const without = await httpClient(server.address, 'wrong')('GET', '/sessions');
  expect([without.status, without.body.error.code]).toEqual([401, 'unauthorized']);
  const { status, headers } = await fetch(`${server.address}/sessions`);
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  const small = await runHttpServer({
    port: 0,
    token: TOKEN,
    allowPrivate: ['127.0.0.1'],
    defaults: { browser: await chromiumPath() },
    limits: { maxSessions: 1, maxBytes: 2_000 },
  });
  try {
    const ask = httpClient(small.address, TOKEN);
    await ask('POST', '/sessions/a/open', { url: site.url });
    const second = await ask('POST', '/sessions', { name: 'b' });
    const large = await ask('POST', '/sessions/a/screenshot');
    const code = await ask('POST', '/sessions/a/evaluate', { expression: '1' });
    const local = await ask('POST', '/sessions', { name: 'c', connect: '9222' });
    expect([second, large, code, local].map(({ status, body }) => [status, body.error.code])).toEqual([
      [429, 'too_many_sessions'],
      [413, 'too_large'],
      [403, 'not_allowed'],
      [403, 'not_allowed'],
    ]);
  } finally {
    await small.stop();
  }
});

describe('the session server of a machine', () => {
  let line: CommandLine;
  beforeAll(async () => {
    line = await openCommandLine();
  });
  afterAll(() => line.close());

  it('is started once by commands that run at the same time', async () => {
    const all = await Promise.all(
      ['a', 'b', 'c'].map((name) => line.run(['open', site.url, '--session', name, '--quiet'])),
    );
    expect(all.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    const { stdout } = await line.run(['session', 'list', '--json']);
    expect(
      JSON.parse(stdout)
        .sessions.map(({ name }: { name: string }) => name)
        .sort(),
    ).toEqual(['a', 'b', 'c']);
  });

  it('keeps its token and its socket readable for their owner only', () => {
    const modes = ['.', 'server.json', 'server.sock', 'sessions.json', 'browsers'].map((name) =>
      execFileSync('stat', ['-c', '%a', join(line.home, name)], { encoding: 'utf8' }).trim(),
    );
    expect(modes).toEqual(['700', '600', '600', '600', '700']);
  });

  it('ends with close --all, and leaves nothing behind', async () => {
    const { pid } = serverOf(line);
    const all = [pid, ...descendants(pid).map((one) => one.pid)];
    expect((await line.run(['close', '--all'])).code).toBe(0);
    await until(() => all.every((one) => !isThere(one)), 'the end of all');
    const left = ['server.json', 'sessions.json'].filter((name) => existsSync(join(line.home, name)));
    expect([...left, ...readdirSync(join(line.home, 'browsers'))]).toEqual([]);
  });
});

it('a session server ends only for a server that started after it, however long it takes to restore sessions', async () => {
  const home = mkdtempSync(join(tmpdir(), 'inpage-'));
  const ofAnother = (): void => writeFileSync(join(home, 'server.json'), JSON.stringify({ pid: 1 }));
  ofAnother();
  vi.stubEnv('INPAGE_HOME', home);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  // As long as two intervals of its check for another server.
  const restore = vi.spyOn(SessionManager.prototype, 'restore').mockImplementation(async () => {
    vi.advanceTimersByTime(20_000);
  });
  try {
    const running = await runSocketServer();
    vi.advanceTimersByTime(20_000);
    expect([restore.mock.calls.length, exit.mock.calls.length]).toEqual([1, 0]);
    ofAnother();
    vi.advanceTimersByTime(10_000);
    expect(exit).toHaveBeenCalledTimes(1);
    await running.stop();
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true, force: true });
  }
});
