package io.agentbrowser.tools

import io.agentbrowser.render.edgesOf

/** The beginning of a line that looks like a line of the fence. */
private val LIKE_AN_EDGE = Regex("^\\[(?=(?:begin|end) page content )", RegexOption.MULTILINE)

/** Characters of the two fence lines; 0 without a [nonce]. */
internal fun fenceChars(nonce: String?): Int = edgesOf(nonce).let { (begin, end) -> begin.length + end.length }

/**
 * A text between the two lines that mark page content and that a page can't forge. It is cut to [max] characters inside of
 * the fence, so that the end line is always there. Without a [nonce], the text as it is.
 */
internal fun fenced(text: String, nonce: String?, max: Int): String {
    if (nonce == null) return text
    val (begin, end) = edgesOf(nonce)
    val inner = LIKE_AN_EDGE.replace(text) { "\\u005b" }
    return begin + cutBetweenLines(inner, maxOf(0, max - fenceChars(nonce))) + end
}
