package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** The number of nodes of one kind: `5 links`. */
internal class KindCount(val word: String, val count: Int)

/** The content of a line about nodes that are left out. */
internal class Cut(
    val nodes: Int,
    /** The most frequent kind first. */
    val kinds: List<KindCount>,
    /** The option that shows them, `after=kd8+3`; empty where there is none. */
    val hint: String,
    /** The part of the page that is left out whole; null where only a number of nodes is known. */
    val label: SnapshotNode? = null,
)

/** The value of a header field. A text still holds raw page text. */
internal sealed interface HeadValue {
    class Text(val text: String) : HeadValue
    class Number(val number: Double) : HeadValue
    object True : HeadValue
}

/** The header: `snapshot` or `delta`, and its fields. */
internal class Head(val kind: String, val fields: List<Pair<String, HeadValue>>)

/** How items are written. Every function returns whole lines. */
internal interface Format {
    /** The line of an item. Where it takes several, they are parted by `\n` and the further ones indented by one step. */
    fun line(item: Item): String

    /** The line behind the last descendant of an item with children, such as an end tag; empty: none. */
    fun close(item: Item): String = ""

    fun cut(cut: Cut): String

    fun head(head: Head?): String

    val foot: String get() = ""

    /** The text where not even one line fits. */
    val empty: String get() = ""

    /** Written before every line but that of a first child. */
    val comma: String get() = ""

    /** Text of several nodes shares a line, so separators between them are kept. */
    val isProse: Boolean get() = false

    /** A box ([isBox]) with one child, or that is an only child, gets no line. */
    val foldsBoxes: Boolean get() = false

    /** Text that is the first child of a node keeps a line of its own. */
    val keepsText: Boolean get() = false

    /** Every ref is printed, also those of [needlessRefs]. */
    val keepsRefs: Boolean get() = false

    /** Joins items that share a line; with [byRank] only items of the same rank. */
    fun arrange(items: List<Item>, byRank: Boolean): List<Item> = items

    /** Whether the line shows the node's ref. */
    fun showsRef(node: SnapshotNode): Boolean = true
}

