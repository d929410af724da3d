package io.agentbrowser.html

import org.jsoup.nodes.Element
import org.jsoup.nodes.Node
import org.jsoup.nodes.TextNode

private val WHITE_SPACE = Regex("[ \\t\\n\\u000c\\r\\u00a0]+")

internal fun collapse(text: String): String = text.replace(WHITE_SPACE, " ").trim(' ')

/** Whether nobody sees an element, as far as its own attributes and the browser's style sheet say so. */
internal fun isHidden(el: Element): Boolean {
    val tag = el.normalName()
    if (tag in NEVER_SHOWN || (el.hasAttr("hidden") && el.attr("hidden") != "until-found")) return true
    if (el.attr("aria-hidden") == "true" || HIDING_STYLE.containsMatchIn(el.attr("style"))) return true
    val parent = el.parent()
    return (tag == "dialog" && !el.hasAttr("open")) ||
        (tag == "input" && el.attr("type").equals("hidden", ignoreCase = true)) ||
        (parent?.normalName() == "details" && !parent.hasAttr("open") && el !== parent.selectFirst("> summary"))
}

private val NEVER_SHOWN = setOf(
    "audio", "base", "datalist", "head", "link", "map", "meta", "noscript", "object", "param", "script", "source",
    "style", "template", "title", "track", "video",
)

private val HIDING_STYLE = Regex("""(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b""", RegexOption.IGNORE_CASE)

/** What the author calls an element by ARIA: `aria-labelledby`, then `aria-label`. */
internal fun ownLabel(el: Element): String? {
    val document = el.ownerDocument()
    val labels = el.attr("aria-labelledby").split(' ').filter { it.isNotEmpty() }.mapNotNull { document?.getElementById(it) }
    val text = labels.joinToString(" ") { contentOf(it) }
    return collapse(text).ifEmpty { collapse(el.attr("aria-label")) }.ifEmpty { null }
}

/** Text as it is read out: with the names of pictures and fields in it, without what is hidden. */
internal fun contentOf(node: Node): String = when {
    node is TextNode -> node.wholeText
    node !is Element || (isHidden(node) && node.normalName() != "title") -> ""
    else -> ownLabel(node) ?: when (node.normalName()) {
        "img" -> node.attr("alt")
        "br" -> " "
        "input", "select", "textarea" -> ""
        else -> node.childNodes().joinToString("") { contentOf(it) }.let { if (node.isBlock || node.normalName() == "svg") " $it " else it }
    }
}

private val BUTTON_WORDS = mapOf("submit" to "Submit", "reset" to "Reset", "image" to "Submit")

/** https://w3c.github.io/html-aam/#accessible-name-and-description-computation */
internal fun nameOf(el: Element, role: String): String? {
    val name = ownLabel(el) ?: nativeName(el) ?: contentOf(el).takeIf { role in NAMED_BY_CONTENT }
    return collapse(name.orEmpty()).ifEmpty { collapse(el.attr("title")) }
        .ifEmpty { collapse(el.attr("placeholder")) }.ifEmpty { null }
}

private fun nativeName(el: Element): String? = when (el.normalName()) {
    "img", "area" -> el.attr("alt")
    "svg" -> el.selectFirst("> title")?.text()
    "fieldset" -> el.selectFirst("> legend")?.let { contentOf(it) }
    "table" -> el.selectFirst("> caption")?.let { contentOf(it) }
    "optgroup" -> el.attr("label")
    "option" -> el.attr("label").ifEmpty { null }
    "input" -> inputName(el)
    "select", "textarea", "meter", "progress", "output" -> labelName(el)
    else -> null
}?.takeIf { collapse(it).isNotEmpty() }

private fun inputName(el: Element): String? {
    val type = el.attr("type").lowercase()
    val words = when (type) {
        "submit", "reset", "button" -> el.attr("value").ifEmpty { null }
        "image" -> el.attr("alt").ifEmpty { null }
        else -> null
    }
    val label = labelName(el)
    if (type == "file") return listOfNotNull(label ?: el.attr("title").ifEmpty { null }, "No file chosen").joinToString(": ")
    return label ?: words ?: el.attr("title").ifEmpty { null } ?: BUTTON_WORDS[type]
}

/** The field that a label is of. */
internal fun labelled(label: Element): Element? =
    if (label.attr("for").isNotEmpty()) label.ownerDocument()?.getElementById(label.attr("for"))
    else label.selectFirst("button, input:not([type=hidden]), meter, output, progress, select, textarea")

private fun labelName(el: Element): String? {
    val id = el.id()
    val labels = el.ownerDocument()?.select("label").orEmpty()
        .filter { (id.isNotEmpty() && it.attr("for") == id) || labelled(it) === el }
    return labels.joinToString(" ") { contentOf(it) }.ifEmpty { null }
}
