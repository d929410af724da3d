package io.agentbrowser.session

import io.agentbrowser.contract.AgentResult
import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.ErrorInfo
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.Format
import io.agentbrowser.contract.PageSnapshot
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

/** The page as a session has read it: of which document, at which revision, and how it is written. */
internal class Reading(private val page: Page, private val options: SessionOptions) {
    /** The document that the last snapshot was taken of; null before the first. */
    var document: String? = null
        private set

    /** How the call that runs now writes pages. */
    var rendering = options.render

    /** Revision of the last snapshot of [document], those of a part aside. */
    private var revision: Double? = null

    /** How that was read: what changes is told in the same way. */
    private var how = options.snapshot

    /** Address of the page as it was last read; empty before. */
    var url = ""
        private set

    suspend fun readNew(how: SnapshotOptions = options.snapshot): SnapshotResult {
        page.settle()
        return read(how)
    }

    /** A page that a call has led to, with its first texts: they say what came of it. */
    suspend fun readNext(): SnapshotResult = readNew(options.snapshot.copy(since = 0.0))

    suspend fun read(how: SnapshotOptions): SnapshotResult {
        val json = how.copy(format = Format.JSON).toJson()
        val result = resultOf(readWith(json), ::readSnapshot)
        if (result is PageSnapshot) remember(result, how)
        return result
    }

    /** What has changed since it was read. */
    suspend fun readChange(): SnapshotResult = read(how.copy(after = null, since = revision))

    /** A snapshot is what the next change is told from; one of a part only where there is no other. */
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

    /** Asks with a proof for the document that is there; without a key as it is. */
    suspend fun withProof(ask: suspend (Map<String, JsonElement>) -> Answer): Answer {
        if (options.channelKey == null) return ask(emptyMap())
        val answer = ask(proof(page.document() ?: page.inject()))
        val error = (answer as? Answer.Given)?.json?.get("error") as? JsonObject ?: return answer
        val isRefused = error.text("code") == ErrorCode.INVALID_ARGUMENT.wireName && error.text("argument") == "channelProof"
        // The page was left in between: what was shown was for the other one. Or a part was put in after it was shown.
        return if (isRefused) ask(proof(page.document() ?: page.inject())) else answer
    }

    private var proofs = 0L

    /** Shows that this session knows the key, for one call in a document. */
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

    /** What an answer comes to; [read] reads its JSON. */
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
