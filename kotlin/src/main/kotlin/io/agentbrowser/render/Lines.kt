package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode
import kotlinx.serialization.json.JsonPrimitive

/** A step of indentation. */
internal const val STEP = 2

/** Characters of a text with its indentation, a line end behind each line. */
internal fun sizeOfText(text: String, level: Int): Int {
    var size = text.length + 1 + level * STEP
    var at = text.indexOf('\n')
    while (at >= 0) {
        size += level * STEP
        at = text.indexOf('\n', at + 1)
    }
    return size
}

/** A node that would have no room at all is cut to texts of this length. */
private const val BRIEF = 80

private fun briefly(node: SnapshotNode): SnapshotNode = SnapshotNode(
    node.json.mapValues { (_, value) ->
        if (value is JsonPrimitive && value.isString) JsonPrimitive(clip(value.content, BRIEF)) else value
    },
    node.children,
)

/** An item whose texts are cut to a few words each. */
internal fun briefItem(item: Item): Item {
    val entry = item.entry
    val brief = if (entry?.was == null) entry else Entry(entry.mark, briefly(entry.was), entry.after)
    return item.copy(node = briefly(item.node), entry = brief)
}

/** Items that may have to be said as context: they were given before, or something in them comes before them. */
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
 * Items as lines: where each stands, and how it is written. No more than [share] characters of context stand above any
 * line: the nearest; [maxDepth] limits the levels. Lines over [longest] are cut to a few words in each of their texts.
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

    /** Gives no level to what stands in it, and is never said as context: what it says would take too much room. */
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

    /** Level of what stands right below an item. */
    fun levelBelow(index: Int): Int = minOf(levels[index] + (if (isFlat[index]) 0 else 1), maxDepth - 1)

    /** The line of an item. */
    fun text(index: Int): String = texts[index] ?: write(index, items[index]).also { texts[index] = it }

    /** The line of a part of an item. */
    fun write(index: Int, part: Item): String {
        val own = items[index]
        var text = format.line(part)
        if (text.length > longest) text = format.line(briefItem(own))
        val more = own.node.more
        return if (more == null || format.comma != "") text else "$text\n  ${format.cut(moreCut(own.node, more))}"
    }

    /** The line that only says where others stand. */
    fun context(index: Int): String = contexts[index] ?: items[index].let { item ->
        format.line(item.copy(node = contextNode(item.node), joined = null, layout = null)).also { contexts[index] = it }
    }

    /** Behind what stands in the item; empty: nothing. */
    fun close(index: Int): String = if (items[index].hasChildren) format.close(items[index]) else ""
}
