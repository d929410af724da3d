import { declaredForms, isToolName } from './declared-forms.ts';
import { callForm, textOfResult, unknownError } from './form-call.ts';
import { schemaOf } from './form-schema.ts';
import { OWN, type OwnContext, ownContextOf, type RegisteredTool } from './own-context.ts';

/** What a page registers: https://webmachinelearning.github.io/webmcp/#model-context-tool */
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

/** A tool of the page's, without its place. */
interface Entry {
  tool: Pick<RegisteredTool, 'name' | 'title' | 'description' | 'annotations'>;
  schema: string | undefined;
  execute: ModelContextTool['execute'];
}

const HINTS = ['readOnlyHint', 'untrustedContentHint', 'consequentialHint', 'debugging'];

/** The documents of the tab that are of this origin, with frames in their order. */
const viewsInTab = (): Window[] => {
  const found: Window[] = [];
  const add = (view: Window): void => {
    try {
      if (view.document) found.push(view);
    } catch {
      // Of another origin.
    }
    for (let i = 0; i < view.length; i++) add(view[i] as Window);
  };
  add(window.top as Window);
  return found;
};

const GONE = 'The tool is gone';

const invalid = (message: string): DOMException => new DOMException(message, 'InvalidStateError');

/** What the engine does with members that must be there. */
const require = (...members: unknown[]): void => {
  if (members.includes(undefined)) throw new TypeError('Required member is undefined.');
};

const written = (value: unknown): string => {
  const json = Object(value) === value ? JSON.stringify(value) : undefined;
  if (json === undefined) throw new TypeError('value is not an object');
  return json;
};

const entryOf = (given: ModelContextTool): Entry => {
  const { name, title = '', description, inputSchema, annotations, execute } = given;
  require(name, description, execute);
  const tool: Entry['tool'] = {
    name: String(name),
    title: String(title),
    description: String(description),
  };
  if (annotations) {
    tool.annotations = {};
    for (const hint of HINTS) tool.annotations[hint] = !!annotations[hint];
  }
  return { tool, schema: inputSchema === undefined ? undefined : written(inputSchema), execute };
};

/**
 * Puts `document.modelContext` in place where the browser has none: https://webmachinelearning.github.io/webmcp/, with
 * forms as Chromium 156 has them.
 */
