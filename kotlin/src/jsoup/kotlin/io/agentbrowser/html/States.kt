package io.agentbrowser.html

import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive
import org.jsoup.nodes.Element

/** Input types that the role does not say. */
private val TOLD_TYPES = setOf("color", "date", "datetime-local", "email", "file", "month", "password", "tel", "time", "url", "week")

private val ARIA_FLAGS = listOf("expanded", "selected", "busy", "modal", "multiselectable", "readonly", "required")

/** The fields of a node that say how an element stands, in the order of the contract. */
internal fun statesOf(el: Element, role: String, name: String?): Map<String, JsonElement> = buildMap {
    val tag = el.normalName()
    val type = el.attr("type").lowercase()
    valueOf(el)?.let { put("value", JsonPrimitive(it)) }
    val placeholder = collapse(el.attr("placeholder"))
    if (placeholder.isNotEmpty() && placeholder != name) put("placeholder", JsonPrimitive(placeholder))
    if (tag == "input" && type in TOLD_TYPES) put("type", JsonPrimitive(type))
    levelOf(el, role)?.let { put("level", JsonPrimitive(it)) }
    val checked = if (tag == "input" && type in setOf("checkbox", "radio")) "${el.hasAttr("checked")}" else el.attr("aria-checked")
    putState("checked", checked)
    putState("pressed", el.attr("aria-pressed"))
    for (flag in ARIA_FLAGS) putState(flag, el.attr("aria-$flag"))
    if (tag == "summary") putState("expanded", "${el.parent()?.hasAttr("open") == true}")
    // What is chosen in a field that holds a secret is a secret.
    if (tag == "option" && el.closest("select")?.let(::isSecret) != true) putState("selected", "${el in selectedOptions(el)}")
    if (tag == "select" && el.hasAttr("multiple")) putState("multiselectable", "true")
    if (tag in FIELDS) for (flag in listOf("readonly", "required")) if (el.hasAttr(flag)) putState(flag, "true")
    if (isDisabled(el)) putState("disabled", "true")
    for (word in listOf("haspopup", "current", "sort")) {
        val value = el.attr("aria-$word")
        if (value.isNotEmpty() && value != "false" && value != "none") put(word, JsonPrimitive(value))
    }
    if (el.attr("aria-invalid") !in setOf("", "false")) putState("invalid", "true")
    for ((end, fallback) in limitsOf(tag, type)) {
        (el.attr(end).toDoubleOrNull() ?: fallback)?.let { put("value$end", number(it)) }
    }
}

private val FIELDS = setOf("input", "select", "textarea")

private fun MutableMap<String, JsonElement>.putState(name: String, value: String) {
    if (value == "true" || value == "false") put(name, JsonPrimitive(value == "true"))
    else if (value == "mixed") put(name, JsonPrimitive(value))
}

private fun number(value: Double): JsonPrimitive =
    if (value % 1.0 == 0.0) JsonPrimitive(value.toLong()) else JsonPrimitive(value)

private fun limitsOf(tag: String, type: String): List<Pair<String, Double?>> = when {
    tag == "meter" || type == "range" -> listOf("min" to 0.0, "max" to (if (tag == "meter") 1.0 else 100.0))
    type == "number" -> listOf("min" to null, "max" to null)
    tag == "progress" -> listOf("max" to 1.0)
    else -> emptyList()
}

private fun levelOf(el: Element, role: String): Int? = when {
    role != "heading" && role != "treeitem" -> null
    el.attr("aria-level").isNotEmpty() -> el.attr("aria-level").toIntOrNull()
    else -> el.normalName().takeIf { it.length == 2 && it[0] == 'h' }?.get(1)?.digitToIntOrNull()
}

private fun isDisabled(el: Element): Boolean =
    el.attr("aria-disabled") == "true" ||
        (el.normalName() in FIELDS + setOf("button", "option", "optgroup", "fieldset") && el.hasAttr("disabled"))

/** Inputs whose value is their name, or stands for what is sent. */
private val WITHOUT_VALUE = setOf("button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit")

private fun valueOf(el: Element): String? =
    (if (isSecret(el)) maskOf(el) else plainValue(el))?.ifEmpty { null }

private fun plainValue(el: Element): String? = when (el.normalName()) {
    "input" -> el.attr("value").takeIf { el.attr("type").lowercase() !in WITHOUT_VALUE }
    "textarea" -> collapse(el.wholeText())
    "select" -> selectedOptions(el).joinToString(", ") { collapse(it.text()) }
    "progress", "meter" -> el.attr("value").toDoubleOrNull()?.let { number(it).content }
    else -> el.attr("aria-valuetext").ifEmpty { el.attr("aria-valuenow") }
}

/** The options of the list that an element is, or is in, as it stands at first. */
internal fun selectedOptions(el: Element): List<Element> {
    val list = el.closest("select") ?: return emptyList()
    val options = list.select("option")
    val chosen = options.filter { it.hasAttr("selected") }
    if (list.hasAttr("multiple")) return chosen
    return listOfNotNull(chosen.lastOrNull() ?: options.firstOrNull { !it.hasAttr("disabled") })
}
