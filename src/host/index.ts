/** A session for any browser, the executor of a model's tool calls, and drivers. No dependencies. */
export { cautiousDialogs, type DialogPolicy } from './dialog-policy.ts';
export * from './driver.ts';
export * from './drivers/index.ts';
export { type ListedPageTool, PageToolList } from './executor/page-tool-list.ts';
export type { ToolBudget } from './executor/tool-budget.ts';
export {
  type ToolAnswer,
  ToolExecutor,
  type ToolExecutorOptions,
  type ToolHost,
} from './executor/tool-executor.ts';
export { UrlPolicy, type UrlPolicyOptions, type UrlVerdict } from './executor/url-policy.ts';
export type * from './kinds.ts';
export { AgentSession, type CallToolOptions } from './session/agent-session.ts';
export type { CallOptions } from './session/current-call.ts';
export type { HostErrorCode, HostErrorInfo, HostErrorResult } from './session/errors.ts';
export type { Observation } from './session/observation.ts';
export type { AllowTool, SessionOptions } from './session/options.ts';
export type { ModeUsed, SnapshotMode } from './session/snapshot-source.ts';
export type { TabInfo } from './session/tab-info.ts';
