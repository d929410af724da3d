package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** What a delta says of a node; in a snapshot every node is listed. */
internal enum class Mark(val wireName: String) {
    LISTED("listed"),
    ADDED("added"),
    CHANGED("changed"),
    REMOVED("removed"),
    PARENT("parent"),
}

/** A node to flatten. Without [below] its own children follow, with the same mark. */
internal class Seed(
    val node: SnapshotNode,
    val mark: Mark,
    val was: SnapshotNode? = null,
    val below: List<Seed>? = null,
)

/** How Markdown lays out a line. */
internal class Layout(
    /** What the line begins with. */
    val start: String,
    /** A row of a table: for each cell its node and what stands in it. */
    val cells: List<List<SnapshotNode>>? = null,
    /** The first row of its table. */
    val isFirst: Boolean = false,
)

/** A node in document order. An item's subtree is what stands between its index and its [end]. */
internal class Item(
    val node: SnapshotNode,
    val mark: Mark,
    val was: SnapshotNode?,
    /** Index of the item above, -1 at the top. */
    val parent: Int,
    /** In or on something that goes last. */
    var urgent: Boolean,
    /** 0: nothing in the line has a ref, 1: out of the viewport, 2: in it. */
    var reach: Int,
    /** Of several nodes that stand in one line: those but the first. */
    var joined: List<SnapshotNode>? = null,
    /** How the line is laid out, where a format arranges its items beforehand. */
    val layout: Layout? = null,
) {
    var end: Int = 0
    var depth: Int = 0
    var hasChildren: Boolean = false

    /** The same below another item, its place in the tree not yet measured. */
    fun movedTo(parent: Int, layout: Layout? = this.layout): Item =
        Item(node, mark, was, parent, urgent, reach, joined, layout)
}

private fun has(text: String?): Boolean = !text.isNullOrEmpty()

/** What makes a node worth a line in compact mode. */
private fun saysSomething(node: SnapshotNode): Boolean =
    has(node.ref) || has(node.name) || has(node.text) || has(node.value) || node.more != null ||
        has(node.placeholder) || has(node.url) || has(node.description) || has(node.validationMessage) ||
        "frame" in node.json || node.focused || node.modal || "scroll" in node.json

/** Between links and controls, each on a line of its own, these separate nothing any more. */
private val SEPARATOR = Regex("[ .,;:()\\[\\]{}\"'‘’“”«»‹›<>…·•|/–—-]+")

/** An empty cell holds the place of its column. */
internal val CELLS = setOf("cell", "gridcell", "columnheader", "rowheader")

/** Roles whose name is made of their content: what they hold may be words of it. */
private val NAMED_BY_CONTENT = CELLS + setOf("heading", "row", "tooltip", "option", "term")

/** Nothing of these may get lost before everything else has. */
private val URGENT = setOf("dialog", "alertdialog", "alert")

/** The nodes that a line stands for. */
internal fun nodesOf(item: Item): List<SnapshotNode> =
    item.joined?.let { listOf(item.node) + it } ?: listOf(item.node)

internal fun isUrgent(node: SnapshotNode): Boolean =
    node.role in URGENT || node.modal || node.focused || node.invalid || has(node.validationMessage)

/** The words of [text] stand in the name already. The name may be cut: then only what is left of it counts. */
private fun repeats(node: SnapshotNode, text: String?): Boolean {
    val name = node.name
    if (text.isNullOrEmpty() || name.isNullOrEmpty()) return false
    return name == text || ((has(node.ref) || node.role in NAMED_BY_CONTENT) && text in name)
}

private fun isOnlyText(node: SnapshotNode): Boolean =
    node.role == "text" && !has(node.ref) && !has(node.name) && !has(node.value) && node.children.isEmpty()

