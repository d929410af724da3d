package io.agentbrowser.contract

import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.longOrNull

/** What a verb takes besides its kind: [ActionPayload], [QueryPayload], [PagePayload], or [Payload.of] any JSON. */
public fun interface Payload {
    public fun toJson(): JsonElement

    /** Nothing. */
    public object None : Payload {
        override fun toJson(): JsonElement = JsonNull
    }

    public companion object {
        /** JSON as it is: a plain value stands for the first argument of a kind. */
        public fun of(json: JsonElement): Payload = Payload { json }

        public fun of(text: String): Payload = of(JsonPrimitive(text))
    }
}

/** What it says itself of how long it may take. */
internal fun Payload.timeoutMs(): Long? = ((toJson() as? JsonObject)?.get("timeoutMs") as? JsonPrimitive)?.longOrNull

/** The payload with fields that every payload may have; what it says itself comes first. */
internal fun Payload.with(extra: Map<String, JsonElement>): JsonElement = when (val own = toJson()) {
    is JsonNull -> JsonObject(extra)
    is JsonObject -> JsonObject(extra + own)
    else -> own
}
