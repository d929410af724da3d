import { gzipSync } from 'node:zlib';
import { withPage } from '../pages/open.mjs';
import { median } from './statistics.mjs';
import { threadClock, threadTimeOf } from './thread-time.mjs';

/** @typedef {{ name: string, bytes: number, gzip: number, parse?: number, install?: number, slowInstall?: number }} ScriptCost ms */

const blank = {
  name: 'blank',
  kind: /** @type {const} */ ('generated'),
  html: '<!doctype html><title>blank</title>',
};

/**
 * Measures the cost of a script in a page: its bytes, the time to parse it (without running it), and the time of the
 * first evaluation in a new page, at full speed and with the CPU throttled to a sixth.
 * @param {import('playwright-core').Browser} browser
 * @param {string} name
 * @param {string} script
 * @param {number} runs
 * @returns {Promise<ScriptCost>}
 */
export async function measureScript(browser, name, script, runs) {
  /** @type {Record<'parse' | 'install' | 'slowInstall', number[]>} */
  const times = { parse: [], install: [], slowInstall: [] };
  const text = JSON.stringify(script);
  // Another comment each time, since the browser caches compiled code by its text.
  const parse = `(() => { const source = ${text} + '\\n//' + Math.random(); const start = performance.now(); new Function(source); return performance.now() - start; })()`;
  const evaluated = () => `${script}\n//${Math.random()}\n;0`;
  const timeInNew = (/** @type {number} */ rate) =>
    withPage(browser, blank, {}, async ({ evaluate, session }) => {
      times.parse.push(await evaluate(parse));
      const clock = await threadClock(session);
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      return threadTimeOf(clock, () => evaluate(evaluated()));
    });
  for (let run = 0; run < runs; run++) {
    times.install.push(await timeInNew(1));
    times.slowInstall.push(await timeInNew(6));
  }
  return {
    name,
    bytes: Buffer.byteLength(script),
    gzip: gzipSync(script, { level: 9 }).length,
    parse: Math.min(...times.parse),
    install: median(times.install),
    slowInstall: median(times.slowInstall),
  };
}
