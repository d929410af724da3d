import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserWithWindows } from '../support/chromium.ts';
import {
  type CommandLine,
  descendants,
  isThere,
  openCommandLine,
  openSite,
  type Site,
  serverOf,
  until,
} from './support.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({
    '/': `<title>Form</title><label>Name <input></label>
      <button onclick="this.textContent = 'Pressed ' + (window.times = (window.times || 0) + 1)">Press</button>
      <a href="/other" target="_blank">Other</a>`,
    '/other': '<title>Other</title><h1>Other</h1><script>document.cookie = "kept=yes"</script>',
  });
});
afterAll(() => site.close());

/** Kills the server of a command line as a system without memory does. */
const killServer = async (line: CommandLine): Promise<void> => {
  const { pid } = serverOf(line);
  process.kill(pid, 'SIGKILL');
  await until(() => !isThere(pid), 'the end of the server');
};

/** The processes of a command line's browsers: the keeper of each, and what it has started. */
const browserProcesses = (line: CommandLine, what = /./): number[] =>
  descendants(serverOf(line).pid)
    .filter(({ state, command }) => !/^Z/.test(state) && what.test(command))
    .map(({ pid }) => pid);

const refOf = (text: string, name: string): string =>
  new RegExp(`"${name}" \\[ref=(\\w+)`).exec(text)?.[1] ?? 'none';

describe('sessions after their server was killed', () => {
  let line: CommandLine;
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await line.run(args);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  beforeAll(async () => {
    line = await openCommandLine({ INPAGE_BROWSER: await browserWithWindows() });
  });
  afterAll(() => line.close());

  it('continue with their pages, refs, tabs, cookies and settings; a running call gets an answer', async () => {
    // Ends what the first try of this test has left.
    await run('close', '--all');
    await run('open', site.url);
    await run('fill', 'label=Name', 'Ada');
    const press = refOf(await run('snapshot'), 'Press');
    await run('click', press);
    await run('click', 'role=link');
    await run('open', `${site.url}/other`, '--session', 'phone', '--device', 'Pixel 7');
    await run('open', `${site.url}/other`, '--session', 'kept', '--profile', 'mine');
    const before = serverOf(line).pid;
    const browsers = browserProcesses(line, /^(?!.*--type=).*(?:browser-keeper|remote-debugging-pipe)/);
    expect(browsers).toHaveLength(4);

    const lastUse = async (): Promise<number> => {
      const { sessions } = JSON.parse(await run('session', 'list', '--json'));
      return sessions.find(({ name }: { name: string }) => name === 'default').usedAt;
    };
    const idle = await lastUse();
    const waiting = line.run(['wait', '--text', 'never comes', '--timeout', '60000']);
    await until(async () => (await lastUse()) > idle, 'the call');
    await killServer(line);
    const { code, stderr } = await waiting;
    expect([code, stderr]).toEqual([7, expect.stringContaining('The session server ended while this ran')]);

    expect(await run('tab')).toMatch(/^ {2}t1 \S+ Form\n\* t2 \S+\/other Other\n$/);
    expect(serverOf(line).pid).not.toBe(before);
    const second = await run('tab', '1');
    expect(second).toContain('The session server had ended; the session goes on in the same browser');
    expect(second).toContain('Ada');
    expect(await run('click', press)).toContain('button "Pressed 2"');
    expect(await run('tab', 'new')).toContain('about:blank');
    expect(await run('tab')).toContain('* t3 ');

    // As wide as the device, also after a reload.
    await run('reload', '--session', 'phone');
    expect(await run('eval', 'screen.width', '--session', 'phone')).toContain('412');
    const kept = await run('eval', '[location.pathname, document.cookie].join()', '--session', 'kept');
    expect(kept).toContain('/other,kept=yes');
    expect(browsers.filter((pid) => !isThere(pid))).toEqual([]);
  });

  it('are restored again and again, and leave nothing after close --all', async () => {
    for (const _ of [1, 2]) {
      await killServer(line);
      expect(await run('eval', 'document.title', '--session', 'kept')).toContain('Other');
    }
    const all = [serverOf(line).pid];
    await killServer(line);
    await run('tab');
    all.push(serverOf(line).pid, ...browserProcesses(line));
    await run('close', '--all');
    await until(() => all.every((pid) => !isThere(pid)), 'the end of all');
    expect(existsSync(join(line.home, 'sessions.json'))).toBe(false);
    expect(readdirSync(join(line.home, 'browsers'))).toEqual([]);
  });

  it('are dropped where their browser has ended as well, and leave nothing behind', async () => {
    await run('open', site.url);
    const browsers = browserProcesses(line);
    expect(browsers.length).toBeGreaterThan(2);
    await killServer(line);
    process.kill(browsers[0] as number, 'SIGKILL');
    await until(() => browsers.every((pid) => !isThere(pid)), 'the end of the browser');
    const lost = await line.run(['snapshot']);
    expect([lost.code, lost.stderr]).toEqual([4, expect.stringContaining('Next: inpage open URL')]);
    expect(readdirSync(join(line.home, 'browsers'))).toEqual([]);
  });

  it('are dropped where their record is damaged', async () => {
    await run('open', site.url);
    const browsers = browserProcesses(line);
    await killServer(line);
    writeFileSync(join(line.home, 'sessions.json'), '{"layout": 1, "sessions": [{"name"');
    expect((await line.run(['snapshot'])).code).toBe(4);
    await until(() => browsers.every((pid) => !isThere(pid)), 'the end of the browser that no session is in');
  });
});

