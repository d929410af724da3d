import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TOOLS } from '../../../src/tools/index.ts';
import { serveHttp } from '../../src/mcp/index.ts';
import { SessionManager } from '../../src/sessions/index.ts';
import { inpage, serveSite } from './support.ts';

const sdks = fileURLToPath(new URL('../../../tests/sdks/', import.meta.url));

/** The inspector's command line package looks for the package.json of the whole inspector in a folder above it. */
let folder: string;
let inspector: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inpage-inspector-'));
  cpSync(join(sdks, 'node_modules/@modelcontextprotocol/inspector-cli'), join(folder, 'cli'), {
    recursive: true,
  });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'inspector', version: '0.22.0', type: 'module' }),
  );
  symlinkSync(join(sdks, 'node_modules'), join(folder, 'node_modules'), 'junction');
  inspector = join(folder, 'cli/build/index.js');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inspect = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, ...args]);
  return JSON.parse(stdout);
};

let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.close());

const open = () => ['--method', 'tools/call', '--tool-name', 'web_open', '--tool-arg', `url=${site.url}`];

describe("the inspector's command line", () => {
  it('lists, calls and reads over stdio', async () => {
    const stdio = [process.execPath, inpage, 'mcp'];
    expect((await inspect(...stdio, '--method', 'tools/list')).tools).toHaveLength(
      TOOLS.filter(({ optIn }) => !optIn).length,
    );
    expect(await inspect(...stdio, ...open())).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('textbox "New todo"') }],
      isError: false,
    });
    expect((await inspect(...stdio, '--method', 'resources/list')).resources).toHaveLength(2);
  });

  it('calls over streamable HTTP', async () => {
    const manager = new SessionManager();
    const server = await serveHttp(manager, {}, { port: 0 });
    onTestFinished(async () => {
      await server.close();
      await manager.end();
    });
    expect(await inspect(server.url, '--transport', 'http', ...open())).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('textbox "New todo"') }],
    });
  });
});
