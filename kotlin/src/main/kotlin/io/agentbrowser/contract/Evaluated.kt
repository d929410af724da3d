package io.agentbrowser.contract

import io.agentbrowser.json.InvalidJsonException
import io.agentbrowser.json.parseJson
import kotlinx.serialization.json.JsonPrimitive

/** Some bridges encode once more. */
private const val MOST_LAYERS = 3

/**
 * What a script gave, as text. `WebView.evaluateJavascript` answers with the JSON encoding of the value, so that a
 * JSON string arrives as `"{\"ok\":true}"`; other hosts give the string itself. Null for null, `null`, `undefined`
 * (a script that threw, a page that was left) and blank text.
 */
internal fun normalizeEvaluated(raw: String?): String? {
    var text = raw?.trim() ?: return null
    repeat(MOST_LAYERS) {
        if (!text.startsWith('"')) return@repeat
        text = decodeString(text) ?: return text
    }
    return text.takeUnless { it.isBlank() || it == "null" || it == "undefined" }
}

private fun decodeString(text: String): String? = try {
    (parseJson(text) as? JsonPrimitive)?.content
} catch (_: InvalidJsonException) {
    null
}
