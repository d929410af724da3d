import type { PageToolSource } from '../../../contract.ts';
import { type Agent, keepUndo } from '../../agent.ts';
import { isNativeFunction } from '../../dom/fresh-realm.ts';
import { attr, findAll } from '../../dom/read.ts';
import { OWN, type OwnContext, type RegisteredTool } from '../../model-context/own-context.ts';

/** `document.modelContext`: the browser's, ours, or what a page has put there. */
export interface ModelContext extends EventTarget {
  getTools(): unknown;
  executeTool(tool: RegisteredTool, input: object, options: { signal: AbortSignal }): unknown;
  [OWN]?: OwnContext;
}

/** What stands there; an image may be called like it. */
const modelContextOf = ({ document: doc }: Window): ModelContext | undefined => {
  const { modelContext } = doc as Document & { modelContext?: ModelContext };
  return typeof modelContext?.getTools === 'function' ? modelContext : undefined;
};

export const contextOf = ({ guard }: Agent): ModelContext | undefined =>
  guard.page(() => modelContextOf(window));

export const sourceOf = (view: Window, isForm: boolean): PageToolSource => {
  const context = modelContextOf(view);
  if (isNativeFunction(context?.getTools, 'getTools')) return 'browser';
  return isForm && (!context || context[OWN]) ? 'form' : 'registered';
};

/** Forms that are tools, whether or not anything reads them. */
export const DECLARED = 'form[toolname][tooldescription]';

/** What a tool may be called: https://webmachinelearning.github.io/webmcp/#tool-definition-name */
export const isToolName = (name: unknown): name is string =>
  typeof name === 'string' && /^[\w.-]{1,128}$/.test(name);

/** Of tools with one name, in documents of a tab, the second is called `name~2`. */
export const distinct = (names: readonly string[]): string[] =>
  names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before > 0 ? `${name}~${before + 1}` : name;
  });

/** More names are not told. */
const MOST_NAMES = 50;

/** The browser tells its tools later: they are asked for now, and whenever they change. */
const watch = (agent: Agent, context: ModelContext): void => {
  const { guard, state } = agent;
  const told = (tools: RegisteredTool[]): void =>
    guard.run(() => {
      state.tools = tools.map(({ name }) => name);
    });
  const ask = (): unknown =>
    guard.page(async () => {
      try {
        told((await context.getTools()) as RegisteredTool[]);
      } catch {
        // What the page has put there does not tell them.
        told([]);
      }
    });
  context.addEventListener('toolchange', ask);
  keepUndo(agent, 'tools', () => context.removeEventListener('toolchange', ask));
  ask();
};

/** The names of the page's tools; undefined: the browser has not told them yet, which it does a moment after injection. */
export const toolNames = (agent: Agent): readonly string[] | undefined => {
  try {
    const context = contextOf(agent);
    const own = context?.[OWN];
    if (context && !own && !agent.state.undo?.has('tools')) watch(agent, context);
    const names = own
      ? agent.guard.page(() => own.names())
      : context
        ? agent.state.tools
        : Array.from(findAll(document, DECLARED), (form) => attr(form, 'toolname'));
    return names && distinct(names.filter(isToolName).slice(0, MOST_NAMES));
  } catch {
    // The page has put something there that throws.
    return [];
  }
};
