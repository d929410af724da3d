import type { RegisteredTool } from './own-context.ts';

/** A tool of a document, registered or declared by a form; without its origin and window. */
export interface Entry {
  readonly tool: Pick<RegisteredTool, 'name' | 'title' | 'description' | 'annotations'>;
  /** Its input schema as JSON. */
  readonly schema?: string | undefined;
  /** Calls the tool; `begun` is called when the tool has started. */
  call(input: Record<string, unknown>, signal: AbortSignal, begun: () => void): Promise<string | null>;
}
