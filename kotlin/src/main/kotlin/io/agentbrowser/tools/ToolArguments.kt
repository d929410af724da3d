package io.agentbrowser.tools

import io.agentbrowser.contract.Point
import io.agentbrowser.json.asFlag
import io.agentbrowser.json.asNumber
import io.agentbrowser.json.fields
import io.agentbrowser.json.flag
import io.agentbrowser.json.items
import io.agentbrowser.json.number
import io.agentbrowser.json.text
import io.agentbrowser.render.quoteJson
import io.agentbrowser.render.say
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.contentOrNull

/** Arguments that don't fit the tool's schema: the message is for the model. */
internal class WrongArgument(message: String) : Exception(message)

/** The arguments of a call, checked against the tool's schema. */
internal class ToolArguments private constructor(private val fields: Map<String, JsonElement>) {
    fun text(name: String): String = optionalText(name).orEmpty()

    fun optionalText(name: String): String? = fields.text(name)

    fun number(name: String): Double? = fields.number(name)

    /** The arguments `x` and `y`, CSS px from the element's top left corner; null without them. */
    fun place(): Point? {
        val (x, y) = number("x") to number("y")
        return if (x == null && y == null) null else Point(x ?: 0.0, y ?: 0.0)
    }

    fun count(name: String): Int? = number(name)?.toInt()?.coerceAtLeast(1)

    fun flag(name: String): Boolean = fields.flag(name) == true

    fun record(name: String): JsonObject = fields.fields(name) ?: JsonObject(emptyMap())

    fun texts(name: String): List<String> = fields.items(name).orEmpty().mapNotNull { (it as? JsonPrimitive)?.content }

    companion object {
        /** @throws WrongArgument if something is missing, unknown or of the wrong type; null counts as absent */
        fun of(tool: Tool, given: JsonObject): ToolArguments {
            val known = tool.schema.fields("properties").orEmpty()
            val fields = given.filterValues { it !is JsonNull }
            val takes = "${tool.name} takes: ${inWords(tool, known)}."
            for ((name, value) in fields) {
                val schema = known[name] as? JsonObject
                    ?: throw WrongArgument("There is no argument ${quoteJson(say(name, SHOWN))}. $takes")
                check(name, value, schema)
            }
            for (name in requiredOf(tool)) {
                if (name !in fields) throw WrongArgument("The argument \"$name\" is missing. $takes")
            }
            return ToolArguments(fields)
        }

        /** Most characters of an unknown argument's name in a message. */
        private const val SHOWN = 40

        private fun requiredOf(tool: Tool): List<String> =
            tool.schema.items("required").orEmpty().mapNotNull { (it as? JsonPrimitive)?.contentOrNull }

        private fun inWords(tool: Tool, known: Map<String, JsonElement>): String {
            val required = requiredOf(tool)
            val names = known.keys.map { if (it in required) it else "$it (optional)" }
            return names.joinToString(", ").ifEmpty { "nothing" }
        }

        private fun check(name: String, value: JsonElement, schema: JsonObject) {
            val type = schema.text("type")
            val isRight = when (type) {
                "string" -> value is JsonPrimitive && value.isString
                "number" -> value is JsonPrimitive && value.asNumber()?.isFinite() == true
                "boolean" -> value is JsonPrimitive && value.asFlag() != null
                "object" -> value is JsonObject
                else -> value is JsonArray && value.all { it is JsonPrimitive && it.isString }
            }
            val wanted = if (type == "array") "a list of strings" else if (type == "object") "an object" else "a $type"
            if (!isRight) throw WrongArgument("The argument \"$name\" must be $wanted.")
            val valid = schema.items("enum")?.map { (it as JsonPrimitive).content } ?: return
            if ((value as JsonPrimitive).content !in valid) {
                throw WrongArgument("The argument \"$name\" must be one of: ${valid.joinToString(", ")}.")
            }
        }
    }
}
