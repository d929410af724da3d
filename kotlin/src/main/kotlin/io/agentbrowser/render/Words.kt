package io.agentbrowser.render

import io.agentbrowser.contract.Omitted
import io.agentbrowser.contract.SnapshotNode

/** Every bit of page text goes through here. */
internal fun say(text: String?, width: Int): String = if (text.isNullOrEmpty()) "" else clip(oneLine(text), width)

/** What a node says, ready to be written; each empty where there is nothing. */
internal class Words(
    val name: String,
    /** What stands behind everything else: the live value, else the text. */
    val said: String,
    /** The text that finds no room there. */
    val also: String,
)

internal fun wordsOf(node: SnapshotNode, width: Int): Words {
    val value = say(node.value, width)
    val text = say(node.text, width)
    return Words(say(node.name, width), value.ifEmpty { text }, if (value == "") "" else text)
}

/** What page text must not contain: the beginning of something that means more than its words. */
internal fun interface Marker {
    /** Length of the marker that begins at [at], 0 if none does. */
    fun lengthAt(text: String, at: Int): Int
}

private const val REF_MARK = "[ref="

/** `[ref=` */
internal val REF_MARKER = Marker { text, at -> if (text.startsWith(REF_MARK, at)) REF_MARK.length else 0 }

/** [text] with the first unit of every marker replaced. */
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

/** A JSON string in which no marker begins. */
internal fun quote(text: String, marker: Marker): String {
    val json = quoteJson(text)
    val noRef = escapeMarkers(json, '[', marker, ::hex4)
    return escapeMarkers(noRef, '#', marker, ::hex4)
}

/** The ref as it is written, empty where there is none. */
internal fun refOf(node: SnapshotNode): String = token(node.ref.orEmpty())

/** The first word of a line: what was found by evidence is called by it. */
internal fun roleWord(node: SnapshotNode): String {
    val word = token(if (node.role == "generic" && !node.hint.isNullOrEmpty()) node.hint else node.role)
    return if (word != "" && (word[0] in 'A'..'Z' || word[0] in 'a'..'z')) word else "generic"
}

private const val NOT_PLAIN_IN_VALUE = " \"\\[](),<>{}"

/** A value that ends at a space, a comma or a bracket is quoted. */
private fun plainValue(text: String, marker: Marker): String =
    if (text != "" && text.none { it in NOT_PLAIN_IN_VALUE }) text else quote(text, marker)

/**
 * Everything [attributesOf] finds, of a URL only half of [width] (where it leads stands at its beginning), as
 * `label`, `label=false`, `label=value` or `label="page text"`.
 */
internal fun attributes(
    node: SnapshotNode,
    width: Int,
    marker: Marker,
    ref: String = "",
    role: String = node.role,
    skip: Set<String> = emptySet(),
): List<String> = attributesOf(node, ref, role).filter { it.label !in skip }.map { (label, value) ->
    when (value) {
        AttributeValue.True -> label
        AttributeValue.False -> "$label=false"
        is AttributeValue.Text -> "$label=${plainValue(say(value.text, if (label == "url") width / 2 else width), marker)}"
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

/** `... 12 more (5 links, 7 buttons): after=e8` */
internal fun cutInWords(cut: Cut): String {
    val what = if (cut.kinds.isNotEmpty()) " (${kindsInWords(cut.kinds)})" else ""
    val nodes = if (cut.nodes > 0) "${cut.nodes} more$what" else ""
    val chars = if (cut.chars > 0) "${cut.chars} characters" else ""
    val parts = listOf(nodes, chars).filter { it != "" }.joinToString(", ")
    return "... $parts${if (cut.hint != "") ": ${cut.hint}" else ""}"
}

private fun headFieldInWords(label: String, value: HeadValue): String = when (value) {
    is HeadValue.Words -> "[${value.words.joinToString(",", transform = ::quoteJson)}]"
    is HeadValue.Number -> jsNumber(value.number)
    is HeadValue.Text -> if (label == "title") quote(value.text, REF_MARKER) else plainValue(value.text, REF_MARKER)
    HeadValue.True -> "true"
}

/** `[snapshot] url=/cart title="Cart" nodes=24` */
internal fun headInWords(head: Head?): String {
    if (head == null) return ""
    return head.fields.joinToString("", "[${head.kind}]") { (label, value) -> " $label=${headFieldInWords(label, value)}" }
}

/** What is left out, by whether it can be acted on. */
internal fun omittedKinds(omitted: Omitted): List<KindCount> {
    val interactive = omitted.interactive
    val others = KindCount("other", omitted.nodes - interactive)
    return when {
        interactive <= 0 -> listOf(KindCount("other", omitted.nodes))
        omitted.nodes > interactive -> listOf(KindCount("interactive", interactive), others)
        else -> listOf(KindCount("interactive", interactive))
    }
}

/** Words about the children that the walk did not list; empty where there are none. */
internal fun moreInWords(node: SnapshotNode): String {
    val more = node.more ?: return ""
    if (more.nodes <= 0) return ""
    val kinds = if (more.interactive != 0) omittedKinds(more) else emptyList()
    return cutInWords(Cut(more.nodes, kinds, 0, if (node.ref.isNullOrEmpty()) "" else "scope=${refOf(node)}"))
}
