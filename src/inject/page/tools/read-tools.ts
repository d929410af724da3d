import type { PageTool, PageToolAnnotations } from '../../../contract.ts';
import { toJson } from '../../../render/to-json.ts';
import type { Script } from '../../action/script.ts';
import { type Agent, type Failure, fail, quoted } from '../../agent.ts';
import { findEverywhere } from '../../dom/all-elements.ts';
import { cut } from '../../dom/cut.ts';
import { createDomCache } from '../../dom/dom-cache.ts';
import { documentOf, findAll, hasAttr } from '../../dom/read.ts';
import { labelWithRef } from '../../element/lookup.ts';
import type { RegisteredTool } from '../../model-context/own-context.ts';
import { partMissing } from '../../part-missing.ts';
import { isRecord } from '../../payload.ts';
import { awaited } from './awaited.ts';
import { contextOf, DECLARED, distinct, isToolName, type ModelContext, sourceOf } from './context.ts';

/** A tool as it was found, with what it takes to call it. */
export interface FoundTool {
  readonly name: string;
  readonly tool: RegisteredTool;
  /** A copy that holds data only. */
  readonly schema: unknown;
  readonly annotations?: PageToolAnnotations;
  readonly form?: HTMLFormElement;
  /** The form is submitted by a person. */
  readonly waits?: true;
}

export interface FoundTools {
  readonly context: ModelContext | undefined;
  readonly tools: readonly FoundTool[];
}

const HINTS = ['readOnlyHint', 'consequentialHint', 'untrustedContentHint', 'debugging'];

const formOf = ({ name, window: view }: RegisteredTool): Element | undefined =>
  findEverywhere(`${DECLARED}[toolname="${name}"]`).find((form) => documentOf(form) === view.document);

const found = (given: ArrayLike<RegisteredTool>): FoundTool[] => {
  const tools = Array.from(given).filter((tool) => isToolName(tool?.name));
  const names = distinct(tools.map(({ name }) => name));
  return tools.map((tool, i) => {
    const given = isRecord(tool.annotations) ? tool.annotations : {};
    const hints = HINTS.filter((hint) => given[hint] === true);
    const form = formOf(tool) as HTMLFormElement | undefined;
    return {
      name: names[i] as string,
      tool,
      schema: JSON.parse(JSON.stringify(tool.inputSchema ?? null)),
      ...(hints.length > 0 && { annotations: Object.fromEntries(hints.map((hint) => [hint, true])) }),
      ...(form && { form }),
      ...(form && !hasAttr(form, 'toolautosubmit') && { waits: true as const }),
    };
  });
};

/** The tools of the page, frames of its origin included, by name. */
export function* readTools(agent: Agent, timeoutMs: number): Script<FoundTools | Failure> {
  let context = contextOf(agent);
  if (!context) {
    if (findAll(document, DECLARED).length === 0) return { context, tools: [] };
    const { installModelContext } = agent;
    if (!installModelContext) return partMissing(agent, 'forms as tools', 'model-context');
    agent.guard.page(installModelContext);
    context = contextOf(agent);
  }
  const { value, isLate } = yield* awaited(agent, timeoutMs, () => context?.getTools());
  try {
    return { context, tools: found(value as ArrayLike<RegisteredTool>) };
  } catch {
    return fail(isLate ? 'timeout' : 'tool_failed', 'The page does not tell its tools.');
  }
}

export const noTool = (name: string, { tools }: FoundTools): Failure => {
  const valid = tools.slice(0, 50).map((one) => one.name);
  return fail('tool_not_found', `The page has no tool ${quoted(cut(name, 130))}, but: ${valid.join(', ')}.`, {
    valid,
  });
};

/** Of a title, of a description and of a schema: in a list, and of one that is asked for. */
const TITLE_CHARS = 100;
const DESCRIPTION_CHARS = [500, 4000] as const;
const SCHEMA_CHARS = [4000, 20_000] as const;

/** As it is listed; `isWhole`: where only this one is asked for. */
export const toPageTool = (
  agent: Agent,
  { name, tool, schema, annotations, form, waits }: FoundTool,
  isWhole: 0 | 1,
): PageTool => {
  const title = cut(String(tool.title ?? ''), TITLE_CHARS);
  const chars = toJson(schema).length;
  const ref = form && labelWithRef(agent, form, createDomCache(document, 200)).ref;
  return {
    name,
    ...(title && { title }),
    description: cut(String(tool.description), DESCRIPTION_CHARS[isWhole]),
    ...(isRecord(schema) &&
      (chars > SCHEMA_CHARS[isWhole] ? { schemaChars: chars } : { inputSchema: schema })),
    ...(annotations && { annotations }),
    origin: String(tool.origin),
    source: sourceOf(tool.window, !!form),
    ...(ref && { ref }),
    ...(waits && { waits }),
  };
};
