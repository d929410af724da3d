package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** A hash with a ref behind it is a control here: `#kd5`, `#f1kd5`. */
private val MARKER = Marker { text, at -> if (text[at] == '#') maxOf(refEnd(text, at + 1) - at, 0) else 0 }

internal val QUOTED_MARKER = Marker { text, at -> maxOf(MARKER.lengthAt(text, at), REF_MARKER.lengthAt(text, at)) }

/** Roles of which only the words count, and that stand in a line with others. */
internal val SPANS = setOf(
    "text", "strong", "emphasis", "code", "time", "mark", "subscript", "superscript", "deletion", "insertion",
    "legend", "label",
)

/** Blocks of words: what stands inline at their beginning is part of their line. */
internal val BLOCKS =
    CELLS + setOf("paragraph", "heading", "listitem", "caption", "blockquote", "term", "definition", "generic")

private fun isWords(role: String): Boolean = role in SPANS || role in BLOCKS || role == "row"

/** A URL of nothing but white space leads nowhere. */
internal fun isLink(node: SnapshotNode): Boolean = node.role == "link" && say(node.url) != ""

/** Text that Markdown takes for nothing but text inside of a line. */
private fun escapeText(text: String): String {
    if (text.none { it in "\\[]`<#" }) return text
    val escaped = StringBuilder(text.length + 8)
    for (unit in text) {
        if (unit in "\\[]`<") escaped.append('\\')
        escaped.append(unit)
    }
    return escapeMarkers(escaped.toString(), '#', MARKER) { "\\$it" }
}

/** A line that begins no block, and is no line about something left out. Links, controls and images begin none. */
private fun escapeStart(line: String): String {
    val first = line.firstOrNull() ?: return line
    if (first in "#>+*=:.|-") return "\\$line"
    val digits = line.indexOfFirst { it !in '0'..'9' }
    val isNumbered = digits > 0 && (line[digits] == '.' || line[digits] == ')')
    return if (isNumbered) line.substring(0, digits) + "\\" + line.substring(digits) else line
}

private fun destination(url: String): String {
    val safe = StringBuilder(url.length)
    var i = 0
    while (i < url.length) {
        val unit = url[i]
        if (unit == '<' || unit == '>' || unit == '\\') safe.append('%').append(unit.code.toString(16).uppercase())
        else if (MARKER.lengthAt(url, i) > 0) {
            safe.append("#%").append(url[i + 1].code.toString(16))
            i++
        } else safe.append(unit)
        i++
    }
    val text = safe.toString()
    return if (text.any { it == ' ' || it == '(' || it == ')' }) "<$text>" else text
}

/** `{button #kd6 disabled}`: what a control is; empty where only the words count. */
private fun tagOf(node: SnapshotNode): String {
    val ref = refOf(node)
    val role = roleWord(node)
    if (ref == "" && isWords(role)) return ""
    val value = say(node.value)
    val parts = arrayListOf(role)
    if (ref != "") parts.add("#$ref")
    if (value != "") parts.add("value=${quote(value, QUOTED_MARKER)}")
    return (parts + attributes(node, QUOTED_MARKER)).joinToString(" ", "{", "}")
}

/** What there is to read of a node, the label first; the value of a control stands in its braces. */
private fun readingOf(node: SnapshotNode): List<String> {
    val isShownInTag = !node.ref.isNullOrEmpty() || !isWords(roleWord(node))
    return listOf(node.name, if (isShownInTag) "" else node.value, node.text).map { say(it) }.filter { it != "" }
}

private fun labelOf(node: SnapshotNode): String = readingOf(node).firstOrNull().orEmpty()

/** A guess stands behind a tilde; no other label begins with one. */
private fun tildeOf(node: SnapshotNode): String =
    (if (say(node.name) != "" && isGuess(node)) "~" else "") + (if (labelOf(node).startsWith('~')) "\\" else "")

/** Joined to the word before. */
private const val CLOSING = ".,;:!?)]’”"

private fun join(left: String, right: String): String =
    if (left != "" && right != "" && right[0] !in CLOSING) "$left $right" else left + right

/** Text right before a bracket, which would make an image of a link or a control. */
private fun beforeBracket(text: String): String = if (text.endsWith('!')) text.dropLast(1) + "\\!" else text

/** One node in the middle of a line; [label] is written. */
private fun piece(node: SnapshotNode, label: String): String {
    val words = tildeOf(node) + label
    val text = escapeText(readingOf(node).drop(1).joinToString(" "))
    if (isLink(node)) return join("[$words](${destination(say(node.url))})", text)
    val tag = tagOf(node)
    if (node.role == "image" && node.ref.isNullOrEmpty()) return join("![$words]", text)
    if (isWords(roleWord(node))) return join(join(words, tag), text)
    return join("[$words]$tag", text)
}

private fun isWord(char: Char): Boolean = char == '_' || char in 'a'..'z' || char in 'A'..'Z' || char in '0'..'9' || char > '\u007f'

/** So many places of the same letters are looked at. */
private const val MOST_PLACES = 50

/** Where a part stands in a text from a place on: best as words of its own; below 0 where it does not. */
private fun placeOf(part: String, text: String, from: Int): Int {
    val first = text.indexOf(part, from)
    var at = first
    var tries = 0
    while (at >= 0 && tries++ < MOST_PLACES) {
        val end = at + part.length
        val goesOnBefore = at > 0 && isWord(text[at - 1]) && isWord(part.first())
        val goesOnBehind = end < text.length && isWord(text[end]) && isWord(part.last())
        if (!goesOnBefore && !goesOnBehind) return at
        at = text.indexOf(part, at + 1)
    }
    return first
}

/**
 * A node with what stands in it: what is part of its words takes its place among them, the rest follows. Not where its
 * words are in brackets: none stand in others.
 */
private fun flow(node: SnapshotNode, inside: List<SnapshotNode>): String {
    val label = labelOf(node)
    val isBlock = node.role in BLOCKS && isWords(roleWord(node))
    val words = StringBuilder()
    var from = 0
    val rest = StringBuilder()
    for (one in inside) {
        val part = labelOf(one)
        val written = piece(one, escapeText(part))
        val at = if (part != "" && isBlock) placeOf(part, label, from) else -1
        if (at < 0) {
            if (rest.isNotEmpty() && written != "" && written[0] !in CLOSING) rest.append(' ')
            rest.append(written)
        } else {
            val between = escapeText(label.substring(from, at))
            words.append(if (written.startsWith('[')) beforeBracket(between) else between).append(written)
            from = at + part.length
        }
    }
    return join(piece(node, words.toString() + escapeText(label.substring(from))), rest.toString())
}

private fun rowLine(item: Item, cells: List<Int>): String {
    val nodes = item.joined.orEmpty().map { it.node }
    var from = 0
    val words = ArrayList<String>()
    for (count in cells) {
        val inside = nodes.subList(minOf(from, nodes.size), minOf(from + count, nodes.size))
        from += count
        if (inside.isNotEmpty()) words.add(flow(inside[0], inside.drop(1)).replace("|", "\\|"))
    }
    val tag = tagOf(item.node)
    val line = "| ${words.joinToString(" | ")} |${if (tag == "") "" else " $tag"}"
    return if (item.layout?.isFirst == true) "$line\n|${cells.joinToString("") { " --- |" }}" else line
}

/** A block of Markdown: heading, paragraph, list item, row of a table, or a control. */
internal fun markdownLine(item: Item): String {
    val start = item.layout?.start.orEmpty()
    item.layout?.cells?.let { return start + rowLine(item, it) }
    return start + escapeStart(flow(item.node, item.joined.orEmpty().map { it.node }))
}
