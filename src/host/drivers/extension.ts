import { callInPage, type Driver, type PageCall } from '../driver.ts';

/** The part of `chrome` that is used, in a service worker or page of an extension with the permission `scripting`. */
export interface ChromeLike {
  readonly scripting: {
    executeScript(injection: never): Promise<{ result?: unknown }[]>;
  };
  readonly tabs: {
    update(tabId: number, properties: { url: string }): Promise<unknown>;
    remove(tabId: number): Promise<void>;
  };
}

/**
 * A driver for a tab, in an extension. Extensions can't evaluate text, so the script and its parts have to be files of the
 * extension, copied from the package's `dist` to `folder`.
 *
 * @param world `MAIN`: the page's own world, in which handlers of the page can be read; `ISOLATED`: out of the page's reach
 */
export const extensionTab = (
  chrome: ChromeLike,
  tabId: number,
  { folder = '', world = 'MAIN' }: { folder?: string; world?: 'MAIN' | 'ISOLATED' } = {},
): Driver => {
  const run = (injection: object): Promise<{ result?: unknown }[]> =>
    chrome.scripting.executeScript({ target: { tabId }, world, ...injection } as never);
  return {
    evaluate: () => Promise.reject(new Error('An extension can not evaluate text.')),
    inject: (_script, file) => run({ files: [`${folder}${file}`] }),
    // Arguments have to be JSON: fields that are `undefined` are dropped.
    async call(call: PageCall) {
      const [frame] = await run({ func: callInPage, args: [JSON.parse(JSON.stringify(call))] });
      return frame?.result;
    },
    open: (url) => chrome.tabs.update(tabId, { url }),
    close: () => chrome.tabs.remove(tabId),
  };
};

/**
 * A driver for the document that it runs in: in a content script whose manifest lists the script before it
 * (`"js": ["agent-browser.js", "content.js"]`), or in a page that has loaded the script itself.
 */
export const ownDocument = (): Driver => ({
  evaluate: () => Promise.reject(new Error('The script has to be there before.')),
  inject: () => Promise.resolve(),
  call: async (call) => callInPage(call),
});
