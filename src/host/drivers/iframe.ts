import { callInPage, type Driver, type PageCall } from '../driver.ts';

/** The part of an `<iframe>` that is used. */
export interface FrameLike {
  src: string;
  contentWindow: unknown;
  addEventListener(type: 'load', listener: () => void): void;
}

interface FrameWindow {
  __agentBrowser?: { version: string; document: string; json(...args: unknown[]): string };
  eval(code: string): unknown;
}

/**
 * A driver for a same-origin frame of the page that it runs in. The frame must allow `eval` (Content Security Policy:
 * `unsafe-eval`), or load `agent-browser.js` itself.
 */
export const iframe = (frame: FrameLike): Driver => {
  const inside = (): FrameWindow => {
    const { contentWindow } = frame;
    if (!contentWindow) throw new Error('The frame is not in a document.');
    return contentWindow as FrameWindow;
  };
  return {
    evaluate: async (code) => inside().eval(code),
    async call({ version, verb, args }: PageCall) {
      const agent = inside().__agentBrowser;
      if (!agent || typeof agent.json !== 'function' || agent.version !== version) return 'agent_missing';
      return verb === 'document' ? agent.document : agent.json(verb, ...args);
    },
    inject: async (script) => inside().eval(script),
    async open(url) {
      frame.src = url;
    },
  };
};

/** The part of a window that is used to send a message. */
interface MessageTarget {
  postMessage(message: unknown, origin: string): void;
}

interface Message {
  data: unknown;
  origin: string;
  source: unknown;
}

interface MessageSource {
  addEventListener(type: 'message', listener: (event: Message) => void): void;
  removeEventListener(type: 'message', listener: (event: Message) => void): void;
}

/**
 * A driver for a frame of another origin, whose page has loaded `agent-browser.js` and answers this origin
 * (`answerMessages('https://host.example')` there).
 */
export const messageFrame = (frame: FrameLike, origin: string): Driver => {
  const own = globalThis as unknown as MessageSource;
  let last = 0;
  let dropCall = (): void => undefined;
  frame.addEventListener('load', () => dropCall());
  return {
    evaluate: () => Promise.reject(new Error('Text is not evaluated in frames of other origins.')),
    inject: () => Promise.resolve(),
    call: (call) =>
      new Promise((resolve) => {
        const id = ++last;
        const onMessage = ({ data, source, origin: from }: Message): void => {
          const answer = data as { agentBrowserAnswer?: unknown; value?: unknown } | null;
          if (source !== frame.contentWindow || from !== origin || answer?.agentBrowserAnswer !== id) return;
          own.removeEventListener('message', onMessage);
          resolve(answer.value);
        };
        // After a navigation the frame will not answer this call.
        dropCall = () => {
          own.removeEventListener('message', onMessage);
          resolve(undefined);
        };
        own.addEventListener('message', onMessage);
        (frame.contentWindow as MessageTarget).postMessage({ agentBrowserCall: id, call }, origin);
      }),
    async open(url) {
      frame.src = url;
    },
  };
};

/** In the page of a frame: answers calls of a session in a page of `origin`. Returns a function that ends that. */
export const answerMessages = (origin: string): (() => void) => {
  const own = globalThis as unknown as MessageSource;
  const onMessage = ({ data, source, origin: from }: Message): void => {
    const message = data as { agentBrowserCall?: unknown; call?: PageCall } | null;
    if (from !== origin || message?.agentBrowserCall === undefined || !message.call) return;
    const answer = { agentBrowserAnswer: message.agentBrowserCall, value: callInPage(message.call) };
    (source as MessageTarget).postMessage(answer, origin);
  };
  own.addEventListener('message', onMessage);
  return () => own.removeEventListener('message', onMessage);
};