/** All nodes in document order, but for text that only repeats the name above it. */
private fun listNodes(seeds: List<Seed>): List<Item> {
    val items = ArrayList<Item>()
    val stack = ArrayList<Pair<Seed, Int>>()
    for (seed in seeds.asReversed()) stack.add(seed to -1)
    while (stack.isNotEmpty()) {
        val (seed, parent) = stack.removeAt(stack.size - 1)
        val node = seed.node
        val mark = seed.mark
        val above = items.getOrNull(parent)
        if (above != null && mark == above.mark && isOnlyText(node) && repeats(above.node, node.text)) continue
        val urgent = isUrgent(node) || above?.urgent == true
        val index = items.size
        val reach = if (!has(node.ref)) 0 else if (node.offscreen) 1 else 2
        val shown = if (mark != Mark.CHANGED && repeats(node, node.text)) node.without("text") else node
        items.add(Item(shown, mark, seed.was, parent, urgent, reach))
        if (seed.below != null) for (one in seed.below.asReversed()) stack.add(one to index)
        else for (child in node.children.asReversed()) stack.add(Seed(child, mark) to index)
    }
    return items
}

private const val GOES: Byte = 0
private const val STAYS: Byte = 1
private const val GIVES_WAY: Byte = 2

/** Which items stay in compact mode; one that gives way leaves its place to its only child. */
private fun judge(items: List<Item>, format: Format): ByteArray {
    val verdict = ByteArray(items.size)
    val children = IntArray(items.size)
    // The first line below each item that stays.
    val first = IntArray(items.size)
    fun givesWay(i: Int): Boolean {
        val item = items[i]
        if (children[i] != 1 || item.node.role == "generic") return children[i] == 1
        return format.foldsItems && item.node.role == "listitem" &&
            items.getOrNull(item.parent)?.node?.role == "list" && has(items[first[i]].node.ref)
    }
    for (i in items.indices.reversed()) {
        val item = items[i]
        val parent = item.parent
        val isEntry = item.mark != Mark.LISTED && (parent < 0 || items[parent].mark != item.mark)
        val isSeparator = !format.isProse && isOnlyText(item.node) && SEPARATOR.matches(item.node.text.orEmpty())
        val says = isEntry || (saysSomething(item.node) && !isSeparator)
        if (!says && children[i] == 0) continue
        verdict[i] = if (!says && givesWay(i)) GIVES_WAY else STAYS
        if (parent < 0) continue
        children[parent]++
        first[parent] = if (verdict[i] == GIVES_WAY) first[i] else i
    }
    items.forEachIndexed { i, item ->
        val isKeptOpen = item.node.role in CELLS && verdict[i] == GOES && item.parent >= 0
        if (isKeptOpen && verdict[item.parent] != GOES) verdict[i] = STAYS
    }
    return verdict
}

/** Takes out the items that [keep] does not want; what was below an item that goes moves up. */
internal inline fun keepItems(items: List<Item>, keep: (index: Int) -> Boolean): List<Item> {
    val kept = ArrayList<Item>(items.size)
    val place = IntArray(items.size)
    items.forEachIndexed { i, item ->
        val parent = if (item.parent < 0) -1 else place[item.parent]
        val isKept = keep(i)
        place[i] = if (isKept) kept.size else parent
        if (isKept) kept.add(item.movedTo(parent))
    }
    return kept
}

/** Fills in where each subtree ends and how deep it is. */
internal fun measureTree(items: List<Item>): List<Item> {
    for (i in items.indices.reversed()) {
        val item = items[i]
        item.end = maxOf(item.end, i + 1)
        val above = items.getOrNull(item.parent) ?: continue
        above.end = maxOf(above.end, item.end)
        above.hasChildren = true
    }
    for (item in items) item.depth = items.getOrNull(item.parent)?.let { it.depth + 1 } ?: 0
    return items
}

/**
 * The nodes that are to be rendered, in document order. Compact mode leaves out branches that have neither ref nor
 * text, and text of nothing but separators unless the format is prose, and puts the only child of a node that says
 * nothing in its place: of a `generic`, and of a list's item that holds one thing with a ref, where the format folds
 * items.
 */
internal fun itemsOf(seeds: List<Seed>, compact: Boolean, format: Format): List<Item> {
    val all = listNodes(seeds)
    if (!compact) return measureTree(all)
    val verdict = judge(all, format)
    return measureTree(keepItems(all) { verdict[it] == STAYS })
}
