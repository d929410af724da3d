package io.agentbrowser.render

import io.agentbrowser.contract.Omitted
import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.RenderResult
import io.agentbrowser.contract.SnapshotDelta
import io.agentbrowser.contract.SnapshotTree

/**
 * What a text shows: which lines, and the lines about what is left out; [next] is the cursor with which the next text
 * begins.
 */
private class Plan(
    val lines: Lines,
    val choice: Choice,
    val cuts: List<CutLine>,
    val headed: Boolean,
    val reasons: List<String>,
    val next: String,
)

/** The header is left out where it would take more than a quarter of the text. */
private const val HEAD_SHARE = 4

// Divisors of the text's length, for the share (an eighth, …) of context, of lines about folded parts in the first and in
// later texts, and of the last line.
private const val CONTEXT_SHARE = 8.0
private const val FOLD_SHARE = 4.0
private const val LATER_FOLD_SHARE = 16.0
private const val LAST_SHARE = 12.0

/** A longer line of a delta is shortened: a delta has no cursor with which its rest could be read. */
private const val BRIEF_SHARE = 4.0

/** The lines before and behind a text with this nonce, which mark it as page content; empty without a nonce. */
internal fun edgesOf(nonce: String?): Pair<String, String> =
    if (nonce.isNullOrEmpty()) "" to "" else "[begin page content $nonce]\n" to "\n[end page content $nonce]"

private fun afterOption(cursor: String): String = if (cursor == "") "" else "after=$cursor"

/** How many lines to show so that the last one is not a container whose first child is in the next text. */
private fun withoutLoneEnds(items: List<Item>, queue: IntArray, given: Int): Int {
    var end = given
    while (end > 1 && end < queue.size && items[queue[end]].parent == queue[end - 1]) end--
    return if (end > 1) end else given
}

/** Renders with options that are already validated. */
internal fun render(snapshot: PageSnapshot, options: RenderOptions, format: Format): RenderResult =
    Rendering(snapshot, options, format).result()

