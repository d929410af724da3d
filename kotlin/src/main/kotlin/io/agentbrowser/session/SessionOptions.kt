package io.agentbrowser.session

import io.agentbrowser.ScriptPart
import io.agentbrowser.contract.PageTool
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.SnapshotOptions

/**
 * How a session behaves. All times are milliseconds.
 *
 * @property snapshot what a snapshot collects unless a call says otherwise; its `format` is always JSON
 * @property render how snapshots and deltas are written for the model
 * @property allowTool whether a tool of the page may be called; asked before each call, with what the page says of it. By
 *   default not where it says that it is consequential
 * @property toolTimeoutMs how long a tool of the page may take
 * @property actionTimeoutMs how long an action may wait until its element is ready
 * @property loadTimeoutMs how long a page may load after a navigation before it is read as it is
 * @property evaluateTimeoutMs how long the host may take for one expression; a page behind an open dialog never answers
 * @property pollMs longest time between two looks at a job
 * @property graceMs how long a click that did nothing to see may take until it leaves the page
 * @property channelKey the key of the script that the host puts into all frames at document start
 *   ([io.agentbrowser.AgentBrowser.getScript]): frames of other origins are part of snapshots and actions
 * @property parts put in with the script; the others are loaded when a call needs them
 */
public data class SessionOptions(
    val snapshot: SnapshotOptions = SnapshotOptions(),
    val render: RenderOptions = RenderOptions(),
    val actionTimeoutMs: Long = 5_000,
    val loadTimeoutMs: Long = 10_000,
    val evaluateTimeoutMs: Long = 10_000,
    val pollMs: Long = 50,
    val graceMs: Long = 1_000,
    val channelKey: String? = null,
    val parts: Set<ScriptPart> = emptySet(),
    val allowTool: suspend (PageTool) -> Boolean = { !it.annotations.consequentialHint },
    val toolTimeoutMs: Long = 30_000,
)
