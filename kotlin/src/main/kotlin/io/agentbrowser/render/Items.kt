package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode
import kotlinx.serialization.json.JsonPrimitive

/** How Markdown lays out a line. */
internal class Layout(
    /** The prefix of the line: `# `, `- `, an empty line. */
    val start: String,
    /** For a row of a table: how many items each cell consists of. */
    val cells: List<Int>? = null,
    /** The first row of its table. */
    val isFirst: Boolean = false,
)

/**
 * A node to be printed. Items are listed in document order: the descendants of one are those between its index and its
 * [end].
 */
internal data class Item(
    val node: SnapshotNode,
    val mark: Mark,
    /** The change that a delta reports of the node. */
    val entry: Entry?,
    /** Its place in the chain; -1 for context. */
    val place: Int,
    val rank: Int,
    /** The part around the main content (`aside`) that contains it. */
    val aside: SnapshotNode?,
    /** Whether the node itself is that part. */
    val isAside: Boolean,
    /** Index of the parent item, -1 at the top. */
    val parent: Int,
    /** The place of the node whose text is printed in the line, where that is a child of the item; else -1. */
    val textPlace: Int = -1,
    val end: Int = 0,
    val hasChildren: Boolean = false,
    /** The further items that share the line of this one. */
    val joined: List<Item>? = null,
    /** How the line is laid out, for formats with [Format.arrange]. */
    val layout: Layout? = null,
)

private fun has(text: String?): Boolean = !text.isNullOrEmpty()

/** Whether a node gets a line in compact mode. A progress bar without a value tells that something is in progress. */
private fun saysSomething(node: SnapshotNode): Boolean =
    has(node.ref) || has(node.name) || has(node.text) || has(node.value) || node.more != null ||
        has(node.placeholder) || has(node.url) || has(node.description) || has(node.validationMessage) ||
        "frame" in node.json || node.focused || node.modal || "scroll" in node.json || node.role == "progressbar"

/** Text of separators only. Between links and controls that each have their own line it separates nothing. */
private val SEPARATOR = Regex("[ .,;:()\\[\\]{}\"'‘’“”«»‹›<>…·•|/–—-]+")

/** Cells are kept when empty, so that the ones behind stay in their columns. */
internal val CELLS = setOf("cell", "gridcell", "columnheader", "rowheader")

/** Roles whose accessible name comes from their content: text in them may repeat a part of the name. */
private val NAMED_BY_CONTENT = CELLS + setOf("heading", "row", "tooltip", "option", "term")

/** All items that share a line. */
internal fun itemsIn(item: Item): List<Item> = item.joined?.let { listOf(item) + it } ?: listOf(item)

/** Whether the printed name contains [text] already. */
private fun repeats(node: SnapshotNode, text: String?): Boolean {
    val name = node.name
    if (text.isNullOrEmpty() || name.isNullOrEmpty()) return false
    return name == text || ((has(node.ref) || node.role in NAMED_BY_CONTENT) && text in name)
}

private fun isOnlyText(node: SnapshotNode): Boolean =
    node.role == "text" && !has(node.ref) && !has(node.name) && !has(node.value) && node.children.isEmpty()

/** The options that decide which nodes become items. */
internal class ItemOptions(
    val compact: Boolean,
    val format: Format,
    /** The tree was itself cut: nodes that it leaves out are counted in the last line, not below their parents. */
    val goesOn: Boolean,
)

/**
 * All nodes in document order, without the document node and without text that repeats the name of its parent; in compact
 * mode without needless refs.
 */
