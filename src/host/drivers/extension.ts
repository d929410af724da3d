import { callInPage, type Driver, type PageCall } from '../driver.ts';

/** What is used of `chrome` in a service worker or a page of an extension with the permission `scripting`. */
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
 * A tab, from an extension. Extensions can't evaluate text: the script and its parts are files of the extension, copied
 * from the package's `dist` to `folder`.
 *
 * @param world `MAIN`: where the page's own scripts are, whose handlers can be seen; `ISOLATED`: where the page can't
 *   touch the script
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
    // What is left out of JSON would not cross.
    async call(call: PageCall) {
      const [frame] = await run({ func: callInPage, args: [JSON.parse(JSON.stringify(call))] });
      return frame?.result;
    },
    open: (url) => chrome.tabs.update(tabId, { url }),
    close: () => chrome.tabs.remove(tabId),
  };
};

/**
 * The document that this runs in: a content script that has the script before it in its manifest
 * (`"js": ["agent-browser.js", "content.js"]`), or a page that has loaded it itself.
 */
export const ownDocument = (): Driver => ({
  evaluate: () => Promise.reject(new Error('The script has to be there before.')),
  inject: () => Promise.resolve(),
  call: async (call) => callInPage(call),
});
