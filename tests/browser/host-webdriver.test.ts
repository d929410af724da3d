import { describeSession } from '../support/host-behaviour.ts';
import { describeInput } from '../support/host-input.ts';
import { openWebDriver } from '../support/host-tabs.ts';

describeSession('WebDriver and WebKitGTK', openWebDriver, {
  newPages: 'unknown',
  dialogs: false,
  atDocumentStart: false,
});

describeInput('WebDriver and WebKitGTK', openWebDriver);
