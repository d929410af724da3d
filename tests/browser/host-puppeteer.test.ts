import { describeSession } from '../support/host-behaviour.ts';
import { describeInput } from '../support/host-input.ts';
import { openPuppeteer } from '../support/host-tabs.ts';

describeSession('Puppeteer and Firefox', openPuppeteer, {
  newPages: 'followed',
  dialogs: true,
  atDocumentStart: true,
});

describeInput('Puppeteer and Firefox', openPuppeteer);
