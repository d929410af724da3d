package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode
import kotlinx.serialization.json.JsonPrimitive

/** How Markdown lays out a line. */
internal class Layout(
    /** What the line begins with. */
    val start: String,
    /** A row of a table: how many items each cell is made of. */
    val cells: List<Int>? = null,
    /** The first row of its table. */
    val isFirst: Boolean = false,
)

/** A node in document order. An item's subtree is what stands between its index and its [end]. */
internal data class Item(
    val node: SnapshotNode,
    val mark: Mark,
    /** What a delta says of the node besides. */
    val entry: Entry?,
    /** In the chain; -1: context. */
    val place: Int,
    val rank: Int,
    /** The part around the main content that it stands in. */
    val aside: SnapshotNode?,
    /** It is this part. */
    val isAside: Boolean,
    /** Index of the item above, -1 at the top. */
    val parent: Int,
    /** Place of the node whose words stand in the line, where that is not the item's own; else -1. */
    val textPlace: Int = -1,
    val end: Int = 0,
    val hasChildren: Boolean = false,
    /** Of several items that stand in one line: those but the first. */
    val joined: List<Item>? = null,
    /** How the line is laid out, where a format arranges its items beforehand. */
    val layout: Layout? = null,
)

private fun has(text: String?): Boolean = !text.isNullOrEmpty()

/** What makes a node worth a line in compact mode; a progress bar without a value says that something is under way. */
private fun saysSomething(node: SnapshotNode): Boolean =
    has(node.ref) || has(node.name) || has(node.text) || has(node.value) || node.more != null ||
        has(node.placeholder) || has(node.url) || has(node.description) || has(node.validationMessage) ||
        "frame" in node.json || node.focused || node.modal || "scroll" in node.json || node.role == "progressbar"

/** Between links and controls, each on a line of its own, these separate nothing any more. */
private val SEPARATOR = Regex("[ .,;:()\\[\\]{}\"'‘’“”«»‹›<>…·•|/–—-]+")

/** An empty cell holds the place of its column. */
internal val CELLS = setOf("cell", "gridcell", "columnheader", "rowheader")

/** Roles whose name is made of their content: what they hold may be words of it. */
private val NAMED_BY_CONTENT = CELLS + setOf("heading", "row", "tooltip", "option", "term")

/** The items that a line stands for. */
internal fun itemsIn(item: Item): List<Item> = item.joined?.let { listOf(item) + it } ?: listOf(item)

/** The words of [text] stand in the name already. The name may be cut: then only what is left of it counts. */
private fun repeats(node: SnapshotNode, text: String?): Boolean {
    val name = node.name
    if (text.isNullOrEmpty() || name.isNullOrEmpty()) return false
    return name == text || ((has(node.ref) || node.role in NAMED_BY_CONTENT) && text in name)
}

private fun isOnlyText(node: SnapshotNode): Boolean =
    node.role == "text" && !has(node.ref) && !has(node.name) && !has(node.value) && node.children.isEmpty()

/** What decides how a tree becomes items. */
internal class ItemOptions(
    val compact: Boolean,
    val format: Format,
    /** The tree goes on elsewhere: what nodes lack is counted at the end. */
    val goesOn: Boolean,
)

/**
 * All nodes in document order, but for the document and for text that only repeats the name above it; in compact mode
 * without the refs that go without saying.
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
            if (options.goesOn && node.more != null && !node.context) shown = shown.without("more")
            if (repeats(shown, shown.text)) shown = shown.without("text")
        }
        items.add(Item(shown, mark, entry, chain.places[i], chain.ranks[i], asides[i], asides[i] === node, parent))
    }
    return items
}

private const val GOES: Byte = 0
private const val STAYS: Byte = 1
private const val GIVES_WAY: Byte = 2

/** The least telling of boxes: another box around it stays in its place. */
private val PLAIN_BOXES = setOf("paragraph", "group")

/** Which items stay; one that gives way leaves its place to what is below it. */
private fun judge(items: List<Item>, options: ItemOptions): ByteArray = Judge(items, options).read()

private class Judge(private val items: List<Item>, private val options: ItemOptions) {
    private val format = options.format
    private val verdict = ByteArray(items.size)
    private val children = IntArray(items.size)

    /** The first line below each item that stays. */
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
        val isTold = item.entry != null && item.mark != Mark.ADDED
        return !options.compact || isTold || (saysSomething(node) && !isSeparator)
    }

    private fun isBoxAlone(i: Int): Boolean = !items[i].node.context && isBox(items[i].node) && !says(i)

    /** Whether the only thing in an item is a box that adds nothing to it. What stands right below a list is an item of it. */
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

/** Takes out the items that [keep] does not want; what was below an item that goes moves up. */
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

/** Fills in where each subtree ends. */
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

/** A box of words alone: what is around it can say them itself. */
private fun isBoxOfText(node: SnapshotNode): Boolean =
    has(node.text) && !has(node.ref) && !has(node.name) && !has(node.value) && node.more == null && isBox(node)

/** Writes the text that comes first in a node that has no words of its own into the node's line. */
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
 * The nodes that are to be rendered, in document order. Compact mode leaves out refs that go without saying, branches
 * that have neither ref nor text, and text of nothing but separators unless the format is prose. It takes out a box that
 * says nothing (a `generic`; where the format folds boxes, a paragraph, a list, an item) where it holds a single thing or
 * is the only thing in another node, and writes the text that comes first in a node into its line. Context stays where it
 * says where: it has a name or a ref, and something in it.
 */
internal fun itemsOf(chain: Chain, entries: Map<SnapshotNode, Entry>, options: ItemOptions): List<Item> {
    val format = options.format
    val all = listItems(chain, entries, options)
    val verdict = judge(all, options)
    val items = measureTree(keepItems(all) { verdict[it] == STAYS })
    return if (options.compact && !format.keepsText) mergeTexts(items, format.foldsBoxes) else items
}