private fun listItems(chain: Chain, entries: Map<SnapshotNode, Entry>, options: ItemOptions): List<Item> {
    val format = options.format
    val needless = if (options.compact && !format.keepsRefs) needlessRefs(chain, format::showsRef) else null
    val items = ArrayList<Item>()
    val at = IntArray(chain.nodes.size)
    val asides = arrayOfNulls<SnapshotNode>(chain.nodes.size)
    chain.nodes.forEachIndexed { i, node ->
        val parent = if (i > 0) at[chain.parents[i]] else -1
        at[i] = parent
        asides[i] = (if (i > 0) asides[chain.parents[i]] else null) ?: node.takeIf { it.aside }
        if (i == 0 && isDocument(node)) return@forEachIndexed
        val above = items.getOrNull(parent)
        val entry = entries[node]
        val mark = entry?.mark ?: above?.mark ?: Mark.LISTED
        if (above != null && mark == above.mark && isOnlyText(node) && repeats(above.node, node.text)) {
            return@forEachIndexed
        }
        at[i] = items.size
        var shown = if (needless?.get(i) == true && entry == null) node.without("ref") else node
        if (mark != Mark.CHANGED) {
            // Of a select it counts the options that are not listed, wherever the tree ends.
            val isOfCut = node.more != null && !node.context && node.tag != "select"
            if (options.goesOn && isOfCut) shown = shown.without("more")
            if (repeats(shown, shown.text)) shown = shown.without("text")
        }
        items.add(Item(shown, mark, entry, chain.places[i], chain.ranks[i], asides[i], asides[i] === node, parent))
    }
    return items
}

private const val GOES: Byte = 0
private const val STAYS: Byte = 1
private const val GIVES_WAY: Byte = 2

/** The boxes that tell the least: one of them gives way to the box around it. */
private val PLAIN_BOXES = setOf("paragraph", "group")

/** For each item whether it is removed with its branch, kept, or unwrapped: its children take its place. */
private fun judge(items: List<Item>, options: ItemOptions): ByteArray = Judge(items, options).read()

private class Judge(private val items: List<Item>, private val options: ItemOptions) {
    private val format = options.format
    private val verdict = ByteArray(items.size)
    private val children = IntArray(items.size)

    /** The index of the first of these lines. */
    private val first = IntArray(items.size)

    fun read(): ByteArray {
        for (i in items.indices.reversed()) {
            val isSilent = !says(i)
            if (isSilent && children[i] == 0) continue
            if (options.compact && children[i] == 1 && takesOver(i, isSilent)) {
                val inner = first[i]
                verdict[inner] = GIVES_WAY
                verdict[i] = STAYS
                children[i] = children[inner]
                first[i] = first[inner]
            } else verdict[i] = if (isSilent && givesWay(i)) GIVES_WAY else STAYS
            tellParent(i)
        }
        items.forEachIndexed { i, item ->
            val isEmptyCell = item.node.role in CELLS && !item.node.context && verdict[i] == GOES
            if (isEmptyCell && item.parent >= 0 && verdict[item.parent] != GOES) verdict[i] = STAYS
        }
        return verdict
    }

    private fun tellParent(i: Int) {
        val parent = items[i].parent
        if (parent < 0) return
        val lifts = verdict[i] == GIVES_WAY
        children[parent] += if (lifts) children[i] else 1
        first[parent] = if (lifts) first[i] else i
    }

    private fun says(i: Int): Boolean {
        val item = items[i]
        val node = item.node
        if (node.context) {
            return node.more != null || ((has(node.name) || has(node.ref) || item.mark == Mark.PARENT) && children[i] > 0)
        }
        val isSeparator = !format.isProse && isOnlyText(node) && SEPARATOR.matches(node.text.orEmpty())
        val isReported = item.entry != null && item.mark != Mark.ADDED
        return !options.compact || isReported || (saysSomething(node) && !isSeparator)
    }

    private fun isBoxAlone(i: Int): Boolean = !items[i].node.context && isBox(items[i].node) && !says(i)

    /** Whether the only child of an item is a box that adds nothing to it. Not for a list: its children are its items. */
    private fun takesOver(i: Int, isSilent: Boolean): Boolean {
        val node = items[i].node
        return format.foldsBoxes && node.role != "list" && !node.context && isBoxAlone(first[i]) &&
            (!isSilent || !isBox(node) || items[first[i]].node.role in PLAIN_BOXES)
    }

