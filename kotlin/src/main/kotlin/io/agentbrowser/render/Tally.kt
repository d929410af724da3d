package io.agentbrowser.render

import io.agentbrowser.contract.Omitted
import io.agentbrowser.contract.SnapshotNode

private const val MOST_KINDS = 3

/** The number of nodes left out, split into interactive and other ones. */
private fun kindsOf(omitted: Omitted): List<KindCount> = listOf(
    KindCount("interactive", omitted.interactive),
    KindCount("other", omitted.nodes - omitted.interactive),
)

/** Counts nodes by kind. */
internal class Tally {
    var nodes = 0
        private set
    private val counts = LinkedHashMap<String, Int>()

    fun add(word: String, count: Int) {
        if (count <= 0) return
        nodes += count
        counts[word] = (counts[word] ?: 0) + count
    }

    /** Counts all nodes of a line but context, which is printed for orientation only. */
    fun addItem(item: Item) {
        for (lineItem in itemsIn(item)) if (!lineItem.node.context) addNode(lineItem.node)
    }

    fun addNode(node: SnapshotNode) = add(roleWord(node), 1)

    fun merge(other: Tally) = other.counts.forEach { (word, count) -> add(word, count) }

    fun addOmitted(omitted: Omitted) {
        for (kind in kindsOf(omitted)) add(kind.word, kind.count)
    }

    /**
     * The [MOST_KINDS] most frequent kinds, equally frequent ones in the order of their first node; the rest is
     * `other`.
     */
    fun kinds(): List<KindCount> {
        val known = counts.filterKeys { it != "other" }.map { (word, count) -> KindCount(word, count) }
        val most = known.sortedByDescending { it.count }.take(MOST_KINDS)
        val rest = nodes - most.sumOf { it.count }
        return if (rest > 0 && most.isNotEmpty()) most + KindCount("other", rest) else most
    }

    /**
     * The line about all that was counted, with kinds if they have room in [room] characters; empty where nothing was
     * counted or nothing fits.
     */
    fun inWords(format: Format, hint: String, room: Double, label: SnapshotNode? = null): String {
        if (nodes == 0 && label == null) return ""
        val forms = listOf(Cut(nodes, kinds(), hint, label), Cut(nodes, emptyList(), hint))
        return forms.map(format::cut).firstOrNull { it.length <= room }.orEmpty()
    }
}

/** The line about the children of a node that are not in the tree. */
internal fun moreCut(node: SnapshotNode, more: Omitted): Cut {
    val kinds = if (more.interactive != 0) kindsOf(more).filter { it.count > 0 } else emptyList()
    return Cut(more.nodes, kinds, if (node.ref.isNullOrEmpty()) "" else "scope=${refOf(node)}")
}
