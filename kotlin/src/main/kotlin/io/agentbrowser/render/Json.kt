package io.agentbrowser.render

import io.agentbrowser.json.asFlag
import io.agentbrowser.json.asNumber
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/** Most levels of nesting in a field. Real fields nest one object deep; what a page nests deeper itself is left out. */
private const val DEEPEST = 32

/** JSON of a field's value; empty where it has none. */
private fun valueJson(value: JsonElement, depth: Int): String = when {
    depth > DEEPEST -> ""
    value is JsonObject -> "{${fieldsJson(value, depth + 1)}}"
    value is JsonArray ->
        "{${fieldsJson(value.withIndex().associate { (i, element) -> "$i" to element }, depth + 1)}}"
    value is JsonNull || value !is JsonPrimitive -> ""
    value.isString -> quote(say(value.content), REF_MARKER)
    else -> value.asFlag()?.toString() ?: value.asNumber()?.let(::decimal).orEmpty()
}

private const val LAST_INDEX = 4294967294.0

/** Whether JavaScript takes a property name for an array index. */
private fun isIndex(name: String): Boolean =
    name != "" && name.length <= 10 && name.all { it in '0'..'9' } && (name == "0" || name[0] != '0') &&
        name.toDouble() <= LAST_INDEX

/** The property names in JavaScript's order: array indices first and ascending, then the others as they were added. */
private fun namesOf(from: Map<String, JsonElement>): List<String> {
    val (indices, names) = from.keys.partition(::isIndex)
    return indices.sortedBy { it.toDouble() } + names
}

/** All fields but the children, in the order in which they come. */
private fun fieldsJson(from: Map<String, JsonElement>, depth: Int = 0): String =
    namesOf(from).filter { it != "children" }.mapNotNull { name ->
        val json = valueJson(from.getValue(name), depth)
        if (json == "") null else "${quoteJson(say(name))}:$json"
    }.joinToString(",")

private fun headJson(value: HeadValue): String = when (value) {
    is HeadValue.Text -> quote(value.text, REF_MARKER)
    is HeadValue.Number -> jsNumber(value.number)
    HeadValue.True -> "true"
}

/** The fields that a line about a left-out part of the page prints of it. */
private val LABEL = listOf("role", "name", "nameSource", "ref")

/** `{"ref":"kd6","role":"button","name":"Remove","disabled":true}`: one node a line, valid JSON however it is cut. */
internal object JsonFormat : Format {
    override val foot: String get() = "]}"
    override val empty: String get() = "{}"
    override val comma: String get() = ","
    override val keepsText: Boolean get() = true
    override val keepsRefs: Boolean get() = true

    override fun line(item: Item): String {
        val was = item.entry?.was?.let { "\"was\":{${fieldsJson(it.json)}}," }.orEmpty()
        val after = item.entry?.after?.let { "\"after\":{${fieldsJson(it.json)}}," }.orEmpty()
        val change = if (item.mark == Mark.LISTED) "" else "\"change\":\"${item.mark.wireName}\",$after$was"
        return "{$change${fieldsJson(item.node.json)}${if (item.hasChildren) ",\"children\":[" else "}"}"
    }

    override fun close(item: Item): String = "]}"

    override fun cut(cut: Cut): String = listOfNotNull(
        cut.label?.let { label -> fieldsJson(LABEL.filter(label.json::containsKey).associateWith(label.json::getValue)) },
        "\"more\":${cut.nodes}",
        if (cut.kinds.isEmpty()) null else "\"of\":${quoteJson(kindsInWords(cut.kinds))}",
        if (cut.hint == "") null else "\"see\":${quoteJson(cut.hint)}",
    ).joinToString(",", "{", "}")

    override fun head(head: Head?): String =
        "{${head?.fields.orEmpty().joinToString("") { (label, value) -> "\"$label\":${headJson(value)}," }}\"children\":["
}