private class Rendering(
    private val snapshot: PageSnapshot,
    private val options: RenderOptions,
    private val format: Format,
) {
    private val isDelta = snapshot is SnapshotDelta
    private val delta = if (snapshot is SnapshotDelta) deltaTree(snapshot.delta) else null
    private val chain = chainOf(delta?.tree ?: (snapshot as SnapshotTree).tree)
    private val stats = snapshot.stats
    private val after = stats.after.orEmpty()

    /** The cursor behind the last node of the tree, for a tree that was itself cut; empty where it is whole. */
    private val next = stats.next.orEmpty()
    private val items = itemsOf(chain, delta?.entries.orEmpty(), ItemOptions(options.compact, format, goesOn = next != ""))
    private val comma = format.comma.length
    private val edges = edgesOf(options.boundary)

    /** Most characters of the text, boundary lines not counted. */
    private val limit = options.maxCharsTotal - edges.first.length - edges.second.length

    private fun headText(headed: Boolean, nodes: Int, isCut: Boolean): String =
        format.head(if (headed) headOf(snapshot, nodes, isCut || stats.truncated) else null)

    /** Characters that are left for lines below this header, the line end of the last one included. */
    private fun roomBelow(head: String): Int =
        limit + 1 - (if (head == "") 0 else head.length + 1) - (if (format.foot == "") 0 else format.foot.length + 1)

    private fun sizeOfCuts(cuts: List<CutLine>): Int = cuts.sumOf { sizeOfText(it.text, it.level) + comma }

    /** Lines about what a choice leaves out: one for each folded part in its place, and one at the end for the rest. */
    private fun cutsOf(lines: Lines, choice: Choice, next: String, foldRoom: Double, room: Int, last: Double): List<CutLine> {
        val hint = afterOption(next)
        val found = foldsOf(lines, choice, hint, foldRoom)
        stats.omitted?.let {
            val nodes = maxOf(0, it.nodes - found.absent.nodes)
            found.rest.addOmitted(Omitted(nodes, maxOf(0, it.interactive - found.absent.interactive)))
        }
        val left = (room - choice.size - sizeOfCuts(found.folds) - 1 - comma).toDouble()
        val text = found.rest.inWords(format, hint, maxOf(last, minOf(CUT_CHARS, left)))
        return if (text == "") found.folds else found.folds + CutLine(lines.items.size, 0, text)
    }

    /** A plan that shows every item; null where that has no room. */
    private fun planWhole(items: List<Item>): Plan? {
        val lines = Lines(items, format, options.maxDepth, limit / CONTEXT_SHARE, byRank = false, longest = Double.MAX_VALUE)
        val queue = items.indices.filter { items[it].place >= 0 }.toIntArray()
        if (queue.size > options.maxNodes) return null
        val reasons = inOrder(stats.truncateReasons)
        val isHeaded = after == ""
        return (if (isHeaded) planWhole(lines, queue, true, reasons) else null)
            ?: if (isTooMuch(isHeaded)) planWhole(lines, queue, false, reasons) else null
    }

    private fun planWhole(lines: Lines, queue: IntArray, headed: Boolean, reasons: List<String>): Plan? {
        val room = roomBelow(headText(headed, countNodes(lines.items), false))
        val choice = fillRoom(lines, queue, queue.size, room)
        if (choice.given < queue.size) return null
        val cuts = cutsOf(lines, choice, next, limit / FOLD_SHARE, room, CUT_CHARS)
        return if (choice.size + sizeOfCuts(cuts) <= room) Plan(lines, choice, cuts, headed, reasons, next) else null
    }

    /** Whether the header is left out: this is a later text, or the header would take too much of it. */
    private fun isTooMuch(isHeaded: Boolean): Boolean =
        !isHeaded || headText(true, chain.order.size, true).length.toLong() * HEAD_SHARE > limit

    /** A plan that shows the beginning of the chain, as much as has room. */
    private fun planCut(items: List<Item>): Plan {
        val longestLine = if (isDelta) limit / BRIEF_SHARE else Double.MAX_VALUE
        val lines = Lines(items, format, options.maxDepth, limit / CONTEXT_SHARE, byRank = true, longest = longestLine)
        val byPlace = IntArray(chain.order.size) { -1 }
        items.forEachIndexed { i, item -> if (item.place >= 0) byPlace[item.place] = i }
        val queue = byPlace.filter { it >= 0 }.toIntArray()
        val headed = after == "" && !isTooMuch(true)
        val room = roomBelow(headText(headed, chain.order.size, true))
        val longest = afterOption("${cursorAt(chain, Place(queue.size, 0), stats.after)}+99999")
        val sizes = foldSizes(lines, queue, longest)
        val foldShare = limit / (if (after == "") FOLD_SHARE else LATER_FOLD_SHARE)
        fun foldRoom(given: Int): Double = minOf(sizes[given].toDouble(), foldShare)
        // The last line always has the cursor; it counts kinds of nodes only where that takes little of the text.
        val bare = format.cut(Cut(chain.order.size, emptyList(), longest)).length.toDouble()
        val last = minOf(limit / 3.0, maxOf(bare, minOf(CUT_CHARS, limit / LAST_SHARE)))
        fun nextOf(choice: Choice): String {
            val place = choice.part?.place ?: if (choice.given < queue.size) Place(items[queue[choice.given]].place, 0) else null
            return if (isDelta) "" else if (place == null) next else cursorAt(chain, place, stats.after)
        }
        fun planFor(most: Int, reserve: Double): Plan {
            val choice = fillRoom(lines, queue, most, room) { reserve + foldRoom(it) }
            val next = nextOf(choice)
            val cuts = cutsOf(lines, choice, next, foldRoom(choice.given), room, last)
            val isMaxNodes = items.size > options.maxNodes && choice.given >= options.maxNodes
            val reasons = stats.truncateReasons + (if (isMaxNodes) "maxNodes" else "maxCharsTotal")
            return Plan(lines, choice, cuts, headed, inOrder(reasons), next)
        }
        val reserve = last + 1 + comma
        var plan = planFor(options.maxNodes, reserve)
        // The line at the end is often shorter than its reserve: a second try shows what the difference has room for.
        val end = plan.cuts.lastOrNull()
        val taken = (if (end != null && end.index == items.size) end.text.length else 0) + 2.0 + comma
        val better = if (taken < reserve) planFor(options.maxNodes, taken) else plan
        if (better.choice.size + sizeOfCuts(better.cuts) <= room) plan = better
        val given = withoutLoneEnds(items, queue, plan.choice.given)
        return if (given < plan.choice.given && plan.choice.part == null) planFor(given, taken) else plan
    }

    /** How many nodes the items stand for. Context is not counted: it is printed for orientation only. */
    private fun countNodes(items: List<Item>): Int = items.sumOf { if (it.place < 0) 0 else 1 + (it.joined?.size ?: 0) }

    fun result(): RenderResult {
        val whole = format.arrange(items, byRank = false)
        val plan = planWhole(whole) ?: planCut(format.arrange(items, byRank = true))
        val isCut = plan.reasons.isNotEmpty()
        var account = account(plan, format, stats.omitted)
        val composed = composeLines(plan, format.comma)
        val inner = (listOf(headText(plan.headed, account.nodes, isCut)) + composed + format.foot)
            .filter { it != "" }.joinToString("\n").removePrefix("\n")
        val hasRoom = inner.length <= limit
        if (!hasRoom) {
            plan.choice.states.fill(HIDDEN)
            account = account(plan, format, stats.omitted)
        }
        val least = if (format.empty.length <= limit) format.empty else if (limit > 0) "0" else ""
        val text = if (hasRoom) inner else least
        return RenderResult(
            text = if (text == "") "" else edges.first + text + edges.second,
            truncated = stats.truncated || isCut,
            truncateReasons = plan.reasons,
            nodes = account.nodes,
            refs = account.refs,
            omitted = account.omitted,
            next = plan.next.ifEmpty { null },
        )
    }
}

