package io.agentbrowser.session

import io.agentbrowser.contract.AgentResult
import io.agentbrowser.contract.ErrorInfo
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.SnapshotDelta

/**
 * The outcome of a session's call.
 *
 * @property result the page's result, typed
 * @property text the text for a model: what happened, then the changes or the new page. The page's part is within the
 *   budget of [SessionOptions.render]
 * @property refs the refs that [text] shows
 * @property snapshot the page after the call, or its changes; null where nothing was read
 * @property pageChanged the document was replaced during the call: refs of the earlier one are dead
 */
public class Observation<out R : AgentResult> internal constructor(
    public val result: R,
    public val text: String,
    public val refs: List<String>,
    public val snapshot: PageSnapshot?,
    public val pageChanged: Boolean,
) {
    /** Why the call failed; null if it did not. A page that was left during it is no error: see [pageChanged]. */
    public val error: ErrorInfo? get() = (result as? ErrorResult)?.error?.takeUnless { it.code == "job_lost" && pageChanged }

    public val ok: Boolean get() = error == null

    /** The changes, where the page stayed. */
    public val delta: SnapshotDelta? get() = snapshot as? SnapshotDelta

    override fun toString(): String = text
}
