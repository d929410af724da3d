package io.agentbrowser.session

import io.agentbrowser.contract.ActionOk
import io.agentbrowser.contract.ActionResult
import io.agentbrowser.contract.AgentResult
import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.PageCallTool
import io.agentbrowser.contract.PageNavigation
import io.agentbrowser.contract.PageResult
import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.SnapshotDelta
import io.agentbrowser.contract.SnapshotResult

/** What is told after a call of a session: what changed, or the page that it has led to. */
internal class AfterCall(
    private val page: Page,
    private val reading: Reading,
    private val options: SessionOptions,
) {
    suspend fun afterTool(result: PageCallTool, before: String): Observation<PageResult> {
        val words = pageWords(result)
        if (leftFor(before, if (result.navigates) options.graceMs else 0)) return afterLeaving(result, words)
        return reading.observe(result, words, changeOrPage(result.snapshot), pageChanged = false)
    }

    suspend fun afterAction(result: ActionOk, what: String, before: String?): Observation<ActionResult> {
        val words = actionWords(result)
        val change = result.snapshot
        val patience = if (result.kind in LEAVING) minOf(options.graceMs, patienceOf(result)) else 0
        if (leftFor(before ?: result.meta.document, patience)) return afterLeaving(result, "$what: done.")
        // In the meantime it may have come: in a frame, from a slow server.
        val now = if (patience > 0) reading.readChange() else changeOrPage(change)
        return reading.observe(result, words, now, pageChanged = false)
    }

    /** How long what an action leads to may take to come (ms). Where something new is there the page has taken the action for its own. */
    private fun patienceOf(result: ActionOk): Long {
        val delta = (result.snapshot as? SnapshotDelta)?.delta ?: return 0
        if ((delta.unchanged || delta.texts != null) && result.verified != true) return Long.MAX_VALUE
        val url = result.effect.url
        // A fragment leads to a place in the page.
        return if (url != null && '#' !in url && delta.added.isEmpty()) NEXT_VIEW_MS else 0
    }

    /** The page as it is where there was nothing to compare with: the first step in a document. */
    private suspend fun changeOrPage(change: SnapshotResult?): SnapshotResult {
        if (change !is PageSnapshot) return reading.read(options.snapshot)
        reading.remember(change)
        return change
    }

    suspend fun <R : AgentResult> afterChange(result: R, words: String, before: String?): Observation<R> {
        if (leftFor(before, 0)) return afterLeaving(result, words)
        return reading.observe(result, words, reading.readChange(), pageChanged = false)
    }

    suspend fun afterNavigation(result: PageNavigation, before: String?): Observation<PageResult> {
        val isSure = result.kind == "navigate" || result.kind == "reload"
        val isHere = result.to?.substringBefore('#') == result.meta.url.substringBefore('#') && result.kind == "navigate"
        val patience = if (isSure && !isHere) options.loadTimeoutMs else options.graceMs
        val isLeft = result.kind != "pushState" && leftFor(before, patience)
        if (isLeft) return afterLeaving(result, "${result.kind}: done.")
        page.settle()
        val now = reading.read(options.snapshot)
        return reading.observe(result, "${result.kind}: the page stayed, only its address may differ.", now, false)
    }

    /** The page that is there now, in the place of the one that was left. */
    private suspend fun <R : AgentResult> afterLeaving(result: R, words: String): Observation<R> {
        val now = reading.readNext()
        return reading.observe(result, "$words The page was left; refs of before are dead. New page:", now, true)
    }

    suspend fun afterError(what: String, result: ErrorResult, before: String?): Observation<ErrorResult> {
        val code = result.error.kind
        val isLeft = code == ErrorCode.JOB_LOST || (code == ErrorCode.INVALID_JSON && leftFor(before, 0))
        if (isLeft) {
            val lost = hostError(LEFT, reading.document)
            return afterLeaving(lost, "$what: done as far as can be known.")
        }
        val words = "$what: ${errorWords(result.error)}"
        if (code != ErrorCode.REF_NOT_FOUND) return Observation(result, words, emptyList(), null, pageChanged = false)
        val isOther = leftFor(before, 0)
        val now = if (isOther) reading.readNext() else reading.read(options.snapshot)
        val lead = if (isOther) "The page has changed" else "The page as it is now"
        return reading.observe(result, "$words\n$lead:", now, pageChanged = isOther)
    }

    private suspend fun leftFor(before: String?, patienceMs: Long): Boolean =
        before != null && (page.document() != before || (patienceMs > 0 && page.awaitLeft(before, patienceMs)))

    private companion object {
        /** Another address, and nothing new: React shows what it has loaded 300 ms after it has shown that it loads. */
        const val NEXT_VIEW_MS = 500L

        /** Kinds that may lead to another page. */
        val LEAVING = setOf("click", "dblclick", "tap", "press", "submit", "type", "select")
    }
}
