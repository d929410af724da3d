import { randomBytes } from 'node:crypto';
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import type { ErrorResult, JobStarted, JobState, QueryOk, SnapshotTree } from '../../src/contract.ts';
import { channelProof, withChannelKey } from '../../src/index.ts';
import { launchChromium } from './chromium.ts';
import { pageScript, parts } from './page-script.ts';

/** Pages by address; each host is a site of its own, so that its frames run in processes of their own. */
export type Sites = Readonly<Record<string, string>>;

/** A tab in which all frames have the script, with a key or without, before the pages' own scripts. */
export interface Tab {
  page: Page;
  key: string;
  /** Runs a job by `start` and `poll` as a host does, by default with a new proof. */
  call<T = Record<string, unknown>>(verb: string, args: unknown[], proof?: string | false): Promise<T>;
  /** The two steps of `call`: starting a job, and polling it. */
  begin(verb: string, args: unknown[], proof?: string | false): Promise<string>;
  poll(job: string): Promise<JobState | ErrorResult>;
  /**
   * A snapshot, taken again until all frames but `silent` have answered: on a busy machine one may miss the second
   * that all of them share.
   */
  snapshot<T = SnapshotTree>(options?: Record<string, unknown>, silent?: number): Promise<T>;
  /** The lines of such a snapshot as text, without its header. */
  lines(options?: Record<string, unknown>, silent?: number): Promise<string[]>;
  /** The result of a query, made again where the frame missed its second. */
  query<T = QueryOk>(...args: unknown[]): Promise<T>;
  /** A new proof for the current document. */
  proof(): Promise<string>;
  /** Evaluates an expression in the page, as `evaluateJavascript` does. */
  evaluate<T = unknown>(expression: string): Promise<T>;
  /** The frame of a host; waits until there is one. */
  frame(host: string): Promise<Frame>;
  close(): Promise<void>;
}

export interface TabOptions {
  /** Chooses the script for document start; default: the one with a key. */
  start?: (keyed: string, plain: string) => string;
  /** What runs in every frame before the script. */
  before?: string;
}

/** The script for all frames, with the channel in it: that has to be there before the page. */
const channelScript = [pageScript, parts['parts/channel.js'], parts['parts/formats.js']].join('\n;');

/** Polls of one job, 10 ms apart: far more than any call takes. */
const MAX_POLLS = 1500;

/** A frame that has been silent this often does not answer at all. */
const MAX_ATTEMPTS = 20;

const serve = (page: Page, sites: Sites): Promise<unknown> =>
  page.route('**/*', (route) => {
    const body = sites[route.request().url()];
    return body === undefined
      ? route.abort()
      : route.fulfill({ body: `<!doctype html>${body}`, contentType: 'text/html; charset=utf-8' });
  });

const evaluator =
  (session: CDPSession) =>
  async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails: thrown } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
    return result.value as T;
  };

