import type { PageTool, RenderOptions, SnapshotOptions } from '../../contract.ts';
import { CurrentCall } from './current-call.ts';
import type { SnapshotMode } from './snapshot-source.ts';

/** The parts, files in the package's `dist/parts`. */
export type PartName = 'channel' | 'hooks' | 'widgets' | 'formats' | 'model-context';

/** The path of a part below `dist`. */
export const fileOfPart = (part: PartName): string => `parts/${part}.js`;

/** Whether a tool of the page may be called. */
export type AllowTool = (tool: PageTool) => boolean | Promise<boolean>;

/** Allows all tools but those with `consequentialHint`. */
const isHarmless: AllowTool = ({ annotations }) => annotations?.consequentialHint !== true;

/** How a session behaves. All times are milliseconds. */
export interface SessionOptions {
  /** The text of `agent-browser.js`. Default: the one of this package. */
  script?: string;
  /**
   * Loads the text of another file of the package's `dist`, when a call needs a part that the page does not have. Default:
   * the package's own.
   */
  loadPart?: (file: string) => string | undefined | Promise<string | undefined>;
  /**
   * Parts that are injected together with the script instead of when a call needs them: `hooks` can record only from its
   * injection on; `channel` is always included with a `channelKey`; `model-context` provides `document.modelContext`, before
   * the page's own scripts where the driver has `atDocumentStart`.
   */
  parts?: readonly PartName[];
  /** Default options of snapshots; `format` is always JSON. */
  snapshot?: SnapshotOptions;
  /**
   * `optimized`: the script reads the page. `aria`: the browser's accessibility tree, in the same shape, supplemented by the
   * script. `auto`: the script, and the tree where the script can't run. Default `auto`. The tree needs a driver with the
   * DevTools protocol.
   */
  snapshotMode?: SnapshotMode;
  /** How snapshots and deltas are rendered for the model. */
  render?: RenderOptions;
  /**
   * `trusted`: clicks, keys and typing by the browser's own input, where the driver has it; the script still reads, checks,
   * finds the hit point and verifies. `page`: the script dispatches events. Default `page`.
   */
  input?: 'trusted' | 'page';
  /** Switch to a tab that the page opens (`target=_blank`); `back` returns from it. False: it is only reported. Default true. */
  followNewPages?: boolean;
  /**
   * Whether a tool of the page may be called; called before each call with the page's description of the tool. Default: all
   * but tools with `consequentialHint`.
   */
  allowTool?: AllowTool;
  /** How long a tool of the page may take. Default 30000. */
  toolTimeoutMs?: number;
  /** How long an action may wait until its element is ready. Default 5000, for a field that takes no text 1000. */
  actionTimeoutMs?: number;
  /** How long a page may load after a navigation; then it is read as it is. Default 10000. */
  loadTimeoutMs?: number;
  /** How long the driver may take for one expression: a page with an open dialog never answers. Default 10000. */
  evaluateTimeoutMs?: number;
  /** Longest pause between two polls of a job; the first ones are shorter. Default 50. */
  pollMs?: number;
  /** How long a navigation is waited for after a click without a visible effect. Default 1000. */
  graceMs?: number;
  /**
   * The key of the script in all frames, by which snapshots and actions include frames of other origins. The session injects
   * that script where the driver has `atDocumentStart`; otherwise the host has to (`withChannelKey`).
   */
  channelKey?: string;
}

type WithoutDefault = 'loadPart' | 'channelKey' | 'actionTimeoutMs';

export type ResolvedSessionOptions = Required<Omit<SessionOptions, WithoutDefault>> &
  Pick<SessionOptions, WithoutDefault> & {
    call: CurrentCall;
  };

/** The package's own script, inserted by the build; where the sources run unbuilt, the caller gives `script`. */
declare const __SCRIPT__: string | undefined;
declare const __LOAD_PART__: ((file: string) => Promise<string | undefined>) | undefined;

/**
 * How long the script itself waits, ms, unless a payload says otherwise: less for a field that takes no text.
 */
export const ACTION_TIMEOUT_MS = 5_000;

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
