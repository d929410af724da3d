package io.agentbrowser.html

import io.agentbrowser.contract.Meta
import io.agentbrowser.contract.RefEntry
import io.agentbrowser.contract.SnapshotNode
import io.agentbrowser.contract.SnapshotStats
import io.agentbrowser.contract.SnapshotTree
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import org.jsoup.Jsoup
import org.jsoup.nodes.Document
import org.jsoup.nodes.Element
import org.jsoup.nodes.Node
import org.jsoup.nodes.TextNode

/**
 * A snapshot of an HTML text for reading, without a browser: the same tree and, with `renderSnapshot`, the same texts as
 * in a page, as far as tags and attributes tell them. Nothing is loaded and no script runs. No style sheet counts either:
 * only `hidden`, `aria-hidden`, and `display` and `visibility` of a `style` attribute hide.
 *
 * Needs `org.jsoup:jsoup`, which this library does not bring. The refs say what is meant; nothing can be done with them.
 *
 * @param url where the text comes from
 */
public fun snapshotHtml(html: String, url: String = "about:blank"): SnapshotTree = snapshotDocument(Jsoup.parse(html, url))

/** The same of a document that is there already. */
public fun snapshotDocument(document: Document): SnapshotTree = TreeBuilder(document).build()

/** A node that is being made: what of it is written, and what stands in it. */
private class Draft(val element: Element?, val role: String, val children: List<Draft> = emptyList()) {
    val fields = LinkedHashMap<String, JsonElement>()
    val name: String? get() = (fields["name"] as? JsonPrimitive)?.content
    val text: String? get() = (fields["text"] as? JsonPrimitive)?.content

    /** Something can be done with it, or reading can go on from it. */
    var hasRef = false
}

/** What stands in an element, in order: words, nodes, and where a line ends. */
private sealed interface Piece {
    class Words(val text: String) : Piece
    class Item(val node: Draft) : Piece
    object Break : Piece
}

/** What can hold no other: what it is is all. */
private val CHILDLESS = setOf(
    "checkbox", "image", "meter", "option", "progressbar", "radio", "searchbox", "separator", "slider", "spinbutton", "switch", "textbox",
)

private val CELLS = setOf("cell", "columnheader", "rowheader")

/** Attributes that an entry of the table of refs tells. */
private val TOLD_ATTRIBUTES =
    listOf("href", "src", "type", "name", "value", "placeholder", "action", "method", "alt", "title", "aria-label", "role")

/** Begins each ref: no browser has numbered them. */
private const val REF = "bd"

private class TreeBuilder(private val document: Document) {
    private val refs = LinkedHashMap<String, RefEntry>()
    private var visited = 0
    private var hidden = 0
    private var emitted = 0
    private var interactive = 0

    fun build(): SnapshotTree {
        val body = Draft(null, "document", draftsOf(piecesIn(document.body(), isAside = false)))
        body.fields["tag"] = JsonPrimitive("body")
        body.fields["role"] = JsonPrimitive("document")
        val tree = finish(body)
        val stats = SnapshotStats(visited, emitted, hidden, interactive, false, emptyList(), null, null, null, 0.0)
        val title = collapse(document.title())
        val meta = Meta(document.location().ifEmpty { "about:blank" }, title, document = "${REF}0", revision = 1.0)
        return SnapshotTree(meta, stats, refs, tree, null)
    }

    private fun piecesIn(el: Element, isAside: Boolean): List<Piece> = el.childNodes().flatMap { pieces(it, isAside) }

    private fun pieces(node: Node, isAside: Boolean): List<Piece> {
        if (node is TextNode) return listOf(Piece.Words(node.wholeText))
        if (node !is Element) return emptyList()
        visited++
        if (isHidden(node)) {
            hidden++
            return emptyList()
        }
        val tag = node.normalName()
        val role = roleOf(node)
        val hint = hintOf(node)
        return when {
            tag == "br" -> listOf(Piece.Words(" "))
            role != null -> listOf(Piece.Item(draftOf(node, role, isAside)))
            hint != null -> listOf(Piece.Item(hinted(node, hint, isAside)))
            // Its words are the name of its field.
            tag == "label" && labelled(node) != null -> piecesIn(node, isAside).filterIsInstance<Piece.Item>()
            tag == "caption" -> emptyList()
            isLine(node) -> listOf(Piece.Break) + piecesIn(node, isAside) + Piece.Break
            else -> piecesIn(node, isAside)
        }
    }