    private fun givesWay(i: Int): Boolean {
        val node = items[i].node
        if (node.context) return true
        if (children[i] != 1 || !isBox(node)) return false
        return node.role == "generic" || (format.foldsBoxes && !isOnlyText(items[first[i]].node))
    }
}

/** The items that [keep] returns true for, with parents adjusted: children of a removed item move up. */
internal fun keepItems(items: List<Item>, keep: (Int) -> Boolean): List<Item> {
    val kept = ArrayList<Item>()
    val place = IntArray(items.size)
    items.forEachIndexed { i, item ->
        val parent = if (item.parent < 0) -1 else place[item.parent]
        val isKept = keep(i)
        place[i] = if (isKept) kept.size else parent
        if (isKept) kept.add(item.copy(parent = parent, end = 0, hasChildren = false))
    }
    return kept
}

/** The same items with [Item.end] and [Item.hasChildren] filled in. */
internal fun measureTree(items: List<Item>): List<Item> {
    val ends = IntArray(items.size)
    val hasChildren = BooleanArray(items.size)
    for (i in items.indices.reversed()) {
        val item = items[i]
        ends[i] = maxOf(ends[i], i + 1)
        hasChildren[i] = hasChildren[i] || item.node.more != null
        if (item.parent < 0) continue
        ends[item.parent] = maxOf(ends[item.parent], ends[i])
        hasChildren[item.parent] = true
    }
    return items.mapIndexed { i, item -> item.copy(end = ends[i], hasChildren = hasChildren[i]) }
}

private fun saysNothing(node: SnapshotNode): Boolean =
    !node.context && node.more == null && !has(node.name) && !has(node.value) && !has(node.text)

/** Whether a node is a box with nothing but text, which can be printed in the line of its parent. */
private fun isBoxOfText(node: SnapshotNode): Boolean =
    has(node.text) && !has(node.ref) && !has(node.name) && !has(node.value) && node.more == null && isBox(node)

/** Moves the text that is the first child of a node without name, value and text into the node itself. */
private fun mergeTexts(items: List<Item>, foldsBoxes: Boolean): List<Item> {
    val isMerged = BooleanArray(items.size)
    val written = items.mapIndexed { i, item ->
        val first = items.getOrNull(i + 1)
        if (item.end < i + 2 || first == null || !saysNothing(item.node)) return@mapIndexed item
        if (first.rank != item.rank || first.node.context || first.entry != null) return@mapIndexed item
        val isBoxAlone = foldsBoxes && item.end == i + 2 && isBoxOfText(first.node)
        if (!isOnlyText(first.node) && !isBoxAlone) return@mapIndexed item
        isMerged[i + 1] = true
        val json = LinkedHashMap(item.node.json)
        json["text"] = JsonPrimitive(first.node.text)
        item.copy(node = SnapshotNode(json, item.node.children), textPlace = first.place)
    }
    return measureTree(keepItems(written) { !isMerged[it] })
}

/**
 * The nodes that are to be rendered, in document order. Compact mode leaves out needless refs, branches that have neither
 * ref nor text, and text of nothing but separators unless the format is prose. It removes a box without content of its own
 * (a `generic`; where the format folds boxes, also a paragraph, a list, an item) that has one child or is an only child,
 * and moves text that is the first child of a node into the node's line. Context is kept where it has a name or a ref, and
 * descendants.
 */
internal fun itemsOf(chain: Chain, entries: Map<SnapshotNode, Entry>, options: ItemOptions): List<Item> {
    val format = options.format
    val all = listItems(chain, entries, options)
    val verdict = judge(all, options)
    val items = measureTree(keepItems(all) { verdict[it] == STAYS })
    return if (options.compact && !format.keepsText) mergeTexts(items, format.foldsBoxes) else items
}
