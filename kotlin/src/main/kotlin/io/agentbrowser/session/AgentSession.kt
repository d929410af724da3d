package io.agentbrowser.session

import io.agentbrowser.contract.ActionKind
import io.agentbrowser.contract.ActionOk
import io.agentbrowser.contract.ActionResult
import io.agentbrowser.contract.AgentResult
import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.ErrorInfo
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.Format
import io.agentbrowser.contract.PageCallTool
import io.agentbrowser.contract.PageKind
import io.agentbrowser.contract.PageNavigation
import io.agentbrowser.contract.PagePayload
import io.agentbrowser.contract.PageResult
import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.PageTool
import io.agentbrowser.contract.PageToolPayload
import io.agentbrowser.contract.PageTools
import io.agentbrowser.contract.Payload
import io.agentbrowser.contract.QueryKind
import io.agentbrowser.contract.QueryOk
import io.agentbrowser.contract.QueryPayload
import io.agentbrowser.contract.QueryResult
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.SnapshotDelta
import io.agentbrowser.contract.SnapshotOptions
import io.agentbrowser.contract.SnapshotResult
import io.agentbrowser.contract.SnapshotText
import io.agentbrowser.contract.readAction
import io.agentbrowser.contract.readPage
import io.agentbrowser.contract.readQuery
import io.agentbrowser.contract.readSnapshot
import io.agentbrowser.contract.timeoutMs
import io.agentbrowser.contract.with
import io.agentbrowser.channelProof
import io.agentbrowser.json.text
import io.agentbrowser.render.renderSnapshot
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/**
 * One tab that a model works in: takes snapshots, acts by ref, and tells after each step what changed.
 *
 * ```
 * val session = AgentSession { webView.evaluate(it) }
 * val page = session.snapshot()                       // page.text goes to the model
 * val step = session.act("kd5", ActionKind.CLICK)      // step.text: what happened and what changed
 * ```
 *
 * The script is put into the page whenever it is not there: before the first call and after every navigation.
 * Calls run one after the other, whatever coroutine they come from. Everything that takes time goes through `start` and
 * `poll`, so that no call blocks the page, and can be cancelled; what was started in the page ends there by itself.
 *
 * Nothing is thrown for what a page does: errors are in [Observation.result]. A page that is left in the middle of a
 * call is waited for, read anew and told about ([Observation.pageChanged]); so is a ref that is dead.
 *
 * @param evaluate evaluates an expression in the main frame and gives the result as the host does
 *   (`WebView.evaluateJavascript`: JSON-encoded), null if there is none. It is called on the caller's dispatcher.
 */
