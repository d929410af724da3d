package io.agentbrowser.session

import io.agentbrowser.contract.AgentResult
import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.ErrorInfo
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.Format
import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.SnapshotOptions
import io.agentbrowser.contract.SnapshotResult
import io.agentbrowser.contract.SnapshotText
import io.agentbrowser.contract.readSnapshot
import io.agentbrowser.channelProof
import io.agentbrowser.json.text
import io.agentbrowser.render.renderSnapshot
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/** Reads a session's page, and keeps what the next reading depends on: the document, the revision and the options. */
internal class Reading(private val page: Page, private val options: SessionOptions) {
    /** Id of the document of the last snapshot; null before the first. */
    var document: String? = null
        private set

    /** Render options of the current call. */
    private var rendering = options.render

    /** The HTTP status of a page that this call has led to, where it is known. */
    private var status: Int? = null

    /** Begins a call. */
    fun begin(render: RenderOptions) {
        rendering = render
        status = null
    }

    /** Revision of the last snapshot of [document], not counting later ones of only a `scope`. */
    private var revision: Double? = null

    /** Options of that snapshot: changes are read with the same. */
    private var how = options.snapshot

    /** URL of the page when it was last read; empty before that. */
    var url = ""
        private set

    suspend fun readNew(how: SnapshotOptions = options.snapshot): SnapshotResult {
        page.settle()
        val result = read(how)
        // Not of a page that does not answer: that would cost its time once more.
        if (result is PageSnapshot) status = page.status()
        return result
    }

    /** Reads the page that a call has led to, with its first texts (`since: 0`), which tell the outcome of the call. */
    suspend fun readNext(): SnapshotResult = readNew(options.snapshot.copy(since = 0.0))

    suspend fun read(how: SnapshotOptions): SnapshotResult {
        val json = how.copy(format = Format.JSON).toJson()
        val result = resultOf(readWith(json), ::readSnapshot)
        if (result is PageSnapshot) remember(result, how)
        return result
    }

    /** Reads the changes since the last snapshot. */
    suspend fun readChange(): SnapshotResult = read(how.copy(after = null, since = revision))

    /**
     * Makes a snapshot the one that the next changes are read since; one of a `scope` only where the document has no
     * other.
     */
    fun remember(snapshot: PageSnapshot, how: SnapshotOptions = this.how) {
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

    /** Calls [ask] with a proof for the current document; without a channel key with no proof. */
    suspend fun withProof(ask: suspend (Map<String, JsonElement>) -> Answer): Answer {
        if (options.channelKey == null) return ask(emptyMap())
        val answer = ask(proof(page.injectedDocument()))
        val error = (answer as? Answer.Given)?.json?.get("error") as? JsonObject ?: return answer
        val isRefused = error.text("code") == ErrorCode.INVALID_ARGUMENT.wireName && error.text("argument") == "channelProof"
        // Refused, so the call did nothing: the document was replaced after the proof was made, or a part was injected
        // after it.
        return if (isRefused) ask(proof(page.injectedDocument())) else answer
    }

    private var proofs = 0L

    /** The proof that this session knows the channel key, for one call in a document; empty without a key or a document. */
    fun proof(document: String?): Map<String, JsonElement> {
        val key = options.channelKey ?: return emptyMap()
        return mapOf("channelProof" to JsonPrimitive(channelProof(key, document ?: return emptyMap(), ++proofs)))
    }

    fun <R : AgentResult> observe(
        result: R,
        words: String,
        now: SnapshotResult,
        pageChanged: Boolean,
    ): Observation<R> {
        val url = (now as? PageSnapshot)?.meta?.url.orEmpty()
        val lead = listOf(words, statusWords(url, status ?: 0)).filter { it != "" }.joinToString("") { "$it\n" }
        return when (now) {
            is PageSnapshot -> {
                val rendered = renderSnapshot(now, rendering)
                Observation(result, lead + rendered.text, rendered.refs, now, pageChanged)
            }
            is SnapshotText -> Observation(result, lead + now.text, now.refs, null, pageChanged)
            is ErrorResult -> Observation(result, lead + errorWords(now.error), emptyList(), null, pageChanged)
        }
    }

    /** The result of an answer, whose JSON [read] reads; for no or an unreadable answer an error. */
    fun <R : AgentResult> resultOf(answer: Answer, read: (JsonObject) -> R): R {
        @Suppress("UNCHECKED_CAST")
        fun failed(error: ErrorInfo): R = hostError(error, document) as R
        return when (answer) {
            is Answer.Given -> try {
                read(answer.json)
            } catch (error: IllegalArgumentException) {
                failed(ErrorInfo(ErrorCode.INVALID_JSON.wireName, "The page gave no readable result: ${error.message}."))
            }
            is Answer.Silent -> failed(answer.error)
            Answer.PageLeft -> failed(LEFT)
        }
    }
}

internal val LEFT = ErrorInfo(
    ErrorCode.JOB_LOST.wireName,
    "The page was left while this ran, so nobody knows how it ended.",
    cause = "navigated",
)
