import { afterAll, describe, expect, it } from 'vitest';
import type { ActionOk, ErrorInfo, ErrorResult, SnapshotText } from '../../src/contract.ts';
import { appPage } from './apps.ts';
import { openEngine, type TestPage } from './engine.ts';
import { runJob } from './stage.ts';

type Answer = (ActionOk & { snapshot?: SnapshotText }) | ErrorResult;

/**
 * A user who knows an app only by the text of its snapshots, as a model does: finds `role "name"` in the newest text
 * that has it, acts on its ref, and reads what changed.
 */
export interface Visitor {
  page: TestPage;
  /** Actions so far. */
  steps: number;
  /** Reads the whole page. */
  look(): Promise<string>;
  /**
   * Acts on the element that the texts list as `target`, such as `button "Save"`, and returns the text of the change.
   */
  act(target: string, kind: string, payload?: unknown): Promise<string>;
  /** The same; returns the whole result. */
  result(target: string, kind: string, payload?: unknown): Promise<ActionOk & { text: string }>;
  /** The same, which must be refused. */
  refuse(target: string, kind: string, payload?: unknown): Promise<ErrorInfo>;
  /** The ref of the target in the newest text that contains it; a ref is returned as it is. */
  ref(target: string): string;
  /** Waits until an expression is true in the page. */
  until(expression: string): Promise<void>;
  /** The app's own state: `window.model`. */
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

/** Waits until the app has started and reads the page. */
export const visit = async (page: TestPage): Promise<Visitor> => {
  const texts: string[] = [];
  const ref = (target: string): string => {
    if (/^e\d+$/.test(target)) return target;
    for (let i = texts.length - 1; i >= 0; i--) {
      const found = refIn(texts[i] as string, target);
      if (found) return found;
    }
    throw new Error(`Nothing is called ${target} in\n${texts.at(-1)}`);
  };
  const act = (target: string, kind: string, payload: unknown): Promise<Answer> => {
    visitor.steps++;
    return runJob(page, 'action', ref(target), kind, payload ?? null);
  };
  const visitor: Visitor = {
    page,
    steps: 0,
    ref,
    async look() {
      const read = await page.json<SnapshotText>('snapshot', { format: 'tree', interactiveOnly: false });
      texts.splice(0, texts.length, read.text);
      return read.text;
    },
    async result(target, kind, payload) {
      const answer = await act(target, kind, payload);
      if (!answer.ok) throw new Error(`${kind} ${target}: ${answer.error.code}: ${answer.error.message}`);
      const text = answer.snapshot?.text ?? '';
      texts.push(text);
      return { ...answer, text };
    },
    act: async (target, kind, payload) => (await visitor.result(target, kind, payload)).text,
    async refuse(target, kind, payload) {
      const answer = await act(target, kind, payload);
      if (answer.ok) throw new Error(`${kind} ${target} was not refused: ${JSON.stringify(answer.effect)}`);
      return answer.error;
    },
    async until(expression) {
      while (!(await page.evaluate(`Boolean(${expression})`)))
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    model: () => page.evaluate('window.model'),
  };
  await visitor.until('window.model');
  await visitor.look();
  return visitor;
};

export type Scenario = (title: string, play: (visitor: Visitor) => Promise<void>) => void;

const openHere = async (html: string): Promise<TestPage> => (await openEngine()).open(html);

/**
 * Scenarios on an app of tests/apps. They share one page, because the app takes longer to start than most of them;
 * after one that fails the next one gets a new page, with `isAnew` each does. The last test checks how many scenarios
 * and actions ran.
 */
export const visits = (
  app: string,
  { isAnew = false, ...expected }: { scenarios: number; steps: number; isAnew?: boolean },
  tell: (scenario: Scenario) => void,
  open: (html: string) => Promise<TestPage> = openHere,
): void => {
  describe(app, () => {
    const ran = { scenarios: 0, steps: 0 };
    let page: TestPage | undefined;
    const leave = async (): Promise<void> => {
      await page?.close();
      page = undefined;
    };
    afterAll(leave);
    tell((title, play) => {
      it(title, async () => {
        page ??= await open(`<!doctype html><html lang=en><title>App</title><body>${await appPage(app)}`);
        try {
          const visitor = await visit(page);
          await play(visitor);
          ran.scenarios++;
          ran.steps += visitor.steps;
          if (isAnew) await leave();
        } catch (reason) {
          await leave();
          throw reason;
        }
      });
    });
    it(`ran ${expected.scenarios} scenarios in ${expected.steps} steps`, () => expect(ran).toEqual(expected));
  });
};
