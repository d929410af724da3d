import type { Driver } from '../driver.ts';

/** What is used of `react-native-webview`'s ref. */
export interface WebViewRef {
  injectJavaScript(code: string): void;
}

/** A driver, and the handler that has to hear the view's messages. */
export interface ReactNativeDriver extends Driver {
  /** For the view's `onMessage`. True: it was an answer to the driver; false: it is the app's own. */
  onMessage(event: { nativeEvent: { data: string } }): boolean;
}

const ANSWER_MARK = 'agentBrowserAnswer';

/** So often a page that owes an answer is asked whether it is still the one that was asked (ms). */
const PROBE_MS = 250;

/**
 * A WebView of React Native. Its `injectJavaScript` gives nothing back, so that answers come as messages:
 *
 * ```
 * const driver = reactNative(() => ref.current);
 * <WebView ref={ref} onMessage={driver.onMessage} />
 * ```
 *
 * A page can read and write these messages as it can the script itself: nothing in them is secret.
 */
export const reactNative = (view: () => WebViewRef | null): ReactNativeDriver => {
  const waiting = new Map<number, (value: unknown) => void>();
  let last = 0;
  const inject = (code: string): void => view()?.injectJavaScript(`${code};true;`);
  const ask = (expression: string): number => {
    const id = ++last;
    const answer = `{${ANSWER_MARK}:${id},value:typeof v==="string"?v:null}`;
    const post = `window.ReactNativeWebView.postMessage(JSON.stringify(${answer}))`;
    inject(`(function(){var v;try{v=${expression}}catch(e){}${post}})()`);
    return id;
  };
  const settle = (id: number, value: unknown): void => {
    waiting.get(id)?.(value);
    waiting.delete(id);
  };
  return {
    async evaluate(code) {
      const id = ask(code);
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      const probes = setInterval(() => ask('""'), PROBE_MS);
      return answer.finally(() => clearInterval(probes));
    },
    inject: async (script) => inject(`${script}\n`),
    onMessage({ nativeEvent: { data } }) {
      if (!data.includes(ANSWER_MARK)) return false;
      try {
        const message = JSON.parse(data) as Record<string, unknown>;
        const id = Number(message[ANSWER_MARK]);
        settle(id, message.value);
        // Answers come in the order of the questions: what was asked before had gone with an earlier page.
        for (const earlier of [...waiting.keys()]) if (earlier < id) settle(earlier, undefined);
        return true;
      } catch {
        return false;
      }
    },
  };
};
