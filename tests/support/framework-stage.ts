import type { BrowserContext, Page } from 'playwright-core';
import type { ActionResult, PageResult, RefEntry, SnapshotTree } from '../../src/contract.ts';
import { bundleForPage } from '../../scripts/build/bundle.mjs';
import { appPage } from './apps.ts';
import type { Row } from './framework-rows.ts';

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
  const ids = JSON.parse(JSON.stringify(window.model.todos)).map(({ id }) => id);
  return model;
})()`;

/** The app of a framework, in a page of its own with our script. */
export const openApp = async (context: BrowserContext, name: string): Promise<Page> => {
  const tab = await context.newPage();
  await tab.setContent(`<!doctype html><body>${await appPage(`frameworks/${name}`)}`);
  await tab.evaluate(`${script};0`);
  await tab.waitForFunction('window.model');
  return tab;
};

const call = <T>(tab: Page, verb: string, ...args: unknown[]): Promise<T> =>
  tab.evaluate(`window.__agentBrowser.${verb}(...${JSON.stringify(args)})`);

/** The ref of what a row names, as a model finds it: in a snapshot. */
const refOf = async (tab: Page, at: string): Promise<string> => {
  const { refs } = await call<SnapshotTree>(tab, 'snapshot', { maxNodes: 1000 });
  const all: RefEntry[] = Object.values(refs);
  const found =
    all.find(({ name }) => name === at) ?? all.find(({ role, name }) => `${role} ${name}` === at);
  if (!found) throw new Error(`no "${at}" among ${all.map(({ role, name }) => `${role} ${name}`).join(', ')}`);
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
  let result: ActionResult | PageResult;
  if (kind === 'wait') result = await call(tab, 'run', 'page', 'wait', payload);
  else {
    const given = kind === 'drag' && (payload as { to?: string }).to ? { to: await refOf(tab, (payload as { to: string }).to) } : payload;
    const args = [await refOf(tab, at), kind, given ?? null];
    result = await (verb === 'run' ? call(tab, 'run', 'action', ...args) : call(tab, 'action', ...args));
  }
  // A framework may show the change of one task in the next ones.
  if (verb === 'action') await tab.evaluate('new Promise((done) => setTimeout(done, 20))');
  return { result: resultOf(result), model: await tab.evaluate(READ_MODEL) };
};
