import type { PageTool, PageToolAnnotations, PageToolSource } from '../../../contract.ts';
import { toJson } from '../../../render/to-json.ts';
import type { Script } from '../../action/script.ts';
import type { Agent } from '../../agent.ts';
import { findEverywhere } from '../../dom/all-elements.ts';
import { cut } from '../../dom/cut.ts';
import { isNativeNamed, reflection } from '../../dom/fresh-realm.ts';
import { attr, documentOf, hasAttr, holds } from '../../dom/read.ts';
import { labelWithRef } from '../../element/lookup.ts';
import {
  annotationsOf,
  DECLARED,
  isToolName,
  OWN,
  type RegisteredTool,
} from '../../model-context/own-context.ts';
import { partMissing } from '../../part-missing.ts';
import { isRecord } from '../../payload.ts';
import { type Failure, fail, quoted } from '../../result.ts';
import { awaited } from './awaited.ts';
import { contextOf, copyOf, distinct, type ModelContext } from './context.ts';

/** A tool with what is needed to call it. */
export interface FoundTool {
  readonly name: string;
  readonly tool: RegisteredTool;
  readonly origin: string;
  readonly source: PageToolSource;
  /** A copy of its input schema, data only. */
  readonly schema: unknown;
  readonly annotations?: PageToolAnnotations;
  readonly form?: HTMLFormElement;
  /** The tool is a form that a person submits. */
  readonly waits?: true;
}

export interface FoundTools {
  readonly context: ModelContext | undefined;
  readonly tools: readonly FoundTool[];
}

/** Most tools that are read. */
const MAX_TOOLS = 1000;

const ORIGIN_CHARS = 200;

const toFoundTools = (
  { guard }: Agent,
  context: ModelContext | undefined,
  given: ArrayLike<RegisteredTool>,
  isNative: boolean,
): FoundTool[] => {
  const copy = guard.page(() => copyOf(given, MAX_TOOLS, (tool) => ({ tool, name: tool?.name })));
  const tools = Array.from(copy).filter(({ name }) => isToolName(name));
  const names = distinct(tools.map(({ name }) => name as string));
  const forms = findEverywhere(DECLARED) as HTMLFormElement[];
  return tools.map(({ tool, name }, i) => {
    const { annotations, inputSchema, origin: stated, window: view } = tool as RegisteredTool;
    let origin = isNative ? stated : location.origin;
    let doc: Document | undefined;
    try {
      // `document` and `location` of a window can't be replaced by the page, and throw for a window of another origin.
      doc = Reflect.get(window, 'document', view);
      const own = Reflect.get(window, 'location', view).origin;
      if (own !== 'null') origin = own;
    } catch {}
    const form = forms.find(
      (candidate) => attr(candidate, 'toolname') === name && documentOf(candidate) === doc,
    );
    return {
      name: names[i] as string,
      tool: tool as RegisteredTool,
      origin: cut(String(origin), ORIGIN_CHARS),
      source: isNative ? 'browser' : form && context?.[OWN] ? 'form' : 'registered',
      schema: JSON.parse(JSON.stringify(inputSchema || null)),
      ...annotationsOf(annotations),
      ...(form && { form }),
      ...(form && !hasAttr(form, 'toolautosubmit') && { waits: true as const }),
    };
  });
};

/** The tools of the page and of its same-origin frames. */
export function* readTools(agent: Agent, timeoutMs: number): Script<FoundTools | Failure> {
  let context = contextOf(agent);
  if (!context) {
    if (!holds(document, DECLARED)) return { context, tools: [] };
    const { installModelContext } = agent;
    if (!installModelContext) return partMissing(agent, 'forms as tools', 'model-context');
    agent.guard.page(installModelContext);
    context = contextOf(agent);
  }
  let isNative = false;
  const { value, isLate } = yield* awaited(agent, timeoutMs, () => {
    const { getTools } = context as ModelContext;
    // Read once, so that the function that is checked is the one that is called.
    isNative = isNativeNamed(getTools, 'getTools');
    return reflection.apply(getTools, context, []);
  });
  try {
    return { context, tools: toFoundTools(agent, context, value as ArrayLike<RegisteredTool>, isNative) };
  } catch {
    return fail(isLate ? 'timeout' : 'tool_failed', 'The page does not list its tools.');
  }
}

export const noTool = (name: string, { tools }: FoundTools): Failure => {
  const valid = tools.slice(0, 50).map((tool) => tool.name);
  const known = valid.join(', ') || 'none';
  return fail('tool_not_found', `The page has no tool ${quoted(cut(name, 130))}, but: ${known}.`, { valid });
};

/** Most characters of title, description and schema of a tool: first in a list, then of one asked for by name. */
const TITLE_CHARS = 100;
const DESCRIPTION_CHARS = [500, 4000] as const;
const SCHEMA_CHARS = [4000, 20_000] as const;

/** A tool as it is listed; `isWhole` 1: asked for by name, with longer texts. */
export const toPageTool = (
  agent: Agent,
  { name, tool, schema, form, ...rest }: FoundTool,
  isWhole: 0 | 1,
): PageTool => {
  const title = cut(String(tool.title || ''), TITLE_CHARS);
  const chars = toJson(schema).length;
  const ref = form && labelWithRef(agent, form).ref;
  return {
    name,
    ...(title && { title }),
    description: cut(String(tool.description), DESCRIPTION_CHARS[isWhole]),
    ...(isRecord(schema) &&
      (chars > SCHEMA_CHARS[isWhole] ? { schemaChars: chars } : { inputSchema: schema })),
    ...rest,
    ...(ref && { ref }),
  };
};
