import { callInPage, type Driver, type PageCall } from '../driver.ts';

/** What is used of an `<iframe>` of the same origin, and of its window. */
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
 * A frame of the same origin in the page that this runs in. It must allow `eval` (Content Security Policy:
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

/** What is used of a window that messages are sent to and come from. */
interface MessageTarget {
  postMessage(message: unknown, origin: string): void;
}

interface Message {
  data: unknown;
  origin: string;
  source: unknown;
}

interface Listening {
  addEventListener(type: 'message', listener: (event: Message) => void): void;
  removeEventListener(type: 'message', listener: (event: Message) => void): void;
}

/**
 * A frame of another origin, whose page has loaded `agent-browser.js` and answers this origin
 * (`answerMessages('https://host.example')` there).
 */
export const messageFrame = (frame: FrameLike, origin: string): Driver => {
  const own = globalThis as unknown as Listening;
  let last = 0;
  let leave = (): void => undefined;
  frame.addEventListener('load', () => leave());
  return {
    evaluate: () => Promise.reject(new Error('Text is not evaluated in frames of other origins.')),
    inject: () => Promise.resolve(),
    call: (call) =>
      new Promise((resolve) => {
        const id = ++last;
        const heard = ({ data, source, origin: from }: Message): void => {
          const answer = data as { agentBrowserAnswer?: unknown; value?: unknown } | null;
          if (source !== frame.contentWindow || from !== origin || answer?.agentBrowserAnswer !== id) return;
          own.removeEventListener('message', heard);
          resolve(answer.value);
        };
        // A page that was left does not answer any more.
        leave = () => {
          own.removeEventListener('message', heard);
          resolve(undefined);
        };
        own.addEventListener('message', heard);
        (frame.contentWindow as MessageTarget).postMessage({ agentBrowserCall: id, call }, origin);
      }),
    async open(url) {
      frame.src = url;
    },
  };
};

/** In the page of a frame: answers the calls of a session in a page of `origin`. Gives a function that ends it. */
export const answerMessages = (origin: string): (() => void) => {
  const own = globalThis as unknown as Listening;
  const heard = ({ data, source, origin: from }: Message): void => {
    const message = data as { agentBrowserCall?: unknown; call?: PageCall } | null;
    if (from !== origin || message?.agentBrowserCall === undefined || !message.call) return;
    const answer = { agentBrowserAnswer: message.agentBrowserCall, value: callInPage(message.call) };
    (source as MessageTarget).postMessage(answer, origin);
  };
  own.addEventListener('message', heard);
  return () => own.removeEventListener('message', heard);
};