    /** What an element with a role comes to. */
    private fun draftOf(el: Element, role: String, isAside: Boolean): Draft {
        val isOutermost = role in ASIDE && !isAside
        val name = nameOf(el, role)
        val inside = if (role in CHILDLESS) emptyList() else draftsOf(piecesIn(el, isAside || isOutermost))
        val isSplitCell = role in CELLS && inside.any { it.role != "text" } && ownLabel(el) == null
        val children = if (role in NAMED_BY_CONTENT && !isSplitCell) inside.filter { !isInName(it, role, name) } else inside
        val only = children.singleOrNull()
        if (role == "heading" && only?.role == "link" && only.name == name) {
            only.fields.putAll(statesOf(el, role, name))
            return only
        }
        val isText = only != null && only.role == "text" && only.text != name
        val draft = Draft(el, role, if (isText) emptyList() else children)
        draft.fields["tag"] = JsonPrimitive(el.normalName())
        draft.fields["role"] = JsonPrimitive(role)
        if (name != null && !isSplitCell) draft.fields["name"] = JsonPrimitive(name)
        if (isText) draft.fields["text"] = JsonPrimitive(only.text)
        draft.fields.putAll(statesOf(el, role, name))
        if (role == "iframe") draft.fields["frame"] = frameOf(el)
        if (isOutermost) draft.fields["aside"] = JsonPrimitive(true)
        draft.hasRef = when (role) {
            in WIDGETS, "row" -> true
            "article" -> children.isNotEmpty()
            "listitem" -> only == null || !only.hasRef || only.role == "listitem"
            else -> isOutermost && draft.children.isNotEmpty()
        }
        return draft
    }

    /** An element without a role with which something can be done all the same. */
    private fun hinted(el: Element, hint: String, isAside: Boolean): Draft {
        val inside = draftsOf(piecesIn(el, isAside))
        val isNamed = inside.all { it.role == "text" }
        val draft = Draft(el, "generic", if (isNamed) emptyList() else inside)
        draft.fields["tag"] = JsonPrimitive(el.normalName())
        draft.fields["role"] = JsonPrimitive("generic")
        draft.fields["hint"] = JsonPrimitive(hint)
        val own = ownLabel(el)
        val name = own ?: inside.mapNotNull { it.text }.joinToString(" ").takeIf { isNamed && it.isNotEmpty() }
        name?.let { draft.fields["name"] = JsonPrimitive(it) }
        if (own == null && name != null) draft.fields["nameSource"] = JsonPrimitive("content")
        draft.hasRef = true
        return draft
    }

    /** The words between two nodes or line ends are one node. */
    private fun draftsOf(pieces: List<Piece>): List<Draft> {
        val drafts = ArrayList<Draft>()
        val words = StringBuilder()
        fun endLine() {
            val text = collapse(words.toString())
            words.clear()
            if (text.isEmpty()) return
            val draft = Draft(null, "text")
            draft.fields["role"] = JsonPrimitive("text")
            draft.fields["text"] = JsonPrimitive(text)
            drafts.add(draft)
        }
        for (piece in pieces) {
            if (piece is Piece.Words) words.append(piece.text) else endLine()
            if (piece is Piece.Item) drafts.add(piece.node)
        }
        endLine()
        return drafts
    }

    /** Numbers the refs in document order. */
    private fun finish(draft: Draft): SnapshotNode {
        emitted++
        if (draft.role in WIDGETS || draft.role == "generic") interactive++
        val el = draft.element
        if (!draft.hasRef || el == null) return SnapshotNode(draft.fields, draft.children.map(::finish))
        val ref = "$REF${refs.size + 1}"
        refs[ref] = RefEntry(ref, el.normalName(), draft.role, draft.name, attributesOf(el), null)
        return SnapshotNode(mapOf<String, JsonElement>("ref" to JsonPrimitive(ref)) + draft.fields, draft.children.map(::finish))
    }
}

/** Whether a name that is made of what stands in an element has all of it. */
private fun isInName(draft: Draft, role: String, name: String?): Boolean =
    draft.role == "text" || draft.role == "paragraph" || (draft.role == "image" && (role in WIDGETS || draft.name != null)) ||
        (isLowHeading(draft) && draft.name != name && name.orEmpty().contains(draft.name.orEmpty(), ignoreCase = true))

/** Headings of the first two levels say what the page and its parts are about, wherever they stand. */
private fun isLowHeading(draft: Draft): Boolean {
    val level = (draft.fields["level"] as? JsonPrimitive)?.content?.toIntOrNull() ?: 0
    return draft.role == "heading" && draft.children.isEmpty() && level > 2
}

/** A block begins and ends a line, whatever the style sheets of the page say. */
private fun isLine(el: Element): Boolean = el.isBlock || el.normalName() in setOf("legend", "figcaption", "dt", "dd")

private fun hintOf(el: Element): String? = when {
    el.hasAttr("onclick") -> "clickable"
    el.hasAttr("contenteditable") && el.attr("contenteditable") != "false" -> "editable"
    el.attr("tabindex").toIntOrNull()?.let { it >= 0 } == true -> "focusable"
    else -> null
}

private fun frameOf(el: Element): JsonObject = JsonObject(
    mapOf("src" to el.absUrl("src"), "access" to "opaque", "reason" to "not_loaded").mapValues { JsonPrimitive(it.value) },
)

private fun attributesOf(el: Element): Map<String, String> =
    TOLD_ATTRIBUTES.associateWith { if (it == "value" && isSecret(el)) maskOf(el) else el.attr(it) }.filterValues { it.isNotEmpty() }
