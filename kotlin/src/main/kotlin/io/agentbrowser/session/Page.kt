package io.agentbrowser.session

import io.agentbrowser.AgentBrowser
import io.agentbrowser.ScriptPart
import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.ErrorInfo
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.JobDone
import io.agentbrowser.contract.JobPending
import io.agentbrowser.contract.JobStarted
import io.agentbrowser.contract.Meta
import io.agentbrowser.contract.readJobStart
import io.agentbrowser.contract.readJobState
import io.agentbrowser.json.quoteJavaScript
import io.agentbrowser.json.parseJson
import io.agentbrowser.json.text
import kotlinx.coroutines.delay
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/** The outcome of one call into the page. */
internal sealed interface Answer {
    /** The page returned a result. */
    class Given(val json: JsonObject) : Answer

    /** The document was replaced while the call ran: whether it was done is unknown. */
    object PageLeft : Answer

    /** No answer, or an unreadable one; the page may have done the call. */
    class Silent(val error: ErrorInfo) : Answer
}

/** The page behind `evaluate`: keeps the script injected across navigations, and runs jobs to their end. */
internal class Page(private val evaluate: suspend (String) -> String?, private val options: SessionOptions) {
    /** The answer of a page that does not have the script. */
    private val missing = "agent_missing"

    /** An expression that does not throw where the script is missing, and does not run with a script of another version. */
    private fun guarded(expression: String): String =
        "(function(){var a=window.__agentBrowser;" +
            "if(!a||typeof a.json!==\"function\"||a.version!==${quoteJavaScript(AgentBrowser.version)})return\"$missing\";" +
            "return $expression})()"

    private fun call(verb: String, arguments: List<JsonElement>): String =
        guarded(AgentBrowser.callJs(verb, *arguments.toTypedArray()))

    /**
     * One call into the page. Null: the host took longer than `evaluateTimeoutMs`; `text` null: it threw or returned no
     * string.
     */
    private suspend fun ask(expression: String): Reply? = withTimeoutOrNull(options.evaluateTimeoutMs) {
        Reply(AgentBrowser.normalizeJsEvalResult(attempt({ null }) { evaluate(expression) }))
    }

    /** The current URL of the page; null where it does not answer. */
    suspend fun address(): String? = ask("location.href")?.text

    /**
     * The HTTP status of the document, where the browser knows it
     * (https://w3c.github.io/resource-timing/#dom-performanceresourcetiming-responsestatus).
     */
    suspend fun status(): Int? =
        ask("String(performance.getEntriesByType(\"navigation\")[0].responseStatus)")?.text
            ?.takeIf { STATUS.matches(it) }?.toInt()

    private inner class Reply(val text: String?) {
        val id: String? get() = text?.takeUnless { it == missing }
    }

    /** Id of the current document; null while it does not have the script (as during a navigation). */
    suspend fun document(): String? = ask(guarded("a.document"))?.id

    /** The same; a page without the script gets it. One that does not answer is left alone: it would get it much later. */
    suspend fun injectedDocument(): String? = ask(guarded("a.document"))?.let { it.id ?: inject() }

    /** Injects the script and the session's `parts`; returns the document's id. */
    suspend fun inject(): String? {
        // `;0`, so that no large value crosses the bridge.
        ask("${AgentBrowser.getScript(parts = options.parts)}\n;0")
        return document()
    }

    /**
     * Makes a call; if it fails for a missing part, injects that, each once, and repeats the call, which did nothing
     * before.
     */
    private suspend fun withParts(call: suspend () -> Answer): Answer {
        val tried = mutableSetOf<ScriptPart>()
        while (true) {
            val answer = call()
            val part = missingPart(answer)?.takeIf(tried::add) ?: return answer
            ask("${AgentBrowser.getPart(part)}\n;0")
        }
    }

    private fun missingPart(answer: Answer): ScriptPart? {
        val error = (answer as? Answer.Given)?.json?.get("error") as? JsonObject ?: return null
        val isMissing = error.text("code") == ErrorCode.PART_MISSING.wireName
        return ScriptPart.ofFile(error.text("file")).takeIf { isMissing }
    }

    /** Calls a verb synchronously. [repeatable]: it may be called twice without harm. */
    suspend fun call(verb: String, vararg arguments: JsonElement, repeatable: Boolean): Answer =
        withParts { callOnce(verb, arguments, repeatable) }

    private suspend fun callOnce(verb: String, arguments: Array<out JsonElement>, repeatable: Boolean): Answer {
        val expression = call(verb, arguments.asList())
        repeat(ATTEMPTS) { attempt ->
            val reply = ask(expression) ?: return Answer.Silent(notAnswering())
            when (val text = reply.text) {
                missing -> {
                    inject()
                    // The browser lists the page's tools a moment after the injection: a job waits for that.
                    if (verb == "snapshot") return runOnce(options.evaluateTimeoutMs, verb, arguments)
                }
                null -> if (!repeatable) return afterSilence()
                else -> return read(text)
            }
            delay(options.pollMs * attempt)
        }
        return Answer.Silent(unreadable("the script does not stay in it"))
    }

    /** Runs a verb by `start` and `poll`, for at most [timeoutMs]. */
    suspend fun run(timeoutMs: Long, verb: String, vararg arguments: JsonElement): Answer =
        withParts { runOnce(timeoutMs, verb, arguments) }

