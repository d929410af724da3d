package io.agentbrowser.html

import org.jsoup.nodes.Element

/** https://w3c.github.io/html-aam/#html-element-role-mappings, as far as a tag alone decides. */
private val ROLE_BY_TAG = mapOf(
    "address" to "group", "article" to "article", "aside" to "complementary", "blockquote" to "blockquote",
    "button" to "button", "del" to "deletion", "details" to "", "dialog" to "dialog", "fieldset" to "group",
    "figure" to "figure", "h1" to "heading", "h2" to "heading", "h3" to "heading", "h4" to "heading",
    "h5" to "heading", "h6" to "heading", "hr" to "separator", "iframe" to "iframe", "img" to "image",
    "ins" to "insertion", "li" to "listitem", "main" to "main", "menu" to "list", "meter" to "meter",
    "nav" to "navigation", "ol" to "list", "optgroup" to "group", "option" to "option", "output" to "status",
    "p" to "paragraph", "progress" to "progressbar", "search" to "search", "summary" to "button", "svg" to "image",
    "table" to "table", "td" to "cell", "textarea" to "textbox", "tr" to "row", "ul" to "list",
)

private val ROLE_BY_INPUT_TYPE = mapOf(
    "button" to "button", "checkbox" to "checkbox", "file" to "button", "image" to "button", "number" to "spinbutton",
    "radio" to "radio", "range" to "slider", "reset" to "button", "search" to "searchbox", "submit" to "button",
)

/** What a `header` or `footer` in one of these is of, in place of the page. */
private val SECTIONING = setOf("article", "aside", "main", "nav", "section")

/** Roles that say nothing of an element of their own. */
private val NO_ROLE = setOf("none", "presentation", "generic", "rowgroup", "text")

/** Roles of what can be acted on. */
internal val WIDGETS = setOf(
    "button", "checkbox", "combobox", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio", "option",
    "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem",
)

/** What stands around the main content. */
internal val ASIDE = setOf("banner", "complementary", "contentinfo", "navigation")

/** Roles whose name is what stands in them. */
internal val NAMED_BY_CONTENT = WIDGETS - setOf("combobox", "listbox", "searchbox", "slider", "spinbutton", "textbox") +
    setOf("cell", "columnheader", "gridcell", "heading", "rowheader", "tooltip")

/** The ARIA role of an element; null where it has none of its own. */
internal fun roleOf(el: Element): String? {
    val given = el.attr("role").lowercase().split(' ').firstOrNull { it.isNotEmpty() }
    if (given != null) return given.takeIf { it !in NO_ROLE }
    return nativeRole(el)?.takeIf { it.isNotEmpty() }
}

private fun nativeRole(el: Element): String? = when (val tag = el.normalName()) {
    "a", "area" -> if (el.hasAttr("href")) "link" else null
    "input" -> ROLE_BY_INPUT_TYPE[el.attr("type").lowercase()] ?: "textbox"
    "select" -> if (el.hasAttr("multiple") || (el.attr("size").toIntOrNull() ?: 1) > 1) "listbox" else "combobox"
    "header", "footer" -> landmark(tag, el.parents().any { it.normalName() in SECTIONING })
    "section" -> if (ownLabel(el) != null) "region" else null
    "form" -> if (ownLabel(el) != null) "form" else null
    "th" -> if (el.attr("scope") == "row") "rowheader" else "columnheader"
    "tr", "td" -> if (isLayout(el)) null else ROLE_BY_TAG[tag]
    "ul", "ol" -> if (el.childrenSize() == 0) null else "list"
    else -> ROLE_BY_TAG[tag]
}

private fun landmark(tag: String, isInSection: Boolean): String = when (tag) {
    "header" -> if (isInSection) "sectionheader" else "banner"
    else -> if (isInSection) "sectionfooter" else "contentinfo"
}

/** Cells of a table that says that it is none are none either. */
private fun isLayout(el: Element): Boolean =
    el.closest("table")?.attr("role")?.lowercase() in setOf("none", "presentation")
