package io.agentbrowser.render

import io.agentbrowser.contract.Omitted

/** What is shown: an item if its place in the order is at least [dropped], in brief below [shortened]. */
internal class Choice(val order: IntArray, val dropped: Int, val shortened: Int)

/** A line about what is left out, and where it stands: before the item at [index]. */
internal class CutLine(val index: Int, val level: Int, val text: String)

/** How many such lines there may be, and how long each with its indentation. */
internal class CutRoom(val lines: Int, val chars: Int)

/** What the lines need to know besides the items. */
internal class CutFacts(
    val format: Format,
    val maxDepth: Int,
    /** What the walk left out already, and the ref to go on after. */
    val omitted: Omitted?,
    val next: String?,
    /** The option that would show more, `maxNodes=400`. */
    val bigger: String,
    /** Going on after a ref leads to what is left out. */
    val canGoOn: Boolean,
)

private const val MOST_KINDS = 3

/** Counts kinds of nodes. */
internal class Tally {
    var nodes = 0
        private set
    var interactive = 0
        private set
    var hint = ""
    private val counts = LinkedHashMap<String, Int>()

    fun add(word: String, count: Int) {
        nodes += count
        counts[word] = (counts[word] ?: 0) + count
    }

    /** A parent in a delta is only said for orientation. */
    fun addItem(item: Item) {
        if (item.mark == Mark.PARENT) return
        for (node in nodesOf(item)) {
            add(roleWord(node), 1)
            if (!node.ref.isNullOrEmpty()) interactive++
            node.more?.let(::addOmitted)
        }
    }

    fun addOmitted(omitted: Omitted) {
        for (kind in omittedKinds(omitted)) add(kind.word, kind.count)
    }

    /** The most frequent kinds, equals in the order in which they were met; the rest is `other`. */
    fun kinds(): List<KindCount> {
        val known = counts.filterKeys { it != "other" }.map { (word, count) -> KindCount(word, count) }
        val most = known.sortedByDescending { it.count }.take(MOST_KINDS)
        val rest = nodes - most.sumOf { it.count }
        return if (rest > 0 && most.isNotEmpty()) most + KindCount("other", rest) else most
    }

    /** In the most telling form that has room; empty if there is nothing to say. */
    fun inWords(chars: Int, room: Int, format: Format): String {
        if (nodes + chars == 0) return ""
        val forms = listOf(
            Cut(nodes, kinds(), chars, hint),
            Cut(nodes, emptyList(), chars, hint),
            Cut(nodes, emptyList(), chars, ""),
        )
        return forms.map(format::cut).firstOrNull { it.length <= room }.orEmpty()
    }
}

/** The ref of the nearest item above that has one. */
private fun scopeOf(items: List<Item>, item: Item): String {
    var at = items.getOrNull(item.parent)
    while (at != null) {
        if (!at.node.ref.isNullOrEmpty()) return "scope=${refOf(at.node)}"
        at = items.getOrNull(at.parent)
    }
    return ""
}

/** A run that is worth a line in its place: something to act on is missing there, or a whole branch. */
private fun isWorthALine(gap: Tally): Boolean = gap.interactive > 0 || gap.nodes > 2

/**
 * Lines about everything that [choice] and the walk leave out: one in its place for each run that is worth it, as
 * long as there is room, and one at the end for all the rest.
 */
internal fun cutLines(lines: Lines, choice: Choice, room: CutRoom, facts: CutFacts): List<CutLine> =
    CutLines(lines, choice, room, facts).write()

private class CutLines(
    private val lines: Lines,
    private val choice: Choice,
    private val room: CutRoom,
    private val facts: CutFacts,
) {
    private val items = lines.items
    private val out = ArrayList<CutLine>()
    private val rest = Tally()
    private val hints = ArrayList<String>()
    private val levels = Levels(facts.maxDepth)
    private var chars = 0

    /** The last ref that is shown so far. */
    private var ref = ""

    fun write(): List<CutLine> {
        var i = 0
        while (i < items.size) {
            val level = levels.at(i)
            if (choice.order[i] >= choice.dropped) pass(i++) else i = cutRun(i, level)
        }
        writeRest()
        return out
    }

    /** An item that is shown. */
    private fun pass(i: Int) {
        levels.enter(items[i].end)
        if (choice.order[i] < choice.shortened) chars += lines.full[i].length - lines.brief[i].length
        ref = refOf(items[i].node).ifEmpty { ref }
    }

    /** A run of items that are not, from [index]; gives where it ends. */
    private fun cutRun(index: Int, level: Int): Int {
        val item = items[index]
        val gap = Tally()
        var i = index
        while (i < items.size && choice.order[i] < choice.dropped) gap.addItem(items[i++])
        val isTail = i == items.size
        val deeper = if (isTooDeep(item, facts.maxDepth)) "maxDepth=${facts.maxDepth * 2L}" else ""
        val after = if (ref != "" && facts.canGoOn) "after=$ref" else ""
        val scope = if (deeper != "") scopeOf(items, item) else ""
        gap.hint = scope.ifEmpty { deeper.ifEmpty { after.ifEmpty { facts.bigger } } }
        val hasOwnLine = !isTail && isWorthALine(gap) && out.size < room.lines - 1
        val text = if (hasOwnLine) gap.inWords(0, room.chars - level * STEP, facts.format) else ""
        if (text != "") {
            out.add(CutLine(index, level, text))
        } else {
            if (gap.nodes > 0) addHint(if (isTail) gap.hint else deeper.ifEmpty { facts.bigger })
            for (at in index until i) rest.addItem(items[at])
        }
        return i
    }

    private fun writeRest() {
        if (facts.omitted != null) {
            rest.addOmitted(facts.omitted)
            if (hints.isEmpty()) addHint(if (facts.next.isNullOrEmpty()) facts.bigger else "after=${facts.next}")
        }
        if (chars > 0) addHint(facts.bigger)
        rest.hint = hints.sorted().joinToString(" or ")
        val text = rest.inWords(chars, room.chars, facts.format)
        if (text != "") out.add(CutLine(items.size, 0, text))
    }

    private fun addHint(hint: String) {
        if (hint !in hints) hints.add(hint)
    }
}