    private suspend fun runOnce(timeoutMs: Long, verb: String, arguments: Array<out JsonElement>): Answer {
        val started = callOnce("start", arrayOf(JsonPrimitive(verb), *arguments), repeatable = false)
        val start = readable((started as? Answer.Given ?: return started).json, ::readJobStart)
            ?: return Answer.Silent(unreadable("it did not start a job"))
        val job = (start as? JobStarted)?.job ?: return started
        return withTimeoutOrNull(timeoutMs) { poll(job) } ?: Answer.Silent(tooLong(timeoutMs))
    }

    private suspend fun poll(job: String): Answer {
        var pause = minOf(FIRST_POLL_MS, options.pollMs)
        while (true) {
            delay(pause)
            pause = minOf(pause + pause / POLLS_GROW_BY, options.pollMs)
            val reply = ask(call("poll", listOf(JsonPrimitive(job)))) ?: return Answer.Silent(notAnswering())
            if (reply.text == missing) return Answer.PageLeft
            // No answer: the page is between two documents.
            val answer = read(reply.text ?: continue) as? Answer.Given ?: continue
            when (val state = readable(answer.json, ::readJobState)) {
                null -> return Answer.Silent(unreadable("it does not say how the job stands"))
                is JobDone -> return Answer.Given(state.result)
                is JobPending -> continue
                is ErrorResult -> return if (state.error.kind == ErrorCode.JOB_LOST) Answer.PageLeft else answer
            }
        }
    }

    private fun <T : Any> readable(json: JsonObject, read: (JsonObject) -> T): T? = try {
        read(json)
    } catch (_: IllegalArgumentException) {
        null
    }

    private fun read(text: String): Answer = try {
        (parseJson(text) as? JsonObject)?.let(Answer::Given) ?: Answer.Silent(unreadable("its answer is no object"))
    } catch (error: IllegalArgumentException) {
        Answer.Silent(unreadable(error.message.orEmpty()))
    }

    /** The outcome of a call that returned nothing and must not be repeated: the page was left, or it is broken. */
    private suspend fun afterSilence(): Answer =
        if (document() == null) Answer.PageLeft else Answer.Silent(unreadable("nothing came back"))

    /** Waits until another document than [before] is there, for at most [timeoutMs]; returns whether it is there. */
    suspend fun awaitLeft(before: String?, timeoutMs: Long): Boolean = withTimeoutOrNull(timeoutMs) {
        while (document() == before) delay(options.pollMs)
        true
    } ?: false

    /**
     * Injects the script into the next page and waits until it is loaded and its DOM is quiet, for at most
     * `loadTimeoutMs`.
     */
    suspend fun settle() {
        withTimeoutOrNull(options.loadTimeoutMs) {
            // A page that navigates again while it loads takes the script with it: inject it again.
            while (true) {
                if (document() == null && inject() == null) {
                    delay(options.pollMs)
                    continue
                }
                if (awaitLoaded(options.loadTimeoutMs) == Answer.PageLeft) continue
                val calm = minOf(CALM_MS, options.loadTimeoutMs)
                if (awaitLoaded(calm, "quiet" to JsonPrimitive(QUIET_MS)) != Answer.PageLeft) return@withTimeoutOrNull
            }
        }
    }

    private suspend fun awaitLoaded(timeoutMs: Long, vararg more: Pair<String, JsonPrimitive>): Answer {
        val wait = mapOf("load" to JsonPrimitive(true), "timeoutMs" to JsonPrimitive(timeoutMs), *more)
        return run(timeoutMs, "page", JsonPrimitive("wait"), JsonObject(wait))
    }

    private fun notAnswering() = ErrorInfo(
        ErrorCode.TIMEOUT.wireName,
        "The page did not answer for ${options.evaluateTimeoutMs} ms: its script is busy, or a dialog of it is open. Take a " +
            "new snapshot in a moment; if there is no answer then either, open the address again.",
    )

    private fun tooLong(timeoutMs: Long) = ErrorInfo(
        ErrorCode.TIMEOUT.wireName,
        "This took longer than $timeoutMs ms and goes on in the page. Take a new snapshot to see where you are.",
    )

    private fun unreadable(why: String) = ErrorInfo(
        ErrorCode.INVALID_JSON.wireName,
        "The page gave no readable result: $why. Take a new snapshot; if it happens again, reload the page.",
    )

    private companion object {
        val STATUS = Regex("[1-5][0-9][0-9]")

        /** How often a repeatable call is made while the script does not stay in the page. */
        const val ATTEMPTS = 4

        /** A loaded page is read when its DOM has not changed for this many ms. */
        const val QUIET_MS = 150

        /** How long that is waited for after the page has loaded: a clock or a ticker is never quiet. */
        const val CALM_MS = 3_000L

        /**
         * The pause before the first poll of a job; each later one is a quarter longer, up to `pollMs`: most actions
         * take 10 to 40 ms.
         */
        const val FIRST_POLL_MS = 8L
        const val POLLS_GROW_BY = 4
    }
}

/** An error of the host as a result. */
internal fun hostError(error: ErrorInfo, document: String?): ErrorResult =
    ErrorResult(Meta(document = document.orEmpty()), error)
