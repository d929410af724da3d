import type { ActionOk, ErrorInfo, ErrorResult, JobStarted, JobState } from '../../src/contract.ts';
import { payloadByFields } from '../../src/host/kinds.ts';
import type { Engine, TestPage } from './engine.ts';

/** A page for tests of actions. */
export interface Stage {
  page: TestPage;
  /** `run('action', ...)` on the element that a selector finds. */
  run(selector: string, kind: string, payload?: unknown): Promise<ActionOk>;
  /** The same, which must fail. */
  refuse(selector: string, kind: string, payload?: unknown): Promise<ErrorInfo>;
  /** `action(...)`: the same in one task. */
  atOnce(selector: string, kind: string, payload?: unknown): Promise<ActionOk | ErrorResult>;
  ref(selector: string): Promise<string>;
  /** Evaluates an expression on the application's own state. */
  state<T = unknown>(expression: string): Promise<T>;
  /** The same, repeated until the value is truthy. */
  until<T = unknown>(expression: string): Promise<T>;
  /** Events since the last call, one a line. */
  events(): Promise<string[]>;
}

/** Records events as they reach the window: type, target and key fields. */
const RECORDER = `(types) => {
  const heard = [];
  const name = (node) => node === document ? 'document' : node === window ? 'window' : node?.id || node?.localName || '';
  const fields = ['detail', 'button', 'buttons', 'pointerType', 'key', 'code', 'keyCode', 'which', 'charCode', 'location', 'shiftKey', 'ctrlKey', 'altKey', 'metaKey', 'inputType', 'data', 'relatedTarget', 'bubbles', 'cancelable', 'composed'];
  const plain = new Set([0, false, '', null, undefined]);
  for (const type of types) {
    const listen = (event) => {
      const at = event.composedPath()[0];
      const said = fields.filter((field) => field in event && !plain.has(event[field])).map((field) =>
        field + '=' + (typeof event[field] === 'object' ? name(event[field]) : event[field]));
      heard.push([type, name(at), ...said].join(' '));
    };
    // Enter and leave are sent only where an element on the way listens.
    if (!/enter$|leave$/.test(type) || /^drag/.test(type)) addEventListener(type, listen, true);
    else for (const el of document.querySelectorAll('*')) el.addEventListener(type, (event) => event.target === el && listen(event));
  }
  window.__heard = () => heard.splice(0);
}`;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** `run(...)` by `start` and `poll`, as a host does that can't await. */
export const runJob = async <T>(page: TestPage, verb: string, ...args: unknown[]): Promise<T> => {
  const started = await page.json<JobStarted | ErrorResult>('start', verb, ...args);
  if (!started.ok) throw new Error(started.error.message);
  // Most jobs take a frame or two, and polling costs both sides.
  for (let wait = 25; ; wait = Math.min(100, wait * 1.5)) {
    const state = await page.json<JobState | ErrorResult>('poll', started.job);
    if (!state.ok) throw new Error(state.error.message);
    if (state.done && (await page.loadMissing(state.result))) return runJob<T>(page, verb, ...args);
    if (state.done) return state.result as T;
    await sleep(wait);
  }
};

/** Makes a stage of a page; events of `types` are recorded. */
export const stageOn = async (page: TestPage, types: readonly string[] = []): Promise<Stage> => {
  await page.run(`(${RECORDER})(${JSON.stringify(types)})`);
  const ref = async (selector: string): Promise<string> => {
    await page.json('snapshot', { interactiveOnly: false });
    const found = await page.evaluate<string | null>(
      `document.querySelector(${JSON.stringify(selector)}).getAttribute('data-agent-ref')`,
    );
    if (!found) throw new Error(`${selector} has no ref`);
    return found;
  };
  const run = async (selector: string, kind: string, payload: unknown): Promise<ActionOk | ErrorResult> =>
    runJob(page, 'action', await ref(selector), kind, payload);
  return {
    page,
    ref,
    async run(selector, kind, payload) {
      const result = await run(selector, kind, payload);
      if (!result.ok) throw new Error(`${kind} ${selector}: ${result.error.code}: ${result.error.message}`);
      return result;
    },
    async refuse(selector, kind, payload) {
      const given = payloadByFields(kind, payload);
      const result = await run(
        selector,
        kind,
        typeof given === 'object' ? { timeoutMs: 0, ...given } : given,
      );
      if (result.ok) throw new Error(`${kind} ${selector} was not refused: ${JSON.stringify(result.effect)}`);
      return result.error;
    },
    atOnce: async (selector, kind, payload) => page.json('action', await ref(selector), kind, payload),
    state: (expression) => page.evaluate(expression),
    async until<T>(expression: string) {
      for (;;) {
        const value = await page.evaluate<T>(expression);
        if (value) return value;
        await sleep(10);
      }
    },
    events: () => page.evaluate('window.__heard()'),
  };
};

/** Runs one test on a stage of its own and closes it also when the test fails. */
export const play = async <T>(
  engine: Engine,
  html: string,
  use: (stage: Stage) => Promise<T>,
  types?: readonly string[],
): Promise<T> => {
  const page = await engine.open(`<!doctype html><body>${html}`);
  try {
    return await use(await stageOn(page, types));
  } finally {
    await page.close();
  }
};
