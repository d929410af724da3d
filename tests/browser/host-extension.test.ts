import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleHost } from '../../scripts/build/host.mjs';
import { type CdpClient, cdpOverSocket } from '../../src/host/index.ts';
import { browserWithWindows } from '../support/chromium.ts';
import { PageServer } from '../support/engines/page-server.ts';
import { spawnChromium } from '../support/host-tabs.ts';
import { pageScript } from '../support/page-script.ts';

const MANIFEST = {
  manifest_version: 3,
  name: 'A session in an extension',
  version: '1.0',
  background: { service_worker: 'worker.js', type: 'module' },
  permissions: ['scripting', 'tabs'],
  host_permissions: ['<all_urls>'],
};

const WORKER = `
import { AgentSession, extensionTab } from './host.js';
const refOf = ({ text }, words) => /\\[ref=([^\\]]+)\\]/.exec(text.slice(text.indexOf(words)))[1];
globalThis.play = async (world) => {
  const tab = await chrome.tabs.create({ url: 'http://page.test/' });
  const session = new AgentSession(extensionTab(chrome, tab.id, { world }));
  const page = await session.open('http://page.test/?again');
  const step = await session.act(refOf(page, 'button "Go"'), 'click');
  const next = await session.act(refOf(step, 'link "New"'), 'click');
  await session.driver.close();
  return JSON.stringify([page, step, next].map(({ text, pageChanged }) => ({ text, pageChanged })));
};`;

const PAGE = `<title>Page</title><button onclick="this.insertAdjacentHTML('afterend', '<a href=/next>New</a>')">Go</button>`;

describe('a session in an extension', () => {
  const folder = mkdtempSync(join(tmpdir(), 'host-extension-'));
  let server: PageServer;
  let stop: () => Promise<void>;
  let browser: CdpClient;
  let worker: CdpClient;

  beforeAll(async () => {
    const files = {
      'manifest.json': JSON.stringify(MANIFEST),
      'worker.js': WORKER,
      'host.js': await bundleHost(),
      'script.js': `export const script = ${JSON.stringify(pageScript)};`,
      'agent-browser.js': pageScript,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    server = await PageServer.start();
    server.serve({
      'http://page.test/': PAGE,
      'http://page.test/?again': PAGE,
      'http://page.test/next': '<title>Next</title><button>On the next page</button>',
    });
    const chromium = await spawnChromium(
      await browserWithWindows(),
      `http://127.0.0.1:${server.port}`,
      '--enable-unsafe-extension-debugging',
    );
    stop = chromium.stop;
    browser = cdpOverSocket(chromium.socket);
    await browser.send('Extensions.loadUnpacked', { path: folder });
    for (;;) {
      const { targetInfos } = (await browser.send('Target.getTargets')) as {
        targetInfos: { type: string; url: string; targetId: string }[];
      };
      const found = targetInfos.find(
        ({ type, url }) => type === 'service_worker' && url.endsWith('/worker.js'),
      );
      if (!found) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const { targetId } = found;
      const { sessionId } = (await browser.send('Target.attachToTarget', { targetId, flatten: true })) as {
        sessionId: string;
      };
      worker = cdpOverSocket(chromium.socket, sessionId);
      // A worker that has just started may not have run its script yet.
      for (;;) {
        const { result } = (await worker.send('Runtime.evaluate', { expression: 'typeof play' })) as {
          result: { value: string };
        };
        if (result.value === 'function') return;
      }
    }
  });
  afterAll(async () => {
    await browser.send('Browser.close');
    await stop();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['MAIN', 'ISOLATED'])('reads and acts in a tab, in the world %s', async (world) => {
    const { result } = (await worker.send('Runtime.evaluate', {
      expression: `play('${world}')`,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: string } };
    const [page, step, next] = JSON.parse(result.value) as { text: string; pageChanged: boolean }[];
    expect(page?.text).toContain('button "Go"');
    expect(step?.text).toContain('+ link "New"');
    expect(next?.pageChanged).toBe(true);
    expect(next?.text).toContain('button "On the next page"');
  });
});
