package io.agentbrowser.session

import io.agentbrowser.contract.AgentResult
import io.agentbrowser.contract.ErrorInfo
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.SnapshotDelta

/**
 * What a call of a session led to.
 *
 * @property result what the page answered, typed
 * @property text all of it for a model: what happened, then what changed or the new page; within the budget of
 *   [SessionOptions.render] for the page's part
 * @property refs refs that [text] shows
 * @property snapshot the page as it is now, or what changed of it; null where nothing was read
 * @property pageChanged another document is there now than before the call: refs of the earlier one are dead
 */
public class Observation<out R : AgentResult> internal constructor(
    public val result: R,
    public val text: String,
    public val refs: List<String>,
    public val snapshot: PageSnapshot?,
    public val pageChanged: Boolean,
) {
    /** Why it could not be done; null if it was. A page that was left is no error: see [pageChanged]. */
    public val error: ErrorInfo? get() = (result as? ErrorResult)?.error?.takeUnless { it.code == "job_lost" && pageChanged }

    public val ok: Boolean get() = error == null

    /** What changed, where the page stayed. */
    public val delta: SnapshotDelta? get() = snapshot as? SnapshotDelta

    override fun toString(): String = text
}
