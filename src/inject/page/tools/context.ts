import { type Agent, keepUndo } from '../../agent.ts';
import { attr, findAll } from '../../dom/read.ts';
import {
  DECLARED,
  isToolName,
  OWN,
  type OwnContext,
  type RegisteredTool,
} from '../../model-context/own-context.ts';

/** `document.modelContext`: the browser's, ours, or what a page has put there. */
export interface ModelContext extends EventTarget {
  getTools: () => unknown;
  executeTool(tool: RegisteredTool, input: object, options: { signal: AbortSignal }): unknown;
  [OWN]?: OwnContext;
}

/** What stands there, on most pages nothing; an image may be called like it. */
export const contextOf = ({ guard }: Agent): ModelContext | undefined =>
  'modelContext' in document
    ? guard.page(() => {
        const { modelContext } = document as Document & { modelContext?: ModelContext };
        return typeof modelContext?.getTools === 'function' ? modelContext : undefined;
      })
    : undefined;

/**
 * Copies a list that the page has made, while it has its own built-ins: of the list no method is called, no more is read
 * than so many, and each of it once.
 */
export const copyOf = <T, U>(
  list: ArrayLike<T>,
  most: number,
  read: (one: T | undefined) => U,
): ArrayLike<U> => {
  const all = { __proto__: null, length: 0 } as unknown as U[];
  for (; all.length < most && all.length < list.length; all.length++)
    all[all.length] = read(list[all.length]);
  return all;
};

/** Of tools with one name, in documents of a tab, the second is called `name~2`. */
export const distinct = (names: readonly string[]): string[] =>
  names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before > 0 ? `${name}~${before + 1}` : name;
  });

/** More names are not listed. */
const MOST_NAMES = 50;

/** The browser lists its tools later: they are asked for now, and whenever they change. */
const watch = (agent: Agent, context: ModelContext): void => {
  const { guard, state } = agent;
  const setNames = (names: ArrayLike<unknown>): void =>
    guard.run(() => {
      state.tools = Array.from(names).filter(isToolName);
    });
  const ask = (): unknown =>
    guard.page(async () => {
      try {
        setNames(copyOf((await context.getTools()) as RegisteredTool[], MOST_NAMES, (tool) => tool?.name));
      } catch {
        // What the page has put there does not list them.
        setNames([]);
      }
    });
  guard.page(() => context.addEventListener('toolchange', ask));
  keepUndo(agent, 'tools', () => {
    try {
      guard.page(() => context.removeEventListener('toolchange', ask));
    } catch {
      // The page has put something there that throws, or nothing.
    }
  });
  ask();
};

/** The names of the page's tools; undefined: the browser has not listed them yet, which it does a moment after injection. */
export const toolNames = (agent: Agent): readonly string[] | undefined => {
  try {
    const context = contextOf(agent);
    const own = context?.[OWN];
    if (context && !own && !agent.state.undo?.has('tools')) watch(agent, context);
    const names = own
      ? Array.from(agent.guard.page(() => copyOf(own.names(), MOST_NAMES, (name) => name)))
      : context
        ? agent.state.tools
        : Array.from(findAll(document, DECLARED), (form) => attr(form, 'toolname'));
    return names && distinct(names.filter(isToolName).slice(0, MOST_NAMES));
  } catch {
    // The page has put something there that throws.
    return [];
  }
};