private fun StringBuilder.appendIndented(text: String, level: Int) {
    var from = 0
    while (true) {
        val end = text.indexOf('\n', from).let { if (it < 0) text.length else it }
        // Empty lines stay empty.
        if (end > from) {
            for (i in 0 until level * STEP) append(' ')
            append(text, from, end)
        }
        if (end == text.length) return
        append('\n')
        from = end + 1
    }
}

/** Indents every line of [text] that is not empty. */
private fun indented(text: String, level: Int): String =
    if (level == 0) text else buildString(text.length + level * STEP) { appendIndented(text, level) }

/** The lines of a plan in document order, the lines about what it leaves out among them. */
private fun composeLines(plan: Plan, comma: String): List<String> {
    val lines = plan.lines
    val out = ArrayList<String>()
    // The closing lines of the items that are open, with their levels, the innermost last.
    val open = ArrayList<Pair<Int, String>>()
    var before = -1
    fun closeDownTo(level: Int) {
        while (open.isNotEmpty() && open.last().first >= level) {
            val (at, text) = open.removeAt(open.size - 1)
            out.add(indented(text, at))
            before = at
        }
    }
    fun emit(text: String, level: Int) {
        closeDownTo(level)
        out.add(indented(if (level > before) text else comma + text, level))
        before = level
    }
    var next = 0
    for (i in 0..lines.items.size) {
        while (next < plan.cuts.size && plan.cuts[next].index <= i) {
            emit(plan.cuts[next].text, plan.cuts[next].level)
            next++
        }
        if (i == lines.items.size || plan.choice.states[i] < SAID) continue
        val part = plan.choice.part?.takeIf { it.index == i }
        emit(if (plan.choice.states[i] == SAID) lines.context(i) else part?.text ?: lines.text(i), lines.levels[i])
        val close = lines.close(i)
        if (close != "") open.add(lines.levels[i] to close)
    }
    closeDownTo(0)
    return out
}

/** Counts of what a text shows and what it leaves out, and the refs that it prints. */
private class Account {
    var nodes = 0
    val refs = ArrayList<String>()
    private var omittedNodes = 0
    private var interactive = 0
    private var textChars = 0

    val omitted: Omitted get() = Omitted(omittedNodes, interactive, textChars)

    fun leaveOut(omitted: Omitted) = leaveOut(omitted.nodes, omitted.interactive, omitted.textChars)

    fun leaveOut(nodes: Int, interactive: Int, textChars: Int) {
        omittedNodes += nodes
        this.interactive += interactive
        this.textChars += textChars
    }
}

/**
 * Counts what a plan shows and what it leaves out, and lists the refs that it prints; [before] is what the snapshot
 * itself left out.
 */
private fun account(plan: Plan, format: Format, before: Omitted?): Account {
    val account = Account()
    val seen = HashSet<String>()
    plan.lines.items.forEachIndexed { i, item ->
        val part = plan.choice.part?.takeIf { it.index == i }
        val state = plan.choice.states[i]
        val count = if (state != SHOWN) 0 else part?.count ?: Int.MAX_VALUE
        itemsIn(item).forEachIndexed { at, lineItem ->
            val node = lineItem.node
            val ref = node.ref.orEmpty()
            // Of removals that share a line, only the first is written.
            val isWritten = at < count && (item.mark != Mark.REMOVED || at == 0)
            // The line of such a context follows in a later text; that of other contexts was in an earlier one.
            val isWrittenEarly = state == SAID && lineItem.place >= 0
            if ((isWritten || isWrittenEarly) && ref != "" && format.showsRef(node) && seen.add(ref)) account.refs.add(refOf(node))
            if (lineItem.place >= 0) {
                node.more?.let(account::leaveOut)
                val chars = wordsOfAll(node).length
                if (at < count) account.nodes++ else account.leaveOut(1, if (ref != "") 1 else 0, chars)
            }
        }
    }
    before?.let(account::leaveOut)
    return account
}
