package io.agentbrowser.render

/** How a line begins, by the change that a delta reports of its node. */
private fun markOf(mark: Mark): String = when (mark) {
    Mark.LISTED, Mark.REMOVED -> "- "
    Mark.ADDED -> "+ "
    Mark.CHANGED -> "~ "
    Mark.PARENT -> "@ "
}

/** Whether a text can be printed unquoted at the end of a line: it can't be taken for a name, a ref or a state. */
private fun isPlain(text: String): Boolean =
    text != "" && text[0] !in "\"[].-" && text.indexOf('[', 1) < 0 && text.indexOf(']', 1) < 0

private fun plain(text: String, marker: Marker): String = if (isPlain(text)) text else quote(text, marker)

/** ` [was checked=false, name="Old"]`: the former values of the fields that have changed. */
private fun wasInWords(item: Item): String {
    val was = item.entry?.was ?: return ""
    val texts = listOf("role" to was.role, "name" to was.name, "value" to was.value, "text" to was.text)
    val fields = texts.filter { (field, _) -> field in was.json }
        .map { (field, text) -> "$field=${quote(say(text), REF_MARKER)}" }
    val role = if ("role" in was.json) was.role else item.node.role
    val before = fields + attributes(was, REF_MARKER, role = role)
    return if (before.isEmpty()) "" else " [was ${before.joinToString(", ")}]"
}

/** Most characters of the text that names a sibling. */
private const val AFTER_CHARS = 60

/**
 * ` [after=kd3]`, ` [after="Lamp"]`: the sibling that the node now follows, by its ref if that is printed, else by its
 * text.
 */
private fun afterInWords(item: Item): String {
    val after = item.entry?.after ?: return ""
    val words = listOf(after.name, after.text, after.role).firstOrNull { !it.isNullOrEmpty() }
    val ref = if (!after.name.isNullOrEmpty() && isOnlyStructure(after)) "" else refOf(after)
    return " [after=${ref.ifEmpty { quote(say(words, AFTER_CHARS), REF_MARKER) }}]"
}

/** The end of a line: the value or text behind the attributes; with both, the text gets a line below. */
internal fun ending(item: Item, words: Words, mark: String, marker: Marker): String {
    val onLine = when {
        words.said != "" -> ": ${plain(words.said, marker)}"
        item.hasChildren -> ":"
        else -> ""
    }
    val below = if (words.also == "") "" else "\n  ${mark}text: ${plain(words.also, marker)}"
    return onLine + below
}

/** `- button "Remove" [ref=kd6] [disabled]`: one node a line, the reader's default. */
internal object TreeFormat : Format {
    override fun line(item: Item): String {
        val node = item.node
        val mark = markOf(item.mark)
        if (item.mark == Mark.PARENT) {
            val ref = refOf(node)
            val shown = if (ref == "") "" else " [ref=$ref]"
            return "$mark${named(node, REF_MARKER)}$shown${afterInWords(item)}${wasInWords(item)}:"
        }
        val states = attributes(node, REF_MARKER, refOf(node)).joinToString("") { " [$it]" }
        val end = ending(item, wordsOf(node), mark, REF_MARKER)
        return "$mark${named(node, REF_MARKER)}$states${afterInWords(item)}${wasInWords(item)}$end"
    }

    override fun cut(cut: Cut): String = "- ${cutInWords(cut)}"

    override fun head(head: Head?): String = headInWords(head)

    override val foldsBoxes get() = true
}

// Of a run of more than FEW_REMOVALS removals below one parent, so many get a line of their own.
private const val LISTED_REMOVALS = 3
private const val FEW_REMOVALS = 5

/**
 * Folds long runs of removals: nothing can be done with a removed node, so most of a run is only counted, in the line
 * of the last one listed.
 */
private fun foldRemovals(items: List<Item>): List<Item> {
    val joined = HashMap<Int, List<Item>>()
    var first = 0
    items.forEachIndexed { i, item ->
        val before = items.getOrNull(i - 1)
        if (item.mark != Mark.REMOVED || before?.mark != Mark.REMOVED || before.parent != item.parent) first = i
        val next = items.getOrNull(i + 1)
        val isLast = next?.mark != Mark.REMOVED || next.parent != item.parent
        if (item.mark == Mark.REMOVED && isLast && i - first >= FEW_REMOVALS) {
            val from = first + LISTED_REMOVALS
            joined[from - 1] = items.subList(from, i + 1).toList()
            for (removal in from..i) joined[removal] = emptyList()
        }
    }
    if (joined.isEmpty()) return items
    val folded = items.mapIndexed { i, item -> joined[i]?.let { item.copy(joined = it) } ?: item }
    return measureTree(keepItems(folded) { joined[it]?.isEmpty() != true })
}

/** ` ... 66 more (23 buttons, 43 clickables)`, at the end of the line of a removal whose run is folded. */
private fun othersInWords(item: Item): String {
    val joined = item.joined ?: return ""
    val tally = Tally()
    for (removal in joined) tally.addNode(removal.node)
    return " ${cutInWords(Cut(tally.nodes, tally.kinds(), ""))}"
}

/** Changes: the lines of `tree` behind `+`, `~` or `-`, below an `@` line for their parent. */
internal object DeltaFormat : Format {
    override fun line(item: Item): String = TreeFormat.line(item) + othersInWords(item)

    override fun cut(cut: Cut): String = cutInWords(cut)

    override fun head(head: Head?): String = headInWords(head)

    override val foldsBoxes get() = true

    override fun arrange(items: List<Item>, byRank: Boolean): List<Item> = foldRemovals(items)
}
