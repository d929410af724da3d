package io.agentbrowser.json

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/**
 * A string as a JavaScript string literal that every bridge to a page keeps as it is: ASCII only, so that none can change
 * lone surrogates or U+2028 (a line end in engines before ES2019), and without `<`, `>`, `&` and quotes, so that it may
 * stand in a script element or an attribute, too.
 */
public fun quoteJavaScript(text: String): String = buildString(text.length + 2) { appendQuoted(text) }

/** Plain data as a JavaScript expression, strings as by [quoteJavaScript]; without recursion. */
public fun toJavaScript(value: JsonElement): String = buildString { appendValue(value) }

private fun isPlain(unit: Char): Boolean =
    unit in ' '..'~' && unit != '"' && unit != '\'' && unit != '\\' && unit != '<' && unit != '>' && unit != '&'

private fun StringBuilder.appendQuoted(text: String) {
    append('"')
    for (unit in text) {
        if (isPlain(unit)) append(unit)
        else append("\\u").append((0x10000 + unit.code).toString(16), 1, 5)
    }
    append('"')
}

/** A property name. `{"__proto__": x}` would set a prototype, so that name is written as a computed one. */
private fun StringBuilder.appendName(name: String) {
    if (name == "__proto__") append("[\"__proto__\"]") else appendQuoted(name)
    append(':')
}

private fun StringBuilder.appendScalar(value: JsonPrimitive) {
    if (value is JsonNull) append("null")
    else if (value.isString) appendQuoted(value.content)
    else append(if (IS_LITERAL.matches(value.content)) value.content else "null")
}

private val IS_LITERAL = Regex("true|false|-?(?:[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|Infinity)")

/** An object or an array that is being written. */
private class Writing(val entries: Iterator<*>, val end: Char) {
    var isFirst = true
}

private fun StringBuilder.appendValue(root: JsonElement) {
    val stack = ArrayList<Writing>()
    fun begin(value: JsonElement) {
        when (value) {
            is JsonPrimitive -> appendScalar(value)
            is JsonObject -> {
                append('{')
                stack.add(Writing(value.entries.iterator(), '}'))
            }
            is JsonArray -> {
                append('[')
                stack.add(Writing(value.iterator(), ']'))
            }
        }
    }
    begin(root)
    while (stack.isNotEmpty()) {
        val top = stack.last()
        if (!top.entries.hasNext()) {
            append(top.end)
            stack.removeAt(stack.size - 1)
            continue
        }
        if (!top.isFirst) append(',')
        top.isFirst = false
        val next = top.entries.next()
        if (next is Map.Entry<*, *>) appendName(next.key as String)
        begin((if (next is Map.Entry<*, *>) next.value else next) as JsonElement)
    }
}