export const installModelContext = (): void => {
  if ('modelContext' in document) return;
  const context = new EventTarget();
  const entries = new Map<string, Entry>();
  /** Of `ontoolchange` and its like. */
  const handlers = new Map<string, EventListener>();
  let isDue = false;
  let declared = '';
  let observer: MutationObserver | undefined;

  const entriesOf = (view: Window): Map<string, Entry> => (view === window ? entries : new Map());

  /** Without those whose name something registered has. */
  const formsIn = (view: Window): Map<string, HTMLFormElement> => {
    const forms = declaredForms(view.document);
    for (const name of entriesOf(view).keys()) forms.delete(name);
    return forms;
  };

  const fire = (type: string, toolName?: string): void => {
    const event = Object.assign(new Event(type), toolName && { toolName });
    // What it throws is the engine's to report.
    addEventListener.call(context, type, handlers.get(type) as EventListener, { once: true });
    context.dispatchEvent(event);
  };

  const own: OwnContext = {
    tools(view) {
      const place = { origin: view.origin, window: view };
      const found: RegisteredTool[] = [];
      for (const { tool, schema } of entriesOf(view).values())
        found.push({ ...tool, ...(schema && { inputSchema: JSON.parse(schema) }), ...place });
      for (const [name, form] of formsIn(view)) {
        const read = (key: string): string => form.getAttribute(key) || '';
        const tool = { name, title: read('tooltitle'), description: read('tooldescription') };
        found.push({ ...tool, inputSchema: schemaOf(form), ...place });
      }
      return found;
    },
    run(view, name, json, signal) {
      const activated = (): void => fire('toolactivated', name);
      signal.addEventListener('abort', () => setTimeout(fire, 0, 'toolcancel', name));
      const form = formsIn(view).get(name);
      if (form) return callForm(form, JSON.parse(json), signal, activated);
      const entry = entriesOf(view).get(name);
      return new Promise((resolve) => {
        if (!entry) throw unknownError(GONE);
        resolve(entry.execute.call(window as never, JSON.parse(json), { signal }));
        activated();
      })
        .then(textOfResult)
        .catch((reason) => {
          const failed = unknownError('Tool was executed but the invocation failed');
          throw entry ? Object.assign(failed, { reason }) : reason;
        });
    },
    names: () => toolsInTab().map(({ name }) => name),
    changed() {
      if (!isDue)
        setTimeout(() => {
          isDue = false;
          fire('toolchange');
        });
      isDue = true;
    },
    release() {
      observer?.disconnect();
      entries.clear();
      Reflect.deleteProperty(Document.prototype, 'modelContext');
    },
  };

  const toolsInTab = (): RegisteredTool[] => {
    const found: RegisteredTool[] = [];
    for (const view of viewsInTab()) found.push(...(ownContextOf(view) || own).tools(view));
    return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  };

  const changedInTab = (): void => {
    for (const view of viewsInTab()) ownContextOf(view)?.changed();
  };

  /** All tools of this document as they are, to see whether forms have changed. */
  const declarations = (): string =>
    JSON.stringify(own.tools(window), (key, value) => (key === 'window' ? 0 : value));

  /** Nobody hears of forms that come and go until somebody listens. */
  const watchForms = (): void => {
    if (observer) return;
    declared = declarations();
    observer = new MutationObserver(() => {
      const now = declarations();
      if (now !== declared) changedInTab();
      declared = now;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  };

  const methods = {
    async registerTool(given: ModelContextTool, { signal }: Options = {}): Promise<void> {
      const entry = entryOf(given);
      const { name, description } = entry.tool;
      if (entries.has(name) || declaredForms(document).has(name)) throw invalid('Duplicate tool name');
      if (!isToolName(name)) throw invalid('Invalid tool name');
      if (!description) throw invalid('Description is required');
      if (signal) {
        if (signal.aborted) throw signal.reason;
        signal.addEventListener('abort', () => {
          if (entries.get(name) === entry && entries.delete(name)) changedInTab();
        });
      }
      entries.set(name, entry);
      changedInTab();
    },
    getTools: async (): Promise<RegisteredTool[]> => toolsInTab(),
    async executeTool(
      { name, description, origin, window: view }: RegisteredTool,
      input: object = {},
      { signal = new AbortController().signal }: Options = {},
    ): Promise<string | null> {
      require(name, description, origin, view);
      const json = written(input);
      return new Promise((resolve, reject) => {
        const cancel = (): void => reject(signal.reason);
        if (signal.aborted) return cancel();
        signal.addEventListener('abort', cancel);
        setTimeout(() => (ownContextOf(view) || own).run(view, name, json, signal).then(resolve, reject));
      });
    },
    addEventListener(this: EventTarget, ...given: [string, EventListener]): void {
      if (given[0] === 'toolchange') watchForms();
      addEventListener.apply(context, given);
    },
  };
  Object.assign(context, methods);
  for (const type of ['toolchange', 'toolactivated', 'toolcancel'])
    Object.defineProperty(context, `on${type}`, {
      get: () => handlers.get(type) || null,
      set(value) {
        if (typeof value === 'function') handlers.set(type, value);
        else handlers.delete(type);
        watchForms();
      },
    });
  Object.defineProperties(context, {
    [OWN]: { value: own },
    [Symbol.toStringTag]: { value: 'ModelContext' },
  });
  Object.defineProperty(Document.prototype, 'modelContext', {
    get(this: unknown) {
      return this === document ? context : undefined;
    },
    enumerable: true,
    configurable: true,
  });
};
