package io.agentbrowser.render

/** Level of what only says where other things are. */
private const val CONTEXT = 5

/** Below `maxDepth` and not worth being listed there. */
private const val TOO_DEEP = 9

/** Says where the controls below it are; goes after the far ones and before the near ones. */
private val LANDMARKS =
    setOf("main", "navigation", "banner", "contentinfo", "complementary", "search", "form", "region")

private val LOOSE = setOf("text", "paragraph", "generic")

internal fun isTooDeep(item: Item, maxDepth: Int): Boolean =
    item.depth >= maxDepth && item.reach == 0 && !item.urgent

/**
 * What goes first when there is too much: the higher the number, the earlier. Each line is what an item is (first that
 * applies) and its level elsewhere and in something that goes last.
 */
private fun levelOf(item: Item, maxDepth: Int): Int {
    val (elsewhere, urgent) = when {
        isTooDeep(item, maxDepth) -> return TOO_DEEP
        item.mark != Mark.PARENT && nodesOf(item).any(::isUrgent) -> 0 to 0
        item.reach == 2 -> 4 to 1
        item.reach == 1 -> 6 to 1
        item.mark == Mark.PARENT || item.node.role in LANDMARKS -> CONTEXT to 2
        item.node.role in LOOSE && item.node.name.isNullOrEmpty() -> 8 to 3
        else -> 7 to 2
    }
    return if (item.urgent) urgent else elsewhere
}

/** How far each item is, in items, from the nearest one with a ref in the viewport. */
private fun distances(items: List<Item>): IntArray {
    val far = IntArray(items.size)
    var last = -1
    items.forEachIndexed { i, item ->
        if (item.reach == 2) last = i
        far[i] = if (last < 0) items.size else i - last
    }
    last = -1
    for (i in items.indices.reversed()) {
        if (items[i].reach == 2) last = i
        if (last >= 0 && last - i < far[i]) far[i] = last - i
    }
    return far
}

/**
 * A named box says what the things in it are about: it goes after the last of them that is far from the viewport,
 * and like a landmark before those that are near.
 */
private fun keepContext(items: List<Item>, keys: IntArray, far: IntArray) {
    val best = keys.copyOf()
    val width = items.size + 1
    for (i in items.indices.reversed()) {
        val item = items[i]
        val own = keys[i]
        if (item.hasChildren && !item.node.name.isNullOrEmpty() && own < TOO_DEEP * width) {
            keys[i] = minOf(own, maxOf(CONTEXT * width + far[i], best[i]))
        }
        if (item.parent >= 0) best[item.parent] = minOf(best[item.parent], best[i])
    }
}

/**
 * The order in which items are given up, as a place for each: level by level; within a level the farthest from what
 * is in the viewport first; among equals the last in the document first. Linear: the places are counted, not sorted.
 */
internal fun givingUpOrder(items: List<Item>, maxDepth: Int): IntArray {
    val n = items.size
    val far = distances(items)
    val width = n + 1
    val keys = IntArray(n) { levelOf(items[it], maxDepth) * width + far[it] }
    keepContext(items, keys, far)
    val heads = IntArray((TOO_DEEP + 1) * width) { -1 }
    val next = IntArray(n)
    for (i in 0 until n) {
        next[i] = heads[keys[i]]
        heads[keys[i]] = i
    }
    val order = IntArray(n)
    var place = 0
    for (key in heads.indices.reversed()) {
        var i = heads[key]
        while (i >= 0) {
            order[i] = place++
            i = next[i]
        }
    }
    return order
}
