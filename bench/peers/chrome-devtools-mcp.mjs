import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../node_modules/chrome-devtools-mcp/', import.meta.url));
const require = createRequire(import.meta.url);

export const version = () => /** @type {string} */ (require(`${folder}package.json`).version);

/**
 * chrome-devtools-mcp, connected to a running browser and called by an MCP client. Its usage statistics and its check for
 * updates are off: the bench has no network.
 * @param {number} port of the DevTools protocol
 */
export async function connectDevtoolsMcp(port) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      `${folder}build/src/bin/chrome-devtools-mcp.js`,
      `--browserUrl=http://127.0.0.1:${port}`,
      '--no-usage-statistics',
      '--no-page-id-routing',
      '--no-performance-crux',
    ],
    env: {
      ...process.env,
      CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS: '1',
      CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1',
    },
    stderr: 'ignore',
  });
  await client.connect(transport);
  const call = async (/** @type {string} */ name, /** @type {Record<string, unknown>} */ args = {}) => {
    const result = await client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 });
    const text = /** @type {{ text?: string }[]} */ (result.content)
      .map((part) => part.text ?? '')
      .join('\n');
    if (result.isError) throw new Error(text);
    return text;
  };
  return {
    pages: () => call('list_pages'),
    select: (/** @type {number} */ pageId) => call('select_page', { pageId }),
    async snapshot() {
      const start = performance.now();
      const text = await call('take_snapshot');
      return { text, ms: performance.now() - start };
    },
    close: () => client.close(),
  };
}
