import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CommandLine,
  isThere,
  openCommandLine,
  openSite,
  type Site,
  serverOf,
  until,
} from './support.ts';

/** Mounts a disk: a folder in memory that holds 24 MB. Returns undefined where mounting is not allowed. */
const openDisk = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'inpage-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
};

const disk = openDisk();

let site: Site;
beforeAll(async () => {
  site = await openSite({
    '/': '<title>Start</title><button onclick="this.textContent = \'Pressed\'">Press</button>',
  });
});
afterAll(async () => {
  await site.close();
  if (disk === undefined) return;
  // A lazy unmount: the server's last process may still be ending.
  execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

/** Fills the disk to its last byte. */
const fill = (folder: string): void => {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, 'fill'), Buffer.alloc(bavail * bsize));
};

describe.skipIf(disk === undefined)('on a full disk', () => {
  const folder = disk as string;
  let line: CommandLine;
  beforeAll(async () => {
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    line = await openCommandLine({ TMPDIR: temporary }, folder);
    await line.run(['open', site.url]);
    fill(folder);
  });
  afterAll(() => line.close());

  it('each command is answered: those that need no disk space work, the others say what is wrong', async () => {
    const codes: [string, number, string][] = [];
    for (const args of [
      ['snapshot'],
      ['click', 'role=button'],
      ['tab', 'new'],
      ['open', site.url, '--session', 'second'],
      ['open', site.url, '--session', 'third', '--profile', 'p'],
      ['screenshot', '--json'],
      ['pdf', '--json'],
      ['trace', 'start'],
      ['trace', 'stop', '--json'],
      ['session', 'list'],
      ['tab', '1'],
    ]) {
      const { code, stdout, stderr } = await line.run(args);
      codes.push([args.join(' ').replace(site.url, 'URL'), code, code === 0 ? '' : stdout + stderr]);
    }
    const refused = codes.filter(([, code]) => code !== 0);
    expect(refused.map(([args, code]) => [args, code])).toEqual([
      ['open URL --session third --profile p', 3],
      ['screenshot --json', 1],
      ['pdf --json', 1],
      ['trace stop --json', 1],
    ]);
    expect(refused[0]?.[2]).toContain('ENOSPC');
    expect(codes).toHaveLength(11);
  });

  it('a killed server is started again once there is room, with its sessions', async () => {
    const { pid } = serverOf(line);
    process.kill(pid, 'SIGKILL');
    await until(() => !isThere(pid), 'the end of the server');
    const full = await line.run(['snapshot']);
    expect([full.code, full.stderr]).toEqual([7, expect.stringContaining('ENOSPC')]);
    rmSync(join(folder, 'fill'));
    const { stdout } = await line.run(['snapshot']);
    expect(stdout).toContain('button "Pressed"');
  });
});

describe('the state folder', () => {
  it('is named in the error where it can not be created', async () => {
    const line = await openCommandLine();
    const file = join(line.home, 'file');
    writeFileSync(file, '');
    const other = await openCommandLine({ INPAGE_HOME: join(file, 'home') });
    const { code, stderr } = await other.run(['open', site.url]);
    expect([code, stderr]).toEqual([7, expect.stringContaining('INPAGE_HOME=FOLDER')]);
    await Promise.all([line.close(), other.close()]);
  });

  it('loses no session where the record of the sessions can not be written', async () => {
    const line = await openCommandLine();
    try {
      mkdirSync(join(line.home, 'sessions.json'));
      expect((await line.run(['open', site.url])).code).toBe(0);
      expect((await line.run(['click', 'role=button'])).stdout).toContain('Pressed');
      expect(readdirSync(line.home).filter((name) => /sessions\.json\./.test(name))).toEqual([]);
    } finally {
      await line.close();
    }
  });

  it('loses no session where the socket was removed', async () => {
    const line = await openCommandLine();
    try {
      await line.run(['open', site.url]);
      await line.run(['click', 'role=button']);
      const { pid } = serverOf(line);
      rmSync(join(line.home, 'server.sock'));
      expect((await line.run(['snapshot'])).stdout).toContain('button "Pressed"');
      await until(() => !isThere(pid), 'the end of the server that nobody reaches');
      expect((await line.run(['snapshot'])).stdout).toContain('button "Pressed"');
    } finally {
      await line.close();
    }
  });
});
