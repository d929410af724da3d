package io.agentbrowser.render

import io.agentbrowser.contract.Omitted

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

/** Every line of [text] moved in, but for empty ones. */
private fun indented(text: String, level: Int): String =
    if (level == 0) text else buildString(text.length + level * STEP) { appendIndented(text, level) }

/** The lines that a choice shows, with the lines about what it leaves out in their places. */
internal fun composeLines(
    lines: Lines,
    choice: Choice,
    cuts: List<CutLine>,
    comma: String,
    maxDepth: Int,
): List<String> = Composer(lines, choice, comma, maxDepth).compose(cuts)

private class Composer(
    private val lines: Lines,
    private val choice: Choice,
    private val comma: String,
    maxDepth: Int,
) {
    private val out = ArrayList<String>()

    /** Ends of what is open, by level. */
    private val open = ArrayList<Pair<Int, String>>()
    private val levels = Levels(maxDepth)
    private var before = -1

    fun compose(cuts: List<CutLine>): List<String> {
        var next = 0
        for (i in 0..lines.items.size) {
            while (next < cuts.size && cuts[next].index <= i) {
                emit(cuts[next].text, cuts[next].level)
                next++
            }
            if (i < lines.items.size && choice.order[i] >= choice.dropped) show(i)
        }
        closeDownTo(0)
        return out
    }

    private fun show(i: Int) {
        val level = levels.at(i)
        levels.enter(lines.items[i].end)
        emit((if (choice.order[i] < choice.shortened) lines.brief else lines.full)[i], level)
        if (lines.closes[i] != "") open.add(level to lines.closes[i])
    }

    private fun closeDownTo(level: Int) {
        while (open.isNotEmpty() && open.last().first >= level) {
            val (at, text) = open.removeAt(open.size - 1)
            out.add(indented(text, at))
            before = at
        }
    }

    private fun emit(text: String, level: Int) {
        closeDownTo(level)
        out.add(indented(if (level > before) text else comma + text, level))
        before = level
    }
}

/** What a text shows and what it leaves out. */
internal class Account {
    var nodes = 0
    var refs: List<String> = emptyList()
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

/** What a choice shows and what it leaves out; [before] is what the walk left out. */
internal fun account(lines: Lines, choice: Choice, format: Format, before: Omitted?): Account {
    val account = Account()
    val seen = HashSet<String>()
    val refs = ArrayList<String>()
    lines.items.forEachIndexed { i, item ->
        val isShown = choice.order[i] >= choice.dropped
        if (isShown && choice.order[i] < choice.shortened) {
            account.leaveOut(0, 0, lines.full[i].length - lines.brief[i].length)
        }
        for (node in nodesOf(item)) {
            val ref = node.ref.orEmpty()
            // Of removals that share a line, only the first is written.
            val isWritten = isShown && (item.mark != Mark.REMOVED || node === item.node)
            if (isWritten && ref != "" && ref !in seen && format.showsRef(node)) {
                seen.add(ref)
                refs.add(refOf(node))
            }
            if (item.mark == Mark.PARENT) continue
            node.more?.let(account::leaveOut)
            val chars = (node.name?.length ?: 0) + (node.text?.length ?: 0) + (node.value?.length ?: 0)
            if (isShown) account.nodes++ else account.leaveOut(1, if (ref != "") 1 else 0, chars)
        }
    }
    before?.let(account::leaveOut)
    account.refs = refs
    return account
}
