package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** How a line begins, by what a delta says of its node. */
private fun markOf(mark: Mark): String = when (mark) {
    Mark.LISTED, Mark.REMOVED -> "- "
    Mark.ADDED -> "+ "
    Mark.CHANGED -> "~ "
    Mark.PARENT -> "@ "
}

/** Text that can't be taken for anything else up to the end of the line. */
private fun isPlain(text: String): Boolean =
    text != "" && text[0] !in "\"[].-" && text.indexOf('[', 1) < 0 && text.indexOf(']', 1) < 0

private fun plain(text: String, marker: Marker): String = if (isPlain(text)) text else quote(text, marker)

private fun named(node: SnapshotNode, words: Words, marker: Marker): String =
    if (words.name == "") roleWord(node) else "${roleWord(node)} ${quote(words.name, marker)}"

/** `[was checked=false, name="Old"]`: the fields that a change is about, as they were. */
private fun wasInWords(item: Item, width: Int): String {
    val was = item.was ?: return ""
    val texts = listOf("role" to was.role, "name" to was.name, "value" to was.value, "text" to was.text)
    val fields = texts.filter { (field, _) -> field in was.json }
        .map { (field, text) -> "$field=${quote(say(text, width), REF_MARKER)}" }
    val role = if ("role" in was.json) was.role else item.node.role
    val before = fields + attributes(was, width, REF_MARKER, role = role)
    return if (before.isEmpty()) "" else " [was ${before.joinToString(", ")}]"
}

/** What stands behind a node's attributes; what has no room there gets a line below. */
private fun ending(item: Item, words: Words, mark: String, marker: Marker): String {
    val more = moreInWords(item.node)
    val said = when {
        words.said != "" -> ": ${plain(words.said, marker)}"
        item.hasChildren || more != "" -> ":"
        else -> ""
    }
    val also = if (words.also == "") "" else "\n  ${mark}text: ${plain(words.also, marker)}"
    return said + also + (if (more == "") "" else "\n  $mark$more")
}

/** `- button "Remove" [ref=e6] [disabled]`: one node a line, the reader's default. */
internal object TreeFormat : Format {
    override fun line(item: Item, width: Int): String {
        val node = item.node
        val words = wordsOf(node, width)
        val mark = markOf(item.mark)
        if (item.mark == Mark.PARENT) {
            val ref = refOf(node)
            val shown = if (ref == "") "" else " [ref=$ref]"
            return "$mark${named(node, words, REF_MARKER)}$shown${wasInWords(item, width)}:"
        }
        val states = attributes(node, width, REF_MARKER, refOf(node)).joinToString("") { " [$it]" }
        return "$mark${named(node, words, REF_MARKER)}$states${wasInWords(item, width)}${ending(item, words, mark, REF_MARKER)}"
    }

    override fun cut(cut: Cut): String = "- ${cutInWords(cut)}"

    override fun head(head: Head?): String = headInWords(head)

    override val foldsItems get() = true
}

// Removals of one place: so many have a line of their own where there are more than a few.
private const val LISTED_REMOVALS = 3
private const val FEW_REMOVALS = 5

/** Nothing can be done with what is gone: most of a long run of it is only counted, in the line of the last one listed. */
private fun foldRemovals(items: List<Item>): List<Item> {
    val joined = HashMap<Int, List<SnapshotNode>>()
    var first = 0
    items.forEachIndexed { i, item ->
        val before = items.getOrNull(i - 1)
        if (item.mark != Mark.REMOVED || before?.mark != Mark.REMOVED || before.parent != item.parent) first = i
        val next = items.getOrNull(i + 1)
        val isLast = next?.mark != Mark.REMOVED || next.parent != item.parent
        if (item.mark == Mark.REMOVED && isLast && i - first >= FEW_REMOVALS) {
            val from = first + LISTED_REMOVALS
            joined[from - 1] = items.subList(from, i + 1).map { it.node }
            for (gone in from..i) joined[gone] = emptyList()
        }
    }
    if (joined.isEmpty()) return items
    val kept = items.indices.filter { joined[it]?.isEmpty() != true }
    val folded = keepItems(items) { joined[it]?.isEmpty() != true }
    folded.forEachIndexed { i, item -> joined[kept[i]]?.let { item.joined = it } }
    return measureTree(folded)
}

