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

/** Finds out what a call has led to, and reports it with the page or its changes. */
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
        // Read again after the wait: changes may have come in a frame, or from a slow server.
        val now = if (patience > 0) reading.readChange() else changeOrPage(change)
        return reading.observe(result, words, now, pageChanged = false)
    }

    /**
     * How long a navigation after an action is waited for, in ms, before `graceMs` limits it; 0 where the page has
     * reacted to the action itself.
     */
    private fun patienceOf(result: ActionOk): Long {
        val delta = (result.snapshot as? SnapshotDelta)?.delta ?: return 0
        if ((delta.unchanged || delta.texts != null) && result.verified != true) return Long.MAX_VALUE
        val url = result.effect.url
        // A URL with a fragment leads to a place within the page.
        return if (url != null && '#' !in url && delta.added.isEmpty()) NEXT_VIEW_MS else 0
    }

    /** The changes; the whole page where there was no snapshot to compare with, in the first step in a document. */
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
        val loadsDocument = result.kind == "navigate" || result.kind == "reload"
        val isSameDocument = result.to?.substringBefore('#') == result.meta.url.substringBefore('#') && result.kind == "navigate"
        val patience = if (loadsDocument && !isSameDocument) options.loadTimeoutMs else options.graceMs
        val isLeft = result.kind != "pushState" && leftFor(before, patience)
        if (isLeft) return afterLeaving(result, "${result.kind}: done.")
        page.settle()
        val now = reading.read(options.snapshot)
        return reading.observe(result, "${result.kind}: the page stayed, only its address may differ.", now, false)
    }

    /** After the page was left: the page that has replaced it. */
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

    /** Whether another document has replaced [before], now or within [patienceMs]. */
    private suspend fun leftFor(before: String?, patienceMs: Long): Boolean =
        before != null && (page.document() != before || (patienceMs > 0 && page.awaitLeft(before, patienceMs)))

    private companion object {
        /**
         * How long the next view may take where only the URL has changed: React keeps a loading state for at least 300
         * ms.
         */
        const val NEXT_VIEW_MS = 500L

        /** Kinds of actions that may cause a navigation. */
        val LEAVING = setOf("click", "dblclick", "tap", "press", "submit", "type", "select")
    }
}