/** A browser with a process that writes into its profile for three seconds after the browser has ended. */
const browserWithLateWriter = async (folder: string): Promise<string> => {
  const path = join(folder, 'browser-with-late-writer');
  const script = `#!/bin/sh
for arg; do case $arg in --user-data-dir=*) profile=\${arg#*=};; esac; done
browser=$$
{
  while kill -0 $browser; do sleep 0.1; done
  for i in $(seq 30); do mkdir -p "$profile"; echo late >"$profile/$i"; sleep 0.1; done
} 3<&- 4>&- &
exec '${await browserWithWindows()}' "$@"
`;
  writeFileSync(path, script, { mode: 0o700 });
  return path;
};

it('a browser that is killed while its server runs is started again, and the first one leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-browser-'));
  const line = await openCommandLine({ INPAGE_BROWSER: await browserWithLateWriter(folder) });
  try {
    await line.run(['open', `${site.url}/other`]);
    const [first] = readdirSync(join(line.home, 'browsers'));
    const [browser = 0] = browserProcesses(line, /^(?!.*--type=).*remote-debugging-pipe/);
    process.kill(browser, 'SIGKILL');
    await until(() => !isThere(browser), 'the end of the browser');
    // A call that runs at that moment is answered with `browser_lost`.
    const text = await until(async () => {
      const { stdout } = await line.run(['snapshot']);
      return /The browser had ended. The session was started again/.test(stdout) && stdout;
    }, 'the second browser');
    expect(text).toContain('heading "Other"');
    const folders = await until(() => {
      const all = readdirSync(join(line.home, 'browsers'));
      return all.length === 1 && all;
    }, 'the folder of the second browser alone');
    expect(folders).not.toContain(first);
  } finally {
    await line.close();
    rmSync(folder, { recursive: true });
  }
});

it('a browser without a server ends after the time for idle sessions', async () => {
  const line = await openCommandLine({ INPAGE_IDLE_MINUTES: '0.1' });
  try {
    await line.run(['open', site.url]);
    const browsers = browserProcesses(line);
    expect(browsers.length).toBeGreaterThan(2);
    await killServer(line);
    await until(() => browsers.every((pid) => !isThere(pid)), 'the end of the browser');
  } finally {
    await line.close();
  }
});
