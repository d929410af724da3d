import type { PageToolAnnotations } from '../../contract.ts';
import type { Schema } from './form-schema.ts';

/** What `getTools` gives: https://webmachinelearning.github.io/webmcp/#registered-tool */
export interface RegisteredTool {
  name: string;
  title: string;
  description: string;
  inputSchema?: Schema;
  annotations?: Record<string, boolean>;
  origin: string;
  window: Window;
}

/** What the script that reads pages asks of ours without waiting. */
export interface OwnContext {
  /** Those of a document: this one, or one that has no context. */
  tools(view: Window): RegisteredTool[];
  run(view: Window, name: string, json: string, signal: AbortSignal): Promise<string | null>;
  /** Of all documents of the tab that are of this origin. */
  names(): string[];
  /** Tells those who listen in this document. */
  changed(): void;
  release(): void;
}

/** Forms that are tools, whether or not anything reads them. */
export const DECLARED = 'form[toolname][tooldescription]';

/** What a tool may be called: https://webmachinelearning.github.io/webmcp/#tool-definition-name */
export const isToolName = (name: unknown): name is string =>
  typeof name === 'string' && /^[\w.-]{1,128}$/.test(name);

/** What a tool may say of itself: https://webmachinelearning.github.io/webmcp/#dictdef-toolannotations */
export const HINTS = [
  'readOnlyHint',
  'consequentialHint',
  'untrustedContentHint',
  'debugging',
] as const satisfies readonly (keyof PageToolAnnotations)[];

/** The hints that are given, as part of a tool. */
export const annotationsOf = (given: unknown): { annotations?: PageToolAnnotations } => {
  const hints = HINTS.filter((hint) => (given as PageToolAnnotations | null | undefined)?.[hint] === true);
  return hints.length > 0 ? { annotations: Object.fromEntries(hints.map((hint) => [hint, true])) } : {};
};

/** Under this name a context of ours is known as such. */
export const OWN = Symbol.for('agent-browser-inpage-model-context');

/** What is in the place of the browser's own in a document; undefined in one of another origin too. */
export const ownContextOf = (view: Window): OwnContext | undefined => {
  try {
    return (view.document as Document & { modelContext?: { [OWN]?: OwnContext } }).modelContext?.[OWN];
  } catch {
    return undefined;
  }
};
