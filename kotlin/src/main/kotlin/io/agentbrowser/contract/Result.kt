package io.agentbrowser.contract

import io.agentbrowser.json.fields
import io.agentbrowser.json.flag
import io.agentbrowser.json.parseJson
import io.agentbrowser.json.text
import kotlinx.serialization.DeserializationStrategy
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject

/** The document that a result is about. */
@Serializable
public data class Meta(
    val url: String = "",
    val title: String = "",
    /** Milliseconds since the epoch. */
    val ts: Double = 0.0,
    /** Random id of this document; a new document has a new one. */
    val document: String = "",
    /** Snapshots only: grows with every snapshot of this document; `since` takes it. */
    val revision: Double = 0.0,
    /**
     * Snapshots only: names of the tools that the page offers; null where there are none. In a delta only where they have
     * changed, empty where none are left.
     */
    val tools: List<String>? = null,
)

/** The result of a verb: one of the verb's own, or an [ErrorResult]. */
public sealed interface AgentResult {
    public val meta: Meta
}

/** Why a call failed. */
public enum class ErrorCode(override val wireName: String) : WireName {
    REF_NOT_FOUND("ref_not_found"),
    AMBIGUOUS("ambiguous"),
    NOT_VISIBLE("not_visible"),
    NOT_ENABLED("not_enabled"),
    NOT_EDITABLE("not_editable"),
    NOT_CHECKABLE("not_checkable"),
    NOT_SELECTABLE("not_selectable"),
    ELEMENT_BLOCKED("element_blocked"),
    OPTION_NOT_FOUND("option_not_found"),
    OPTION_DISABLED("option_disabled"),
    VALUE_REJECTED("value_rejected"),
    INVALID_ARGUMENT("invalid_argument"),
    UNSUPPORTED_KIND("unsupported_kind"),
    NEEDS_TRUSTED_INPUT("needs_trusted_input"),
    NO_EFFECT("no_effect"),
    TIMEOUT("timeout"),
    FRAME_INACCESSIBLE("frame_inaccessible"),
    DIALOG_OPEN("dialog_open"),
    JOB_LOST("job_lost"),
    PART_MISSING("part_missing"),
    NAVIGATION_BLOCKED("navigation_blocked"),
    TOOL_NOT_FOUND("tool_not_found"),
    TOOL_FAILED("tool_failed"),
    TOOL_REFUSED("tool_refused"),
    INTERNAL_ERROR("internal_error"),

    /** An error of the host: the page returned no readable result. */
    INVALID_JSON("invalid_json"),

    /** An error of the host: it could not open the page. */
    OPEN_FAILED("open_failed"),

    /** A code of a newer script; its name is in [ErrorInfo.code]. */
    UNKNOWN("unknown"),
}

/** An element in a result or an error: enough to recognise it, with its ref if it has one. */
@Serializable
public data class ElementLabel(
    val tag: String = "",
    val role: String = "",
    val name: String? = null,
    val ref: String? = null,
) {
    /** `button "Accept" [ref=kd4]` */
    override fun toString(): String = role + (name?.let { " \"$it\"" } ?: "") + (ref?.let { " [ref=$it]" } ?: "")
}

/**
 * Why a call failed.
 *
 * @property code the code as on the wire; [kind] is the same as a constant
 * @property message one or two sentences for a model or a person: what went wrong and what to do next
 * @property cause `ref_not_found`, `job_lost`: `detached`, `replaced`, `navigated` or `unknown`
 * @property suggestion `ref_not_found`: the only element with the same role and name. It is never acted on instead
 * @property part `part_missing`: the feature that the injected file does not have
 * @property file `part_missing`: the file that has it ([io.agentbrowser.ScriptPart.file]), to evaluate in the page
 * @property candidates `ambiguous`, `ref_not_found` of a locator: up to five possible elements
 * @property blocker `element_blocked`: the element that is hit at the hit point instead
 * @property blockerActions `element_blocked`: buttons and links inside the blocker that may dismiss it
 * @property options `option_not_found`, `option_disabled`: the options that can be selected
 * @property observed `value_rejected`: the value of the field instead
 * @property argument `invalid_argument`: the argument that is wrong
 * @property valid `invalid_argument`, `unsupported_kind`: the valid values
 * @property point where trusted input by the host would work
 */
@Serializable
public data class ErrorInfo(
    val code: String,
    val message: String,
    val cause: String? = null,
    val suggestion: ElementLabel? = null,
    val part: String? = null,
    val file: String? = null,
    val candidates: List<ElementLabel> = emptyList(),
    val blocker: ElementLabel? = null,
    val blockerActions: List<ElementLabel> = emptyList(),
    val options: List<String> = emptyList(),
    val observed: String? = null,
    val argument: String? = null,
    val valid: List<String> = emptyList(),
    val point: Point? = null,
) {
    public val kind: ErrorCode get() = byWireName<ErrorCode>(code) ?: ErrorCode.UNKNOWN
}

/** The result of a verb that failed. */
public data class ErrorResult(override val meta: Meta, val error: ErrorInfo) :
    SnapshotResult, ActionResult, QueryResult, PageResult, JobStart, JobState

/** Unknown fields are ignored: a newer script may have more. */
internal val lenientJson: Json = Json {
    ignoreUnknownKeys = true
    coerceInputValues = true
    explicitNulls = false
}

internal fun <T> JsonObject.read(type: DeserializationStrategy<T>): T = lenientJson.decodeFromJsonElement(type, this)

internal fun JsonObject.readMeta(): Meta = fields("meta")?.read(Meta.serializer()) ?: Meta()

/** Thrown by the parsers for text that is no result; their `Safe` forms return the error `invalid_json` instead. */
public class UnreadableResultException(message: String, cause: Throwable? = null) :
    IllegalArgumentException(message, cause)

/** Reads a result: by [error] if it failed, else by [ok]. */
internal inline fun <T : AgentResult> JsonObject.readResult(error: (ErrorResult) -> T, ok: (JsonObject) -> T): T {
    if (flag("ok") == true) return ok(this)
    val info = fields("error") ?: throw UnreadableResultException("A result needs ok or an error")
    return error(ErrorResult(readMeta(), info.read(ErrorInfo.serializer())))
}

/** Reads the text of a result, however often a bridge has encoded it ([normalizeEvaluated]). */
internal fun <T> parseResult(raw: String?, read: (JsonObject) -> T): T = try {
    val text = normalizeEvaluated(raw) ?: throw UnreadableResultException("The page gave nothing back")
    val json = parseJson(text) as? JsonObject ?: throw UnreadableResultException("A result must be an object")
    read(json)
} catch (error: UnreadableResultException) {
    throw error
} catch (error: IllegalArgumentException) {
    throw UnreadableResultException(error.message ?: "The result could not be read", error)
}

/** The error `invalid_json` for text that could not be read. */
internal fun unreadable(raw: String?, why: String?): ErrorResult {
    val shown = raw?.take(SHOWN)?.let { ": $it" } ?: ""
    val message = "The page gave no readable result (${why ?: "unknown"})$shown. " +
        "Inject the script again and take a new snapshot; the page may have been left in the middle of a call."
    return ErrorResult(Meta(), ErrorInfo(ErrorCode.INVALID_JSON.wireName, message))
}

private const val SHOWN = 80

/** The `type` of a result; empty where it has none. */
internal fun JsonObject.typeName(): String = text("type").orEmpty()
