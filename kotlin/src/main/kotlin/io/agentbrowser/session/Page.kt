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

/** What one call into the page gave. */
internal sealed interface Answer {
    /** JSON of a result. */
    class Given(val json: JsonObject) : Answer

    /** The document was replaced while the call ran: nobody knows how it ended. */
    object PageLeft : Answer

    /** No answer, or one that can't be read; the page may have done what was asked. */
    class Silent(val error: ErrorInfo) : Answer
}

/** The page behind `evaluate`: keeps the script in it, whatever it navigates to, and runs jobs to their end. */
internal class Page(private val evaluate: suspend (String) -> String?, private val options: SessionOptions) {
    /** What the guard says where the script is not in the page. */
    private val missing = "agent_missing"

    /** Never throws in the page, never runs with another version's script; the name is looked up once. */
    private fun guarded(expression: String): String =
        "(function(){var a=window.__agentBrowser;" +
            "if(!a||typeof a.json!==\"function\"||a.version!==${quoteJavaScript(AgentBrowser.version)})return\"$missing\";" +
            "return $expression})()"

    private fun call(verb: String, arguments: List<JsonElement>): String =
        guarded(AgentBrowser.callJs(verb, *arguments.toTypedArray()))

    /** Null: the host took longer than `evaluateTimeoutMs`. That it throws is the same as no value. */
    private suspend fun ask(expression: String): Reply? = withTimeoutOrNull(options.evaluateTimeoutMs) {
        Reply(AgentBrowser.normalizeJsEvalResult(attempt({ null }) { evaluate(expression) }))
    }

    /** Where the page is now; null where nobody answers. */
    suspend fun address(): String? = ask("location.href")?.text

    private class Reply(val text: String?)

    /** Id of the document that is there now; null while the script is not in it (a page that is being left). */
    suspend fun document(): String? =
        ask(guarded("a.document"))?.text?.takeUnless { it == missing }

    /** Puts the script into the page. */
    suspend fun inject(): String? {
        // The script is one statement; what it comes to does not matter, and should not cross the bridge.
        ask("${AgentBrowser.getScript(parts = options.parts)}\n;0")
        return document()
    }

    /** A part that is not there is put in, each once, and the call is made again: without its part it did nothing. */
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

    /** One synchronous verb. [repeatable]: asking twice does no harm. */
    suspend fun call(verb: String, vararg arguments: JsonElement, repeatable: Boolean): Answer =
        withParts { callOnce(verb, arguments, repeatable) }

    private suspend fun callOnce(verb: String, arguments: Array<out JsonElement>, repeatable: Boolean): Answer {
        val expression = call(verb, arguments.asList())
        repeat(ATTEMPTS) { attempt ->
            val reply = ask(expression) ?: return Answer.Silent(notAnswering())
            when (val text = reply.text) {
                missing -> {
                    inject()
                    // The browser tells the page's tools a moment after the script has come: a job waits for that.
                    if (verb == "snapshot") return runOnce(options.evaluateTimeoutMs, verb, arguments)
                }
                null -> if (!repeatable) return afterSilence()
                else -> return read(text)
            }
            delay(options.pollMs * attempt)
        }
        return Answer.Silent(unreadable("the script does not stay in it"))
    }

    /** A verb through `start` and `poll`, for at most [timeoutMs]. */
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
            // Null: the page is between two documents.
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

    /** Nothing came back from a call that must not be made twice: was the page left, or is it broken? */
    private suspend fun afterSilence(): Answer =
        if (document() == null) Answer.PageLeft else Answer.Silent(unreadable("nothing came back"))

    /** Waits until another document than [before] is there, for at most [timeoutMs]; says whether it is. */
    suspend fun awaitLeft(before: String?, timeoutMs: Long): Boolean = withTimeoutOrNull(timeoutMs) {
        while (document() == before) delay(options.pollMs)
        true
    } ?: false

    /** Puts the script into the page that comes and waits until it is loaded and quiet, for at most `loadTimeoutMs`. */
    suspend fun settle() {
        withTimeoutOrNull(options.loadTimeoutMs) {
            // A page that goes on to another one while it loads takes the script with it: once more.
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
        const val ATTEMPTS = 4
        const val QUIET_MS = 150

        /** So long a page that has loaded may take to be quiet: a clock or a ticker never is. */
        const val CALM_MS = 3_000L

        /** The first look at a job; each later one waits a quarter longer, up to `pollMs`: most actions are over in 10 to 40 ms. */
        const val FIRST_POLL_MS = 8L
        const val POLLS_GROW_BY = 4
    }
}

/** An error that was made on this side of the bridge. */
internal fun hostError(error: ErrorInfo, document: String?): ErrorResult =
    ErrorResult(Meta(document = document.orEmpty()), error)
