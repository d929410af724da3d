package io.agentbrowser.json

import kotlinx.serialization.ExperimentalSerializationApi
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.JsonUnquotedLiteral

/** Thrown for text that is not JSON; [at] is the place of the error in UTF-16 code units from the start. */
public class InvalidJsonException(message: String, public val at: Int) : IllegalArgumentException("$message at character $at")

/**
 * Reads JSON text (RFC 8259, as strict as `JSON.parse`) without recursion: a page tree may be thousands of levels deep,
 * and kotlinx-serialization's own reader recurses once per array. Time and memory are linear in the text.
 *
 * Fields keep their order; of a repeated name the last value counts. Lone surrogates stay as they are.
 *
 * @throws InvalidJsonException if [text] is anything else
 */
public fun parseJson(text: String): JsonElement = JsonText(text).read()

/** An object or an array that is being read. */
private class Open(val fields: LinkedHashMap<String, JsonElement>?, val items: ArrayList<JsonElement>?) {
    var name: String = ""

    fun add(value: JsonElement) {
        if (fields != null) fields[name] = value else items?.add(value)
    }

    fun close(): JsonElement = if (fields != null) JsonObject(fields) else JsonArray(items.orEmpty())
}

private class JsonText(private val text: String) {
    private var at = 0

    /** Field names, so that equal ones share one string: a snapshot has few different ones. */
    private val names = HashMap<String, String>()

    fun read(): JsonElement {
        val stack = ArrayList<Open>()
        var value = begin(stack)
        while (true) {
            // A complete value is added to the innermost open container, which may be complete then itself.
            while (value != null) {
                val top = stack.lastOrNull() ?: return finish(value)
                top.add(value)
                value = afterValue(stack, top)
            }
            value = begin(stack)
        }
    }

    private fun finish(value: JsonElement): JsonElement {
        skipSpace()
        if (at < text.length) fail("Something stands behind the value")
        return value
    }

    /** Reads a scalar or an empty container and returns it; opens any other container and returns null. */
    private fun begin(stack: MutableList<Open>): JsonElement? {
        skipSpace()
        return when (val first = peek()) {
            '{' -> beginObject(stack)
            '[' -> beginArray(stack)
            '"' -> JsonPrimitive(string())
            't' -> word("true", JsonPrimitive(true))
            'f' -> word("false", JsonPrimitive(false))
            'n' -> word("null", JsonNull)
            else -> if (first == '-' || first in '0'..'9') number() else fail("A value is missing")
        }
    }

    private fun beginObject(stack: MutableList<Open>): JsonElement? {
        at++
        skipSpace()
        if (peek() == '}') {
            at++
            return JsonObject(emptyMap())
        }
        stack.add(Open(LinkedHashMap(), null).also { readName(it) })
        return null
    }

    private fun beginArray(stack: MutableList<Open>): JsonElement? {
        at++
        skipSpace()
        if (peek() == ']') {
            at++
            return JsonArray(emptyList())
        }
        stack.add(Open(null, ArrayList()))
        return null
    }

    /** Reads what follows a value in [top]: null if another value follows, else the container, which is complete. */
    private fun afterValue(stack: MutableList<Open>, top: Open): JsonElement? {
        skipSpace()
        val next = peek()
        at++
        if (next == ',') {
            if (top.fields != null) readName(top)
            return null
        }
        if (next != (if (top.fields != null) '}' else ']')) {
            at--
            fail("A comma or an end is missing")
        }
        stack.removeAt(stack.size - 1)
        return top.close()
    }

    private fun readName(open: Open) {
        skipSpace()
        if (peek() != '"') fail("A name is missing")
        val name = string()
        open.name = names.getOrPut(name) { name }
        skipSpace()
        if (peek() != ':') fail("A colon is missing")
        at++
    }

    private fun word(word: String, value: JsonElement): JsonElement {
        if (!text.startsWith(word, at)) fail("A value is missing")
        at += word.length
        return value
    }

    @OptIn(ExperimentalSerializationApi::class)
    private fun number(): JsonElement {
        val from = at
        if (peek() == '-') at++
        if (peek() == '0') at++ else digits()
        if (peek() == '.') {
            at++
            digits()
        }
        if (peek() == 'e' || peek() == 'E') {
            at++
            if (peek() == '+' || peek() == '-') at++
            digits()
        }
        return JsonUnquotedLiteral(text.substring(from, at))
    }

    private fun digits() {
        val from = at
        while (peek() in '0'..'9') at++
        if (at == from) fail("A digit is missing")
    }

    private fun string(): String {
        val from = ++at
        while (true) {
            val unit = if (at < text.length) text[at] else fail("A string does not end")
            if (unit == '"') return text.substring(from, at++)
            if (unit == '\\') return escapedString(from)
            if (unit < ' ') fail("A control character stands in a string")
            at++
        }
    }

    private fun escapedString(from: Int): String {
        val out = StringBuilder(at - from + 32).append(text, from, at)
        while (true) {
            val unit = if (at < text.length) text[at++] else fail("A string does not end")
            if (unit == '"') return out.toString()
            if (unit < ' ') fail("A control character stands in a string")
            out.append(if (unit == '\\') escape() else unit)
        }
    }

    private fun escape(): Char {
        val kind = if (at < text.length) text[at++] else fail("A string does not end")
        return when (kind) {
            '"', '\\', '/' -> kind
            'b' -> '\b'
            'f' -> '\u000c'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> codeUnit()
            else -> fail("An escape is unknown")
        }
    }

    private fun codeUnit(): Char {
        var unit = 0
        repeat(4) {
            val digit = if (at < text.length) Character.digit(text[at], 16) else -1
            if (digit < 0 || text[at] > 'f') fail("A hexadecimal digit is missing")
            unit = unit * 16 + digit
            at++
        }
        return unit.toChar()
    }

    private fun skipSpace() {
        while (at < text.length) {
            val unit = text[at]
            if (unit != ' ' && unit != '\n' && unit != '\t' && unit != '\r') return
            at++
        }
    }

    private fun peek(): Char = if (at < text.length) text[at] else '\u0000'

    private fun fail(message: String): Nothing = throw InvalidJsonException(message, at)
}
