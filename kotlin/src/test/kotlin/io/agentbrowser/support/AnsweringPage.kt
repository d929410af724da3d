package io.agentbrowser.support

import io.agentbrowser.json.parseJson
import kotlinx.serialization.json.JsonPrimitive

const val META = """"meta":{"url":"https://host.test/","title":"Page","ts":1,"document":"d1","revision":1}"""

const val SNAPSHOT = """{"ok":true,"type":"snapshot","version":1,$META,"stats":{},"refs":{},""" +
    """"tree":{"tag":"body","role":"document","children":[{"ref":"kd1","tag":"button","role":"button","name":"Go"}]}}"""

/**
 * A page without a browser: [answers] gives the JSON of a result for a verb and its arguments; a job is done at the first look.
 */
class AnsweringPage(private val answers: (verb: String, arguments: List<String>) -> String) {
    private var job = ""

    /** All that was asked for, as it was written. */
    val asked = mutableListOf<String>()

    fun evaluate(code: String): String? {
        if (code == "location.href") return "https://host.test/"
        if ("return a.document" in code) return "d1"
        val call = CALL.find(code) ?: return null
        asked.add(call.value)
        val given = STRINGS.findAll(call.value).map { (parseJson(it.value) as JsonPrimitive).content }.toList()
        val (verb, arguments) = given.first() to given.drop(1)
        return when (verb) {
            "start" -> """{"ok":true,"type":"start",$META,"job":"d1.1"}""".also { job = answers(arguments.first(), arguments.drop(1)) }
            "poll" -> """{"ok":true,"type":"poll",$META,"job":"d1.1","done":true,"result":$job}"""
            else -> answers(verb, arguments)
        }
    }

    private companion object {
        val CALL = Regex("""\.json\((.*)\)\}\)\(\)$""", RegexOption.DOT_MATCHES_ALL)
        val STRINGS = Regex(""""(?:[^"\\]|\\.)*"""")
    }
}
