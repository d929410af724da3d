import { describeDriver } from '../support/describe-driver.ts';
import { openWebDriver } from '../support/host-tabs.ts';

const can = {
  newPages: 'followed',
  opensForTrusted: true,
  choosesFar: false,
  drops: false,
  dialogs: false,
  atDocumentStart: false,
  requests: false,
  hidesStatus: true,
  tree: false,
} as const;

describeDriver('WebDriver and WebKitGTK', openWebDriver, can);
