import { declaredTools } from './declared-tools.ts';
import type { Entry } from './entry.ts';
import { failure, observe, textOfResult } from './form-call.ts';
import { HINTS, isToolName, OWN, type OwnContext, type RegisteredTool } from './own-context.ts';

/** A tool that a page registers: https://webmachinelearning.github.io/webmcp/#model-context-tool */
interface ModelContextTool {
  name: string;
  title?: string;
  description: string;
  inputSchema?: object;
  execute(input: object, options: { signal: AbortSignal }): unknown;
  annotations?: Record<string, boolean>;
}

interface Options {
  signal?: AbortSignal;
}

type WithContext = Document & { modelContext?: { [OWN]?: OwnContext } };

const invalid = (message: string): DOMException => failure(message, 'InvalidStateError');

/** Throws as Web IDL does for a missing required member. */
const requireMembers = (...members: unknown[]): void => {
  if (members.includes(undefined)) throw new TypeError('A required member is missing');
};

const toJsonText = (value: unknown): string => {
  const json = Object(value) === value ? JSON.stringify(value) : undefined;
  if (json === undefined) throw new TypeError('value is not an object');
  return json;
};

const entryOf = (given: ModelContextTool): Entry => {
  const { name, title = '', description, inputSchema, annotations, execute } = given;
  requireMembers(name, description, execute);
  const hints = annotations && HINTS.map((hint) => [hint, !!annotations[hint]]);
  return {
    tool: {
      name: String(name),
      title: String(title),
      description: String(description),
      ...(hints && { annotations: Object.fromEntries(hints) }),
    },
    schema: inputSchema === undefined ? undefined : toJsonText(inputSchema),
    call: async (input, signal, begun) => {
      try {
        const result = execute.call(window as never, input, { signal });
        begun();
        return textOfResult(await result);
      } catch (reason) {
        throw Object.assign(failure('Tool was executed but the invocation failed'), { reason });
      }
    },
  };
};

/**
 * Installs `document.modelContext` where the browser has none: https://webmachinelearning.github.io/webmcp/, with forms as
 * in Chromium 156.
 */
export const installModelContext = (): void => {
  if ('modelContext' in document) return;
  const context = new EventTarget();
  const registered = new Map<string, Entry>();
  let observer: MutationObserver | undefined;

  /** The tools of a window by name; a registered tool replaces a form of the same name. */
  const entriesIn = (view: Window): Map<string, Entry> =>
    new Map([...declaredTools(view.document), ...(view === window ? registered : [])]);

  const fire = (type: string, toolName?: string): void => {
    context.dispatchEvent(Object.assign(new Event(type), { toolName }));
  };

  const ownContext: OwnContext = {
    tools: (view) =>
      [...entriesIn(view).values()].map(({ tool, schema }) => ({
        ...tool,
        ...(schema && { inputSchema: JSON.parse(schema) }),
        origin: view.origin,
        window: view,
      })),
    run: (view, name, json, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason);
          setTimeout(fire, 0, 'toolcancel', name);
        });
        const entry = entriesIn(view).get(name);
        if (!entry) throw failure('The tool is gone');
        const activated = (): void => fire('toolactivated', name);
        setTimeout(() => entry.call(JSON.parse(json), signal, activated).then(resolve, reject));
      }),
    names: () => toolsInTab().map(({ name }) => name),
    changed() {
      setTimeout(fire, 0, 'toolchange');
    },
    release() {
      observer?.disconnect();
      registered.clear();
      delete (Document.prototype as WithContext).modelContext;
    },
  };

  /** The context of a window's document; throws for a window of another origin. */
  const contextOf = (view: Window): OwnContext =>
    (view.document as WithContext).modelContext?.[OWN] || ownContext;

  /** Calls `use` for each document of the tab that has this origin, in tree order. */
  const eachInTab = (use: (context: OwnContext, view: Window) => void, view = window.top as Window): void => {
    try {
      use(contextOf(view), view);
    } catch {
      // The window is of another origin.
    }
    for (let i = 0; i < view.length; i++) eachInTab(use, view[i] as Window);
  };

  const toolsInTab = (): RegisteredTool[] => {
    const found: RegisteredTool[] = [];
    eachInTab((context, view) => found.push(...context.tools(view)));
    return found.sort((a, b) => (a.name < b.name ? -1 : +(a.name > b.name)));
  };

  const changedInTab = (): void => eachInTab((context) => context.changed());

  /** All tools of this document as JSON, compared to find out whether forms have changed. */
  const declarations = (): string => JSON.stringify([...entriesIn(window).values()]);

  /** Starts to watch for forms that are added, changed or removed: with the first listener of `toolchange`, since it costs time. */
  const watchForms = (): void => {
    if (observer) return;
    let declared = declarations();
    observer = observe(document, () => {
      const now = declarations();
      if (now !== declared) changedInTab();
      declared = now;
    });
  };

  const methods = {
    async registerTool(given: ModelContextTool, { signal }: Options = {}): Promise<void> {
      const entry = entryOf(given);
      const { name, description } = entry.tool;
      if (entriesIn(window).has(name)) throw invalid('Duplicate tool name');
      if (!isToolName(name) || !description) throw invalid('Invalid name or no description');
      if (signal) {
        if (signal.aborted) throw signal.reason;
        signal.addEventListener('abort', () => {
          if (registered.get(name) === entry && registered.delete(name)) changedInTab();
        });
      }
      registered.set(name, entry);
      changedInTab();
    },
    getTools: async (): Promise<RegisteredTool[]> => toolsInTab(),
    async executeTool(
      { name, description, origin, window: view }: RegisteredTool,
      input: object = {},
      { signal = new AbortController().signal }: Options = {},
    ): Promise<string | null> {
      requireMembers(name, description, origin, view);
      const json = toJsonText(input);
      if (signal.aborted) throw signal.reason;
      return contextOf(view).run(view, name, json, signal);
    },
    addEventListener(this: EventTarget, ...given: [string, EventListener | null]): void {
      if (given[0] === 'toolchange') watchForms();
      addEventListener.apply(context, given as [string, EventListener]);
    },
  };
  Object.assign(context, methods, { [OWN]: ownContext });
  for (const type of ['toolchange', 'toolactivated', 'toolcancel']) {
    let handler: EventListener | null = null;
    Object.defineProperty(context, `on${type}`, {
      get: () => handler,
      set(value) {
        context.removeEventListener(type, handler);
        handler = typeof value === 'function' ? value : null;
        context.addEventListener(type, handler);
      },
    });
  }
  // On the prototype, not on the document: the initial document of a frame is replaced while its window stays.
  Object.assign(Document.prototype, { modelContext: context });
};
