package io.agentbrowser.sample

import io.agentbrowser.session.AgentSession
import io.agentbrowser.tools.ToolAnswer
import io.agentbrowser.tools.ToolExecutor
import io.agentbrowser.tools.ToolHost
import io.agentbrowser.tools.UrlPolicy
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/**
 * The part of the sample without Android: a tool loop on a session, a log of its calls, and the lines of the panel. The
 * activity gives it a WebView; the JVM tests of `kotlin/` give it a tab of Chromium.
 */
class SampleAgent(evaluate: suspend (String) -> String?, host: ToolHost, urls: UrlPolicy = UrlPolicy()) {
    val session = AgentSession(evaluate)
    private val executor = ToolExecutor(session, host, urls)

    /** The last 200 tool calls: `web_click {"ref":"kd5"} -> 312 characters`. */
    val log: List<String> get() = calls
    private val calls = ArrayList<String>()

    /** The lines of the last answer, which the panel lists. */
    var lines: List<String> = emptyList()
        private set

    /** Calls a tool by name, as a model would. */
    suspend fun call(name: String, vararg arguments: Pair<String, String>): ToolAnswer {
        val json = JsonObject(arguments.associate { (key, value) -> key to JsonPrimitive(value) })
        val answer = executor.execute(name, json)
        val outcome = if (answer.isError) "error" else "${answer.text.length} characters"
        calls.add("$name $json -> $outcome")
        if (calls.size > KEPT) calls.removeAt(0)
        lines = answer.text.lines()
        return answer
    }

    /**
     * Acts on the ref in a line of the panel: fills a field with [text], clicks any other element. Null for a line
     * without a ref.
     */
    suspend fun tap(line: String, text: String = ""): ToolAnswer? {
        val ref = refIn(line) ?: return null
        return if (isField(line)) call("web_fill", "ref" to ref, "text" to text) else call("web_click", "ref" to ref)
    }

    companion object {
        private const val KEPT = 200
        private val REF = Regex("\\[ref=((?:f[1-9][0-9]*)*[a-z]{2}[1-9][0-9]*)]")
        private val FIELD = Regex("^\\s*[-+~] (?:textbox|searchbox|spinbutton)\\b")

        /** The ref in a line, null without one. Page text can't forge one: it is escaped. */
        fun refIn(line: String): String? = REF.find(line)?.groupValues?.get(1)

        fun isField(line: String): Boolean = FIELD.containsMatchIn(line)
    }
}
