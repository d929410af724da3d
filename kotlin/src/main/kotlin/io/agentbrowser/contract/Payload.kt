package io.agentbrowser.contract

import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.longOrNull

/** The payload of a verb: [ActionPayload], [QueryPayload], [PagePayload], or [Payload.of] any JSON. */
public fun interface Payload {
    public fun toJson(): JsonElement

    /** No payload. */
    public object None : Payload {
        override fun toJson(): JsonElement = JsonNull
    }

    public companion object {
        /** Any JSON as a payload; a plain value stands for the first field of the kind's payload. */
        public fun of(json: JsonElement): Payload = Payload { json }

        public fun of(text: String): Payload = of(JsonPrimitive(text))
    }
}

/** The `timeoutMs` of a payload, if it has one. */
internal fun Payload.timeoutMs(): Long? = ((toJson() as? JsonObject)?.get("timeoutMs") as? JsonPrimitive)?.longOrNull

/** The payload with [extra] fields added; its own fields take precedence. A plain value is returned as it is. */
internal fun Payload.with(extra: Map<String, JsonElement>): JsonElement = when (val own = toJson()) {
    is JsonNull -> JsonObject(extra)
    is JsonObject -> JsonObject(extra + own)
    else -> own
}
