import { expect, it } from 'vitest';
import { AgentSession } from '../../src/host/index.ts';
import { describeDriver } from '../support/describe-driver.ts';
import { refOf } from '../support/host-behaviour.ts';
import { openPuppeteer, openPuppeteerChromium } from '../support/host-tabs.ts';
import { sessionFiles } from '../support/page-script.ts';

const can = {
  newPages: 'followed',
  frames: true,
  choosesFar: false,
  drops: false,
  dialogs: true,
  atDocumentStart: true,
  requests: false,
  tree: false,
} as const;

describeDriver('Puppeteer and Firefox', openPuppeteer, can);

it('Puppeteer and Chromium: a page is read after its requests were answered; a closed browser is not reported as a navigation', async () => {
  const browser = await openPuppeteerChromium();
  browser.serve({
    'http://host.test/': `<script>fetch('/late').then((a) => a.text()).then((text) => { document.body.innerHTML = text })</script>`,
    'http://host.test/late': { body: '<button>Go</button>', late: 600 },
  });
  const tab = await browser.open();
  const session = new AgentSession(tab.driver, sessionFiles);
  const ref = refOf(await session.open('http://host.test/'), 'button "Go"');
  await browser.close();
  const step = await session.act(ref, 'click');
  expect(step.ok, step.text).toBe(false);
  expect(step.text).toContain('its tab was closed or has crashed');
});