/** A ref in what the page answers: `kd5`, `f1kd5` in a frame; in what tests write: `e5`, `f1e5`. */
const ANSWERED = /([" [({]|ref=|after=|scope=)((?:f[1-9]\d*)*)([b-df-hj-np-tv-xz]{2})([1-9]\d*)(?![\da-z])/g;
const ASKED = /(["'`=@ ])((?:f[1-9]\d*)*)(e[1-9]\d*)(?![\da-z])/g;

/** Each document draws the letters that its refs begin with; tests write `e` instead. */
const withKnownLetters = () => {
  const known = new Map<string, string>();
  let own = '';
  return {
    fromPage: (text: string): string =>
      text.replace(ANSWERED, (_, before: string, frames: string, letters: string, number: string) => {
        if (!frames) own = letters;
        known.set(`${frames}e${number}`, `${frames}${letters}${number}`);
        return `${before}${frames}e${number}`;
      }),
    toPage: (code: string): string =>
      code.replace(ASKED, (all, before: string, frames: string, ref: string) => {
        const issued = known.get(frames + ref) ?? (!frames && own ? ref.replace('e', own) : undefined);
        return issued ? before + issued : all;
      }),
  };
};

const openTab = async (context: BrowserContext, sites: Sites, options: TabOptions): Promise<Tab> => {
  const key = randomBytes(24).toString('base64url');
  const { start = (keyed) => keyed, before = '' } = options;
  const page = await context.newPage();
  await serve(page, sites);
  await page.addInitScript({
    content: `${before};${start(withChannelKey(channelScript, key), channelScript)}`,
  });
  await page.goto(Object.keys(sites)[0] as string);
  const evaluate = evaluator(await page.context().newCDPSession(page));
  const { fromPage, toPage } = withKnownLetters();
  let count = 0;
  const json = async <T>(...args: unknown[]): Promise<T> => {
    const given = toPage(args.map((arg) => JSON.stringify(arg)).join(', '));
    return JSON.parse(fromPage(await evaluate(`window.__agentBrowser.json(${given})`))) as T;
  };
  const proof = async (): Promise<string> =>
    channelProof(key, await evaluate('window.__agentBrowser.document'), ++count);
  const begin = async (verb: string, args: unknown[], given: string | false = ''): Promise<string> => {
    const shown = given === '' ? await proof() : given;
    // Of the page verbs only those of tools take a proof.
    const at = verb === 'snapshot' ? 0 : /^(?:tools|callTool)$/.test(String(args[0])) ? 1 : 2;
    const full = args.slice();
    if (shown !== false) full[at] = { ...(args[at] as object | undefined), channelProof: shown };
    const started = await json<JobStarted>('start', verb, ...full);
    if (!started.job) throw new Error(JSON.stringify(started));
    return started.job;
  };
  const poll = (job: string): Promise<JobState | ErrorResult> => json('poll', job);
  const call = async <T>(verb: string, args: unknown[], given: string | false = ''): Promise<T> => {
    const job = await begin(verb, args, given);
    for (let i = 0; i < MAX_POLLS; i++) {
      const state = await poll(job);
      if (!state.ok) throw new Error(JSON.stringify(state));
      if (state.done) return state.result as T;
      await page.waitForTimeout(10);
    }
    throw new Error(`${verb} did not come to an end`);
  };
  const again = async <T>(ask: () => Promise<T>, isAnswered: (result: T) => boolean): Promise<T> => {
    for (let attempts = 1; ; attempts++) {
      const result = await ask();
      if (isAnswered(result) || attempts === MAX_ATTEMPTS) return result;
    }
  };
  const snapshot = <T>(how: Record<string, unknown> = {}, silent = 0): Promise<T> =>
    again(
      () => call<T>('snapshot', [how]),
      (result) => JSON.stringify(result).split('no_answer').length - 1 <= silent,
    );
  return {
    page,
    key,
    begin,
    poll,
    call,
    proof,
    evaluate,
    snapshot,
    query: <T>(...args: unknown[]) =>
      again(
        () => call<unknown>('query', args),
        (result) => (result as Partial<ErrorResult>).error?.code !== 'timeout',
      ) as Promise<T>,
    async lines(how, silent) {
      const result = await snapshot<{ text?: string }>({ format: 'text', ...how }, silent);
      if (result.text === undefined) throw new Error(JSON.stringify(result));
      return result.text.split('\n').filter((line, i) => i > 0 || !/^\[(?:snapshot|delta)\]/.test(line));
    },
    async frame(host) {
      const isOfHost = (frame: Frame): boolean => frame.url().startsWith(`https://${host}/`);
      return page.frames().find(isOfHost) ?? page.waitForEvent('framenavigated', isOfHost);
    },
    close: () => page.close(),
  };
};

/** A window of Chromium, in which each test has a tab of its own. */
export interface Window {
  /** Opens the first of the sites, and closes the tab also when the test fails. */
  withTab(sites: Sites, use: (tab: Tab) => Promise<void>, options?: TabOptions): Promise<void>;
  close(): Promise<void>;
}

export const openWindow = async (): Promise<Window> => {
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  // The first tab keeps the window open: a new window takes far longer than a new tab.
  await context.newPage();
  return {
    async withTab(sites, use, options = {}) {
      const tab = await openTab(context, sites, options);
      try {
        await use(tab);
      } finally {
        await tab.close();
      }
    },
    close: () => browser.close(),
  };
};
