package io.agentbrowser.contract

import io.agentbrowser.json.asFlag
import io.agentbrowser.json.asNumber
import io.agentbrowser.json.count
import io.agentbrowser.json.flag
import io.agentbrowser.json.text
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/** Queries about an element; `docs/page.md` describes the payload and the result of each. */
public enum class QueryKind(override val wireName: String) : WireName {
    TEXT("text"),
    VALUE("value"),
    ATTRS("attrs"),
    HTML("html"),
    OUTER_HTML("outerHTML"),
    STYLES("styles"),
    BOX("box"),
    XPATH("xpath"),
    SELECTOR("selector"),
    OPTIONS("options"),
    DESCRIBE("describe"),
    IS_VISIBLE("isVisible"),
    IS_ENABLED("isEnabled"),
    IS_CHECKED("isChecked"),
    IS_EDITABLE("isEditable"),
    COUNT("count"),
}

/** The result of `query`: [QueryOk] or [ErrorResult]. */
public sealed interface QueryResult : AgentResult

/** One choice of a select, a listbox or a combobox. */
@Serializable
public data class OptionInfo(
    val ref: String = "",
    val label: String = "",
    /** The value that a form submits, where it differs from the label. */
    val value: String? = null,
    /** Null where the choice is a secret. */
    val selected: Boolean? = null,
    val disabled: Boolean = false,
)

/**
 * The answer to a query. Which of the typed getters is not null depends on the kind.
 *
 * @property value the value as JSON
 * @property truncated some string was cut at `limitChars`, or not all options are listed
 * @property totalChars length of the whole before the cut, where the value is one string
 * @property after the `after` of the next part; null at the end
 */
public class QueryOk internal constructor(
    override val meta: Meta,
    public val ref: String,
    public val kind: String,
    public val value: JsonElement,
    public val truncated: Boolean,
    public val totalChars: Int?,
    public val after: Int?,
) : QueryResult {
    /** `text, value, html, outerHTML, xpath, selector`; `mixed` of `isChecked`. */
    public val text: String? get() = (value as? JsonPrimitive)?.takeIf { it.isString }?.content

    /** `isVisible, isEnabled, isChecked, isEditable` */
    public val flag: Boolean? get() = (value as? JsonPrimitive)?.asFlag()

    /** `count` */
    public val number: Double? get() = (value as? JsonPrimitive)?.asNumber()

    /** `attrs, styles` */
    public val strings: Map<String, String>?
        get() = (value as? JsonObject)?.mapValues { (_, field) -> (field as? JsonPrimitive)?.content.orEmpty() }

    /** `box` */
    public val box: Box? get() = (value as? JsonObject)?.takeIf { "width" in it }?.let(Box::from)

    /** `options` */
    public val options: List<OptionInfo>?
        get() = (value as? JsonArray)?.mapNotNull { (it as? JsonObject)?.read(OptionInfo.serializer()) }

    /** `describe`: role, name and all states. */
    public val description: SnapshotNode? get() = (value as? JsonObject)?.takeIf { "role" in it }?.let(::readNode)
}

internal fun readQuery(json: JsonObject): QueryResult = json.readResult({ it }) { ok ->
    QueryOk(
        ok.readMeta(),
        ok.text("ref").orEmpty(),
        ok.text("kind").orEmpty(),
        ok["value"] ?: JsonNull,
        ok.flag("truncated") == true,
        ok.count("totalChars"),
        ok.count("after"),
    )
}
