import type { RegisteredTool } from './own-context.ts';

/** A tool of a document, registered or declared by a form, without its place. */
export interface Entry {
  readonly tool: Pick<RegisteredTool, 'name' | 'title' | 'description' | 'annotations'>;
  /** JSON. */
  readonly schema?: string | undefined;
  /** `begun`: the tool is at work. */
  call(input: Record<string, unknown>, signal: AbortSignal, begun: () => void): Promise<string | null>;
}