public class AgentSession(
    evaluate: suspend (String) -> String?,
    private val options: SessionOptions = SessionOptions(),
) {
    private val page = Page(evaluate, options)
    private val turn = Mutex()

    /** The document that the last snapshot was taken of; null before the first. */
    private var document: String? = null

    /** Reads the page. [snapshot] and [render]: other options than the session's, for this once. */
    public suspend fun snapshot(
        snapshot: SnapshotOptions = options.snapshot,
        render: RenderOptions = options.render,
    ): Observation<SnapshotResult> = inTurn(render) {
        val before = document
        val result = read(snapshot)
        observe(result, "", result, pageChanged = before != null && document != before)
    }

    /**
     * Acts on the element of [ref], which has to come from the last document that was read, and waits up to
     * [timeoutMs] for it to be ready. The observation holds what changed; where the page was left, the new page.
     */
    public suspend fun act(
        ref: String,
        kind: ActionKind,
        payload: Payload = Payload.None,
        timeoutMs: Long = payload.timeoutMs() ?: options.actionTimeoutMs,
        render: RenderOptions = options.render,
    ): Observation<ActionResult> = inTurn(render) {
        val before = document
        val full = payload.with(common(timeoutMs) + proof(document))
        val answer = deadPage(full) ?: page.run(
            timeoutMs + options.evaluateTimeoutMs,
            "action",
            JsonPrimitive(ref),
            JsonPrimitive(kind.wireName),
            full,
        )
        val what = "${kind.wireName} $ref"
        when (val result = answer.result(::readAction)) {
            is ErrorResult -> afterError(what, result, before)
            is ActionOk -> afterAction(result, what, before)
        }
    }

    /** Asks about one element. */
    public suspend fun query(
        ref: String,
        kind: QueryKind,
        payload: QueryPayload = QueryPayload(),
        render: RenderOptions = options.render,
    ): Observation<QueryResult> = inTurn(render) {
        val shown = proof(document)
        val full = payload.with(common(null) + shown)
        val what = arrayOf(JsonPrimitive(ref), JsonPrimitive(kind.wireName), full)
        val answer = if (shown.isEmpty()) page.call("query", *what, repeatable = true)
        else page.run(options.evaluateTimeoutMs, "query", *what)
        when (val result = answer.result(::readQuery)) {
            is ErrorResult -> afterError("query $ref", result, document)
            is QueryOk -> Observation(result, queryWords(result), listOf(ref), null, pageChanged = false)
        }
    }

    /**
     * Asks the page, or does something to it. Navigation waits for the page that comes and reads it; input, scrolling and
     * waiting tell what changed.
     */
    public suspend fun page(
        kind: PageKind,
        payload: Payload = Payload.None,
        timeoutMs: Long = payload.timeoutMs() ?: options.actionTimeoutMs,
        render: RenderOptions = options.render,
    ): Observation<PageResult> =
        if (payload is PageToolPayload.CallTool) {
            callTool(payload.name, payload.input, payload.after, timeoutMs, limitChars = payload.limitChars, render = render)
        } else {
            pageInTurn(kind, payload, timeoutMs, render)
        }

    private suspend fun pageInTurn(
        kind: PageKind,
        payload: Payload,
        timeoutMs: Long,
        render: RenderOptions,
    ): Observation<PageResult> = inTurn(render) {
        val before = document ?: page.document()
        val result = askPage(kind, payload, timeoutMs)
        when {
            result is ErrorResult -> afterError(kind.wireName, result, before)
            result is PageNavigation -> afterNavigation(result, before)
            kind in CHANGING -> afterChange(result, pageWords(result), before)
            else -> Observation(result, pageWords(result, passedOver(payload)), emptyList(), null, pageChanged = false)
        }
    }

    /**
     * Calls a tool that the page offers ([PageKind.TOOLS] lists them), if [allowTool] lets it: checks the input, and tells
     * what the tool gave and what changed. A form that a person has to submit is only filled.
     *
     * @param after gives more of what the last call of this tool gave, and calls nothing
     * @param limitChars most characters of what it gives; by default 4000
     */
    public suspend fun callTool(
        name: String,
        input: JsonObject = JsonObject(emptyMap()),
        after: Int? = null,
        timeoutMs: Long = options.toolTimeoutMs,
        allowTool: suspend (PageTool) -> Boolean = options.allowTool,
        limitChars: Int? = null,
        render: RenderOptions = options.render,
    ): Observation<PageResult> = inTurn(render) {
        val before = document ?: page.document()
        val what = "callTool ${quoted(name)}"
        val listed = askPage(PageKind.TOOLS, PageToolPayload.Tools(name), timeoutMs)
        if (listed is ErrorResult) return@inTurn afterError(what, listed, before)
        val tool = (listed as? PageTools)?.tools?.firstOrNull()
        val isAllowed = tool != null && (after != null || allowTool(tool))
        if (!isAllowed) return@inTurn afterError(what, hostError(REFUSED, document), before)
        // What it says of itself may be another thing by now.
        val isConsequential = tool.annotations.consequentialHint
        val call = PageToolPayload.CallTool(name, input, limitChars, after, consequential = isConsequential)
        when (val result = askPage(PageKind.CALL_TOOL, call, timeoutMs)) {
            is PageCallTool -> afterTool(result, before ?: result.meta.document)
            is ErrorResult -> afterError(what, result, before)
            else -> Observation(result, pageWords(result), emptyList(), null, pageChanged = false)
        }
    }

    /** Tools are those of frames of other origins too, where there is a key. */
    private suspend fun askPage(kind: PageKind, payload: Payload, timeoutMs: Long): PageResult {
        val ask: suspend (Map<String, JsonElement>) -> Answer = { proof ->
            val full = payload.with(mapOf("timeoutMs" to JsonPrimitive(timeoutMs)) + proof)
            page.run(timeoutMs + options.evaluateTimeoutMs, "page", JsonPrimitive(kind.wireName), full)
        }
        val answer = if (kind == PageKind.TOOLS || kind == PageKind.CALL_TOOL) withProof(ask) else ask(emptyMap())
        return answer.result(::readPage)
    }

    private suspend fun afterTool(result: PageCallTool, before: String): Observation<PageResult> {
        val words = pageWords(result)
        if (leftFor(before, if (result.navigates) options.graceMs else 0)) return afterLeaving(result, words)
        return observe(result, words, changeOrPage(result.snapshot), pageChanged = false)
    }

    private fun passedOver(payload: Payload): Int = when (payload) {
        is PageToolPayload.Tools -> payload.after ?: 0
        is PagePayload.Find -> payload.after ?: 0
        is PagePayload.Search -> payload.after ?: 0
        else -> 0
    }

    /**
     * Waits for a page that the host itself has sent elsewhere (`loadUrl`) and reads it. [leave]: starts that; the
     * document that is there now counts as the earlier one. What it throws is the error `open_failed`.
     *
     * @param url where it goes, if that is known: where only the fragment differs the document stays, and is not waited for
     */
    public suspend fun open(
        url: String? = null,
        render: RenderOptions = options.render,
        leave: suspend () -> Unit,
    ): Observation<SnapshotResult> = inTurn(render) {
        val before = page.document() ?: page.inject()
        val isHere = url != null && '#' in url && page.address()?.substringBefore('#') == url.substringBefore('#')
        val failure = attempt<ErrorInfo?>(::openFailed) {
            leave()
            null
        }
        if (failure != null) return@inTurn Observation(hostError(failure, document), errorWords(failure), emptyList(), null, false)
        page.awaitLeft(before, if (isHere) options.graceMs else options.loadTimeoutMs)
        val result = readNew()
        observe(result, "", result, pageChanged = document != before)
    }

    private fun openFailed(reason: Exception) = ErrorInfo(
        ErrorCode.OPEN_FAILED.wireName,
        "The page could not be opened: ${reason.words.lineSequence().first()}. Check the address, or try another one.",
    )

    /** Where the page is now; where nobody says, the address of the page as it was last read. */
    internal suspend fun address(): String = turn.withLock { page.address() ?: url }

    /** How pages are written where a call does not say otherwise. */
    internal val render: RenderOptions get() = options.render

    /** How the call that runs now writes them. */
    private var rendering = options.render

    /** One call after the other. */
    private suspend fun <T> inTurn(render: RenderOptions, call: suspend () -> T): T = turn.withLock {
        rendering = render
        call()
    }

    // -------------------------------------------------------------------------------------------- what comes after

    private suspend fun afterAction(result: ActionOk, what: String, before: String?): Observation<ActionResult> {
        val words = actionWords(result)
        val change = result.snapshot
        val patience = if (result.kind in LEAVING) minOf(options.graceMs, patienceOf(result)) else 0
        if (leftFor(before ?: result.meta.document, patience)) return afterLeaving(result, "$what: done.")
        // In the meantime it may have come: in a frame, from a slow server.
        val now = if (patience > 0) readChange() else changeOrPage(change)
        return observe(result, words, now, pageChanged = false)
    }

    /** How long what an action leads to may take to come (ms). Where something new is there the page has taken the action for its own. */
    private fun patienceOf(result: ActionOk): Long {
        val delta = (result.snapshot as? SnapshotDelta)?.delta ?: return 0
        if (delta.unchanged && result.verified != true) return Long.MAX_VALUE
        val url = result.effect.url
        // A fragment leads to a place in the page.
        return if (url != null && '#' !in url && delta.added.isEmpty()) NEXT_VIEW_MS else 0
    }

    /** The page as it is where there was nothing to compare with: the first step in a document. */
    private suspend fun changeOrPage(change: SnapshotResult?): SnapshotResult {
        if (change !is PageSnapshot) return read(options.snapshot)
        remember(change)
        return change
    }

    private suspend fun <R : AgentResult> afterChange(result: R, words: String, before: String?): Observation<R> {
        if (leftFor(before, 0)) return afterLeaving(result, words)
        return observe(result, words, readChange(), pageChanged = false)
    }

    private suspend fun afterNavigation(result: PageNavigation, before: String?): Observation<PageResult> {
        val isSure = result.kind == "navigate" || result.kind == "reload"
        val isHere = result.to?.substringBefore('#') == result.meta.url.substringBefore('#') && result.kind == "navigate"
        val patience = if (isSure && !isHere) options.loadTimeoutMs else options.graceMs
        val isLeft = result.kind != "pushState" && leftFor(before, patience)
        if (isLeft) return afterLeaving(result, "${result.kind}: done.")
        page.settle()
        val now = read(options.snapshot)
        return observe(result, "${result.kind}: the page stayed, only its address may differ.", now, false)
    }

    /** The page that is there now, in the place of the one that was left. */
    private suspend fun <R : AgentResult> afterLeaving(result: R, words: String): Observation<R> {
        val now = readNext()
        return observe(result, "$words The page was left; refs of before are dead. New page:", now, true)
    }

    private suspend fun afterError(what: String, result: ErrorResult, before: String?): Observation<ErrorResult> {
        val code = result.error.kind
        val isLeft = code == ErrorCode.JOB_LOST || (code == ErrorCode.INVALID_JSON && leftFor(before, 0))
        if (isLeft) {
            val lost = hostError(LEFT, document)
            return afterLeaving(lost, "$what: done as far as can be known.")
        }
        val words = "$what: ${errorWords(result.error)}"
        if (code != ErrorCode.REF_NOT_FOUND) return Observation(result, words, emptyList(), null, pageChanged = false)
        val isOther = leftFor(before, 0)
        val now = if (isOther) readNext() else read(options.snapshot)
        val lead = if (isOther) "The page has changed" else "The page as it is now"
        return observe(result, "$words\n$lead:", now, pageChanged = isOther)
    }

    private suspend fun leftFor(before: String?, patienceMs: Long): Boolean =
        before != null && (page.document() != before || (patienceMs > 0 && page.awaitLeft(before, patienceMs)))

    // -------------------------------------------------------------------------------------------- reading

    /** Revision of the last snapshot of [document], those of a part aside. */
    private var revision: Double? = null

    /** How that was read: what changes is told in the same way. */
    private var how = options.snapshot

    /** Address of the page as it was last read; empty before. */
    private var url = ""

    private suspend fun readNew(how: SnapshotOptions = options.snapshot): SnapshotResult {
        page.settle()
        return read(how)
    }

    /** A page that a call has led to, with its first texts: they say what came of it. */
    private suspend fun readNext(): SnapshotResult = readNew(options.snapshot.copy(since = 0.0))

    private suspend fun read(how: SnapshotOptions): SnapshotResult {
        val json = how.copy(format = Format.JSON).toJson()
        val result = readWith(json).result(::readSnapshot)
        if (result is PageSnapshot) remember(result, how)
        return result
    }

    /** What has changed since it was read. */
    private suspend fun readChange(): SnapshotResult = read(how.copy(after = null, since = revision))

    /** A snapshot is what the next change is told from; one of a part only where there is no other. */
    private fun remember(snapshot: PageSnapshot, how: SnapshotOptions = this.how) {
        val isOther = document != snapshot.meta.document
        document = snapshot.meta.document
        url = snapshot.meta.url
        if (how.scope != null && revision != null && !isOther) return
        revision = snapshot.meta.revision
        this.how = how
    }

    private suspend fun readWith(how: JsonObject): Answer {
        if (options.channelKey == null) return page.call("snapshot", how, repeatable = true)
        val ask: suspend (Map<String, JsonElement>) -> Answer = { proof ->
            page.run(options.evaluateTimeoutMs, "snapshot", JsonObject(how + proof))
        }
        val answer = withProof(ask)
        return if (answer == Answer.PageLeft) withProof(ask) else answer
    }

    /** Asks with a proof for the document that is there; without a key as it is. */
    private suspend fun withProof(ask: suspend (Map<String, JsonElement>) -> Answer): Answer {
        if (options.channelKey == null) return ask(emptyMap())
        val answer = ask(proof(page.document() ?: page.inject()))
        val error = (answer as? Answer.Given)?.json?.get("error") as? JsonObject ?: return answer
        val isRefused = error.text("code") == ErrorCode.INVALID_ARGUMENT.wireName && error.text("argument") == "channelProof"
        // The page was left in between: what was shown was for the other one. Or a part was put in after it was shown.
        return if (isRefused) ask(proof(page.document() ?: page.inject())) else answer
    }

    private var proofs = 0L

    /** Shows that this session knows the key, for one call in a document. */
    private fun proof(document: String?): Map<String, JsonElement> {
        val key = options.channelKey ?: return emptyMap()
        return mapOf("channelProof" to JsonPrimitive(channelProof(key, document ?: return emptyMap(), ++proofs)))
    }

    private fun <R : AgentResult> observe(
        result: R,
        words: String,
        now: SnapshotResult,
        pageChanged: Boolean,
    ): Observation<R> {
        val lead = if (words == "") "" else "$words\n"
        return when (now) {
            is PageSnapshot -> {
                val rendered = renderSnapshot(now, rendering)
                Observation(result, lead + rendered.text, rendered.refs, now, pageChanged)
            }
            is SnapshotText -> Observation(result, lead + now.text, now.refs, null, pageChanged)
            is ErrorResult -> Observation(result, lead + errorWords(now.error), emptyList(), null, pageChanged)
        }
    }

    /** A plain payload has no room for the document's id: then it is looked at here. */
    private suspend fun deadPage(payload: JsonElement): Answer? =
        if (payload is JsonObject || document == null || page.document() == document) null
        else Answer.Silent(OTHER_PAGE)

    private fun common(timeoutMs: Long?): Map<String, JsonElement> = listOfNotNull(
        document?.let { "document" to JsonPrimitive(it) },
        timeoutMs?.let { "timeoutMs" to JsonPrimitive(it) },
    ).toMap()

    private fun <R> Answer.result(read: (JsonObject) -> R): R where R : AgentResult {
        @Suppress("UNCHECKED_CAST")
        fun failed(error: ErrorInfo): R = hostError(error, document) as R
        return when (this) {
            is Answer.Given -> try {
                read(json)
            } catch (error: IllegalArgumentException) {
                failed(ErrorInfo(ErrorCode.INVALID_JSON.wireName, "The page gave no readable result: ${error.message}."))
            }
            is Answer.Silent -> failed(error)
            Answer.PageLeft -> failed(LEFT)
        }
    }

    private companion object {
        /** Another address, and nothing new: React shows what it has loaded 300 ms after it has shown that it loads. */
        const val NEXT_VIEW_MS = 500L

        /** Kinds that may lead to another page. */
        val LEAVING = setOf("click", "dblclick", "tap", "press", "submit", "type", "select")

        /** Page verbs after which the page may look different. */
        val CHANGING = setOf(
            PageKind.WAIT, PageKind.SCROLL, PageKind.PRESS_KEY, PageKind.CHAR, PageKind.MOUSE_MOVE, PageKind.MOUSE_DOWN,
            PageKind.MOUSE_UP, PageKind.MOUSE_CLICK, PageKind.WHEEL, PageKind.KEY_DOWN, PageKind.KEY_UP,
        )

        val OTHER_PAGE = ErrorInfo(
            ErrorCode.REF_NOT_FOUND.wireName,
            "The ref belongs to a page that has been left. Use the refs of the new page.",
            cause = "navigated",
        )

        val REFUSED = ErrorInfo(
            ErrorCode.TOOL_REFUSED.wireName,
            "This app does not allow this tool of the page. Do it with the page itself, or ask the user whether it may be called.",
        )

        val LEFT = ErrorInfo(
            ErrorCode.JOB_LOST.wireName,
            "The page was left while this ran, so nobody knows how it ended.",
            cause = "navigated",
        )
    }
}
