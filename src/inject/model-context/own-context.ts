import type { PageToolAnnotations } from '../../contract.ts';
import type { Schema } from './form-schema.ts';

/** A tool as `getTools` returns it: https://webmachinelearning.github.io/webmcp/#registered-tool */
export interface RegisteredTool {
  name: string;
  title: string;
  description: string;
  inputSchema?: Schema;
  annotations?: Record<string, boolean>;
  origin: string;
  window: Window;
}

/** The synchronous interface of our own model context. */
export interface OwnContext {
  /** The tools of a window's document: this one, or one without a context. */
  tools(view: Window): RegisteredTool[];
  run(view: Window, name: string, json: string, signal: AbortSignal): Promise<string | null>;
  /** The names of the tools of all documents of the tab that have this origin. */
  names(): string[];
  /** Dispatches `toolchange` in this document. */
  changed(): void;
  release(): void;
}

/** Selector of forms that declare a tool. */
export const DECLARED = 'form[toolname][tooldescription]';

/** Whether a value is a valid name of a tool: https://webmachinelearning.github.io/webmcp/#tool-definition-name */
export const isToolName = (name: unknown): name is string =>
  typeof name === 'string' && /^[\w.-]{1,128}$/.test(name);

/** The annotations of a tool: https://webmachinelearning.github.io/webmcp/#dictdef-toolannotations */
export const HINTS = [
  'readOnlyHint',
  'consequentialHint',
  'untrustedContentHint',
  'debugging',
] as const satisfies readonly (keyof PageToolAnnotations)[];

/** The annotations that are true, as a field to spread into a tool. */
export const annotationsOf = (given: unknown): { annotations?: PageToolAnnotations } => {
  const hints = HINTS.filter((hint) => (given as PageToolAnnotations | null | undefined)?.[hint] === true);
  return hints.length > 0 ? { annotations: Object.fromEntries(hints.map((hint) => [hint, true])) } : {};
};

/** The property by which a context is recognised as our own. */
export const OWN = Symbol.for('agent-browser-inpage-model-context');

/** Our own context in a window's document; undefined where there is none, and for another origin. */
export const ownContextOf = (view: Window): OwnContext | undefined => {
  try {
    return (view.document as Document & { modelContext?: { [OWN]?: OwnContext } }).modelContext?.[OWN];
  } catch {
    return undefined;
  }
};
