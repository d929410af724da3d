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

/**
 * What the model says of the parts that are expected, as plain JSON in a form that is the same in all frameworks. It
 * is read until it is right: scroll and select events come with a frame, some frameworks flush in a later task.
 */
const READ_MODEL = `async (expected) => {
  const read = () => {
    const model = JSON.parse(JSON.stringify(window.model));
    for (const name of ['number', 'range']) model[name] = Number(model[name]);
    model.todos = model.todos.map(({ title, done }) => title + (done ? ' (done)' : ''));
    return Object.fromEntries(Object.keys(expected).map((part) => [part, model[part]]));
  };
  const deadline = Date.now() + 2000;
  while (JSON.stringify(read()) !== JSON.stringify(expected) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return read();
}`;

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
  return { result, model: await tab.evaluate(`(${READ_MODEL})(${JSON.stringify(row.model)})`) };
};
