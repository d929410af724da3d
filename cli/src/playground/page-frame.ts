/** The text of `agent-browser.full.js`, which the build inserts. */
declare const __AGENT__: string;

/** A page that is shown, and the injected script in it. */
export interface PageFrame {
  /**
   * The element that shows the page. Boxes of the page's elements are scaled from `pageWidth` to its width; 0: they are
   * not scaled.
   */
  readonly element: HTMLElement;
  readonly pageWidth: number;
  /** Calls `window.__agentBrowser.json(verb, ...args)` in the page; returns its result, parsed. */
  call<T>(verb: string, ...args: unknown[]): Promise<T>;
  act<T>(ref: string, kind: string, payload: unknown): Promise<T>;
  /** Calls `listener` with the ref of the element under the pointer; `undefined`: it has none. */
  onPoint(listener: (ref: string | undefined) => void): void;
}

interface Agent {
  json(verb: string, ...args: unknown[]): string;
}

type AgentWindow = Window & { __agentBrowser?: Agent; eval(code: string): unknown };

const MARK = 'data-agent-ref';

const loaded = (element: HTMLIFrameElement, stage: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    element.addEventListener('load', () => resolve(), { once: true });
    stage.append(element);
  });

const frameOf = (sandbox: string, html: string): HTMLIFrameElement => {
  const element = document.createElement('iframe');
  element.title = 'The page';
  element.setAttribute('sandbox', sandbox);
  element.referrerPolicy = 'no-referrer';
  element.srcdoc = html;
  return element;
};

/**
 * Opens a page whose scripts do not run. So it may share this page's origin, by which this page can read it. Actions
 * are carried out at once, as timers do not run there either.
 */
const openInert = async (html: string, stage: HTMLElement): Promise<PageFrame> => {
  const element = frameOf('allow-same-origin', html);
  await loaded(element, stage);
  const view = element.contentWindow as AgentWindow | null;
  if (!view) throw new Error('The frame is gone.');
  view.eval(`${__AGENT__}\n;0`);
  const agent = (): Agent => {
    const found = (element.contentWindow as AgentWindow | null)?.__agentBrowser;
    if (!found) throw new Error('The page was left. Load it again.');
    return found;
  };
  return {
    element,
    pageWidth: 0,
    call: async (verb, ...args) => JSON.parse(agent().json(verb, ...args)),
    act: async (ref, kind, payload) => JSON.parse(agent().json('action', ref, kind, payload)),
    onPoint: (listener) =>
      view.document.addEventListener('mousemove', ({ target }) =>
        listener((target as Element | null)?.closest?.(`[${MARK}]`)?.getAttribute(MARK) ?? undefined),
      ),
  };
};

/** The script that answers messages in the frame. It runs before the page's own scripts. */
const messageScript = (channel: string): string => `(() => {
  const agent = window.__agentBrowser, parent = window.parent;
  addEventListener('message', (event) => {
    const { channel, id, verb, args } = event.data || {};
    if (event.source !== parent || channel !== ${JSON.stringify(channel)}) return;
    const answer = (text) => parent.postMessage({ channel, id, text }, '*');
    if (verb !== 'run') return answer(agent.json(verb, ...args));
    agent.run(...args).then((result) => answer(JSON.stringify(result)));
  });
  let last;
  addEventListener('mousemove', ({ target }) => {
    const marked = target.closest && target.closest('[${MARK}]');
    const ref = marked ? marked.getAttribute('${MARK}') : null;
    if (ref !== last) parent.postMessage({ channel: ${JSON.stringify(channel)}, ref: (last = ref) }, '*');
  }, true);
})();`;

const inlined = (script: string): string =>
  script.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

/** Puts a script behind the doctype, before everything else of the page. */
const withScript = (html: string, script: string): string => {
  const [doctype = ''] = /^\s*<!doctype[^>]*>/i.exec(html) ?? [];
  return `${doctype}<script>${inlined(script)}</script>${html.slice(doctype.length)}`;
};

/** Opens a page whose scripts run. It has an origin of its own, so this page can only exchange messages with it. */
const openIsolated = async (html: string, stage: HTMLElement): Promise<PageFrame> => {
  const channel = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const element = frameOf(
    'allow-scripts allow-forms allow-modals',
    withScript(html, `${__AGENT__}\n;${messageScript(channel)}`),
  );
  const pendingCalls = new Map<number, (text: string) => void>();
  let pointerListener: (ref: string | undefined) => void = () => undefined;
  let last = 0;
  window.addEventListener('message', ({ source, data }) => {
    if (source !== element.contentWindow || data?.channel !== channel) return;
    if ('ref' in data) pointerListener(data.ref ?? undefined);
    else pendingCalls.get(data.id)?.(String(data.text));
  });
  const send = <T>(verb: string, args: unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const timer = setTimeout(() => reject(new Error('The page does not answer. Load it again.')), 15_000);
      pendingCalls.set(id, (text) => {
        clearTimeout(timer);
        pendingCalls.delete(id);
        resolve(JSON.parse(text) as T);
      });
      element.contentWindow?.postMessage({ channel, id, verb, args: JSON.parse(JSON.stringify(args)) }, '*');
    });
  await loaded(element, stage);
  return {
    element,
    pageWidth: 0,
    call: (verb, ...args) => send(verb, args),
    act: (ref, kind, payload) => send('run', ['action', ref, kind, payload ?? null]),
    onPoint: (listener) => {
      pointerListener = listener;
    },
  };
};

/** Shows a page in the stage, in place of the one before. `isLive`: its scripts run. */
export const openPage = (html: string, isLive: boolean, stage: HTMLElement): Promise<PageFrame> => {
  for (const before of Array.from(stage.querySelectorAll('iframe, img'))) before.remove();
  return isLive ? openIsolated(html, stage) : openInert(html, stage);
};
