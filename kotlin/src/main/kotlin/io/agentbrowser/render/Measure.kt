package io.agentbrowser.render

/** A step of indentation. */
internal const val STEP = 2

/** Texts and names are cut to this when there is too much. */
private const val BRIEF = 80

/** Items as they are written, and as they are written when there is too much. */
internal class Lines(
    val items: List<Item>,
    val full: List<String>,
    val brief: List<String>,
    /** Behind what stands in the item; empty: nothing. */
    val closes: List<String>,
)

/** Writes every item once, and the long ones once more in brief. */
internal fun writeItems(items: List<Item>, format: Format): Lines {
    val full = items.map { format.line(it, FULL_WIDTH) }
    val brief = full.mapIndexed { i, text ->
        val short = if (text.length > BRIEF) format.line(items[i], BRIEF) else text
        if (short.length < text.length) short else text
    }
    val closes = items.map { if (it.hasChildren) format.close(it) else "" }
    return Lines(items, full, brief, closes)
}

/** Characters of a text with its indentation, a line end behind each line. */
internal fun sizeOfText(text: String, level: Int): Int {
    var size = text.length + 1 + level * STEP
    var at = text.indexOf('\n')
    while (at >= 0) {
        size += level * STEP
        at = text.indexOf('\n', at + 1)
    }
    return size
}

/** Walks over shown items and knows how many shown ones each stands in. */
internal class Levels(maxDepth: Int) {
    private var ends = IntArray(64)
    private var open = 0
    private val deepest = maxDepth - 1

    /** Level of what stands at [index], at most the deepest there is. */
    fun at(index: Int): Int {
        while (open > 0 && ends[open - 1] <= index) open--
        return minOf(open, deepest)
    }

    /** The item just asked for is shown: what is up to [end] stands in it. */
    fun enter(end: Int) {
        if (open == ends.size) ends = ends.copyOf(open * 2)
        ends[open++] = end
    }
}
