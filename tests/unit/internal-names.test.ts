import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { internalNames } from '../../scripts/build/internal-names.mjs';
import { root } from '../../scripts/setup/run.mjs';

const names = internalNames();

describe('names that the build shortens', () => {
  it('are ours', () => {
    expect(names).toEqual(expect.arrayContaining(['delegates', 'hasLayout', 'isApart']));
    expect(names).toEqual([...new Set(names)].sort());
  });

  it('are not names of the platform, the wire, the interface or the state that another version adopts', () => {
    const kept =
      'localName children length maxNodes role refs json byElement likeness identities history events';
    for (const name of kept.split(' ')) expect(names).not.toContain(name);
  });

  it('are not read through an index signature, where they could be names of the page', () => {
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const options = ['-p', 'tsconfig.json', '--noPropertyAccessFromIndexSignature', '--pretty', 'false'];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options], { cwd: root, encoding: 'utf8' });
    const read = [...stdout.matchAll(/^src.*error TS4111: Property '(\w+)'/gm)].map(([, name]) => name);
    expect(read).toContain('events');
    expect(read.filter((name) => names.includes(name as string))).toEqual([]);
  });
});
