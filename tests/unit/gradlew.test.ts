import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SAMPLE = fileURLToPath(new URL('../../android-sample', import.meta.url));

/** A zip file that holds one uncompressed file (PKWARE's APPNOTE, 4.3). */
const zipOf = (path: string, text: string): Buffer => {
  const [name, data] = [Buffer.from(path), Buffer.from(text)];
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt32LE(crc32(data), 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(data.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, data]);
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 3]),
    fields,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\u0005\u0006'), end]);
};

describe.runIf(process.platform !== 'win32')('gradlew of the sample', () => {
  let home: string;
  const write = (properties: string) =>
    writeFileSync(join(home, 'sample/gradle/wrapper/gradle-wrapper.properties'), properties);
  const run = (...args: string[]) =>
    spawnSync(join(home, 'sample/gradlew'), args, {
      encoding: 'utf8',
      env: { ...process.env, GRADLE_USER_HOME: join(home, 'gradle') },
    });
  const kept = () => readdirSync(join(home, 'gradle/wrapper/dists/gradle-1.2-bin'));

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'gradlew-'));
    mkdirSync(join(home, 'sample/gradle/wrapper'), { recursive: true });
    cpSync(join(SAMPLE, 'gradlew'), join(home, 'sample/gradlew'));
    writeFileSync(
      join(home, 'gradle-1.2-bin.zip'),
      zipOf('gradle-1.2/bin/gradle', '#!/bin/sh\necho "ran in $(basename "$PWD"): $*"\n'),
    );
    write(`distributionUrl=${pathToFileURL(join(home, 'gradle-1.2-bin.zip')).href.replace(':', '\\:')}\n`);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('downloads the distribution of the properties once, and runs it in the folder of the sample', () => {
    const first = run('assembleDebug', '--info');
    expect([first.stdout, first.status]).toEqual(['ran in sample: assembleDebug --info\n', 0]);
    rmSync(join(home, 'gradle-1.2-bin.zip'));
    expect(run('tasks').stdout).toBe('ran in sample: tasks\n');
    expect(kept()).toEqual(['fetched']);
  });

  it('reports a failed download, and leaves nothing behind', () => {
    rmSync(join(home, 'gradle-1.2-bin.zip'));
    const { status, stderr } = run('tasks');
    expect(status).toBe(1);
    expect(stderr).toMatch(/gradlew: file:.*gradle-1\.2-bin\.zip could not be fetched\./);
    expect(kept()).toEqual([]);
  });

  it('refuses a file with another SHA-256', () => {
    const url = pathToFileURL(join(home, 'gradle-1.2-bin.zip')).href;
    write(`distributionUrl=${url}\ndistributionSha256Sum=${'0'.repeat(64)}\n`);
    const { status, stderr } = run('tasks');
    expect([status, stderr.split('\n').at(-2)]).toEqual([1, expect.stringContaining('has not the SHA-256')]);
    expect(kept()).toEqual([]);
  });
});
