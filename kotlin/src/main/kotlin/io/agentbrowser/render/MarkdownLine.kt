package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** `#kd5`, `#f1kd5`: how Markdown prints a ref. */
private val MARKER = Marker { text, at -> if (text[at] == '#') maxOf(refEnd(text, at + 1) - at, 0) else 0 }

internal val QUOTED_MARKER = Marker { text, at -> maxOf(MARKER.lengthAt(text, at), REF_MARKER.lengthAt(text, at)) }

/** Inline roles whose role is not printed, only their text. */
internal val SPANS = setOf(
    "text", "strong", "emphasis", "code", "time", "mark", "subscript", "superscript", "deletion", "insertion",
    "legend", "label",
)

/** Blocks of text: inline nodes at their beginning are part of their line. */
internal val BLOCKS =
    CELLS + setOf("paragraph", "heading", "listitem", "caption", "blockquote", "term", "definition", "generic")

private fun isWords(role: String): Boolean = role in SPANS || role in BLOCKS || role == "row"

/** Whether a node is printed as a Markdown link. A URL of white space alone leads nowhere. */
internal fun isLink(node: SnapshotNode): Boolean = node.role == "link" && say(node.url) != ""

/** Escapes what Markdown would take for syntax inside of a line. */
private fun escapeText(text: String): String {
    if (text.none { it in "\\[]`<#" }) return text
    val escaped = StringBuilder(text.length + 8)
    for (unit in text) {
        if (unit in "\\[]`<") escaped.append('\\')
        escaped.append(unit)
    }
    return escapeMarkers(escaped.toString(), '#', MARKER) { "\\$it" }
}

/** Escapes the beginning of a line that Markdown would take for a block, or a reader for a line about omitted nodes. */
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
        if (unit in "<>\\") safe.append('%').append(unit.code.toString(16).uppercase())
        else if (QUOTED_MARKER.lengthAt(url, i) > 0) {
            safe.append(unit).append('%').append(url[i + 1].code.toString(16))
            i++
        } else safe.append(unit)
        i++
    }
    val text = safe.toString()
    return if (text.any { it == ' ' || it == '(' || it == ')' }) "<$text>" else text
}

/** `{button #kd6 disabled}`: role, ref, value and states of a control; empty for nodes that are only text. */
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

/** The texts of a node, the label first. The value of a control is not among them: it is in its braces. */
private fun readingOf(node: SnapshotNode): List<String> {
    val isShownInTag = !node.ref.isNullOrEmpty() || !isWords(roleWord(node))
    return listOf(node.name, if (isShownInTag) "" else node.value, node.text).map { say(it) }.filter { it != "" }
}

private fun labelOf(node: SnapshotNode): String = readingOf(node).firstOrNull().orEmpty()

/** A tilde before a guessed name; a backslash before a label that itself begins with a tilde. */
private fun tildeOf(node: SnapshotNode): String =
    (if (say(node.name) != "" && isGuess(node)) "~" else "") + (if (labelOf(node).startsWith('~')) "\\" else "")

/** Punctuation that is joined to the word before it without a space. */
private const val CLOSING = ".,;:!?)]’”"

private fun join(left: String, right: String): String =
    if (left != "" && right != "" && right[0] !in CLOSING) "$left $right" else left + right

/** Escapes an exclamation mark right before a bracket, which would turn a link or a control into an image. */
private fun beforeBracket(text: String): String = if (text.endsWith('!')) text.dropLast(1) + "\\!" else text

/** A node as part of a line; [label] is its label as Markdown. */
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

/** How many occurrences of a label in a text are checked for one that is not a part of another word. */
private const val MOST_PLACES = 50

/**
 * The index of [part] in [text] from [from] on, where it is not a part of other words if possible; -1 where it is not
 * found.
 */
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
 * A node with its inline children: a child whose label occurs in the node's label is written in that place, the others
 * follow. Not where the label itself is written in brackets, which can't be nested.
 */
private fun flow(node: SnapshotNode, inside: List<SnapshotNode>): String {
    val label = labelOf(node)
    val isBlock = node.role in BLOCKS && isWords(roleWord(node))
    val words = StringBuilder()
    var from = 0
    val rest = StringBuilder()
    for (child in inside) {
        val part = labelOf(child)
        val written = piece(child, escapeText(part))
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

/** The line of an item as Markdown: heading, paragraph, list item, row of a table, or a control. */
internal fun markdownLine(item: Item): String {
    val start = item.layout?.start.orEmpty()
    item.layout?.cells?.let { return start + rowLine(item, it) }
    return start + escapeStart(flow(item.node, item.joined.orEmpty().map { it.node }))
}
