import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionOk, ErrorInfo, ErrorResult, SnapshotText } from '../../src/contract.ts';
import { appPage } from './apps.ts';
import { launchChromium } from './chromium.ts';
import { pageScript } from './page-script.ts';

type Answer = (ActionOk & { snapshot?: SnapshotText }) | ErrorResult;

/**
 * Somebody who knows an app only by the text of its snapshots, as a model does: finds `role "name"` in what was read
 * last, acts on its ref, and reads what has changed.
 */
export interface Visitor {
  tab: Page;
  /** Actions so far. */
  steps: number;
  /** Reads the whole page. */
  look(): Promise<string>;
  /** Acts on what the texts call `target`, such as `button "Save"`, and gives the text of the change. */
  act(target: string, kind: string, payload?: unknown): Promise<string>;
  /** The same, with all that the action says. */
  result(target: string, kind: string, payload?: unknown): Promise<ActionOk & { text: string }>;
  /** The same, and it has to be refused. */
  refuse(target: string, kind: string, payload?: unknown): Promise<ErrorInfo>;
  /** The ref in the newest text that has the target; a ref stands for itself. */
  ref(target: string): string;
  /** What the app itself says: `window.model`. */
  model(): Promise<Record<string, unknown>>;
}

const refIn = (text: string, target: string): string | undefined => {
  const marks = text.startsWith('[delta]') ? '[+~@]' : '-';
  const literal = target.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const line = new RegExp(`^ *${marks} ${literal}(?= |:|$)[^\\n]*? \\[ref=(e\\d+)\\]`, 'gm');
  const found = new Set([...text.matchAll(line)].map((match) => match[1] as string));
  if (found.size > 1) throw new Error(`${found.size} of ${target} in\n${text}`);
  return [...found][0];
};

/** As in a view that is shown but does not have the system's focus. */
const takeFocusAway = async (context: BrowserContext, tab: Page): Promise<void> => {
  const session = await context.newCDPSession(tab);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  await (await context.newPage()).bringToFront();
  // It goes on being drawn only if somebody looks.
  session.on('Page.screencastFrame', ({ sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: 10, maxHeight: 10 });
  if (await tab.evaluate('document.hasFocus()')) throw new Error('The page has the focus.');
};

/** Opens the page of an app and looks at it. */
export const visit = async (context: BrowserContext, html: string, unfocused = false): Promise<Visitor> => {
  const tab = await context.newPage();
  if (unfocused) await takeFocusAway(context, tab);
  await tab.setContent(`<!doctype html><html lang=en><title>App</title><body>${html}`);
  await tab.waitForFunction('window.model');
  await tab.evaluate(`${pageScript};0`);
  const texts: string[] = [];
  const ref = (target: string): string => {
    if (/^e\d+$/.test(target)) return target;
    for (let i = texts.length - 1; i >= 0; i--) {
      const found = refIn(texts[i] as string, target);
      if (found) return found;
    }
    throw new Error(`Nothing is called ${target} in\n${texts.at(-1)}`);
  };
  const act = async (target: string, kind: string, payload: unknown): Promise<Answer> => {
    visitor.steps++;
    const args = JSON.stringify([ref(target), kind, payload ?? null]);
    return (await tab.evaluate(`window.__agentBrowser.run('action', ...${args})`)) as Answer;
  };
  const visitor: Visitor = {
    tab,
    steps: 0,
    ref,
    async look() {
      const read = (await tab.evaluate(
        `window.__agentBrowser.snapshot({ format: 'tree', interactiveOnly: false })`,
      )) as SnapshotText;
      texts.splice(0, texts.length, read.text);
      return read.text;
    },
    async result(target, kind, payload) {
      const answer = await act(target, kind, payload);
      if (!answer.ok) throw new Error(`${kind} ${target}: ${answer.error.code}: ${answer.error.message}`);
      const text = answer.snapshot?.text ?? '';
      if (text.startsWith('[snapshot]')) texts.length = 0;
      texts.push(text);
      return { ...answer, text };
    },
    act: async (target, kind, payload) => (await visitor.result(target, kind, payload)).text,
    async refuse(target, kind, payload) {
      const answer = await act(target, kind, payload);
      if (answer.ok) throw new Error(`${kind} ${target} was not refused: ${JSON.stringify(answer.effect)}`);
      return answer.error;
    },
    model: async () => JSON.parse(await tab.evaluate('JSON.stringify(window.model)')),
  };
  await visitor.look();
  return visitor;
};

export type Scenario = (title: string, play: (visitor: Visitor) => Promise<void>) => void;

/**
 * Scenarios on an app of tests/apps, each on a page of its own. The last test is that all of them ran, in so many
 * actions.
 */
export const visits = (
  app: string,
  expected: { scenarios: number; steps: number },
  tell: (scenario: Scenario) => void,
  { unfocused = false } = {},
): void => {
  describe(unfocused ? `${app} without focus` : app, () => {
    const ran = { scenarios: 0, steps: 0 };
    let browser: Browser;
    let context: BrowserContext;
    let html: string;
    beforeAll(async () => {
      [browser, html] = await Promise.all([launchChromium(), appPage(app)]);
      context = await browser.newContext({ viewport: { width: 800, height: 600 }, hasTouch: true });
      // The window stays: a new one costs far more than a tab.
      await context.newPage();
    });
    afterAll(() => browser.close());
    tell((title, play) => {
      it(title, async () => {
        const visitor = await visit(context, html, unfocused);
        try {
          await play(visitor);
          ran.scenarios++;
          ran.steps += visitor.steps;
        } finally {
          for (const page of context.pages().slice(1)) await page.close();
        }
      });
    });
    it(`ran ${expected.scenarios} scenarios in ${expected.steps} steps`, () => expect(ran).toEqual(expected));
  });
};
