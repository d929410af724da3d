package io.agentbrowser.render

// What is shown of an item: nothing; only descendants of it; its line as context of them; its whole line.
internal const val HIDDEN: Byte = 0
internal const val PASSED: Byte = 1
internal const val SAID: Byte = 2
internal const val SHOWN: Byte = 3

/**
 * The beginning of a line that has no room as a whole: [text] shows [count] of its items; [place] is behind it in the
 * chain.
 */
internal class Part(val index: Int, val text: String, val count: Int, val place: Place)

/**
 * The lines to show: the first [given] of the queue whole, perhaps a [part] of the next; [size] is the characters of
 * all.
 */
internal class Choice(val states: ByteArray, val given: Int, val size: Int, val part: Part? = null)

/** The largest number from [low] to [high] that passes, by binary search; [low] is taken to pass. */
private inline fun most(low: Int, high: Int, passes: (Int) -> Boolean): Int {
    var from = low
    var to = high
    while (from < to) {
        val middle = from + (to - from + 1) / 2
        if (passes(middle)) from = middle else to = middle - 1
    }
    return from
}

/**
 * Where to cut a text so that at most [max] characters stay: at a space; if [always] and no space is near, between any
 * two characters, since some languages write no spaces between words.
 */
private fun cutAtWord(words: String, max: Int, always: Boolean): Int {
    if (max >= words.length) return words.length
    var at = max
    while (at > 0 && !isSpace(words[at]) && !isSpace(words[at - 1])) at--
    if (!always || at > max / 2.0) return at
    return if (words[max].isLowSurrogate()) max - 1 else max
}

/**
 * The beginning of a line of several items: the first [count]; with [to], also the first [to] characters of the next
 * one.
 */
private fun beginning(item: Item, count: Int, to: Int? = null): Item {
    val all = itemsIn(item)
    val items = all.take(count).toMutableList()
    if (to != null) items.add(all[count].let { it.copy(node = withFirstWords(it.node, to)) })
    val rest = items.drop(1)
    return item.copy(node = (items.firstOrNull() ?: item).node, joined = rest.ifEmpty { null })
}

/** A line that is longer than a whole text is begun only where more than a quarter of the text is left for it. */
private const val LEAST_PART = 4

/** As much of a line as has room; null where nothing has. */
private fun partOf(lines: Lines, index: Int, room: Double, isFirst: Boolean): Part? {
    val item = lines.items[index]
    val all = itemsIn(item)
    fun fits(part: Item) = sizeOfText(lines.write(index, part), lines.levels[index]) <= room
    val count = most(0, all.size - 1) { fits(beginning(item, it)) }
    val next = all[count]
    val words = wordsOfAll(next.node)
    val nextPlace = if (next.textPlace >= 0) next.textPlace else next.place
    val upTo = most(0, words.length - 1) { fits(beginning(item, count, it)) }
    val chars = if (upTo > 0) cutAtWord(words, upTo, count == 0) else 0
    if (chars > 0 && words.length > chars) {
        return Part(index, lines.write(index, beginning(item, count, chars)), count + 1, Place(nextPlace, chars))
    }
    if (count > 0) return Part(index, lines.write(index, beginning(item, count)), count, Place(next.place, 0))
    if (!isFirst) return null
    val brief = briefItem(beginning(item, 0))
    return if (fits(brief)) Part(index, lines.write(index, brief), 1, Place(nextPlace + 1, 0)) else null
}

/**
 * Chooses the lines at the beginning of [queue] that have room, with their ancestors as context. [reserve] returns the
 * characters that other lines need when a number of lines is shown; without it, a line that has no room is not begun
 * in part.
 */
internal fun fillRoom(lines: Lines, queue: IntArray, mostLines: Int, room: Int, reserve: ((Int) -> Double)? = null): Choice {
    val items = lines.items
    val levels = lines.levels
    val comma = lines.format.comma.length
    val states = ByteArray(items.size)
    fun outside(index: Int): Int = lines.close(index).let { comma + (if (it == "") 0 else sizeOfText(it, levels[index])) }
    fun contextSize(index: Int): Int = sizeOfText(lines.context(index), levels[index]) + outside(index)
    fun above(index: Int): Int {
        var size = 0
        var up = items[index].parent
        while (up >= 0 && states[up] == HIDDEN) {
            if (!lines.isFlat[up]) size += contextSize(up)
            up = items[up].parent
        }
        return size
    }
    fun show(index: Int) {
        var up = items[index].parent
        while (up >= 0 && states[up] == HIDDEN) {
            states[up] = if (lines.isFlat[up]) PASSED else SAID
            up = items[up].parent
        }
        states[index] = SHOWN
    }
    var size = 0
    var given = 0
    while (given < queue.size && given < mostLines) {
        val index = queue[given]
        val replaced = if (states[index] == SAID) contextSize(index) else 0
        val beside = above(index) + outside(index) - replaced
        val own = sizeOfText(lines.text(index), levels[index])
        val left = room - size - beside - (reserve?.invoke(given + 1) ?: 0.0)
        if (own <= left) {
            size += own + beside
            show(index)
            given++
            continue
        }
        if (reserve == null) break
        val isTooLong = left > room.toDouble() / LEAST_PART && own + outside(index) + reserve(queue.size) > room
        val part = (if (given == 0 || isTooLong) partOf(lines, index, left, given == 0) else null) ?: break
        show(index)
        return Choice(states, given, size + sizeOfText(part.text, levels[index]) + beside, part)
    }
    return Choice(states, given, size)
}
