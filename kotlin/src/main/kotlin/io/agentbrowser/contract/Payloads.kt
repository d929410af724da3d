package io.agentbrowser.contract

import kotlinx.serialization.Serializable
import kotlinx.serialization.SerializationStrategy
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement

/** Fields that are null or at their default are left out: the script has the same defaults. */
private val sparse = Json { explicitNulls = false }

internal fun <T> encode(type: SerializationStrategy<T>, value: T): JsonElement = sparse.encodeToJsonElement(type, value)

/**
 * The payload of a query.
 *
 * @property limitChars most characters of each string in the answer, UTF-16 code units (4000)
 * @property after skip this many characters (of options: entries): the `after` of the last answer
 * @property properties `styles`: CSS properties (a set about looks and visibility)
 * @property selector `count`: CSS selector of the descendants to count
 * @property document id of the document that the ref was issued in; for another one the answer is `ref_not_found`
 */
@Serializable
public data class QueryPayload(
    val limitChars: Int? = null,
    val properties: List<String>? = null,
    val selector: String? = null,
    val document: String? = null,
    val after: Int? = null,
) : Payload {
    override fun toJson(): JsonElement = encode(serializer(), this)
}

/** The direction or the end of the page to scroll to. */
@Serializable
public enum class ScrollDirection(override val wireName: String) : WireName {
    @kotlinx.serialization.SerialName("up")
    UP("up"),

    @kotlinx.serialization.SerialName("down")
    DOWN("down"),

    @kotlinx.serialization.SerialName("left")
    LEFT("left"),

    @kotlinx.serialization.SerialName("right")
    RIGHT("right"),

    @kotlinx.serialization.SerialName("top")
    TOP("top"),

    @kotlinx.serialization.SerialName("bottom")
    BOTTOM("bottom"),
}
