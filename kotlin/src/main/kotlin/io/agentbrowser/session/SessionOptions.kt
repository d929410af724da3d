package io.agentbrowser.session

import io.agentbrowser.ScriptPart
import io.agentbrowser.contract.PageTool
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.SnapshotOptions

/** How long the script itself waits, ms, unless a payload says otherwise: less for a field that takes no text. */
internal const val ACTION_TIMEOUT_MS: Long = 5_000

/**
 * How a session behaves. All times are milliseconds.
 *
 * @property snapshot default options of snapshots; `format` is always JSON
 * @property render how snapshots and deltas are rendered for the model
 * @property allowTool whether a tool of the page may be called; called before each call with the page's description of the
 *   tool. Default: all but tools with `consequentialHint`
 * @property toolTimeoutMs how long a tool of the page may take
 * @property actionTimeoutMs how long an action may wait until its element is ready. Default 5000, for a field that takes
 *   no text 1000
 * @property loadTimeoutMs how long a page may load after a navigation; then it is read as it is
 * @property evaluateTimeoutMs how long the host may take for one expression: a page with an open dialog never answers
 * @property pollMs longest pause between two polls of a job; the first ones are shorter
 * @property graceMs how long a navigation is waited for after a click without a visible effect
 * @property channelKey the key of the script that the host injects into all frames at document start
 *   ([io.agentbrowser.AgentBrowser.getScript]): snapshots and actions include frames of other origins
 * @property parts parts that are injected together with the script instead of when a call needs them
 */
public data class SessionOptions(
    val snapshot: SnapshotOptions = SnapshotOptions(),
    val render: RenderOptions = RenderOptions(),
    val actionTimeoutMs: Long? = null,
    val loadTimeoutMs: Long = 10_000,
    val evaluateTimeoutMs: Long = 10_000,
    val pollMs: Long = 50,
    val graceMs: Long = 1_000,
    val channelKey: String? = null,
    val parts: Set<ScriptPart> = emptySet(),
    val allowTool: suspend (PageTool) -> Boolean = { !it.annotations.consequentialHint },
    val toolTimeoutMs: Long = 30_000,
)
