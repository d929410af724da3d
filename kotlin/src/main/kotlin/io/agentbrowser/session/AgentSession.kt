package io.agentbrowser.session

import io.agentbrowser.contract.ActionKind
import io.agentbrowser.contract.ActionOk
import io.agentbrowser.contract.ActionResult
import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.ErrorInfo
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.PageCallTool
import io.agentbrowser.contract.PageKind
import io.agentbrowser.contract.PageNavigation
import io.agentbrowser.contract.PagePayload
import io.agentbrowser.contract.PageResult
import io.agentbrowser.contract.PageTool
import io.agentbrowser.contract.PageToolPayload
import io.agentbrowser.contract.PageTools
import io.agentbrowser.contract.Payload
import io.agentbrowser.contract.QueryKind
import io.agentbrowser.contract.QueryOk
import io.agentbrowser.contract.QueryPayload
import io.agentbrowser.contract.QueryResult
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.SnapshotOptions
import io.agentbrowser.contract.SnapshotResult
import io.agentbrowser.contract.readAction
import io.agentbrowser.contract.readPage
import io.agentbrowser.contract.readQuery
import io.agentbrowser.contract.timeoutMs
import io.agentbrowser.contract.with
import io.agentbrowser.json.text
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/**
 * A tab that a model works in: takes snapshots, acts by ref, and reports after each step what has changed.
 *
 * ```
 * val session = AgentSession { webView.evaluate(it) }
 * val page = session.snapshot()                       // page.text goes to the model
 * val step = session.act("kd5", ActionKind.CLICK)      // step.text: what happened and what changed
 * ```
 *
 * The script is injected whenever the page does not have it: before the first call and after every navigation.
 * Calls run one after the other, whatever coroutine they come from. Everything that takes time goes through `start` and
 * `poll`, so that no call blocks the page, and can be cancelled; an action that the page has begun may still take place.
 *
 * Nothing is thrown for what a page does: errors are in [Observation.result]. If the page is left during a call, the next
 * page is waited for, read and reported ([Observation.pageChanged]); a dead ref also makes the page be read again.
 *
 * @param evaluate evaluates an expression in the main frame and returns the value as the host does
 *   (`WebView.evaluateJavascript`: JSON-encoded), null if there is none. It is called on the caller's dispatcher.
 */
