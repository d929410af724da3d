package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode
import io.agentbrowser.contract.primitive
import io.agentbrowser.json.asFlag
import io.agentbrowser.json.asNumber
import kotlinx.serialization.json.JsonNull

/** `True` prints the label alone, `False` prints `label=false`; a text still holds raw page text. */
internal sealed interface AttributeValue {
    class Text(val text: String) : AttributeValue
    object True : AttributeValue
    object False : AttributeValue
}

internal class Attribute(val label: String, val value: AttributeValue) {
    operator fun component1() = label
    operator fun component2() = value
}

/**
 * The attributes in the order in which they are printed. Most have the name of their field and are printed by the type
 * of its value: text, number, or boolean, which is printed only when it is true.
 */
private val ORDER = (
    "level type placeholder ref url checked selected expanded pressed disabled readonly required invalid focused " +
        "haspopup hover current modal multiselectable busy live sort valuemin valuemax description scroll frame origin " +
        "covered hidden box"
    ).split(' ')

/** Whether a boolean is printed when it is false, too. */
private fun saysFalse(label: String, role: String): Boolean = when (label) {
    "checked", "expanded", "pressed" -> true
    "selected" -> role == "tab" || role == "option"
    else -> false
}

/** How many CSS px a scroll container can still be scrolled in each direction. */
private fun scrollWords(node: SnapshotNode): String? {
    val scroll = node.scroll ?: return null
    val ways = listOf("up" to scroll.up, "down" to scroll.down, "left" to scroll.left, "right" to scroll.right)
    return ways.filter { (_, px) -> px != null && px != 0.0 }.joinToString("/") { (way, px) -> "$way:${decimal(px ?: 0.0)}" }
}

private fun boxWords(node: SnapshotNode): String? =
    node.box?.run { listOf(x, y, width, height).joinToString("/", transform = ::decimal) }

private fun textValue(text: String?): AttributeValue? = if (text.isNullOrEmpty()) null else AttributeValue.Text(text)

/** The attribute value of a field, by the type of the field's value; null where there is nothing to print. */
private fun fieldValue(node: SnapshotNode, label: String, role: String): AttributeValue? {
    val field = node.primitive(label) ?: return null
    if (field is JsonNull) return null
    if (field.isString) return textValue(field.content)
    field.asFlag()?.let { isTrue ->
        return if (isTrue) AttributeValue.True else AttributeValue.False.takeIf { saysFalse(label, role) }
    }
    return field.asNumber()?.let { AttributeValue.Text(decimal(it)) }
}

private fun valueOf(node: SnapshotNode, label: String, ref: String, role: String): AttributeValue? = when (label) {
    "ref" -> textValue(ref)
    "invalid" -> textValue(node.validationMessage) ?: fieldValue(node, label, role)
    "scroll" -> if ("scroll" in node.json) textValue(scrollWords(node)) else null
    "frame" -> if ("frame" in node.json) textValue(node.frame?.reason) else null
    "origin" -> if ("frame" in node.json) node.frame?.run { textValue(origin) ?: textValue(src) } else null
    "box" -> if ("box" in node.json) textValue(boxWords(node)) else null
    else -> fieldValue(node, label, role)
}

/** The attributes of a node in the order of [ORDER]; [ref] is printed in its place, unless it is empty. */
internal fun attributesOf(node: SnapshotNode, ref: String, role: String = node.role): List<Attribute> {
    val found = ArrayList<Attribute>()
    for (label in ORDER) valueOf(node, label, ref, role)?.let { found.add(Attribute(label, it)) }
    return found
}
