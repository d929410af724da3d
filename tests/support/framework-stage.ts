import type { Browser, Page } from 'playwright-core';
import type { ActionKind, ActionResult, PageFind, PageResult, SnapshotTree } from '../../src/contract.ts';
import type { AgentBrowser } from '../../src/inject/api.ts';
import { appPage } from './apps.ts';
import type { TestPage } from './engine.ts';
import type { Row } from './framework-rows.ts';
import { scriptWithParts } from './page-script.ts';

export const FRAMEWORKS = [
  'react',
  'react@18',
  'vue',
  'svelte',
  'preact',
  'angular',
  'lit',
  'solid',
  'jquery',
] as const;

/** The outcome of a row: the result as {@link Row} writes it, and the parts of the model that the row names. */
export interface Outcome {
  result: Row['result'];
  model: Record<string, unknown>;
}

/** Opens the app of a framework with our script, in a window of its own: a tab in the background gets few frames. */
export const openApp = async (browser: Browser, name: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, hasTouch: true });
  const tab = await context.newPage();
  await tab.setContent(`<!doctype html><body>${await appPage(`frameworks/${name}`)}`);
  await tab.evaluate(`${scriptWithParts};0`);
  await tab.waitForFunction('window.model');
  return tab;
};

/** Puts the app into the background: `document.hasFocus()` is false from then on. */
export const takeFocus = async (tab: Page): Promise<void> => {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  await (await tab.context().newPage()).bringToFront();
};

type AppWindow = Window & { __agentBrowser: AgentBrowser; model: Record<string, unknown> };

/** Runs in the page: finds what the row names, acts on it by its ref, and reads the model. */
const playInPage = async ({ row, verb }: { row: Row; verb: 'run' | 'action' }): Promise<Outcome> => {
  const page = window as unknown as AppWindow;
  const browser = page.__agentBrowser;
  // As a model finds it: by its name in a snapshot, else by its text.
  const refOf = (at: string): string => {
    const { refs } = browser.snapshot({ maxNodes: 1000 }) as SnapshotTree;
    const all = Object.values(refs);
    const found =
      all.find(({ name }) => name === at) ?? all.find(({ role, name }) => `${role} ${name}` === at);
    const { elements } = found ? { elements: [found] } : (browser.page('find', at) as PageFind);
    if (!elements?.[0]?.ref) throw new Error(`no "${at}" among ${all.map(({ name }) => name).join(', ')}`);
    return elements[0].ref;
  };
  const act = async (): Promise<ActionResult | PageResult> => {
    const { kind, at, payload } = row;
    if (kind === 'wait') return (await browser.run('page', 'wait', payload)) as PageResult;
    const { to } = (payload ?? {}) as { to?: string };
    const given = to === undefined ? payload : { to: refOf(to) };
    const ref = refOf(at);
    return verb === 'run'
      ? ((await browser.run('action', ref, kind, given)) as ActionResult)
      : browser.action(ref, kind as ActionKind, given);
  };
  const resultOf = (result: ActionResult | PageResult): Outcome['result'] => {
    if (result.ok) return 'verified' in result ? (result.verified as true) : true;
    const { code, observed } = result.error;
    return observed === undefined ? code : `${code} ${observed}`;
  };
  // The same for all frameworks: some keep numbers where others keep texts.
  const readModel = (): Record<string, unknown> => {
    const { number, range, todos, ...rest } = JSON.parse(JSON.stringify(page.model));
    const titles = todos.map((todo: { title: string; done: boolean }) =>
      todo.done ? `${todo.title} (done)` : todo.title,
    );
    const model = { ...rest, number: Number(number), range: Number(range), todos: titles };
    return Object.fromEntries(Object.keys(row.model).map((part) => [part, model[part]]));
  };
  const result = resultOf(await act());
  // `run` waits for effects; after `action` the host waits for the next frame, in which effects such as React's run.
  if (verb === 'action') await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  // Polls for the expected model: scroll and select events come with a frame, some frameworks flush in a later task.
  const deadline = Date.now() + 10_000;
  while (JSON.stringify(readModel()) !== JSON.stringify(row.model) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return { result, model: readModel() };
};

/** Acts by `run`, or by `action` in one task, then reads the app's model. */
export const play = (tab: Page, verb: 'run' | 'action', row: Row): Promise<Outcome> =>
  tab.evaluate(playInPage, { row, verb });

/** The verb that plays a row: `action` where that can, else `run`. */
export const verbFor = (row: Row, verb: 'run' | 'action'): 'run' | 'action' =>
  row.kind === 'wait' || row.needsRun ? 'run' : verb;

/** The outcome if it is not what the row expects, else nothing. */
export const wrongOf = (row: Row, verb: 'run' | 'action', { result, model }: Outcome): unknown[] => {
  // `action` may return before its effect can be seen, or before the page has changed it again.
  const isLate = verbFor(row, verb) === 'action' && (row.result === true || row.result === 'unknown');
  // The caret may be at the beginning already.
  const isOpen = isLate || row.payload === 'Home';
  const allowed = isOpen ? [true, 'unknown'] : [row.result];
  return allowed.includes(result) && JSON.stringify(model) === JSON.stringify(row.model)
    ? []
    : [{ row, result, model }];
};

/** Plays rows one after the other in a page of any engine, and collects the errors of the page. */
export const playAll = async (
  page: TestPage,
  verb: 'run' | 'action',
  rows: readonly Row[],
): Promise<{ outcomes: Outcome[]; errors: string[] }> => {
  const jobs = rows.map((row) => ({ row, verb: verbFor(row, verb) }));
  await page.loadMissing({ error: { code: 'part_missing', file: 'parts/widgets.js' } });
  await page.run(`
    const played = (window.__played = { outcomes: [], errors: [], done: false });
    addEventListener('error', ({ message }) => played.errors.push(message));
    const play = ${playInPage};
    (async () => {
      for (const job of ${JSON.stringify(jobs)}) played.outcomes.push(await play(job));
    })()
      .catch((error) => played.errors.push(String(error)))
      .then(() => (played.done = true));`);
  for (;;) {
    const played = await page.evaluate<{ outcomes: Outcome[]; errors: string[]; done: boolean }>(
      'window.__played',
    );
    if (played.done) return played;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
