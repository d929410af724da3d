/** The text of `agent-browser.full.js`: the build puts it in. */
declare const __AGENT__: string;

/** A page that is looked at, and the script in it. */
export interface PageFrame {
  /** What shows it: boxes are px of the page, which is so many px wide; 0: as wide as what shows it. */
  readonly element: HTMLElement;
  readonly pageWidth: number;
  /** Result of `window.__agentBrowser.json(verb, ...args)` there, parsed. */
  call<T>(verb: string, ...args: unknown[]): Promise<T>;
  act<T>(ref: string, kind: string, payload: unknown): Promise<T>;
  /** Tells what the pointer is over, by its ref; undefined: nothing that has one. */
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
 * A page whose scripts do not run: nothing of it can do anything with the origin that it shares with this page, which lets
 * it be read. Actions are done at once: no timer runs there either.
 */
const openStill = async (html: string, stage: HTMLElement): Promise<PageFrame> => {
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

/** Runs in the frame of a page with scripts, before its own. */
const answerer = (channel: string): string => `(() => {
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

/** Behind the doctype: before everything else of the page. */
const withScript = (html: string, script: string): string => {
  const [doctype = ''] = /^\s*<!doctype[^>]*>/i.exec(html) ?? [];
  return `${doctype}<script>${inlined(script)}</script>${html.slice(doctype.length)}`;
};

/** A page whose scripts run, in an origin of its own: it is spoken to by messages. */
const openLive = async (html: string, stage: HTMLElement): Promise<PageFrame> => {
  const channel = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const element = frameOf(
    'allow-scripts allow-forms allow-modals',
    withScript(html, `${__AGENT__}\n;${answerer(channel)}`),
  );
  const waiting = new Map<number, (text: string) => void>();
  let pointed: (ref: string | undefined) => void = () => undefined;
  let last = 0;
  window.addEventListener('message', ({ source, data }) => {
    if (source !== element.contentWindow || data?.channel !== channel) return;
    if ('ref' in data) pointed(data.ref ?? undefined);
    else waiting.get(data.id)?.(String(data.text));
  });
  const send = <T>(verb: string, args: unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const timer = setTimeout(() => reject(new Error('The page does not answer. Load it again.')), 15_000);
      waiting.set(id, (text) => {
        clearTimeout(timer);
        waiting.delete(id);
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
      pointed = listener;
    },
  };
};

/** Puts a page into the stage, in the place of the one before. */
export const openPage = (html: string, isLive: boolean, stage: HTMLElement): Promise<PageFrame> => {
  for (const before of Array.from(stage.querySelectorAll('iframe, img'))) before.remove();
  return isLive ? openLive(html, stage) : openStill(html, stage);
};
