package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** Page text as one safe line of at most [width] characters; empty for no text. All page text is printed by way of this. */
internal fun say(text: String?, width: Int = Int.MAX_VALUE): String = if (text.isNullOrEmpty()) "" else clip(oneLine(text), width)

/** The name, value and text of a node, cleaned by [say]; each empty where there is none. */
internal class Words(
    val name: String,
    /** Printed at the end of the node's line: the live value, else the text. */
    val said: String,
    /** The text of a node that also has a value: printed on a line of its own. */
    val also: String,
)

internal fun wordsOf(node: SnapshotNode): Words {
    val value = say(node.value)
    val text = say(node.text)
    return Words(say(node.name), value.ifEmpty { text }, if (value == "") "" else text)
}

/** The beginning of a ref as a format prints it. Page text must not contain it, or a page could forge refs. */
internal fun interface Marker {
    /** Length of the marker that begins at [at], 0 if none does. */
    fun lengthAt(text: String, at: Int): Int
}

private const val REF_MARK = "[ref="

/** `[ref=` */
internal val REF_MARKER = Marker { text, at -> if (text.startsWith(REF_MARK, at)) REF_MARK.length else 0 }

/** [text] with the [first] character of every marker escaped. */
internal inline fun escapeMarkers(text: String, first: Char, marker: Marker, escape: (Char) -> String): String {
    var at = text.indexOf(first)
    if (at < 0) return text
    val out = StringBuilder(text.length + 16)
    var from = 0
    while (at >= 0) {
        val length = marker.lengthAt(text, at)
        if (length > 0) {
            out.append(text, from, at).append(escape(text[at]))
            from = at + 1
        }
        at = text.indexOf(first, at + maxOf(1, length))
    }
    return out.append(text, from, text.length).toString()
}

/** A JSON string in which the first character of each [marker] is escaped. */
internal fun quote(text: String, marker: Marker): String {
    val json = quoteJson(text)
    val noRef = escapeMarkers(json, '[', marker, ::hex4)
    return escapeMarkers(noRef, '#', marker, ::hex4)
}

/** The ref as it is printed; empty for a node without one. */
internal fun refOf(node: SnapshotNode): String = token(node.ref.orEmpty())

/** The first word of a line: the role; for a `generic` found to be interactive its hint (`clickable`). */
internal fun roleWord(node: SnapshotNode): String {
    val word = token(if (node.role == "generic" && !node.hint.isNullOrEmpty()) node.hint else node.role)
    return if (word != "" && (word[0] in 'A'..'Z' || word[0] in 'a'..'z')) word else "generic"
}

/** Whether the name is a guess, not the accessible name that the browser computes. A guess is printed behind a tilde. */
internal fun isGuess(node: SnapshotNode): Boolean = !node.nameSource.isNullOrEmpty() && node.nameSource != "content"

/** `button "Remove"`, `button ~"gift"` */
internal fun named(node: SnapshotNode, marker: Marker): String {
    val name = say(node.name)
    return roleWord(node) + (if (name == "") "" else " ${if (isGuess(node)) "~" else ""}${quote(name, marker)}")
}

private fun String.isDigitAt(i: Int): Boolean = i < length && this[i] in '0'..'9'

/** The index behind the letters and the first digit of a ref (`kd1`, `f1kd1`) that begins at [from]; -1 if none does. */
internal fun refEnd(text: String, from: Int): Int {
    var at = from
    while (text.startsWith("f", at) && text.isDigitAt(at + 1)) {
        at++
        while (text.isDigitAt(at)) at++
    }
    val isRef = at + 1 < text.length && text[at] in CONSONANTS && text[at + 1] in CONSONANTS && text.isDigitAt(at + 2)
    return if (isRef) at + 3 else -1
}

internal const val CONSONANTS = "bcdfghjklmnpqrstvwxz"

private const val NOT_PLAIN_IN_VALUE = " \"\\[](),<>{}"

/** A value without quotes if it holds nothing that ends an attribute (space, comma, bracket), else quoted. */
private fun plainValue(text: String, marker: Marker): String =
    if (text != "" && text.none { it in NOT_PLAIN_IN_VALUE }) text else quote(text, marker)

/**
 * Everything [attributesOf] finds, as `label`, `label=false`, `label=value` or `label="page text"`.
 */
internal fun attributes(
    node: SnapshotNode,
    marker: Marker,
    ref: String = "",
    role: String = node.role,
    skip: Set<String> = emptySet(),
): List<String> = attributesOf(node, ref, role).filter { it.label !in skip }.map { (label, value) ->
    when (value) {
        AttributeValue.True -> label
        AttributeValue.False -> "$label=false"
        is AttributeValue.Text -> "$label=${plainValue(say(value.text), marker)}"
    }
}

private fun pluralEnding(word: String): String = when {
    word.endsWith("x") || word.endsWith("s") || word.endsWith("ch") || word.endsWith("sh") -> "es"
    else -> "s"
}

/** `5 links, 7 buttons` */
internal fun kindsInWords(kinds: List<KindCount>): String = kinds.joinToString(", ") { (word, count) ->
    val isPlain = count == 1 || word == "interactive" || word == "other"
    "$count $word${if (isPlain) "" else pluralEnding(word)}"
}

private operator fun KindCount.component1(): String = word

private operator fun KindCount.component2(): Int = count

/** `... 12 more (5 links, 7 buttons): after=kd8+3`, `... navigation "Site" [ref=kd1] (61 links): after=kd8+3` */
internal fun cutInWords(cut: Cut, marker: Marker = REF_MARKER, refWord: (String) -> String = { "[ref=$it]" }): String {
    val ref = cut.label?.let(::refOf).orEmpty()
    val what = if (cut.label == null) "${cut.nodes} more" else named(cut.label, marker) + (if (ref == "") "" else " ${refWord(ref)}")
    val counts = if (cut.kinds.isEmpty()) "" else " (${kindsInWords(cut.kinds)})"
    return "... $what$counts${if (cut.hint == "") "" else ": ${cut.hint}"}"
}

private fun headFieldInWords(label: String, value: HeadValue): String = when (value) {
    is HeadValue.Number -> jsNumber(value.number)
    is HeadValue.Text -> when {
        label == "tools" && value.text != "" -> value.text
        label == "title" -> quote(value.text, REF_MARKER)
        else -> plainValue(value.text, REF_MARKER)
    }
    HeadValue.True -> "true"
}

/** `[snapshot] url=/cart title="Cart" nodes=24` */
internal fun headInWords(head: Head?): String {
    if (head == null) return ""
    return head.fields.joinToString("", "[${head.kind}]") { (label, value) -> " $label=${headFieldInWords(label, value)}" }
}
