import { Script } from 'node:vm';
import type { BrowserSession } from '../../../cli/src/sessions/index.ts';
import type { Observation } from '../../../src/host/index.ts';
import { type Action, type Document, ServiceError } from '../contract/index.ts';
import { takeScreenshot } from './screenshot.ts';
import { withoutOwnMarks, writeOut } from './write-out.ts';

export type ActionResults = NonNullable<Document['actions']>;

/** How long an action waits for an element that matches its selector (ms). */
const APPEARS_MS = 10_000;
/** Most elements that `click` with `all` clicks. */
const MOST_CLICKED = 50;

type Ref = string;

/** The result of an observation. @throws {Error} with its message, if it has an error */
const resultOf = <Ok>(observation: Observation<Ok>): Ok => {
  if (observation.error) throw new Error(observation.error.message);
  return observation.result as Ok;
};

/** Whether a script is an expression, and not the body of a function. It is only compiled here; it runs in the page. */
const isExpression = (script: string): boolean => {
  try {
    new Script(`(async () => (${script}\n))`);
    return true;
  } catch {
    return false;
  }
};

/** Executes the actions of a request in the page of a session, and collects their results. */
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
          resultOf(await agent.act(ref, 'click'));
        return;
      case 'write':
        if (action.selector === undefined) return page.keyboard.type(action.text);
        for (const ref of await this.#find(action.selector, 1))
          resultOf(await agent.act(ref, 'fill', { text: action.text }));
        return;
      case 'press':
        resultOf(await agent.page('pressKey', { key: action.key }));
        return;
      case 'scroll': {
        const { direction = 'down', selector } = action;
        const [ref] = selector === undefined ? [] : await this.#find(selector, 1);
        const scrolled = await agent.page('scroll', { direction, ...(ref !== undefined && { ref }) });
        // `no_effect`: it is scrolled to its end already, which is no failure of the action.
        if (scrolled.error?.code !== 'no_effect') resultOf(scrolled);
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
    const { elements } = resultOf(await agent.page('find', { by: 'css', value: selector, limit }));
    const refs = elements.flatMap(({ ref }) => ref ?? []);
    if (refs.length === 0) throw new Error(`Nothing that can be seen matches ${selector} any more.`);
    return refs;
  }

  /** The value of a script: of an expression, or what the body of a function returns. Undefined becomes null. */
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

/** Executes actions one after the other. @throws {ServiceError} `action_failed`, with the action and the reason */
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
      // The page was closed during the action (cancelled, browser lost), so the action itself has not failed.
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
