import { describeDriver } from '../support/describe-driver.ts';
import { openWebDriver } from '../support/host-tabs.ts';

const can = { newPages: 'unknown', dialogs: false, atDocumentStart: false, tree: false } as const;

describeDriver('WebDriver and WebKitGTK', openWebDriver, can);
