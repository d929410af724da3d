package io.agentbrowser.contract

import io.agentbrowser.json.InvalidJsonException
import io.agentbrowser.json.parseJson
import kotlinx.serialization.json.JsonPrimitive

/** Some bridges encode once more. */
private const val MOST_LAYERS = 3

/**
 * What a script gave, as text. `WebView.evaluateJavascript` answers with the JSON encoding of the value, so that a
 * JSON string arrives as `"{\"ok\":true}"`; other hosts give the string itself. A string that is encoded more than once
 * is decoded down to an object, if one is at the bottom; any other string keeps its own quotes. Null for null, `null`,
 * `undefined` (a script that threw, a page that was left) and blank text.
 */
internal fun normalizeEvaluated(raw: String?): String? {
    val text = raw?.trim() ?: return null
    if (text == "" || text == "null" || text == "undefined") return null
    val once = decodeString(text) ?: return text
    var inner = once
    repeat(MOST_LAYERS - 1) { inner = decodeString(inner) ?: return@repeat }
    return if (inner.startsWith('{')) inner else once
}

/** The string that JSON text stands for; null if it stands for anything else. */
private fun decodeString(text: String): String? = try {
    if (text.startsWith('"')) (parseJson(text) as? JsonPrimitive)?.content else null
} catch (_: InvalidJsonException) {
    null
}
