import type { PageBase } from './page.ts';
import type { ElementLabel, Ref } from './results.ts';
import type { SnapshotDelta, SnapshotText, SnapshotTree } from './snapshot.ts';

/** What a page claims about a tool of its own; nothing of it is verified. */
export interface PageToolAnnotations {
  readOnlyHint?: boolean;
  /** Its effect can't be undone: it buys, sends, deletes. */
  consequentialHint?: boolean;
  /** Its output may come from others than the page's author. */
  untrustedContentHint?: boolean;
  /** For developers. */
  debugging?: boolean;
}

/**
 * `browser`: listed by the browser; `form`: declared by a form, read by our part; `registered`: registered with our part,
 * or with an implementation of the page's own.
 */
export type PageToolSource = 'browser' | 'form' | 'registered';

/** A function that the page offers: https://webmachinelearning.github.io/webmcp/. All texts are page text. */
export interface PageTool {
  /**
   * The name to call it by. A second tool of this name among the documents is `name~2`; one in a frame of another origin is
   * `name~f1`, with the number in the frame's refs.
   */
  name: string;
  title?: string;
  /** At most 500 characters, 4000 where the tool is asked for by name. */
  description: string;
  /** JSON Schema of its input. Absent where it has none, or one longer than 4000 characters (20000 where it is asked for by name): */
  inputSchema?: Record<string, unknown>;
  /** then this is its length. */
  schemaChars?: number;
  annotations?: PageToolAnnotations;
  /** Origin of its document. For a frame within a frame of another origin, only as that frame claims. */
  origin: string;
  source: PageToolSource;
  /** The ref of its form. */
  ref?: Ref;
  /** It is a form that a person has to submit. */
  waits?: true;
}

export interface ToolsPayload {
  /** Only the tool of this name, with longer texts. */
  name?: string;
  /** Most tools listed. Default 20. */
  limit?: number;
  /** Skip this many: the `after` of the last answer. */
  after?: number | string;
  /** How long to wait for the browser's list, in ms. Default 5000. */
  timeoutMs?: number;
}

export interface PageTools extends PageBase<'tools'> {
  /** At most about 12000 characters of them. */
  tools: PageTool[];
  total: number;
  /** The `after` of the next entries; absent at the end. */
  after?: number;
}

export interface CallToolPayload {
  name: string;
  /** Its input, checked against the schema before the call. Default: `{}`. */
  input?: Record<string, unknown>;
  /** How long it may take, in ms. Default 30000. */
  timeoutMs?: number;
  /** Most characters of its output. Default 4000. */
  limitChars?: number;
  /** Return the output of the last call of this tool from this character on, and call nothing. */
  after?: number | string;
  /** False refuses a tool with `consequentialHint`. Default true: the caller is expected to have checked it. */
  consequential?: boolean;
}

/** The result of a tool of the page. Errors: `tool_not_found`, `invalid_argument`, `tool_failed`, `tool_refused`, `timeout`. */
export interface PageCallTool extends PageBase<'callTool'> {
  name: string;
  /** Its text, else its result as JSON; empty where there is none. Page text. */
  output: string;
  /** Length of the whole output, where it is cut. */
  totalChars?: number;
  /** The `after` of the next part. */
  after?: number;
  /** The tool itself reports an error. */
  isError?: true;
  /** The form navigates. */
  navigates?: true;
  /** The form is filled, and a person has to submit it */
  waits?: true;
  /** with this button. */
  submit?: ElementLabel;
  annotations?: PageToolAnnotations;
  /** The changes since the last snapshot, with its options; absent where there was none. */
  snapshot?: SnapshotTree | SnapshotDelta | SnapshotText;
}
