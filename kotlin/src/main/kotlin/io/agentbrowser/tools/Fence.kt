package io.agentbrowser.tools

import io.agentbrowser.render.edgesOf

/** A line that could be taken for one of the fence's own. */
private val LIKE_AN_EDGE = Regex("^\\[(?=(?:begin|end) page content )", RegexOption.MULTILINE)

/** The characters of the two lines around a text, none without a [nonce]. */
internal fun fenceChars(nonce: String?): Int = edgesOf(nonce).let { (begin, end) -> begin.length + end.length }

/**
 * What may hold page text, between the two lines that a page can't fake, and within [max] characters: never cut so that the
 * end is lost. Without a [nonce] as it is.
 */
internal fun fenced(text: String, nonce: String?, max: Int): String {
    if (nonce == null) return text
    val (begin, end) = edgesOf(nonce)
    val inner = LIKE_AN_EDGE.replace(text) { "\\u005b" }
    return begin + cutBetweenLines(inner, maxOf(0, max - fenceChars(nonce))) + end
}
