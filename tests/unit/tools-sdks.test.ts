import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/tools/index.ts';

const folder = fileURLToPath(new URL('../sdks/', import.meta.url));

/** The SDKs are installed by `npm ci --ignore-scripts` in tests/sdks. */
const areInstalled = existsSync(join(folder, 'node_modules/.package-lock.json'));

const executor = {
  tools: TOOLS,
  execute: async (name: string, given: unknown) => ({
    text: `${name} ${JSON.stringify(given)}`,
    isError: false,
  }),
};

/** Its own types need the SDKs, which need not be there when the project's are checked. */
interface Wiring {
  playAiSdk(by: typeof executor, name: string, given: object): Promise<string[]>;
  playMcp(by: typeof executor, name: string, given: object): Promise<{ names: string[]; content: unknown }>;
}

const wiring = (): Promise<Wiring> => import(join(folder, 'wiring.ts'));

describe.runIf(areInstalled)("the tools, given to the vendors' SDKs", () => {
  it('are of the types that the SDKs want', async () => {
    const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
    const run = promisify(execFile)(process.execPath, [join(typescript, 'bin/tsc'), '-p', folder]);
    expect(await run.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
  });

  it('are called by the AI SDK', async () => {
    const { playAiSdk } = await wiring();
    expect(await playAiSdk(executor, 'web_click', { ref: 'kd1' })).toEqual([
      'web_click {"ref":"kd1"}',
      'Done.',
    ]);
  });

  it('are listed and called by a client of the Model Context Protocol', async () => {
    const { playMcp } = await wiring();
    const { names, content } = await playMcp(executor, 'web_click', { ref: 'kd1' });
    expect(names).toEqual(TOOLS.map(({ name }) => name));
    expect(content).toEqual([{ type: 'text', text: 'web_click {"ref":"kd1"}' }]);
  });
});
