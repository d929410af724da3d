import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleSupport } from '../support/bundle-support.ts';
import { launchChromium } from '../support/chromium.ts';
import { pageScript } from '../support/page-script.ts';

let browser: Browser;
let tab: Page;
let session: CDPSession;
beforeAll(async () => {
  // Otherwise compiled code would come and go with the garbage collections.
  browser = await launchChromium('--js-flags=--no-flush-bytecode');
  tab = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  session = await tab.context().newCDPSession(tab);
  await tab.setContent('<!doctype html><title>soak</title><body>');
  // Not as a script tag: for that Playwright puts a script with an observer of its own into the page.
  await tab.evaluate(`${await bundleSupport('count-work.ts')};0`);
  await tab.evaluate(`${LIVING};0`);
  await tab.evaluate(pageScript);
});
afterAll(() => browser?.close());

/**
 * A list that changes all the time: rows are added, removed, moved, redrawn and reused. `soak(from, to)` takes a
 * snapshot and clicks in each step, `takeTime()` clicks and waits; both return what went wrong.
 */
const LIVING = `
  const list = document.body.appendChild(document.createElement('ul'));
  let last = 0, pressed = '', seed = 1, revision;
  const wrong = [];
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const row = (id) => {
    const li = document.createElement('li');
    li.append('Row ' + id + ' ', Object.assign(document.createElement('button'), { textContent: 'Open ' + id }), document.createElement('input'));
    li.firstElementChild.onclick = () => { pressed = 'Open ' + id; };
    return li;
  };
  for (let i = 0; i < 12; i++) list.append(row(++last));
  const change = () => {
    const rows = list.children, some = rows[random(rows.length)];
    [
      () => { some.remove(); list.append(row(++last)); },
      () => some.replaceWith(row(++last)),
      () => list.prepend(some),
      () => { list.replaceChildren(...Array.from({ length: 12 }, () => row(++last))); },
      () => { some.lastElementChild.value = 'typed ' + random(100); },
    ][random(5)]();
  };
  const call = (...args) => {
    const result = JSON.parse(window.__agentBrowser.json(...args));
    if (!result.ok) wrong.push(JSON.stringify(result));
    return result;
  };
  const look = (step) => {
    const { ok, meta } = call('snapshot', step % 3 ? { since: revision } : step % 2 ? { format: 'text' } : {});
    if (ok) revision = meta.revision;
  };
  window.soak = (from, to) => {
    for (let step = from; step < to; step++) {
      change();
      look(step);
      const some = list.children[random(list.children.length)], [button, field] = some.children;
      if (step % 2) {
        call('action', button.getAttribute('data-agent-ref'), 'click');
        if (pressed !== button.textContent) wrong.push(pressed + ' for ' + button.textContent);
      } else {
        call('action', field.getAttribute('data-agent-ref'), 'fill', { text: 'text ' + step });
        if (field.value !== 'text ' + step) wrong.push(field.value);
      }
    }
    return wrong;
  };
  window.takeTime = async () => {
    change();
    look(0);
    const button = list.querySelector('button'), ref = button.getAttribute('data-agent-ref');
    for (const call of [['action', ref, 'click'], ['page', 'wait', { text: 'never', timeoutMs: 50 }], ['page', 'wait', { quiet: true }]]) {
      const job = window.__agentBrowser.run(...call);
      if (call[2].quiet && !workLeft().some((one) => one.endsWith('Observer'))) wrong.push('nothing is counted');
      const result = await job;
      if (result.ok === (call[2].text === 'never')) wrong.push(JSON.stringify(result));
    }
    if (pressed !== button.textContent) wrong.push(pressed + ' for ' + button.textContent);
    return wrong;
  };`;

/** Steps of one task: removed elements can be collected only between tasks. */
const BATCH = 125;

const soak = async (from: number, to: number): Promise<void> => {
  for (let at = from; at < to; at += BATCH) {
    expect(await tab.evaluate(`window.soak(${at}, ${at + BATCH})`), `steps from ${at}`).toEqual([]);
    if (at % 1000 === 0) expect(await tab.evaluate('window.takeTime()'), `job at ${at}`).toEqual([]);
  }
};

/** Pending timers and active observers of the library: the page itself has none. */
const workLeft = () => tab.evaluate<string[]>('workLeft()');

interface Use {
  heap: number;
  nodes: number;
  listeners: number;
}

/** Memory in use after everything possible was collected. */
const measure = async (): Promise<Use> => {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
};

/**
 * The smallest of several measurements on the way: the table of refs grows to 1,000 entries of about 0.5 KB before it
 * is swept, and one measurement may come at any point of that.
 */
const least = async (from: number, to: number): Promise<Use> => {
  const uses: Use[] = [];
  for (let at = from; at < to; at += BATCH) {
    await soak(at, at + BATCH);
    uses.push(await measure());
  }
  const fewest = (key: keyof Use): number => Math.min(...uses.map((use) => use[key]));
  return { heap: fewest('heap'), nodes: fewest('nodes'), listeners: fewest('listeners') };
};

/** Bytes. 750 calls that each keep 0.1 KB would exceed it. */
const MAX_GROWTH = 75_000;

describe('a page that is used for a long time', () => {
  it('after 3,500 snapshots and actions: every ref is right, no timer is pending, and nothing grows', async () => {
    // By then the engine has compiled the code that runs often.
    await soak(0, 1000);
    let early = await least(1000, 1375);
    let late = await least(1375, 1750);
    // On a busy machine it compiles once more, later; a leak grows in any stretch.
    if (late.heap - early.heap >= MAX_GROWTH) [early, late] = [late, await least(1750, 2125)];
    // Timers of limited waits end by themselves.
    await expect.poll(workLeft, { timeout: 10_000 }).toEqual([]);
    expect(late.heap - early.heap).toBeLessThan(MAX_GROWTH);
    // Nodes of the document, and of rows that were not collected yet; a row has six.
    expect(late.nodes - early.nodes).toBeLessThan(200);
    expect(late.listeners - early.listeners).toBeLessThan(50);
    expect(
      await tab.evaluate("JSON.parse(window.__agentBrowser.json('query', '1', 'text')).error.cause"),
    ).toBe('detached');
  });
});
