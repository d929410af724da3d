import type { PageTool, RenderOptions, SnapshotOptions } from '../../contract.ts';
import { CurrentCall } from './current-call.ts';
import type { SnapshotMode } from './snapshot-source.ts';

/** The files of the package's `dist/parts`. */
export type PartName = 'channel' | 'hooks' | 'widgets' | 'formats' | 'model-context';

/** Below `dist`. */
export const fileOfPart = (part: PartName): string => `parts/${part}.js`;

/** Whether a tool of the page may be called. */
export type AllowTool = (tool: PageTool) => boolean | Promise<boolean>;

/** Nothing that the page itself calls consequential. */
const isHarmless: AllowTool = ({ annotations }) => annotations?.consequentialHint !== true;

/** How a session behaves. All times are milliseconds. */
export interface SessionOptions {
  /** The text of `agent-browser.js`. Default: the one of this package. */
  script?: string;
  /**
   * Gives the text of another file of the package's `dist`, when a call needs a part that is not in the page. Default:
   * the package's own.
   */
  loadPart?: (file: string) => string | undefined | Promise<string | undefined>;
  /**
   * Parts that are put in with the script instead of when a call needs them: `hooks` sees what happens before it is
   * asked for only if it is there, `channel` is always there with a `channelKey`, `model-context` gives pages
   * `document.modelContext`, before their own scripts where the driver has `atDocumentStart`.
   */
  parts?: readonly PartName[];
  /** What a snapshot collects unless a call says otherwise; its `format` is always JSON. */
  snapshot?: SnapshotOptions;
  /**
   * `optimized`: the script reads the page. `aria`: the browser's accessibility tree, in the same shape, supplemented from
   * the page. `auto`: the script, and the tree where the script can't run. Default `auto`; the tree wants a driver that has
   * the DevTools protocol.
   */
  snapshotMode?: SnapshotMode;
  /** How snapshots and deltas are written for the model. */
  render?: RenderOptions;
  /**
   * `trusted`: clicks, keys and typing are the browser's own where the driver has them; perception, checks, click point
   * and verification stay the script's. `page`: the script sends events. Default `page`.
   */
  input?: 'trusted' | 'page';
  /** Go on in a tab that the page opens (`target=_blank`); `back` returns from it. Otherwise it is only reported. Default true. */
  followNewPages?: boolean;
  /**
   * Whether a tool of the page may be called; asked before each call, with what the page says of it. Default: not where it
   * says that it is consequential.
   */
  allowTool?: AllowTool;
  /** How long a tool of the page may take. Default 30000. */
  toolTimeoutMs?: number;
  /** How long an action may wait until its element is ready. Default 5000. */
  actionTimeoutMs?: number;
  /** How long a page may load after a navigation before it is read as it is. Default 10000. */
  loadTimeoutMs?: number;
  /** How long the driver may take for one expression; a page behind an open dialog never answers. Default 10000. */
  evaluateTimeoutMs?: number;
  /** Longest time between two looks at a job; the first ones come sooner. Default 50. */
  pollMs?: number;
  /** How long a click that did nothing to see may take until it leaves the page. Default 1000. */
  graceMs?: number;
  /**
   * The key of the script in all frames: frames of other origins are part of snapshots and actions. The session puts the
   * script there where the driver has `atDocumentStart`; otherwise the host does (`withChannelKey`).
   */
  channelKey?: string;
}

export type ResolvedSessionOptions = Required<Omit<SessionOptions, 'loadPart' | 'channelKey'>> &
  Pick<SessionOptions, 'loadPart' | 'channelKey'> & {
    call: CurrentCall;
  };

/** The package's own script: the build puts it in; where the sources run as they are the caller does. */
declare const __SCRIPT__: string | undefined;
declare const __LOAD_PART__: ((file: string) => Promise<string | undefined>) | undefined;

export const resolveSessionOptions = (given: SessionOptions): ResolvedSessionOptions => {
  const script = given.script ?? (typeof __SCRIPT__ === 'string' ? __SCRIPT__ : undefined);
  if (script === undefined)
    throw new TypeError('There is no script in this build: give the text of agent-browser.js as `script`.');
  return {
    snapshot: {},
    render: {},
    snapshotMode: 'auto',
    input: 'page',
    followNewPages: true,
    allowTool: isHarmless,
    toolTimeoutMs: 30_000,
    actionTimeoutMs: 5_000,
    loadTimeoutMs: 10_000,
    evaluateTimeoutMs: 10_000,
    pollMs: 50,
    graceMs: 1_000,
    parts: [],
    ...(typeof __LOAD_PART__ === 'function' && { loadPart: __LOAD_PART__ }),
    ...given,
    script,
    call: new CurrentCall(),
  };
};
