package io.agentbrowser.render

/** The least number from [low] to [high] that passes; `high` counts as passing. */
private inline fun least(low: Int, high: Int, passes: (Int) -> Boolean): Int {
    var from = low
    var to = high
    while (from < to) {
        val middle = (from + to) ushr 1
        if (passes(middle)) to = middle else from = middle + 1
    }
    return from
}

/** Characters of the lines that a choice shows, a line end behind each. */
internal fun sizeOf(lines: Lines, choice: Choice, maxDepth: Int, comma: Int): Int {
    val levels = Levels(maxDepth)
    var size = 0
    var before = -1
    for (i in lines.items.indices) {
        val place = choice.order[i]
        if (place < choice.dropped) continue
        val level = levels.at(i)
        levels.enter(lines.items[i].end)
        val text = (if (place < choice.shortened) lines.brief else lines.full)[i]
        size += sizeOfText(text, level) + (if (level > before) 0 else comma)
        if (lines.closes[i] != "") size += sizeOfText(lines.closes[i], level)
        before = level
    }
    return size
}

/** Characters that lines about left-out nodes take. */
internal fun sizeOfCuts(cuts: List<CutLine>, comma: Int): Int = cuts.sumOf { sizeOfText(it.text, it.level) + comma }

/** Room for lines about what is left out: few and short ones in a small text. */
internal fun cutRoom(limit: Int): CutRoom = CutRoom(
    lines = maxOf(1, minOf(8, Math.floorDiv(limit, 1000))),
    chars = minOf(120, maxOf(Math.floorDiv(limit, 4), minOf(40, Math.floorDiv(limit, 2)))),
)

/**
 * The choice that shows most and passes: first long lines are shortened in the order of giving up, then items are
 * given up, and what room is left brings the full lines back. At least [forced] items go in any case.
 */
internal fun choose(order: IntArray, forced: Int, passes: (Choice) -> Boolean): Choice {
    val n = order.size
    val whole = Choice(order, forced, least(0, n) { passes(Choice(order, forced, it)) })
    if (whole.shortened < n || passes(whole)) return whole
    val dropped = least(forced, n) { passes(Choice(order, it, n)) }
    return Choice(order, dropped, least(0, n) { passes(Choice(order, dropped, it)) })
}
