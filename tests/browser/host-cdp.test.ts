import { describeSession } from '../support/host-behaviour.ts';
import { describeInput } from '../support/host-input.ts';
import { openProtocol } from '../support/host-tabs.ts';

describeSession('the DevTools protocol', openProtocol, {
  newPages: 'told',
  dialogs: true,
  atDocumentStart: true,
});

describeInput('the DevTools protocol', openProtocol);
