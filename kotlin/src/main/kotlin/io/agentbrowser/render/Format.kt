package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** How many of what: `5 links`. */
internal class KindCount(val word: String, val count: Int)

/** What a line about left-out nodes says. */
internal class Cut(
    val nodes: Int,
    /** Most first. */
    val kinds: List<KindCount>,
    /** How to see them, `after=kd8+3`; empty where there is no way. */
    val hint: String,
    /** What is left out is all of this; null: so many nodes. */
    val label: SnapshotNode? = null,
)

/** What a field of a header holds; texts still hold page text. */
internal sealed interface HeadValue {
    class Text(val text: String) : HeadValue
    class Number(val number: Double) : HeadValue
    object True : HeadValue
}

/** What stands above everything: `snapshot` or `delta`, and its fields. */
internal class Head(val kind: String, val fields: List<Pair<String, HeadValue>>)

/** One way to write items. Every function gives whole lines. */
internal interface Format {
    /** A node; `\n` where it takes more than one line, the further ones indented by one step. */
    fun line(item: Item): String

    /** Behind the last thing below a node that has children; empty: nothing. */
    fun close(item: Item): String = ""

    fun cut(cut: Cut): String

    fun head(head: Head?): String

    val foot: String get() = ""

    /** The shortest text there is where not even one line fits. */
    val empty: String get() = ""

    /** Stands before every line but a first child. */
    val comma: String get() = ""

    /** Words of several nodes stand in one line: what separates them stays. */
    val isProse: Boolean get() = false

    /** A box around a single thing, or alone in another node, needs no line. */
    val foldsBoxes: Boolean get() = false

    /** The only text in a node is not written in the node's own line. */
    val keepsText: Boolean get() = false

    /** Every ref is there, also one that goes without saying. */
    val keepsRefs: Boolean get() = false

    /** Makes lines of the items; with [byRank], no line of items of different ranks. */
    fun arrange(items: List<Item>, byRank: Boolean): List<Item> = items

    /** Whether the line shows the node's ref. */
    fun showsRef(node: SnapshotNode): Boolean = true
}

