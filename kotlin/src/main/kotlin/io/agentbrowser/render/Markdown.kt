package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** Whether an item shares a line with its neighbours: text, links, images and controls do. */
private fun isInline(item: Item): Boolean {
    val node = item.node
    if (node.more != null) return false
    if (node.role in SPANS || isLink(node) || node.role == "image") return true
    return if (node.role == "generic") node.tag != "div" else !node.ref.isNullOrEmpty() && node.role !in BLOCKS
}

/** Whether an item has nothing to print itself: a container without name, text, value and ref. */
private fun isSilent(item: Item): Boolean {
    val node = item.node
    return node.ref.isNullOrEmpty() && node.more == null && "frame" !in node.json && !node.modal &&
        say(node.name) == "" && say(node.text) == "" && say(node.value) == "" && !isLink(node)
}

/** For each item whether it and all its descendants are inline. */
private fun inlineItems(items: List<Item>, byRank: Boolean): BooleanArray {
    val inline = BooleanArray(items.size) {
        val item = items[it]
        val isApart = byRank && item.parent >= 0 && items[item.parent].rank != item.rank
        isInline(item) && !isApart && !item.node.context
    }
    for (i in items.indices.reversed()) if (items[i].parent >= 0 && !inline[i]) inline[items[i].parent] = false
    return inline
}

/** The index behind the inline items at the beginning of a block. */
private fun endOfInline(items: List<Item>, inline: BooleanArray, index: Int): Int {
    var end = index + 1
    while (end < items[index].end && inline[end]) end = items[end].end
    return end
}

/**
 * The number of items in each cell of a row; null for a row that a Markdown table can't show, as something in it is not
 * inline.
 */
private fun cellsOf(items: List<Item>, inline: BooleanArray, row: Int, byRank: Boolean): List<Int>? {
    val cells = ArrayList<Int>()
    var i = row + 1
    while (i < items[row].end) {
        val cell = items[i]
        if (cell.node.role !in CELLS || endOfInline(items, inline, i) < cell.end) return null
        if (cell.node.context || (byRank && cell.rank != items[row].rank)) return null
        cells.add(cell.end - i)
        i = cell.end
    }
    return if (items[row].node.context) null else cells.ifEmpty { null }
}

private const val HASHES = "######"

/** `'######'.slice(0, level)`; a missing level, or 0, is level two. */
private fun hashes(level: Double?): String {
    val given = level?.toInt() ?: 0
    val count = if (level == null || level == 0.0) 2 else if (given < 0) HASHES.length + given else given
    return HASHES.take(count.coerceIn(0, HASHES.length))
}

/** What has been laid out already: the number of items of each numbered list, and the tables with a first row. */
private class Seen {
    val numbers = HashMap<Int, Int>()
    val tables = HashSet<Int>()
}

/** `# `, `- `, `3. ` or nothing, behind an empty line where a new block begins. */
private fun layoutOf(items: List<Item>, item: Item, cells: List<Int>?, seen: Seen): Layout {
    val parent = item.parent
    if (cells != null) {
        val isFirst = seen.tables.add(parent)
        return Layout(if (isFirst) "\n" else "", cells, isFirst)
    }
    return when (item.node.role) {
        "heading" -> Layout("\n${hashes(item.node.level)} ")
        "option" -> Layout("- ")
        "listitem" -> {
            if (items.getOrNull(parent)?.node?.tag != "ol") return Layout("- ")
            val number = (seen.numbers[parent] ?: 0) + 1
            seen.numbers[parent] = number
            Layout("$number. ")
        }
        else -> Layout("\n")
    }
}

/** An item for one line: [item] with the inline items in it. */
private fun lineItem(item: Item, joined: List<Item>, parent: Int, layout: Layout): Item =
    item.copy(parent = parent, end = 0, hasChildren = false, layout = layout, joined = joined.toList().ifEmpty { null })

/** For reading: headings, lists, tables and links as Markdown has them; controls as `[Remove]{button #kd6}`. */
internal object MarkdownFormat : Format {
    override fun line(item: Item): String = markdownLine(item)

    override fun cut(cut: Cut): String = cutInWords(cut, QUOTED_MARKER) { "#$it" }

    override fun head(head: Head?): String = headInWords(head)

    override fun showsRef(node: SnapshotNode): Boolean = !isLink(node)

    /** Nodes are joined to lines: neighbouring text and controls share one, containers with nothing to print have none. */
    override val isProse get() = true

    override val keepsText get() = true

    override fun arrange(items: List<Item>, byRank: Boolean): List<Item> {
        val inline = inlineItems(items, byRank)
        val out = ArrayList<Item>()
        // For each item, the index in `out` of the list item that contains its children; -1 where there is none.
        val place = IntArray(items.size)
        val seen = Seen()
        var i = 0
        while (i < items.size) {
            val item = items[i]
            val role = item.node.role
            val inside = if (item.parent < 0) -1 else place[item.parent]
            val cells = if (role == "row") cellsOf(items, inline, i, byRank) else null
            val end = when {
                cells != null -> item.end
                (role in BLOCKS && !item.node.context) || inline[i] -> endOfInline(items, inline, i)
                else -> i + 1
            }
            place[i] = inside
            if (end > i + 1 || !isSilent(item)) {
                if (role == "listitem") place[i] = out.size
                out.add(lineItem(item, items.subList(i + 1, end), inside, layoutOf(items, item, cells, seen)))
            }
            i = end
        }
        return measureTree(out)
    }
}
