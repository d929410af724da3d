import { type Agent, keepUndo } from '../../agent.ts';
import { attr, findAll } from '../../dom/read.ts';
import {
  DECLARED,
  isToolName,
  OWN,
  type OwnContext,
  type RegisteredTool,
} from '../../model-context/own-context.ts';

/** `document.modelContext`: the browser's, that of our part, or an object of the page. */
export interface ModelContext extends EventTarget {
  getTools: () => unknown;
  executeTool(tool: RegisteredTool, input: object, options: { signal: AbortSignal }): unknown;
  [OWN]?: OwnContext;
}

/** The document's model context, absent on most pages. An `<img name="modelContext">` would be there too: it is none. */
export const contextOf = ({ guard }: Agent): ModelContext | undefined =>
  'modelContext' in document
    ? guard.page(() => {
        const { modelContext } = document as Document & { modelContext?: ModelContext };
        return typeof modelContext?.getTools === 'function' ? modelContext : undefined;
      })
    : undefined;

/**
 * Copies a list of the page while the page's built-ins are in place: calls no method of the list, and reads at most `max`
 * entries, each once.
 */
export const copyOf = <T, U>(
  list: ArrayLike<T>,
  max: number,
  read: (one: T | undefined) => U,
): ArrayLike<U> => {
  const all = { __proto__: null, length: 0 } as unknown as U[];
  for (; all.length < max && all.length < list.length; all.length++) all[all.length] = read(list[all.length]);
  return all;
};

/** Makes names unique: the second tool of a name among the documents of a tab becomes `name~2`. */
export const distinct = (names: readonly string[]): string[] =>
  names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before > 0 ? `${name}~${before + 1}` : name;
  });

/** Most names that are listed. */
const MAX_NAMES = 50;

/** The browser lists its tools asynchronously: they are fetched now and on every change. */
const watch = (agent: Agent, context: ModelContext): void => {
  const { guard, state } = agent;
  const setNames = (names: ArrayLike<unknown>): void =>
    guard.run(() => {
      state.tools = Array.from(names).filter(isToolName);
    });
  const ask = (): unknown =>
    guard.page(async () => {
      try {
        setNames(copyOf((await context.getTools()) as RegisteredTool[], MAX_NAMES, (tool) => tool?.name));
      } catch {
        // An object of the page that does not list tools.
        setNames([]);
      }
    });
  guard.page(() => context.addEventListener('toolchange', ask));
  keepUndo(agent, 'tools', () => {
    try {
      guard.page(() => context.removeEventListener('toolchange', ask));
    } catch {
      // The page has removed its object, or it throws.
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
      ? Array.from(agent.guard.page(() => copyOf(own.names(), MAX_NAMES, (name) => name)))
      : context
        ? agent.state.tools
        : Array.from(findAll(document, DECLARED), (form) => attr(form, 'toolname'));
    return names && distinct(names.filter(isToolName).slice(0, MAX_NAMES));
  } catch {
    // An object of the page that throws.
    return [];
  }
};
