package io.agentbrowser.render

import io.agentbrowser.contract.Omitted
import io.agentbrowser.contract.SnapshotNode

/** A line about nodes that are left out, printed before the item at [index]. */
internal class CutLine(val index: Int, val level: Int, val text: String)

/** Most characters of a line about nodes that are left out. */
internal const val CUT_CHARS = 120.0

/** The rank of the parts around the main content. */
private const val ASIDE_RANK = 2

/**
 * Neighbouring items that are left out and counted in one line; [above] is the nearest printed ancestor, -1 without
 * one.
 */
private class Run(val index: Int, val above: Int) {
    var end = index

    /** The parts of the page that are left out whole; empty for the rest of a part that has been shown in part. */
    val labels = ArrayList<SnapshotNode>()

    /** The nodes left out, [labels] not counted. */
    val below = Tally()

    /**
     * Whether this is one named part with nodes in it, which gets its own line; single links and images are only
     * counted.
     */
    val isNamed get() = labels.size == 1 && !labels[0].name.isNullOrEmpty() && below.nodes > 0

    /** Counts all nodes of the run, its labels too. */
    fun countAll(): Tally = Tally().also { all ->
        all.merge(below)
        labels.forEach(all::addNode)
    }

    fun text(format: Format, hint: String): String =
        if (labels.size == 1) below.inWords(format, hint, 2 * CUT_CHARS, labels[0])
        else countAll().inWords(format, hint, CUT_CHARS)
}

/**
 * The runs of items around the main content that are not shown, neighbours without a name joined; [others] gets all
 * other items.
 */
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
            for (item in itemsIn(items[i])) {
                val more = item.node.more
                if (item.node.context && more != null) run.below.addOmitted(more)
                else if (!item.isAside) run.below.addNode(item.node)
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

/** For each number of lines of a queue that may be shown: the characters of the lines about folded parts that remain. */
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
    // Runs without an item in the queue remain whatever is shown.
    val always = sizes.sum()
    for (i in left.indices) left[i] += always
    return left
}

/**
 * The lines about folded parts, the count of all other nodes left out, and the part of the lines' counts that is about
 * nodes not in the tree.
 */
internal class Folds {
    val folds = ArrayList<CutLine>()
    val rest = Tally()
    var absent = Omitted(0)
}

/** One line in its place for each part around the main content, while all of them take at most [room] characters. */
internal fun foldsOf(lines: Lines, choice: Choice, hint: String, room: Double): Folds {
    val found = Folds()
    val part = choice.part
    val runs = runsOf(lines, choice.states) { item, i ->
        if (choice.states[i] != SHOWN) {
            found.rest.addItem(item)
        } else if (part != null && part.index == i) {
            val shown = if (part.place.chars > 0) part.count - 1 else part.count
            for (rest in itemsIn(item).drop(shown)) found.rest.addNode(rest.node)
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
