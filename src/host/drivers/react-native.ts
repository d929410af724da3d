import type { Driver } from '../driver.ts';

/** The part of `react-native-webview`'s ref that is used. */
export interface WebViewRef {
  injectJavaScript(code: string): void;
}

/** A driver, with the handler that must get the view's messages. */
export interface ReactNativeDriver extends Driver {
  /** For the view's `onMessage`. Returns true for an answer to the driver, false for a message of the app. */
  onMessage(event: { nativeEvent: { data: string } }): boolean;
}

const ANSWER_MARK = 'agentBrowserAnswer';

/** While an answer is awaited, a probe is sent every so many ms: an answer to a later probe shows that the page was replaced. */
const PROBE_MS = 250;

/**
 * A driver for a WebView of React Native. Its `injectJavaScript` returns nothing, so answers come as messages:
 *
 * ```
 * const driver = reactNative(() => ref.current);
 * <WebView ref={ref} onMessage={driver.onMessage} />
 * ```
 *
 * A page can read and forge these messages, as it can the script itself: they hold no secrets.
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
        // Answers come in the order of the calls, so an earlier call without an answer was lost with its page.
        for (const earlier of [...waiting.keys()]) if (earlier < id) settle(earlier, undefined);
        return true;
      } catch {
        return false;
      }
    },
  };
};
