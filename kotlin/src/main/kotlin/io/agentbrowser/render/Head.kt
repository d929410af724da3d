package io.agentbrowser.render

import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.SnapshotDelta
import io.agentbrowser.contract.SnapshotTree

/** Most characters of the URL and of the title in the header. */
private const val URL_CHARS = 200
private const val TITLE_CHARS = 120

/** Most characters of the list of the page's tools in the header, and of each name in it. */
private const val TOOLS_CHARS = 200
private const val TOOL_CHARS = 130

private val NOT_IN_NAMES = Regex("[^A-Za-z0-9_.~-]+")

/** `search,subscribe,+3`: letters, digits and `_.-~` of each name. */
private fun toolsInWords(names: List<String>): String {
    val words = StringBuilder()
    names.forEachIndexed { i, given ->
        val name = given.replace(NOT_IN_NAMES, "").take(TOOL_CHARS)
        if (name == "") return@forEachIndexed
        if (words.length + name.length > TOOLS_CHARS) return "$words,+${names.size - i}"
        if (words.isNotEmpty()) words.append(',')
        words.append(name)
    }
    return words.toString()
}

/** The order in which reasons are listed. */
private val REASONS = listOf("maxNodes", "maxCharsTotal", "maxJsonBytes", "timeBudget")

/** Each reason once, in the order of [REASONS]. */
internal fun inOrder(reasons: List<String>): List<String> = REASONS.filter { it in reasons }

/** The header of a text that shows [nodes] nodes. */
internal fun headOf(snapshot: PageSnapshot, nodes: Int, truncated: Boolean): Head {
    val url = say(snapshot.meta.url, URL_CHARS)
    val title = say(snapshot.meta.title, TITLE_CHARS)
    val fields = ArrayList<Pair<String, HeadValue>>()
    when (snapshot) {
        is SnapshotDelta -> {
            val delta = snapshot.delta
            fields.add("since" to HeadValue.Number(delta.since))
            fields.add("revision" to HeadValue.Number(snapshot.meta.revision))
            if (url != "") fields.add("url" to HeadValue.Text(url))
            if (delta.unchanged) fields.add("unchanged" to HeadValue.True)
            else delta.texts?.let { if (it != "") fields.add("texts" to HeadValue.Text(it)) }
        }
        is SnapshotTree -> {
            if (url != "") fields.add("url" to HeadValue.Text(url))
            if (title != "") fields.add("title" to HeadValue.Text(title))
            fields.add("nodes" to HeadValue.Number(nodes.toDouble()))
            snapshot.whole?.let { if (it != "") fields.add("whole" to HeadValue.Text(it)) }
        }
    }
    snapshot.meta.tools?.let {
        if (snapshot is SnapshotDelta || it.isNotEmpty()) fields.add("tools" to HeadValue.Text(toolsInWords(it)))
    }
    if (truncated) fields.add("truncated" to HeadValue.True)
    return Head(if (snapshot is SnapshotDelta) "delta" else "snapshot", fields)
}
