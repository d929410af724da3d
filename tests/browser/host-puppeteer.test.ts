import { describeDriver } from '../support/describe-driver.ts';
import { openPuppeteer } from '../support/host-tabs.ts';

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
