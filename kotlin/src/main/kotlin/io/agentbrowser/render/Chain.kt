package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive

/**
 * The order in which the nodes of a tree are printed when not everything fits; the same as in `src/render/chain.ts`.
 *
 * Rank 0: what must not be missed (open dialogs, of which only modal ones if there are any, and alerts with their content,
 * the focused node, invalid fields).
 * Rank 1: the rest. Rank 2: parts around the main content (`aside`). Rank 3: everything outside of an open modal dialog.
 * The chain is all nodes by rank, those of one rank in document order, without `context` nodes and the document.
 */
internal class Chain(
    /** All nodes in document order, the root first. */
    val nodes: List<SnapshotNode>,
    /** For each node the index of its parent; -1 for the root. */
    val parents: IntArray,
    val ranks: IntArray,
    /** For each node its place in the chain; -1 for nodes that are not in it. */
    val places: IntArray,
    /** The chain: indices of nodes. */
    val order: IntArray,
)

/** A place in the chain: [index] nodes are before it, and the first [chars] characters of the next node's text. */
internal class Place(val index: Int, val chars: Int)

private val ALERTS = setOf("alert", "alertdialog")

// Flags that a node inherits from its parent.
private const val URGENT = 1
private const val ASIDE = 2

/** Whether a node is the document, which is not printed: its URL and title are in the header. */
internal fun isDocument(node: SnapshotNode): Boolean = node.role == "document" && node.ref.isNullOrEmpty()

/** Lists a tree in document order and in the order of the chain. Linear, without recursion. */
internal fun chainOf(tree: SnapshotNode): Chain {
    val nodes = ArrayList<SnapshotNode>()
    val above = ArrayList<Int>()
    val stack = arrayListOf(tree to -1)
    var hasModal = false
    while (stack.isNotEmpty()) {
        val (node, parent) = stack.removeAt(stack.size - 1)
        val index = nodes.size
        nodes.add(node)
        above.add(parent)
        hasModal = hasModal || node.modal
        for (child in node.children.asReversed()) stack.add(child to index)
    }
    val parents = above.toIntArray()
    val inherited = IntArray(nodes.size)
    val ranks = IntArray(nodes.size) { i ->
        val node = nodes[i]
        val own = (if (node.modal || node.role in ALERTS || !hasModal && node.role == "dialog") URGENT else 0) or (if (node.aside) ASIDE else 0)
        val all = own or (if (i > 0) inherited[parents[i]] else 0)
        inherited[i] = all
        val isUrgent = node.focused || node.invalid || !node.validationMessage.isNullOrEmpty()
        if (all and URGENT != 0) 0 else if (hasModal) 3 else if (isUrgent) 0 else if (all and ASIDE != 0) 2 else 1
    }
    val places = IntArray(nodes.size) { -1 }
    val order = ArrayList<Int>()
    for (rank in 0..3) {
        for (i in nodes.indices) {
            if (ranks[i] != rank || nodes[i].context || (i == 0 && isDocument(nodes[i]))) continue
            places[i] = order.size
            order.add(i)
        }
    }
    return Chain(nodes, parents, ranks, places, order.toIntArray())
}

private val CURSOR = Regex("(top|(?:f[1-9][0-9]*)*[bcdfghjklmnpqrstvwxz]{2}[1-9][0-9]*)(?:\\+([0-9]+))?(?:\\.([0-9]+))?")

private class Cursor(val ref: String, val count: Double, val chars: Double)

private fun parseCursor(cursor: String): Cursor? {
    val (ref, count, chars) = CURSOR.matchEntire(cursor)?.destructured ?: return null
    return Cursor(ref, count.ifEmpty { "0" }.toDouble(), chars.ifEmpty { "0" }.toDouble())
}

/**
 * The cursor of a place in the chain of a tree: the last ref before it, and how many nodes lie between. [begin] is the
 * cursor behind which the tree begins: earlier refs are not in it. Nodes of rank 0 are only counted from for places of
 * rank 0: their state (focused, invalid), and with it their place, may be another the next time.
 */
internal fun cursorAt(chain: Chain, place: Place, begin: String?): String {
    val start = parseCursor(begin ?: "top") ?: Cursor(begin ?: "top", 0.0, 0.0)
    val isFirst = place.index < chain.order.size && chain.ranks[chain.order[place.index]] == 0
    var last = place.index - 1
    while (last >= 0) {
        val node = chain.order[last]
        if (!chain.nodes[node].ref.isNullOrEmpty() && (isFirst || chain.ranks[node] != 0)) break
        last--
    }
    val ref = if (last < 0) start.ref else chain.nodes[chain.order[last]].ref
    val count = place.index - 1 - last + (if (last < 0) start.count else 0.0)
    val given = place.chars + (if (place.index > 0) 0.0 else start.chars)
    return "$ref${if (count != 0.0) "+${jsNumber(count)}" else ""}${if (given != 0.0) ".${jsNumber(given)}" else ""}"
}

/** The texts of a node in the order in which they are printed. A node longer than a whole text is cut within them. */
private val WORDS = listOf("name", "value", "text")

private fun wordsIn(node: SnapshotNode, field: String): String =
    when (field) {
        "name" -> node.name
        "value" -> node.value
        else -> node.text
    }.orEmpty()

internal fun wordsOfAll(node: SnapshotNode): String = WORDS.joinToString("") { wordsIn(node, it) }

/** Whether a code unit is white space in JavaScript (`\s`). */
internal fun isSpace(unit: Char): Boolean = unit in '\t'..'\r' || unit == ' ' || unit == '\u00a0' || unit == '\u1680' ||
    unit in '\u2000'..'\u200a' || unit == '\u2028' || unit == '\u2029' || unit == '\u202f' || unit == '\u205f' ||
    unit == '\u3000' || unit == '\ufeff'

/** A node with only the first [to] characters of name, value and text together, and an ellipsis behind them. */
internal fun withFirstWords(node: SnapshotNode, to: Int): SnapshotNode {
    val part = LinkedHashMap<String, JsonElement>(node.json)
    var start = 0
    var last: String? = null
    for (field in WORDS) {
        val text = wordsIn(node, field)
        val kept = text.take(maxOf(0, to - start))
        if (kept.all(::isSpace)) {
            part.remove(field)
        } else {
            part[field] = JsonPrimitive(kept)
            last = field
        }
        start += text.length
    }
    if (last != null) part[last] = JsonPrimitive((part[last] as JsonPrimitive).content.trim(::isSpace) + "…")
    return SnapshotNode(part, node.children)
}

/** The fields of a node that is printed only as context of its descendants. */
private val CONTEXT = listOf("tag", "role", "name", "nameSource", "ref", "hint", "level", "aside", "modal")

internal fun contextNode(node: SnapshotNode, children: List<SnapshotNode> = emptyList()): SnapshotNode {
    val fields = LinkedHashMap<String, JsonElement>()
    for (field in CONTEXT) node.json[field]?.let { fields[field] = it }
    fields["context"] = JsonPrimitive(true)
    return SnapshotNode(fields, children)
}
