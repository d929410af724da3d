import { describeDriver } from '../support/describe-driver.ts';
import { openPlaywright } from '../support/host-tabs.ts';

const can = {
  newPages: 'followed',
  frames: true,
  dialogs: true,
  atDocumentStart: true,
  requests: true,
  showsNotLoaded: true,
  tree: true,
} as const;

describeDriver('Playwright', openPlaywright, can, 'whole');
