package io.agentbrowser.json

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

// Fields of a JSON object by their type; null where they are absent or of another type.

internal fun Map<String, JsonElement>.text(name: String): String? =
    (this[name] as? JsonPrimitive)?.takeIf { it !is JsonNull }?.content

internal fun Map<String, JsonElement>.number(name: String): Double? = (this[name] as? JsonPrimitive)?.asNumber()

internal fun Map<String, JsonElement>.count(name: String): Int? = number(name)?.toInt()

internal fun Map<String, JsonElement>.flag(name: String): Boolean? = (this[name] as? JsonPrimitive)?.asFlag()

internal fun Map<String, JsonElement>.fields(name: String): JsonObject? = this[name] as? JsonObject

internal fun Map<String, JsonElement>.items(name: String): JsonArray? = this[name] as? JsonArray

internal fun JsonPrimitive.asFlag(): Boolean? = when {
    isString -> null
    content == "true" -> true
    content == "false" -> false
    else -> null
}

internal fun JsonPrimitive.asNumber(): Double? = if (isString) null else content.toDoubleOrNull()
