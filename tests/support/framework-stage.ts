import type { Browser, Page } from 'playwright-core';
import { bundleForPage } from '../../scripts/build/bundle.mjs';
import type { ActionResult, PageFind, PageResult, RefEntry, SnapshotTree } from '../../src/contract.ts';
import { appPage } from './apps.ts';
import type { Row } from './framework-rows.ts';

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

/** What came of a row: the result as {@link Row} writes it, and the model. */
export interface Outcome {
  result: Row['result'];
  model: Record<string, unknown>;
}

const script = await bundleForPage();

/** The model as plain JSON, in a form that is the same in all frameworks. */
const READ_MODEL = `(() => {
  const model = JSON.parse(JSON.stringify(window.model));
  for (const name of ['number', 'range']) model[name] = Number(model[name]);
  model.todos = model.todos.map(({ title, done }) => title + (done ? ' (done)' : ''));
  return model;
})()`;

/** The app of a framework with our script, in a window of its own: a tab behind another one has few frames. */
export const openApp = async (browser: Browser, name: string): Promise<Page> => {
  const tab = await browser.newPage({ viewport: { width: 800, height: 600 }, hasTouch: true });
  await tab.setContent(`<!doctype html><body>${await appPage(`frameworks/${name}`)}`);
  await tab.evaluate(`${script};0`);
  await tab.waitForFunction('window.model');
  return tab;
};

const call = <T>(tab: Page, verb: string, ...args: unknown[]): Promise<T> =>
  tab.evaluate(`window.__agentBrowser.${verb}(...${JSON.stringify(args)})`);

/** The ref of what a row names, as a model finds it: in a snapshot, else by its text. */
const refOf = async (tab: Page, at: string): Promise<string> => {
  const { refs } = await call<SnapshotTree>(tab, 'snapshot', { maxNodes: 1000 });
  const all: RefEntry[] = Object.values(refs);
  const found = all.find(({ name }) => name === at) ?? all.find(({ role, name }) => `${role} ${name}` === at);
  if (!found) {
    const { elements } = await call<PageFind>(tab, 'page', 'find', at);
    if (elements[0]?.ref) return elements[0].ref;
  }
  if (!found)
    throw new Error(`no "${at}" among ${all.map(({ role, name }) => `${role} ${name}`).join(', ')}`);
  return found.ref;
};

const resultOf = (result: ActionResult | PageResult): Outcome['result'] => {
  if (result.ok) return 'verified' in result ? (result.verified as true) : true;
  const { code, observed } = result.error;
  return observed === undefined ? code : `${code} ${observed}`;
};

/** Scroll and select events come with a frame; frameworks may show the change of one task in the next ones. */
const FRAMES = `new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
})`;

/** Acts by `run`, or by `action` in one task, and reads what the framework knows then. */
export const play = async (tab: Page, verb: 'run' | 'action', row: Row): Promise<Outcome> => {
  const { kind, at, payload } = row;
  const perform = async (): Promise<ActionResult | PageResult> => {
    if (kind === 'wait') return call(tab, 'run', 'page', 'wait', payload);
    const { to } = (payload ?? {}) as { to?: string };
    const given = to === undefined ? payload : { to: await refOf(tab, to) };
    const args = [await refOf(tab, at), kind, given ?? null];
    return verb === 'run' ? call(tab, 'run', 'action', ...args) : call(tab, 'action', ...args);
  };
  const result = resultOf(await perform());
  await tab.evaluate(FRAMES);
  return { result, model: await tab.evaluate(READ_MODEL) };
};
