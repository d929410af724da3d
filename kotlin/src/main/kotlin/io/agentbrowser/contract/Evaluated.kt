package io.agentbrowser.contract

import io.agentbrowser.json.InvalidJsonException
import io.agentbrowser.json.parseJson
import kotlinx.serialization.json.JsonPrimitive

/** How often a result is decoded at most: some bridges encode several times. */
private const val MOST_LAYERS = 3

/**
 * The string that a script returned, whether the host passes the string itself or its JSON encoding
 * (`WebView.evaluateJavascript`), up to three times. A string that is encoded more than once is decoded only if that leads
 * to a JSON object; any other string keeps its own quotes. Null for null, `null`, `undefined` and blank text: the script
 * threw, or the page was left.
 */
internal fun normalizeEvaluated(raw: String?): String? {
    val text = raw?.trim() ?: return null
    if (text == "" || text == "null" || text == "undefined") return null
    val once = decodeString(text) ?: return text
    var inner = once
    repeat(MOST_LAYERS - 1) { inner = decodeString(inner) ?: return@repeat }
    return if (inner.startsWith('{')) inner else once
}

/** The string that a JSON text encodes; null for any other JSON. */
private fun decodeString(text: String): String? = try {
    if (text.startsWith('"')) (parseJson(text) as? JsonPrimitive)?.content else null
} catch (_: InvalidJsonException) {
    null
}
