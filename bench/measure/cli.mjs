import { createServer } from 'node:net';
import { withPage } from '../pages/open.mjs';
import { connectAgentBrowser } from '../peers/agent-browser.mjs';
import { connectDevtoolsMcp } from '../peers/chrome-devtools-mcp.mjs';
import { sumUpTimes } from './statistics.mjs';
import { sizeOf } from './text.mjs';

/** @typedef {{ chars: number, tokens: number, wall: import('./statistics.mjs').Times | undefined } | { error: string }} CliReading */
/** @typedef {Record<'agent-browser' | 'agent-browser -i' | 'chrome-devtools-mcp', CliReading>} CliReadings */

/** A port that is free at the moment. */
export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** Reads a page several times: size of the text and wall times. @returns {Promise<CliReading>} */
async function readTimes(
  /** @type {() => Promise<{ text: string, ms: number }>} */ read,
  /** @type {number} */ runs,
) {
  try {
    const readings = [];
    for (let run = 0; run < runs; run++) readings.push(await read());
    return { ...sizeOf(readings[0]?.text ?? ''), wall: sumUpTimes(readings.map(({ ms }) => ms)) };
  } catch (error) {
    return { error: String(error instanceof Error ? error.message : error).split('\n')[0] ?? 'failed' };
  }
}

/**
 * Measures the texts and times of tools that read a loaded page from outside of the browser. Each tool makes a new
 * connection while the page is the only one of the browser.
 * @param {import('playwright-core').Browser} browser
 * @param {number} port of its DevTools protocol
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {number} runs
 * @returns {Promise<CliReadings>}
 */
export function measureCli(browser, port, page, runs) {
  return withPage(browser, page, {}, async () => {
    /** @type {CliReading} */
    let full;
    /** @type {CliReading} */
    let interactive;
    try {
      const agentBrowser = connectAgentBrowser(port);
      try {
        full = await readTimes(() => agentBrowser.snapshot(), runs);
        interactive = await readTimes(() => agentBrowser.snapshot('-i'), runs);
      } finally {
        await agentBrowser.close();
      }
    } catch (error) {
      full = interactive = { error: String(error) };
    }
    const devtools = await connectDevtoolsMcp(port).catch((error) => String(error));
    /** @type {CliReading} */
    let mcp = { error: String(devtools) };
    if (typeof devtools !== 'string') {
      mcp = await readTimes(() => devtools.snapshot(), runs);
      await devtools.close();
    }
    return { 'agent-browser': full, 'agent-browser -i': interactive, 'chrome-devtools-mcp': mcp };
  });
}