/** ` ... 66 more (23 buttons, 43 clickables)` behind a removal that stands for others too. */
private fun othersInWords(item: Item): String {
    val joined = item.joined ?: return ""
    val tally = Tally()
    for (node in joined) tally.add(roleWord(node), 1)
    return " ${cutInWords(Cut(tally.nodes, tally.kinds(), 0, ""))}"
}

/** What changed: the lines of `tree` behind `+`, `~`, `-`, below the `@` line of what they stand in. */
internal object DeltaFormat : Format {
    override fun line(item: Item, width: Int): String = TreeFormat.line(item, width) + othersInWords(item)

    override fun cut(cut: Cut): String = cutInWords(cut)

    override fun head(head: Head?): String = headInWords(head)

    override val foldsItems get() = true

    override fun arrange(items: List<Item>): List<Item> = foldRemovals(items)
}

/** A bracket with a number or a ref is an index in the two formats below: `[ref=`, `[5`, `[e5`, `[f1e5`. */
private val INDEX_MARKER = Marker { text, at ->
    fun isDigit(i: Int) = i < text.length && text[i] in '0'..'9'
    when {
        text[at] != '[' -> 0
        REF_MARKER.lengthAt(text, at) > 0 -> REF_MARKER.lengthAt(text, at)
        isDigit(at + 1) -> 2
        at + 1 < text.length && text[at + 1] in "ef" && isDigit(at + 2) -> 3
        else -> 0
    }
}

private fun inBrackets(word: String): String = if (word == "") "" else "[$word] "

private fun states(node: SnapshotNode, width: Int): String {
    val all = attributes(node, width, INDEX_MARKER)
    return if (all.isEmpty()) "" else " (${all.joinToString(", ")})"
}

/** `e5` is number 5. */
private fun numberOf(ref: String): String {
    val isNumbered = ref.length > 1 && ref[0] == 'e' && ref.drop(1).all { it in '0'..'9' }
    return if (isNumbered) ref.substring(1) else ref
}

/** `[6] button "Remove" (disabled)`: the number of the ref, for models that were trained on numbered elements. */
internal object IndexedFormat : Format {
    override fun line(item: Item, width: Int): String {
        val node = item.node
        val words = wordsOf(node, width)
        val index = inBrackets(numberOf(refOf(node)))
        return "$index${named(node, words, INDEX_MARKER)}${states(node, width)}${ending(item, words, "", INDEX_MARKER)}"
    }

    override fun cut(cut: Cut): String = cutInWords(cut)

    override fun head(head: Head?): String = headInWords(head)

    override val foldsItems get() = true
}

/** Can't be taken for anything but words, up to ` (`, ` = ` or the end of the line. */
private fun isPlainWords(text: String): Boolean = text != "" && text[0] != '"' && text.none { it in "=[]()" }

/** `[e6] button: Remove (disabled) = value`: words without quotes wherever that is clear. */
internal object OutlineFormat : Format {
    override fun line(item: Item, width: Int): String {
        val node = item.node
        val words = wordsOf(node, width)
        val isText = words.name == "" && say(node.value, width) == ""
        val more = moreInWords(node)
        return inBrackets(refOf(node)) + roleWord(node) +
            behind(": ", if (isText) words.said else words.name) +
            states(node, width) +
            behind(" = ", if (isText) "" else words.said) +
            behind("\n  text: ", words.also) +
            (if (more == "") "" else "\n  $more")
    }

    private fun behind(lead: String, text: String): String =
        if (text == "") "" else lead + (if (isPlainWords(text)) text else quote(text, INDEX_MARKER))

    override fun cut(cut: Cut): String = cutInWords(cut)

    override fun head(head: Head?): String = headInWords(head)

    override val foldsItems get() = true
}
