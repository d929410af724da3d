package io.agentbrowser.render

import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.SnapshotDelta
import io.agentbrowser.contract.SnapshotTree

/** Longest URL and title above a text. */
private const val URL_CHARS = 200
private const val TITLE_CHARS = 120

/** The order in which reasons are told. */
private val REASONS = listOf("maxNodes", "maxDepth", "maxCharsTotal", "maxJsonBytes", "timeBudget")

/** Each reason once, in their order. */
internal fun inOrder(reasons: List<String>): List<String> = REASONS.filter { it in reasons }

private fun MutableList<Pair<String, HeadValue>>.addCut(reasons: List<String>) {
    if (reasons.isEmpty()) return
    add("truncated" to HeadValue.True)
    add("truncateReasons" to HeadValue.Words(reasons))
}

/** The header of a text with [nodes] nodes that was cut for [reasons]. */
internal fun headOf(snapshot: PageSnapshot, nodes: Int, reasons: List<String>): Head {
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
            for ((kind, list) in listOf("added" to delta.added, "changed" to delta.changed, "removed" to delta.removed)) {
                if (list.isNotEmpty()) fields.add(kind to HeadValue.Number(list.size.toDouble()))
            }
        }
        is SnapshotTree -> {
            if (url != "") fields.add("url" to HeadValue.Text(url))
            if (title != "") fields.add("title" to HeadValue.Text(title))
            fields.add("nodes" to HeadValue.Number(nodes.toDouble()))
            snapshot.whole?.let { if (it != "") fields.add("whole" to HeadValue.Text(it)) }
        }
    }
    fields.addCut(reasons)
    return Head(if (snapshot is SnapshotDelta) "delta" else "snapshot", fields)
}
