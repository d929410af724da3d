package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode
import kotlinx.serialization.json.JsonPrimitive

/** Spaces of one level of indentation. */
internal const val STEP = 2

/** Characters of a text with its indentation, line ends included. */
internal fun sizeOfText(text: String, level: Int): Int {
    var size = text.length + 1 + level * STEP
    var at = text.indexOf('\n')
    while (at >= 0) {
        size += level * STEP
        at = text.indexOf('\n', at + 1)
    }
    return size
}

/** Most characters of each text of a node that is printed briefly, since it would have no room otherwise. */
private const val BRIEF = 80

private fun briefly(node: SnapshotNode): SnapshotNode = SnapshotNode(
    node.json.mapValues { (_, value) ->
        if (value is JsonPrimitive && value.isString) JsonPrimitive(clip(value.content, BRIEF)) else value
    },
    node.children,
)

/** A copy of an item with each of its texts cut to [BRIEF] characters. */
internal fun briefItem(item: Item): Item {
    val entry = item.entry
    val brief = if (entry?.was == null) entry else Entry(entry.mark, briefly(entry.was), entry.after)
    return item.copy(node = briefly(item.node), entry = brief)
}

/**
 * Items that may have to be printed as context: they were printed in an earlier text, or a descendant has an earlier
 * rank.
 */
private fun contextItems(items: List<Item>, byRank: Boolean): BooleanArray {
    val first = IntArray(items.size) { items[it].rank }
    val isContext = BooleanArray(items.size)
    for (i in items.indices.reversed()) {
        val item = items[i]
        isContext[i] = item.place < 0 || (byRank && first[i] < item.rank)
        if (item.parent >= 0) first[item.parent] = minOf(first[item.parent], first[i])
    }
    return isContext
}

/**
 * Items as lines: their levels of indentation, and how each is written. Above any line at most [share] characters of
 * context are printed, the nearest ancestors first; [maxDepth] limits the levels. Lines over [longest] characters are
 * shortened to a few words in each of their texts.
 */
internal class Lines(
    val items: List<Item>,
    val format: Format,
    private val maxDepth: Int,
    share: Double,
    byRank: Boolean,
    private val longest: Double,
) {
    private val texts = arrayOfNulls<String>(items.size)
    private val contexts = arrayOfNulls<String>(items.size)
    val levels = IntArray(items.size)

    /**
     * Items that are never printed as context, since with the context below them they would exceed [share]: their
     * children are not indented.
     */
    val isFlat = BooleanArray(items.size)

    init {
        val isContext = contextItems(items, byRank)
        val below = IntArray(items.size)
        for (i in items.indices.reversed()) {
            val parent = items[i].parent
            if (isContext[i]) {
                if (below[i] <= share) below[i] += context(i).length + close(i).length + 2
                isFlat[i] = below[i] > share
            }
            if (parent >= 0) below[parent] = maxOf(below[parent], below[i])
        }
        items.forEachIndexed { i, item -> levels[i] = if (item.parent < 0) 0 else levelBelow(item.parent) }
    }

    /** The level of the children of an item. */
    fun levelBelow(index: Int): Int = minOf(levels[index] + (if (isFlat[index]) 0 else 1), maxDepth - 1)

    /** The line of the item at [index], computed once. */
    fun text(index: Int): String = texts[index] ?: write(index, items[index]).also { texts[index] = it }

    /** The line of [part], which is the item at [index] or its beginning. */
    fun write(index: Int, part: Item): String {
        val own = items[index]
        var text = format.line(part)
        if (text.length > longest) text = format.line(briefItem(own))
        val more = own.node.more
        return if (more == null || format.comma != "") text else "$text\n  ${format.cut(moreCut(own.node, more))}"
    }

    /** The line of an item that is printed only as context of its descendants. */
    fun context(index: Int): String = contexts[index] ?: items[index].let { item ->
        format.line(item.copy(node = contextNode(item.node), joined = null, layout = null)).also { contexts[index] = it }
    }

    /** The line behind the item's descendants; empty where the format has none. */
    fun close(index: Int): String = if (items[index].hasChildren) format.close(items[index]) else ""
}
