import { Script } from 'node:vm';
import type { BrowserSession } from '../../../cli/src/sessions/index.ts';
import type { Observation } from '../../../src/host/index.ts';
import { type Action, type Document, ServiceError } from '../contract/index.ts';
import { takeScreenshot } from './screenshot.ts';
import { withoutOwnMarks, writeOut } from './write-out.ts';

export type ActionResults = NonNullable<Document['actions']>;

/** An element may still be on its way. */
const APPEARS_MS = 10_000;
/** `click` with `all`. */
const MOST_CLICKED = 50;

type Ref = string;

/** What a page answered, or why it could not be done. */
const done = <Ok>(observation: Observation<Ok>): Ok => {
  if (observation.error) throw new Error(observation.error.message);
  return observation.result as Ok;
};

/** Compiles it only: it is run in the page. */
const isExpression = (script: string): boolean => {
  try {
    new Script(`(async () => (${script}\n))`);
    return true;
  } catch {
    return false;
  }
};

/** Actions of a request, one after the other, in the page of a session. */
class ActionRunner {
  readonly results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };

  constructor(private readonly session: BrowserSession) {}

  async run(action: Action): Promise<void> {
    const { agent, page } = this.session;
    switch (action.type) {
      case 'wait':
        if (action.selector !== undefined) {
          await this.#appears(action.selector, action.milliseconds);
        } else await page.waitForTimeout(action.milliseconds ?? 1_000);
        return;
      case 'click':
        for (const ref of await this.#find(action.selector, action.all ? MOST_CLICKED : 1))
          done(await agent.act(ref, 'click'));
        return;
      case 'write':
        if (action.selector === undefined) return page.keyboard.type(action.text);
        for (const ref of await this.#find(action.selector, 1))
          done(await agent.act(ref, 'fill', { text: action.text }));
        return;
      case 'press':
        done(await agent.page('pressKey', { key: action.key }));
        return;
      case 'scroll': {
        const { direction = 'down', selector } = action;
        const [ref] = selector === undefined ? [] : await this.#find(selector, 1);
        const scrolled = await agent.page('scroll', { direction, ...(ref !== undefined && { ref }) });
        // It stands at its end already.
        if (scrolled.error?.code !== 'no_effect') done(scrolled);
        return;
      }
      case 'screenshot':
        this.results.screenshots.push(await takeScreenshot(page, action));
        return;
      case 'scrape':
        this.results.scrapes.push({ url: page.url(), html: withoutOwnMarks(await writeOut(page)) });
        return;
      case 'executeJavascript':
        this.results.javascriptReturns.push(await this.#evaluate(action.script));
        return;
      case 'pdf':
        this.results.pdfs.push(await this.#pdf(action));
    }
  }

  async #appears(selector: string, timeoutMs = APPEARS_MS): Promise<void> {
    const { error } = await this.session.agent.wait({ selector }, timeoutMs);
    if (error?.code === 'timeout')
      throw new Error(
        `Nothing that can be seen matched ${selector} within ${timeoutMs} ms. Check the selector, or wait longer.`,
      );
    if (error) throw new Error(error.message);
  }

  async #find(selector: string, limit: number): Promise<Ref[]> {
    const { agent } = this.session;
    await this.#appears(selector);
    const { elements } = done(await agent.page('find', { by: 'css', value: selector, limit }));
    const refs = elements.flatMap(({ ref }) => ref ?? []);
    if (refs.length === 0) throw new Error(`Nothing that can be seen matches ${selector} any more.`);
    return refs;
  }

  /** What an expression gives, or what the body of a function returns. */
  async #evaluate(script: string): Promise<{ type: string; value: unknown }> {
    const body = isExpression(script) ? `return (${script}\n);` : script;
    const json: unknown = await this.session.page.evaluate(
      `(async () => {${body}\n})().then((value) => JSON.stringify(value))`,
    );
    const value = typeof json === 'string' ? JSON.parse(json) : null;
    return { type: value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value, value };
  }

  async #pdf({ format, landscape, scale }: Extract<Action, { type: 'pdf' }>): Promise<string> {
    const bytes = await this.session.page.pdf({
      ...(format !== undefined && { format }),
      ...(landscape !== undefined && { landscape }),
      ...(scale !== undefined && { scale }),
    });
    return `data:application/pdf;base64,${bytes.toString('base64')}`;
  }
}

/** @throws {ServiceError} `action_failed`: which of them, and why */
export const runActions = async (
  session: BrowserSession,
  actions: readonly Action[],
  signal: AbortSignal,
): Promise<ActionResults> => {
  const runner = new ActionRunner(session);
  for (const [i, action] of actions.entries()) {
    try {
      await runner.run(action);
    } catch (thrown) {
      // The page was closed under it.
      if (signal.aborted || session.state !== 'open') throw thrown;
      const [reason] = String((thrown as Error).message ?? thrown).split('\n');
      throw new ServiceError(
        'action_failed',
        `Action ${i + 1} (${action.type}) failed: ${reason?.slice(0, 400)}`,
        {
          action: i,
          type: action.type,
        },
      );
    }
  }
  return runner.results;
};
