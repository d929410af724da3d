import { describeDriver } from '../support/describe-driver.ts';
import { openProtocol } from '../support/host-tabs.ts';

const can = {
  newPages: 'followed',
  dialogs: true,
  atDocumentStart: true,
  requests: true,
  tree: true,
} as const;

describeDriver('the DevTools protocol', openProtocol, can);
