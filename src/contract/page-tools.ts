import type { PageBase } from './page.ts';
import type { ElementLabel, Ref } from './results.ts';
import type { SnapshotDelta, SnapshotText, SnapshotTree } from './snapshot.ts';

/** What a page says of a tool of its own; none of it is more than its word. */
export interface PageToolAnnotations {
  readOnlyHint?: boolean;
  /** It does what can't be taken back: buys, sends, deletes. */
  consequentialHint?: boolean;
  /** What it gives is not even the page's own words. */
  untrustedContentHint?: boolean;
  /** For developers. */
  debugging?: boolean;
}

/**
 * `browser`: the browser has it of the page; `form`: declared by a form, read by our part; `registered`: the page has
 * registered it with our part, or with something of its own that stands in for the browser's.
 */
export type PageToolSource = 'browser' | 'form' | 'registered';

/** A function that the page offers: https://webmachinelearning.github.io/webmcp/. All texts are the page's words. */
export interface PageTool {
  /**
   * What it is called by. Of tools with one name in several documents the second is `name~2`; of a frame of another origin
   * `name~f1`, with the number that refs in it have.
   */
  name: string;
  title?: string;
  /** At most 500 characters, 4000 where one tool is asked for. */
  description: string;
  /** JSON Schema of its input. Absent: it has none, or one of more than 4000 characters (20000 where one tool is asked for): */
  inputSchema?: Record<string, unknown>;
  /** so many. */
  schemaChars?: number;
  annotations?: PageToolAnnotations;
  /** Of its document; of a frame in a frame of another origin, as that frame says. */
  origin: string;
  source: PageToolSource;
  /** Of a form. */
  ref?: Ref;
  /** Of a form that a person has to submit. */
  waits?: true;
}

export interface ToolsPayload {
  /** Only this one, with all that it says. */
  name?: string;
  /** Most tools listed. Default 20. */
  limit?: number;
  /** Go on behind so many: the `after` of the last answer. */
  after?: number | string;
  /** Until the browser has listed them. Default 5000. */
  timeoutMs?: number;
}

export interface PageTools extends PageBase<'tools'> {
  /** By name. At most about 12000 characters of them. */
  tools: PageTool[];
  total: number;
  /** Where the list goes on; absent at its end. */
  after?: number;
}

export interface CallToolPayload {
  name: string;
  /** What its schema says; checked before anything is sent. Default: nothing. */
  input?: Record<string, unknown>;
  /** How long it may take. Default 30000. */
  timeoutMs?: number;
  /** Most characters of what it gives. Default 4000. */
  limitChars?: number;
  /** Gives more of what the last call of this tool gave, from here on, and calls nothing. */
  after?: number | string;
  /** False: a tool that says it is consequential is refused. Default true: who calls has looked. */
  consequential?: boolean;
}

/** What a tool of the page gave. Errors: `tool_not_found`, `invalid_argument`, `tool_failed`, `tool_refused`, `timeout`. */
export interface PageCallTool extends PageBase<'callTool'> {
  name: string;
  /** Its text, else its result as JSON; empty where there is none. The page's words. */
  output: string;
  /** Of all that it gave, where this is not all of it. */
  totalChars?: number;
  /** Where it goes on. */
  after?: number;
  /** The tool itself calls this an error. */
  isError?: true;
  /** A form goes to another address. */
  navigates?: true;
  /** The form is filled and a person has to submit it, */
  waits?: true;
  /** with this. */
  submit?: ElementLabel;
  annotations?: PageToolAnnotations;
  /** What has changed since the last snapshot, in its own options; absent where there was none. */
  snapshot?: SnapshotTree | SnapshotDelta | SnapshotText;
}