public class AgentSession(
    evaluate: suspend (String) -> String?,
    private val options: SessionOptions = SessionOptions(),
) {
    private val page = Page(evaluate, options)
    private val reading = Reading(page, options)
    private val afterCall = AfterCall(page, reading, options)
    private val turn = Mutex()

    /** Reads the page. [snapshot] and [render] replace the session's options for this call. */
    public suspend fun snapshot(
        snapshot: SnapshotOptions = options.snapshot,
        render: RenderOptions = options.render,
    ): Observation<SnapshotResult> = inTurn(render) {
        val before = reading.document
        val result = reading.read(snapshot)
        reading.observe(result, "", result, pageChanged = before != null && reading.document != before)
    }

    /**
     * Performs an action on the element of [ref], which must come from the last document that was read, and waits up to
     * [timeoutMs] until the element is ready. The observation has the changes; where the page was left, the new page.
     */
    public suspend fun act(
        ref: String,
        kind: ActionKind,
        payload: Payload = Payload.None,
        timeoutMs: Long? = payload.timeoutMs() ?: options.actionTimeoutMs,
        render: RenderOptions = options.render,
    ): Observation<ActionResult> = inTurn(render) {
        val before = reading.document
        val full = payload.with(common(timeoutMs) + reading.proof(reading.document))
        val answer = deadPage(full) ?: page.run(
            (timeoutMs ?: ACTION_TIMEOUT_MS) + options.evaluateTimeoutMs,
            "action",
            JsonPrimitive(ref),
            JsonPrimitive(kind.wireName),
            full,
        )
        val what = "${kind.wireName} ${targetWords(ref)}"
        when (val result = reading.resultOf(answer, ::readAction)) {
            is ErrorResult -> afterCall.afterError(what, result, before)
            is ActionOk -> afterCall.afterAction(result, what, before)
        }
    }

    /** Queries one element. */
    public suspend fun query(
        ref: String,
        kind: QueryKind,
        payload: QueryPayload = QueryPayload(),
        render: RenderOptions = options.render,
    ): Observation<QueryResult> = inTurn(render) {
        val proof = reading.proof(reading.document)
        val full = payload.with(common(null) + proof)
        val what = arrayOf(JsonPrimitive(ref), JsonPrimitive(kind.wireName), full)
        val answer = if (proof.isEmpty()) page.call("query", *what, repeatable = true)
        else page.run(options.evaluateTimeoutMs, "query", *what)
        when (val result = reading.resultOf(answer, ::readQuery)) {
            is ErrorResult -> afterCall.afterError("query ${targetWords(ref)}", result, reading.document)
            is QueryOk -> Observation(result, queryWords(result), listOf(ref), null, pageChanged = false)
        }
    }

    /**
     * Calls a verb of the page. Navigation waits for the next page and reads it; input, scrolling and waiting report the
     * changes.
     */
    public suspend fun page(
        kind: PageKind,
        payload: Payload = Payload.None,
        timeoutMs: Long? = payload.timeoutMs(),
        render: RenderOptions = options.render,
    ): Observation<PageResult> =
        if (payload is PageToolPayload.CallTool) {
            val limit = timeoutMs ?: options.toolTimeoutMs
            callTool(payload.name, payload.input, payload.after, limit, limitChars = payload.limitChars, render = render)
        } else {
            pageInTurn(kind, payload, timeoutMs ?: options.actionTimeoutMs ?: ACTION_TIMEOUT_MS, render)
        }

    private suspend fun pageInTurn(
        kind: PageKind,
        payload: Payload,
        timeoutMs: Long,
        render: RenderOptions,
    ): Observation<PageResult> = inTurn(render) {
        val before = reading.document ?: page.document()
        val result = askPage(kind, payload, timeoutMs)
        when {
            result is ErrorResult -> afterCall.afterError(kind.wireName, result, before)
            result is PageNavigation -> afterCall.afterNavigation(result, before)
            kind in CHANGING -> afterCall.afterChange(result, pageWords(result), before)
            else -> Observation(result, pageWords(result, passedOver(payload)), emptyList(), null, pageChanged = false)
        }
    }

    /**
     * Calls a tool that the page offers ([PageKind.TOOLS] lists them), if [allowTool] allows it: checks the input, and
     * reports the tool's output and the changes. A form that a person has to submit is only filled.
     *
     * @param after returns the output of the last call of this tool from this character on, and calls nothing
     * @param limitChars most characters of the output; by default 4000
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
        val before = reading.document ?: page.document()
        val what = "callTool ${quoted(name)}"
        val listed = askPage(PageKind.TOOLS, PageToolPayload.Tools(name), timeoutMs)
        if (listed is ErrorResult) return@inTurn afterCall.afterError(what, listed, before)
        val tool = (listed as? PageTools)?.tools?.firstOrNull()
        val isAllowed = tool != null && (after != null || allowTool(tool))
        if (!isAllowed) return@inTurn afterCall.afterError(what, hostError(REFUSED, reading.document), before)
        // If the tool has become consequential since it was listed, the page refuses the call.
        val isConsequential = tool.annotations.consequentialHint
        val call = PageToolPayload.CallTool(name, input, limitChars, after, consequential = isConsequential)
        when (val result = askPage(PageKind.CALL_TOOL, call, timeoutMs)) {
            is PageCallTool -> afterCall.afterTool(result, before ?: result.meta.document)
            is ErrorResult -> afterCall.afterError(what, result, before)
            else -> Observation(result, pageWords(result), emptyList(), null, pageChanged = false)
        }
    }

    /** Calls a page verb; with a channel key, `tools` and `callTool` include frames of other origins. */
    private suspend fun askPage(kind: PageKind, payload: Payload, timeoutMs: Long): PageResult {
        val ask: suspend (Map<String, JsonElement>) -> Answer = { proof ->
            val full = payload.with(mapOf("timeoutMs" to JsonPrimitive(timeoutMs)) + proof)
            page.run(timeoutMs + options.evaluateTimeoutMs, "page", JsonPrimitive(kind.wireName), full)
        }
        val answer = if (kind == PageKind.TOOLS || kind == PageKind.CALL_TOOL) reading.withProof(ask) else ask(emptyMap())
        return reading.resultOf(answer, ::readPage)
    }

    /** How many entries of a list the payload skips. */
    private fun passedOver(payload: Payload): Int = when (payload) {
        is PageToolPayload.Tools -> payload.after ?: 0
        is PagePayload.Find -> payload.after ?: 0
        is PagePayload.Search -> payload.after ?: 0
        else -> 0
    }

    /**
     * Waits for a page that the host itself navigates to (`loadUrl`) and reads it: [leave] is called to start that, and
     * another document than the current one is waited for. What it throws becomes the error `open_failed`.
     *
     * @param url the URL that is opened, if known: where it differs from the page's in the fragment only, the document may
     *   stay, and another one is waited for only `graceMs`
     */
    public suspend fun open(
        url: String? = null,
        render: RenderOptions = options.render,
        leave: suspend () -> Unit,
    ): Observation<SnapshotResult> = inTurn(render) {
        val before = page.injectedDocument()
        val mayStay = url != null && '#' in url && page.address()?.substringBefore('#') == url.substringBefore('#')
        val failure = attempt<ErrorInfo?>(::openFailed) {
            leave()
            null
        }
        if (failure != null) return@inTurn Observation(hostError(failure, reading.document), errorWords(failure), emptyList(), null, false)
        page.awaitLeft(before, if (mayStay) options.graceMs else options.loadTimeoutMs)
        val result = reading.readNew()
        reading.observe(result, "", result, pageChanged = reading.document != before)
    }

    private fun openFailed(reason: Exception) = ErrorInfo(
        ErrorCode.OPEN_FAILED.wireName,
        "The page could not be opened: ${reason.words.lineSequence().first().trimEnd('.')}. Check the address, or try another one.",
    )

    /** The current URL of the page; if it does not answer, the URL of the last reading. */
    internal suspend fun address(): String = turn.withLock { page.address() ?: reading.url }

    /** The default render options of calls. */
    internal val render: RenderOptions get() = options.render

    /** Runs a call when all earlier ones have ended. */
    private suspend fun <T> inTurn(render: RenderOptions, call: suspend () -> T): T = turn.withLock {
        reading.begin(render)
        call()
    }

    /**
     * The error for a ref of an earlier document. Checked here only for a plain payload, which has no field for the
     * document's id; else null.
     */
    private suspend fun deadPage(payload: JsonElement): Answer? =
        if (payload is JsonObject || reading.document == null || page.document() == reading.document) null
        else Answer.Silent(OTHER_PAGE)

    private fun common(timeoutMs: Long?): Map<String, JsonElement> = listOfNotNull(
        reading.document?.let { "document" to JsonPrimitive(it) },
        timeoutMs?.let { "timeoutMs" to JsonPrimitive(it) },
    ).toMap()

    private companion object {
        /** Page verbs that may change the page. */
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
    }
}
