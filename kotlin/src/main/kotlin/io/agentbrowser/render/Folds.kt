package io.agentbrowser.render

import io.agentbrowser.contract.Omitted
import io.agentbrowser.contract.SnapshotNode

/** A line about what is left out, and where it stands: before the item at [index]. */
internal class CutLine(val index: Int, val level: Int, val text: String)

/** Longest line about what is left out. */
internal const val CUT_CHARS = 120.0

/** The rank of what stands around the main content. */
private const val ASIDE_RANK = 2

/** Neighbours that are left out and are counted in one line; [above] is the nearest item above that is printed. */
private class Run(val index: Int, val above: Int) {
    var end = index

    /** The parts of the page that are left out whole; none where one of them has been shown in part. */
    val labels = ArrayList<SnapshotNode>()

    /** What is left out but for them. */
    val below = Tally()

    /** A part with something in it has a line of its own; single links and pictures are only counted. */
    val isNamed get() = labels.size == 1 && !labels[0].name.isNullOrEmpty() && below.nodes > 0

    /** Everything in a run. */
    fun countAll(): Tally = Tally().also { all ->
        all.merge(below)
        labels.forEach(all::addNode)
    }

    fun text(format: Format, hint: String): String =
        if (labels.size == 1) below.inWords(format, hint, 2 * CUT_CHARS, labels[0])
        else countAll().inWords(format, hint, CUT_CHARS)
}

/** The parts around the main content of which nothing is shown, neighbours without a name together. */
private fun runsOf(lines: Lines, states: ByteArray?, others: (Item, Int) -> Unit): List<Run> {
    val items = lines.items
    val runs = ArrayList<Run>()
    fun isLeftOut(i: Int): Boolean {
        if (states != null && states[i] != HIDDEN) return false
        val node = items[i].node
        return if (node.context) node.more != null else items[i].rank == ASIDE_RANK
    }
    var before: SnapshotNode? = null
    var i = 0
    while (i < items.size) {
        val aside = items[i].aside
        if (!isLeftOut(i)) {
            before = aside
            others(items[i], i++)
            continue
        }
        var above = items[i].parent
        while (states != null && above >= 0 && states[above] < SAID) above = items[above].parent
        val run = Run(i, above)
        if (aside != null && aside !== before && (!aside.context || aside.more != null)) run.labels.add(aside)
        do {
            for (one in itemsIn(items[i])) {
                val more = one.node.more
                if (one.node.context && more != null) run.below.addOmitted(more)
                else if (!one.isAside) run.below.addNode(one.node)
            }
            run.end = ++i
        } while (i < items.size && items[i].aside === aside && isLeftOut(i))
        before = aside
        val last = runs.lastOrNull()
        if (last != null && last.end == run.index && last.above == above && !last.isNamed && !run.isNamed) {
            last.labels.addAll(run.labels)
            last.below.merge(run.below)
            last.end = run.end
        } else runs.add(run)
    }
    return runs
}

/** What lines about folded parts will take, for each number of lines of a queue that are shown. */
internal fun foldSizes(lines: Lines, queue: IntArray, hint: String): IntArray {
    val left = IntArray(queue.size + 1)
    val runAt = IntArray(lines.items.size) { -1 }
    val runs = runsOf(lines, null) { _, _ -> }
    val sizes = IntArray(runs.size) { i ->
        val run = runs[i]
        runAt.fill(i, run.index, run.end)
        sizeOfText(run.text(lines.format, hint), lines.levels[run.index]) + lines.format.comma.length
    }
    for (given in queue.indices.reversed()) {
        val run = runAt[queue[given]]
        left[given] = left[given + 1] + (if (run < 0) 0 else sizes[run])
        if (run >= 0) sizes[run] = 0
    }
    // Those that are in no queue stay whatever is shown.
    val always = sizes.sum()
    for (i in left.indices) left[i] += always
    return left
}

/** Lines about what a choice leaves out, the count of all that they do not say, and what they say of absent nodes. */
internal class Folds {
    val folds = ArrayList<CutLine>()
    val rest = Tally()
    var absent = Omitted(0)
}

/** One line in its place for each part around the main content, as long as they take at most [room] characters. */
internal fun foldsOf(lines: Lines, choice: Choice, hint: String, room: Double): Folds {
    val found = Folds()
    val part = choice.part
    val runs = runsOf(lines, choice.states) { item, i ->
        if (choice.states[i] != SHOWN) {
            found.rest.addItem(item)
        } else if (part != null && part.index == i) {
            val shown = if (part.place.chars > 0) part.count - 1 else part.count
            for (one in itemsIn(item).drop(shown)) found.rest.addNode(one.node)
        }
    }
    var left = room
    for (run in runs) {
        val level = if (run.above < 0) 0 else lines.levelBelow(run.above)
        val text = run.text(lines.format, hint)
        val size = sizeOfText(text, level) + lines.format.comma.length
        val isStub = run.labels.firstOrNull()?.context == true
        if (size <= left) {
            left -= size
            found.folds.add(CutLine(run.index, level, text))
            if (isStub) for (label in run.labels) found.absent = found.absent.plus(label)
        } else if (!isStub) found.rest.merge(run.countAll())
    }
    return found
}

private fun Omitted.plus(label: SnapshotNode): Omitted = Omitted(
    nodes + 1 + (label.more?.nodes ?: 0),
    interactive + (if (label.ref.isNullOrEmpty()) 0 else 1) + (label.more?.interactive ?: 0),
)
