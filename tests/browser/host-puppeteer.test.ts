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
  tree: false,
} as const;

describeDriver('Puppeteer and Firefox', openPuppeteer, can);

it('Puppeteer: a browser that has ended is no page that was left', async () => {
  const browser = await openPuppeteerChromium();
  browser.serve({ 'http://host.test/': '<button>Go</button>' });
  const tab = await browser.open();
  await tab.go('http://host.test/');
  const session = new AgentSession(tab.driver, sessionFiles);
  const ref = refOf(await session.snapshot(), 'button "Go"');
  await browser.close();
  const step = await session.act(ref, 'click');
  expect(step.ok, step.text).toBe(false);
  expect(step.text).toContain('its tab was closed or has crashed');
});
