import { answerDialog, cautiousDialogs, type DialogPolicy } from '../dialog-policy.ts';
import type { Driver } from '../driver.ts';
import type { CdpClient, CdpParams } from './cdp-client.ts';
import { cdpInput } from './cdp-input.ts';
import { CdpTabs } from './cdp-tabs.ts';
import { RequestsUnderWay } from './requests-under-way.ts';

export { type CdpClient, cdpOverSocket, type SocketLike } from './cdp-client.ts';

/**
 * A page of Chrome, Edge, Android's WebView or Electron over the DevTools protocol, by any client that sends its methods,
 * such as {@link cdpOverSocket}. No other client may answer the page's dialogs (as Playwright does in its own pages): a
 * second answer is taken for the answer to the next dialog, and may accept a confirmation.
 */
export const cdp = (client: CdpClient, dialogs: DialogPolicy = cautiousDialogs): Driver =>
  driverOf(client, new CdpTabs(client.session?.() ?? client, { dialogs }, driverOf));

const driverOf = (client: CdpClient, tabs: CdpTabs): Driver => {
  const { shared } = tabs;
  const requests = new RequestsUnderWay();
  let isGone = false;
  const driver: Driver = {
    async evaluate(expression) {
      // Without a user gesture Chromium blocks windows that a page opens after the script's clicks.
      const how = { returnByValue: true, userGesture: true };
      const answer = (await client.send('Runtime.evaluate', { expression, ...how })) as {
        result?: { value?: unknown };
        exceptionDetails?: { text?: string; exception?: { description?: string } };
      };
      const thrown = answer.exceptionDetails;
      if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
      return answer.result?.value;
    },
    async open(url) {
      const { errorText } = (await client.send('Page.navigate', { url })) as { errorText?: string };
      if (errorText) throw new Error(errorText);
    },
    async atDocumentStart(source) {
      // Scripts run on new documents only while the domain Page is enabled.
      await client.send('Page.enable');
      await client.send('Page.addScriptToEvaluateOnNewDocument', { source });
    },
    async screenshot() {
      const { data } = (await client.send('Page.captureScreenshot', { format: 'png' })) as { data: string };
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      return { bytes, mimeType: 'image/png' };
    },
    async close() {
      await client.send('Page.close');
      isGone = true;
    },
    isGone: () => isGone,
    pendingRequests: () => requests.count(),
    ...(client.session && { newTab: () => tabs.open(), tabs: async () => tabs.list() }),
    answerDialogs(next) {
      shared.dialogs = next;
    },
    input: cdpInput(client),
    protocol: async () => client,
    onEvent(listener) {
      let isHeard = true;
      const on = (event: string, heard: (params: CdpParams) => void): unknown =>
        client.on?.(event as never, ((params: CdpParams) => isHeard && heard(params)) as never);
      on('Page.javascriptDialogOpening', ({ type, message, defaultPrompt }) => {
        const seen = answerDialog(shared.dialogs, String(type), String(message), String(defaultPrompt ?? ''));
        listener({ type: 'dialog', dialog: seen });
        const { accept, text } = seen.answer;
        const answer = { accept, ...(text !== undefined && { promptText: text }) };
        client.send('Page.handleJavaScriptDialog', answer).catch(() => undefined);
      });
      for (const end of ['Inspector.detached', 'Inspector.targetCrashed'])
        on(end, () => {
          isGone = true;
        });
      if (!client.session) on('Page.windowOpen', () => listener({ type: 'page' }));
      on('Page.downloadWillBegin', ({ suggestedFilename }) =>
        listener({ type: 'download', file: String(suggestedFilename) }),
      );
      on('Network.requestWillBeSent', ({ requestId, type }) => requests.begin(requestId, String(type)));
      for (const end of ['Network.loadingFinished', 'Network.loadingFailed'])
        on(end, ({ requestId }) => requests.end(requestId));
      if (client.on)
        for (const domain of ['Page', 'Inspector', 'Network'])
          client.send(`${domain}.enable`).catch(() => undefined);
      if (client.session)
        tabs
          .follow(client, driver, (opened) => isHeard && listener({ type: 'page', driver: opened }))
          .catch(() => undefined);
      return () => {
        isHeard = false;
      };
    },
  };
  return driver;
};
