package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode
import io.agentbrowser.contract.primitive
import io.agentbrowser.json.asFlag
import io.agentbrowser.json.asNumber
import kotlinx.serialization.json.JsonNull

/** `True` prints the label alone, `False` prints `label=false`, texts still hold page text. */
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
 * The attributes in the order in which they are written, the ref in its place. Most are named as their field and
 * printed by the kind of its value: text, a number, or a boolean, which only counts when it is true.
 */
private val ORDER = (
    "level type placeholder ref url checked selected expanded pressed disabled readonly required invalid focused " +
        "haspopup hover current modal multiselectable busy live sort valuemin valuemax description scroll frame origin " +
        "covered hidden box"
    ).split(' ')

/** Booleans that say something when they are false, too. */
private fun saysFalse(label: String, role: String): Boolean = when (label) {
    "checked", "expanded", "pressed" -> true
    "selected" -> role == "tab" || role == "option"
    else -> false
}

/** How far a scroll container can still go. */
private fun scrollWords(node: SnapshotNode): String? {
    val scroll = node.scroll ?: return null
    val ways = listOf("up" to scroll.up, "down" to scroll.down, "left" to scroll.left, "right" to scroll.right)
    return ways.filter { (_, px) -> px != null && px != 0.0 }.joinToString("/") { (way, px) -> "$way:${decimal(px ?: 0.0)}" }
}

private fun boxWords(node: SnapshotNode): String? =
    node.box?.run { listOf(x, y, width, height).joinToString("/", transform = ::decimal) }

private fun textValue(text: String?): AttributeValue? = if (text.isNullOrEmpty()) null else AttributeValue.Text(text)

/** A field by the kind of its value. */
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

/** What there is to say of a node, in order; at the place of the ref what [ref] gives, if anything. */
internal fun attributesOf(node: SnapshotNode, ref: String, role: String = node.role): List<Attribute> {
    val found = ArrayList<Attribute>()
    for (label in ORDER) valueOf(node, label, ref, role)?.let { found.add(Attribute(label, it)) }
    return found
}
