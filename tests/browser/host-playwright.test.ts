import { describeSession } from '../support/host-behaviour.ts';
import { describeInput } from '../support/host-input.ts';
import { openPlaywright } from '../support/host-tabs.ts';

describeSession('Playwright', openPlaywright, {
  newPages: 'followed',
  dialogs: true,
  atDocumentStart: true,
});

describeInput('Playwright', openPlaywright);
