package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** Tags whose implicit role is spelled differently, as `tag:role`. A role is printed unless it is the implicit one. */
private val OWN_ROLES = setOf(
    "a:link", "p:paragraph", "ul:list", "ol:list", "li:listitem", "nav:navigation", "header:banner",
    "footer:contentinfo", "aside:complementary", "tr:row", "td:cell", "th:columnheader", "img:image",
    "textarea:textbox", "div:generic", "span:generic", "section:region",
)

private fun isHeading(tag: String): Boolean = tag.length == 2 && tag[0] == 'h' && tag[1] in '1'..'6'

private fun hasOwnRole(tag: String, role: String): Boolean =
    tag == role || (isHeading(tag) && role == "heading") || "$tag:$role" in OWN_ROLES

/** Void elements, which have no content: their name is printed as an attribute. */
private val VOID =
    setOf("input", "img", "hr", "br", "area", "embed", "wbr", "col", "source", "track", "meta", "link", "base")

/** States that are printed with the prefix `aria-`, since HTML has no attribute for them. */
private val ARIA = setOf(
    "level", "checked", "selected", "expanded", "pressed", "invalid", "haspopup", "current", "modal",
    "multiselectable", "busy", "live", "sort", "valuemin", "valuemax", "description",
)

private fun tagOf(node: SnapshotNode): String {
    val tag = token(node.tag.orEmpty()).map { if (it in 'A'..'Z') it + 32 else it }.joinToString("")
    return if (tag != "" && tag[0] in 'a'..'z') tag else "span"
}

private fun escapeText(text: String): String {
    val escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace("[ref=", "&#91;ref=")
}

/** Escapes text content. A quote is escaped only behind `=`, where it would look like an attribute. */
private fun content(text: String): String = escapeText(text).replace("=\"", "=&quot;")

private fun textAttribute(label: String, text: String): String =
    " $label=\"${escapeText(say(text)).replace("\"", "&quot;")}\""

private fun attribute(label: String, value: AttributeValue): String = when (value) {
    AttributeValue.True -> " $label"
    AttributeValue.False -> " $label=\"false\""
    is AttributeValue.Text -> textAttribute(label, value.text)
}

private fun openTag(node: SnapshotNode, tag: String, name: String?): String = buildString {
    val role = roleWord(node)
    fun addText(label: String, text: String?) {
        if (!text.isNullOrEmpty()) append(textAttribute(label, text))
    }
    append('<').append(tag)
    addText("id", refOf(node))
    if (!hasOwnRole(tag, role)) addText("role", role)
    addText(if (isGuess(node)) "guess" else "aria-label", name)
    addText("value", node.value)
    for ((label, value) in attributesOf(node, "")) {
        if (label == "level" && isHeading(tag)) continue
        val isAria = value != AttributeValue.True && label in ARIA
        append(attribute(if (label == "url") "href" else if (isAria) "aria-$label" else label, value))
    }
    append('>')
}

private fun comment(text: String): String = if (text == "") "" else "<!-- ${escapeText(text)} -->"

private fun isLooseText(item: Item): Boolean {
    val node = item.node
    return node.tag.isNullOrEmpty() && node.role == "text" && !item.hasChildren && node.ref.isNullOrEmpty() &&
        node.name.isNullOrEmpty() && node.value.isNullOrEmpty()
}

/** Escapes content at the beginning of a line, where a bracket would look like a header or a boundary. */
private fun atStart(content: String): String =
    if (content.startsWith('[')) "&#91;" + content.substring(1) else content

/** `<button id="kd6" disabled>Remove</button>`: tags as they are on the page, states as HTML or ARIA spells them. */
internal object HtmlFormat : Format {
    override fun line(item: Item): String {
        val node = item.node
        val text = content(say(node.text))
        if (text != "" && isLooseText(item)) return atStart(text)
        val tag = tagOf(node)
        val isVoid = tag in VOID
        val isContent = !isVoid && !item.hasChildren && !isGuess(node) && node.text.isNullOrEmpty() && node.value.isNullOrEmpty()
        val start = openTag(node, tag, if (isContent) "" else node.name)
        val inside = if (isContent) content(say(node.name)) else text
        if (!item.hasChildren) return start + inside + (if (isVoid) "" else "</$tag>")
        return start + (if (inside == "") "" else "\n  ${atStart(inside)}")
    }

    override fun close(item: Item): String = "</${tagOf(item.node)}>"

    override fun cut(cut: Cut): String = comment(cutInWords(cut) { "id=$it" })

    override fun head(head: Head?): String = comment(headInWords(head))
}
